"""MSE-Bench: composition, exact sizes, determinism, wording."""

import ast
from dataclasses import replace
from statistics import mean

import pytest

from e3lib.bench import (
    DIRECTORIES,
    HELD_OUT,
    SEED,
    TEMPLATES,
    gmail_icon,
    mse_bench,
    reworded,
)
from e3lib.environment import tokens_of
from e3lib.task import files_of

TASKS = mse_bench()
GENERATED = TASKS[1:]


def tier(level):
    return [task for task in TASKS if task.level == level]


def test_there_are_121_tasks_in_three_tiers_and_18_are_deceptive():
    assert [len(tier(level)) for level in (1, 2, 3)] == [41, 40, 40]
    assert sum(task.deceptive for task in TASKS) == 18
    assert all(task.level == 3 for task in TASKS if task.deceptive)
    assert len({task.id for task in TASKS}) == 121


@pytest.mark.parametrize(("level", "direct", "indirect"), [(1, 1, 0), (2, 2, 0), (3, 2, 1)])
def test_each_tier_has_its_direct_and_indirect_sites(level, direct, indirect):
    for task in tier(level):
        assert len(task.direct_sites) == direct
        assert len(task.indirect_sites) == indirect
        assert len(files_of(task.changes)) == direct + indirect


def test_the_repositories_hold_1024_files_in_all():
    assert sum(len(task.files) for task in TASKS) == 1024


def test_sizes_lie_in_the_calibrated_ranges_with_the_calibrated_means():
    distractors, sites, aliases = [], [], []
    for task in GENERATED:
        direct, indirect = files_of(task.direct_sites), files_of(task.indirect_sites)
        for path, text in task.files.items():
            role = sites if path in direct else aliases if path in indirect else distractors
            role.append(tokens_of(text))
    for sizes, low, high in ((distractors, 155, 1055), (sites, 57, 107), (aliases, 29, 59)):
        assert low <= min(sizes) and max(sizes) <= high
        assert mean(sizes) == pytest.approx((low + high) / 2, rel=0.01)


def test_every_line_with_a_direct_site_is_ten_tokens():
    lines = [site.text for task in GENERATED for site in task.direct_sites]
    assert {tokens_of(line) for line in lines} == {10}


def test_directories_fill_their_quota():
    for level in (1, 2, 3):
        counts = [1 + len({p.rpartition("/")[0] for p in t.files}) for t in tier(level)[-40:]]
        assert sorted(counts) == sorted(DIRECTORIES)


def test_the_gmail_site_has_the_sizes_that_its_table_needs():
    task = gmail_icon()
    sizes = sorted(tokens_of(text) for text in task.files.values())
    assert sizes == [35, 130, 154, 213, 284, 302, 369]
    [site] = task.direct_sites
    assert tokens_of(site.text) == 23


def test_every_generated_file_is_valid_python_and_so_is_every_goal():
    for task in GENERATED:
        for text in task.files.values():
            ast.parse(text)
        for site, new in task.changes.items():
            lines = task.files[site.file].splitlines()
            lines[site.line - 1] = new
            ast.parse("\n".join(lines))


def test_the_hidden_site_names_the_old_function_in_two_halves():
    for task in tier(3):
        [alias] = task.indirect_sites
        verb, thing = task.token.split("_")
        assert f'"{verb}" "_{thing}"' in alias.text
        assert task.token not in task.files[alias.file]


def test_every_distractor_is_free_of_the_token():
    for task in TASKS:
        holders = {path for path, text in task.files.items() if task.token in text}
        assert holders == set(files_of(task.direct_sites))


def test_the_same_seed_gives_the_same_tasks_and_another_seed_others():
    assert mse_bench(SEED) == TASKS
    assert mse_bench(SEED + 1)[1:] != TASKS[1:]


def test_rewording_changes_the_instruction_and_nothing_else():
    for before, after in zip(TASKS, reworded(TASKS), strict=True):
        assert after.query != before.query
        assert replace(after, query=before.query) == before


def test_every_template_of_either_wording_is_used():
    for tasks, templates in ((TASKS, TEMPLATES), (reworded(TASKS), HELD_OUT)):
        used = {task.query.split('"')[0] for task in tasks}
        for group in templates.values():
            for template in group:
                start = template.split('"')[0].split("{file}")[0]
                assert any(query.startswith(start) for query in used), template


@pytest.mark.parametrize("deceptive", [0, 7, 40])
def test_the_deceptive_share_can_be_chosen(deceptive):
    assert sum(task.deceptive for task in mse_bench(deceptive=deceptive)) == deceptive


def test_the_tiers_can_be_chosen():
    tasks = mse_bench(tiers=(1, 0, 5), deceptive=2)
    assert [task.level for task in tasks] == [1, 3, 3, 3, 3, 3]


@pytest.mark.parametrize("seed", ["1", 1.0, True, None])
def test_a_seed_that_is_not_a_whole_number_is_refused(seed):
    with pytest.raises(ValueError, match=r"the seed is .*; it must be a whole number"):
        mse_bench(seed)


def test_counts_that_cannot_be_met_are_refused():
    with pytest.raises(ValueError, match="41 deceptive tasks of 40"):
        mse_bench(deceptive=41)
    with pytest.raises(ValueError, match=r"tiers is \(0, 1, 1\)"):
        mse_bench(tiers=(0, 1, 1))
