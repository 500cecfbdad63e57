"""Published numbers beside ours: verdicts, reasons that cannot go stale, and the targets."""

import pytest

from e3lib.published import Published, published
from e3lib.reproduce import REASONS, compare, judge, rounded

SIMULATOR = ("main", "level", "gmail", "ablation", "estimator", "heldout", "sensitivity")


@pytest.fixture(scope="module")
def rows():
    return compare()


def number(value, decimals=2):
    return Published("x", "", "", "", value, decimals, "")


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [(9.514, "exact"), (9.516, "close"), (9.60, "close"), (9.61, "off"), (None, "recorded")],
)
def test_a_verdict_is_exact_to_the_digit_close_within_a_per_cent_or_off(ours, verdict):
    assert judge(number(9.51), ours) == verdict


def test_a_tie_rounds_up_as_a_person_would():
    assert str(rounded(0.585, 2)) == "0.59"
    assert str(rounded(0.1 + 0.2 + 0.285, 2)) == "0.59"  # 0.5850000000000001 in binary


def test_every_published_number_has_a_row_and_every_value_a_published_number(rows):
    assert [row.published.id for row in rows] == list(published())


def test_a_number_that_is_off_has_a_reason_and_an_exact_one_has_none(rows):
    for row in rows:
        if row.verdict == "off":
            assert row.reason, row.published.id
        if row.verdict == "exact":
            assert not row.reason, row.published.id


def test_every_reason_belongs_to_a_published_number():
    assert set(REASONS) <= set(published())


def test_a_number_of_the_simulator_that_is_not_exact_says_why(rows):
    for row in rows:
        if row.published.id.startswith(SIMULATOR) and row.verdict != "exact":
            assert row.reason, row.published.id


def test_nine_tenths_of_the_simulators_numbers_are_exact_and_none_is_half_a_per_cent_off(rows):
    simulated = [row for row in rows if row.published.id.startswith(SIMULATOR)]
    exact = sum(row.verdict == "exact" for row in simulated)
    assert exact >= 0.9 * len(simulated)
    missed = [row for row in simulated if row.verdict != "exact"]
    assert all(abs(row.deviation) <= 0.005 for row in missed)


def test_success_rates_file_counts_estimator_figures_and_the_gmail_table_are_exact(rows):
    for row in rows:
        id = row.published.id
        structural = id.endswith((".success", ".files")) or id.startswith(("estimator", "gmail"))
        if structural and not id.startswith("llmcase.gpt4o"):
            assert row.verdict == "exact", id


def test_what_the_paper_measured_on_a_provider_is_recorded_not_rerun(rows):
    recorded = {row.published.id for row in rows if row.verdict == "recorded"}
    assert recorded == {id for id in published() if id.startswith("llmcase.gpt4o")}


def test_a_prefix_selects_its_rows_only():
    assert {row.published.id.partition(".")[0] for row in compare("gmail.e3")} == {"gmail"}


def test_an_unknown_prefix_is_refused_with_the_prefixes_that_there_are():
    with pytest.raises(ValueError, match=r"starts with 'mian'; try bench, weights, main"):
        compare("mian")
