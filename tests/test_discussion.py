"""Chapters 2 and 11: measurements, the tables built on them, and what the prose says of both."""

import pytest

from e3lib import tables
from e3lib.exercises import check
from e3lib.figures.discussion import excess_files
from e3lib.figures.discussion import sent_tokens as sent_tokens_figure
from e3lib.figures.related import CELLS, map_of_approaches
from e3lib.measured import measurements
from e3lib.metrics import acrr


@pytest.fixture
def value():
    return lambda id: measurements()[id].value


def test_every_interval_holds_its_mean():
    bounded = [m for m in measurements().values() if m.low is not None]
    assert len(bounded) == 4
    assert all(m.low < m.value < m.high for m in bounded)


def test_the_runs_of_each_agent_add_up_to_the_public_sets():
    n = {id: m.n for id, m in measurements().items()}
    assert n["sweagent.solved.excess_files"] + n["sweagent.failed.excess_files"] == 826
    assert n["acr.solved.excess_files"] + n["acr.failed.excess_files"] == 900


def test_shares_of_commits_sum_to_one_hundred(value):
    assert (
        sum(value(f"commits.{size}") for size in ("one_file", "two_files", "three_or_more")) == 100
    )


def test_shares_of_sent_tokens_leave_a_small_rest():
    shares = {row[0]: float(row[1]) for row in tables.sent_tokens().rows}
    assert sum(shares.values()) == pytest.approx(100)
    assert shares["everything else"] == pytest.approx(1.6)


def test_excess_files_of_solved_runs_are_their_acrr_on_files(value):
    # The reference patch needs one file, so the mean excess and the mean ACRR are one number.
    assert value("acrr.files.mean") == value("sweagent.solved.excess_files")


@pytest.mark.parametrize(
    ("said", "low", "high", "id"),
    [
        ("most solved SWE-agent runs open no excess file", 0, 50, "sweagent.solved.any_excess"),
        ("AutoCodeRover opens about one", 0.9, 1.1, "acr.solved.excess_files"),
        ("a good half on steps", 0.5, 0.7, "acrr.steps.median"),
        ("billed tokens: twice the replay", 0.9, 1.2, "acrr.billed_tokens.median"),
        ("nearly half is the fixed prompt", 45, 50, "sent.prompt"),
        ("nearly nine in ten", 87, 90, "scope.one_hit"),
        ("two solved runs in three executed nothing", 32, 36, "signal.ran_anything"),
        ("almost no run ran a test", 0, 3, "signal.ran_test"),
        ("repeats differ by nearly half", 1.4, 1.5, "repeats.ratio"),
    ],
)
def test_the_prose_of_chapter_11_keeps_to_the_numbers(value, said, low, high, id):
    assert low <= value(id) <= high, said


def test_other_files_are_the_smallest_slice_of_the_bill(value):
    slices = {id: m.value for id, m in measurements().items() if id.startswith("sent.")}
    assert min(slices, key=slices.get) == "sent.other_files"


def test_failed_runs_read_more_than_solved_ones(value):
    for agent in ("sweagent", "acr"):
        assert value(f"{agent}.failed.excess_files") > value(f"{agent}.solved.excess_files")


def test_wording_predicts_scope_no_better_than_always_saying_one_file(value):
    assert value("scope.keyword_rule") < value("scope.text_model") < value("scope.majority")
    assert value("ladder.level_one") <= value("ladder.text_model")


def test_three_kinds_of_evidence_compare_like_with_like():
    rows = {row[0].split(" (")[0]: row[2:] for row in tables.three_kinds_of_evidence().rows}
    assert rows["simulator"][0] == "1.99"  # (41 * 1 + 40 * 2 + 40 * 3) / 121
    assert rows["live case study"] == ("1.80", "2.00", "18")  # (1 + 1 + 2 + 2 + 3) / 5


def test_path_convergence_of_one_run_is_the_inverse_of_one_plus_acrr():
    assert 1 / (1 + acrr(10, 4)) == pytest.approx(4 / 10)


def test_e3_is_the_only_row_that_estimates_scope_and_widens_it():
    answers = {row[0]: row[-1] for row in tables.nearest_relatives().rows}
    assert [work for work, answer in answers.items() if answer.startswith("yes")] == ["E3"]
    assert len(tables.routing_and_scope().rows) == 3


def test_the_map_names_every_approach_of_its_cells():
    svg = map_of_approaches().svg
    assert all(line in svg for names in CELLS.values() for line in names.split("\n"))


def test_figures_print_the_numbers_of_their_data(value):
    assert f"{value('acr.failed.excess_files'):.2f}" in excess_files().svg
    assert f"{value('sent.prompt'):.1f} %" in sent_tokens_figure().svg


def test_checks_accept_the_worked_answers_and_name_the_slip():
    assert check("2.1", 1.5).right
    assert "one less" in check("2.1", 2.5).message
    assert check("11.2", 2.05 * 0.967 - 1).right
    assert "redundant ones" in check("11.2", 1.05 * 0.967).message
