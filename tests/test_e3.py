"""Algorithm 1, step by step, on tasks whose every action can be told in advance."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3lib.bench import mse_bench, reworded
from e3lib.e3 import e3
from e3lib.environment import run
from e3lib.estimate import Estimate, always_local
from e3lib.task import Site, Task, occurrences

TASKS = mse_bench()

# Its second site stands in a file that imports nothing, so no level of E3 ever sees it.
OUT_OF_REACH = Task(
    "T",
    3,
    'Rename "a_b" to "a_c".',
    "a_b",
    {"m.py": "a_b = 1\n", "n.py": "x\n"},
    {Site("m.py", 1, "a_b = 1"): "a_c = 1", Site("n.py", 1, "x"): "y"},
)


def kinds(run):
    return " ".join(action.kind for action in run.trajectory)


def first(level, deceptive=False):
    return next(t for t in TASKS[1:] if t.level == level and t.deceptive == deceptive)


def test_level_one_is_four_actions():
    assert kinds(run(e3, first(1), "E3")) == "search read_range edit verify"


def test_level_two_probes_notes_reads_both_sites_and_edits_both():
    expected = "search reason read_range read_range edit edit verify"
    assert kinds(run(e3, first(2), "E3")) == expected


def test_an_obvious_repository_task_goes_straight_to_level_three():
    expected = (
        "search read_range read_range reason dependency_trace inspect_file inspect_file "
        "edit edit edit verify"
    )
    assert kinds(run(e3, first(3), "E3")) == expected


def test_a_deceptive_task_fails_its_check_once_and_expands_without_searching_again():
    expected = (
        "search reason read_range read_range edit edit verify reason "
        "reason dependency_trace inspect_file inspect_file edit edit edit verify"
    )
    result = run(e3, first(3, deceptive=True), "E3")
    assert kinds(result) == expected
    assert result.solved
    assert result.cost.tool_calls == 15


def test_without_expand_the_deceptive_tasks_are_lost_and_no_others():
    runs = [run(partial(e3, max_expansions=0), task, "- Expand") for task in TASKS]
    lost = {r.task_id for r in runs if not r.solved}
    assert lost == {task.id for task in TASKS if task.deceptive}


def test_without_estimate_level_three_is_reached_through_one_and_two():
    expected = (
        "search read_range edit edit verify reason read_range edit edit verify reason "
        "reason dependency_trace inspect_file inspect_file edit edit edit verify"
    )
    assert kinds(run(partial(e3, estimate=always_local), first(3), "- Estimate")) == expected


def test_without_estimate_level_two_needs_no_expansion_since_one_search_shows_both_sites():
    expected = "search read_range edit edit verify"
    assert kinds(run(partial(e3, estimate=always_local), first(2), "- Estimate")) == expected


@pytest.mark.parametrize(("k", "checks"), [(0, 1), (1, 2), (2, 3), (99, 3)])
def test_there_are_at_most_k_expansions_and_no_level_above_three(k, checks):
    result = run(partial(e3, estimate=always_local, max_expansions=k), OUT_OF_REACH, "E3")
    assert sum(action.kind == "verify" for action in result.trajectory) == checks
    assert not result.solved


def test_a_wrong_file_in_the_instruction_is_recovered_by_expanding():
    files = {"a.py": "x = 1\n", "b.py": 'LABEL = "Send bill"\n'}
    [site] = occurrences(files, "Send bill")
    query = 'Replace "Send bill" with "Pay bill" in a.py.'
    task = Task("W", 1, query, "Send bill", files, {site: 'LABEL = "Pay bill"'})
    assert run(e3, task, "E3").solved


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 3), st.sampled_from(TASKS))
def test_whatever_the_estimate_says_e3_solves_every_task(level, task):
    def guess(query, env):
        return Estimate(level, scope=1, risk=0.5, confidence=0.5)

    assert run(partial(e3, estimate=guess), task, "E3").solved


def test_held_out_wording_costs_more_but_loses_nothing():
    plain = [run(e3, task, "E3") for task in TASKS]
    held_out = [run(e3, task, "E3") for task in reworded(TASKS)]
    assert all(r.solved for r in held_out)
    assert all(
        b.cost.scalar() >= a.cost.scalar() - 1e-9 for a, b in zip(plain, held_out, strict=True)
    )
