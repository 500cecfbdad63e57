"""The tables and the figure of chapter 9 say what the recording and the published table say."""

from itertools import product

import pytest

from e3lib import figures, tables
from e3lib.figures.llmcase import published_tokens
from e3lib.llmcase import runfile
from e3lib.llmcase.oracle import measure
from e3lib.llmcase.replay import replay
from e3lib.llmcase.report import grouped
from e3lib.llmcase.runfile import RunFileError
from e3lib.reproduce import published


@pytest.fixture(scope="module")
def saved():
    return runfile.recording("qwen2.5-coder-1.5b")


def column(table, name):
    place = table.columns.index(name)
    return [row[place] for row in table.rows]


def test_the_recording_names_its_weights_machine_and_date(saved):
    settings = dict(row[:2] for row in tables.llmcase_settings(saved).rows)
    assert len(settings["weights: sha256"]) == 64
    assert settings["runs"] == f"{len(saved.traces)} of 90 planned"
    assert {"date", "machine", "limits: turns", "parameters: temperature"} <= settings.keys()


def test_a_recorded_repeat_has_every_task_and_policy_or_is_left_out(saved):
    repeats = grouped(saved.traces, "wording", "repeat")
    every = set(product(saved.settings["tasks"], saved.settings["policies"]))
    for key, traces in repeats.items():
        assert {(trace.task_id, trace.policy) for trace in traces} == every, key
        assert len(traces) == len(every), key


def test_every_recorded_run_is_counted_once_in_each_table(saved):
    n = len(saved.traces)
    assert sum(map(int, column(tables.llmcase_runs(saved), "n"))) == n
    assert sum(map(int, column(tables.llmcase_totals(saved, measure()), "n"))) == n
    endings = tables.llmcase_endings(saved)
    assert sum(int(cell) for row in endings.rows for cell in row[1:-1]) == n


def test_an_unrolled_run_adds_up_to_its_tokens(saved):
    trace = saved.traces[0]
    tokens = column(tables.llmcase_trajectory(trace), "Tokens")
    assert sum(int(cell.replace(",", "")) for cell in tokens if cell) == trace.tokens


def test_the_first_recorded_run_of_each_wording_replays_as_recorded(saved):
    firsts = {trace.wording: trace for trace in reversed(saved.traces)}
    assert all(replay(trace).agrees for trace in firsts.values())


def test_the_table_of_gpt4o_says_that_it_is_quoted():
    table = tables.llmcase_gpt4o()
    assert "published, not rerun" in table.caption
    shown = " ".join(cell for row in table.rows for cell in row).replace(",", "")
    for id, row in published().items():
        if id.startswith("llmcase.gpt4o."):
            assert f"{row.value:.{row.decimals}f}" in shown, id


def test_savings_are_the_share_of_the_others_mean():
    rows = published()
    ours, theirs = (rows[f"llmcase.gpt4o.mean.{p}.tokens"].value for p in ("e3", "mcf_thorough"))
    shown = dict(
        zip(tables.llmcase_savings().columns, tables.llmcase_savings().rows[0], strict=True)
    )
    assert float(shown["Tokens"]) == pytest.approx(100 - 100 * ours / theirs, abs=0.5)


def test_the_published_diamond_of_a_level_is_the_mean_of_its_tasks():
    rows = published()
    ids = [f"llmcase.gpt4o.{task}.e3.tokens" for task in ("L1_version", "L1_spec")]
    assert published_tokens("e3", 1) == sum(rows[id].value for id in ids) / 2


def test_the_figure_is_the_same_on_every_run(saved):
    assert figures.llmcase_levels(saved, "plain").svg == figures.llmcase_levels(saved, "plain").svg


def test_an_unknown_recording_is_one_sentence():
    with pytest.raises(RunFileError, match=r"there is no recording 'x'; there are qwen"):
        runfile.recording("x")
