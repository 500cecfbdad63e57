"""C_min is measured: the gold patches through a model's tools, beside the published table."""

import pytest

from e3lib import reproduce
from e3lib.llmcase.oracle import measure, published_values
from e3lib.llmcase.report import WITHOUT_LATENCY
from e3lib.llmcase.tasks import TASKS


@pytest.fixture(scope="module")
def oracle():
    return measure()


def test_every_gold_patch_passes_its_hidden_grader(oracle):
    assert [id for id, run in oracle.items() if not run.solved] == []


@pytest.mark.parametrize("task_id", TASKS)
def test_the_oracle_makes_two_calls_a_file_and_two_more(task_id, oracle):
    cost, files = oracle[task_id].cost, len(TASKS[task_id].gold)
    assert (cost.files, cost.tool_calls) == (files, 2 * files + 2)


def test_the_floor_is_what_the_files_hold(oracle):
    """723 + 38942 bytes at four a token, each file rounded up, and the short results on top."""
    reads = 181 + 9736
    assert 0 < oracle["L2_commentdecoder"].cost.tokens - reads < 60


def test_cost_is_equation_1_without_latency(oracle):
    cost = oracle["L1_version"].cost
    assert cost.latency == 0
    assert cost.scalar(WITHOUT_LATENCY) == pytest.approx(0.02 * cost.tokens + 0.5 * 4 + 1.5 * 1)


def test_every_published_oracle_number_has_a_value_of_ours_within_two_percent():
    values = published_values()
    theirs = {id: p for id, p in reproduce.published().items() if id.startswith("llmcase.oracle.")}
    assert values.keys() == theirs.keys()
    for id, published in theirs.items():
        assert values[id] == pytest.approx(published.value, rel=0.02), id
