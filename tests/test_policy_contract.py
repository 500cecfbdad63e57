"""What every policy keeps to, whichever it is; and what happens to one that cheats."""

import ast
import inspect

import pytest

from e3lib import e3 as e3_module
from e3lib import estimate, policies
from e3lib.bench import mse_bench, reworded
from e3lib.environment import Environment, IllegalAction, run
from e3lib.policies import oracle
from e3lib.study import ABLATIONS, POLICIES
from e3lib.task import Site

TASKS = mse_bench()
ALL = {**POLICIES, **ABLATIONS}
SAMPLE = [TASKS[0], TASKS[5], TASKS[50], *(t for t in TASKS if t.level == 3)][:8]


@pytest.fixture(params=ALL, scope="module")
def policy(request):
    return ALL[request.param]


def test_a_policy_is_deterministic(policy):
    for task in SAMPLE:
        assert run(policy, task, "x") == run(policy, task, "x")


def test_a_policy_ends_with_a_check_or_with_the_reflection_on_a_failed_one(policy):
    for task in SAMPLE:
        result = run(policy, task, "x")
        assert result.trajectory[-1].kind == ("verify" if result.solved else "reason")


def test_a_policy_returns_nothing_since_the_ledger_is_the_outcome(policy):
    for task in SAMPLE:
        assert policy(task.query, Environment(task)) is None


def test_no_policy_is_cheaper_than_the_oracle_on_a_task_that_it_solves(policy):
    for task in TASKS:
        result = run(policy, task, "x")
        if result.solved:
            minimum = run(oracle(task), task, "Oracle").cost.scalar()
            assert result.cost.scalar() >= minimum


@pytest.mark.parametrize("module", [policies, e3_module, estimate])
def test_no_policy_reaches_into_the_environment(module):
    tree = ast.parse(inspect.getsource(module))
    private = [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_")
    ]
    assert private == []


def test_the_environment_shows_a_policy_neither_the_task_nor_its_sites():
    public = [name for name in vars(Environment(TASKS[0])) if not name.startswith("_")]
    assert public == []


def test_a_policy_that_edits_what_it_has_not_seen_fails():
    [target] = TASKS[0].direct_sites

    def cheat(query, env):
        env.edit(Site(target.file, target.line, target.text))

    with pytest.raises(IllegalAction, match="cannot be edited before a tool has shown it"):
        run(cheat, TASKS[0], "cheat")


def test_a_policy_that_only_says_it_is_done_has_solved_nothing():
    assert not run(lambda query, env: True, TASKS[0], "liar").solved


def test_the_oracle_solves_every_task_in_either_wording():
    for task in (*TASKS, *reworded(TASKS)):
        assert run(oracle(task), task, "Oracle").solved


def test_fixed_react_solves_levels_one_and_two_and_nothing_of_level_three():
    for task in TASKS:
        assert run(POLICIES["Fixed ReAct"], task, "x").solved == (task.level < 3)


def test_max_context_first_inspects_every_file_and_lists_every_directory():
    for task in SAMPLE:
        result = run(POLICIES["Max-Context-First"], task, "x")
        directories = {"."} | {
            path[:i] for path in task.files for i, char in enumerate(path) if char == "/"
        }
        assert result.cost.files == len(task.files)
        listed = [a.target for a in result.trajectory if a.kind == "list_dir"]
        assert sorted(listed) == sorted(directories)


def test_adaptive_retrieval_inspects_exactly_the_files_with_sites():
    for task in SAMPLE:
        result = run(POLICIES["Adaptive Retrieval"], task, "x")
        inspected = {a.target for a in result.trajectory if a.kind == "inspect_file"}
        assert inspected == {site.file for site in task.changes}
