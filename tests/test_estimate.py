"""The initial operating point: three rules, one probe at most."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3lib.bench import HELD_OUT, gmail_icon, mse_bench, reworded
from e3lib.environment import Environment
from e3lib.estimate import BROAD_CUES, LOCAL_CUES, Estimate, always_local, lexical_estimate, says
from e3lib.task import Task, named_file

FILES = {"a.py": "one_tax = 1\n", "b.py": "two_tax = 2\nrow = two_tax\n"}


def environment(query):
    return Environment(Task("T", 1, query, "two_tax", FILES, {}))


@pytest.mark.parametrize("cue", BROAD_CUES)
def test_a_broad_cue_means_level_three_without_a_probe(cue):
    env = environment("")
    assert lexical_estimate(f'Handle {cue}: "two_tax".', env).difficulty == 3
    assert env.trajectory == ()


@pytest.mark.parametrize("cue", LOCAL_CUES)
def test_a_file_a_quoted_literal_and_a_local_verb_mean_level_one_without_a_probe(cue):
    env = environment("")
    assert lexical_estimate(f'{cue} "two_tax" in b.py', env).difficulty == 1
    assert env.trajectory == ()


def test_backticks_quote_as_well_as_double_quotes():
    env = environment("")
    assert lexical_estimate("Replace `two_tax` in b.py", env).difficulty == 1
    assert env.trajectory == ()


def test_otherwise_one_probe_counts_the_hits():
    one, two = environment(""), environment("")
    assert lexical_estimate("Look at one_tax", one).difficulty == 1
    assert lexical_estimate("Look at two_tax", two).difficulty == 2
    assert [action.kind for action in two.trajectory] == ["search", "reason"]
    assert two.cost.tool_calls == 1


def test_the_probe_hands_its_hits_on():
    env = environment("")
    assert len(lexical_estimate("Look at two_tax", env).hits) == 2


def test_confidence_falls_where_local_wording_meets_several_hits():
    plain = lexical_estimate("Look at two_tax", environment(""))
    local = lexical_estimate("Just fix two_tax", environment(""))
    assert local.difficulty == plain.difficulty == 2
    assert local.confidence < plain.confidence


@pytest.mark.parametrize("level", [0, 4, 2.5, None])
def test_a_difficulty_that_is_no_level_is_refused(level):
    with pytest.raises(ValueError, match="a level is 1, 2 or 3"):
        Estimate(level, scope=1, risk=0.1, confidence=0.5)


def test_always_local_looks_at_nothing():
    env = environment("")
    assert always_local("Refactor the codebase", env).difficulty == 1
    assert env.trajectory == ()


@given(st.sampled_from([cue.upper() for cue in BROAD_CUES + LOCAL_CUES]))
def test_cues_are_found_in_any_case_but_only_as_whole_words(cue):
    assert says(f"please {cue}.", (cue.lower(),))
    assert not says(f"x{cue}y", (cue.lower(),))


def test_held_out_wording_shares_no_word_with_the_cues():
    cue_words = {word for cue in BROAD_CUES + LOCAL_CUES for word in re.findall(r"\w+", cue)}
    for task in reworded(mse_bench()):
        outside_quotes = re.sub(r'"[^"]+"', "", task.query).lower()
        assert cue_words.isdisjoint(re.findall(r"\w+", outside_quotes)), task.query


def test_held_out_wording_names_no_file_so_the_fast_path_is_closed():
    assert all(named_file(task.query) is None for task in reworded(mse_bench()))


def test_each_kind_of_task_has_several_wordings():
    assert all(len(set(templates)) >= 2 for templates in HELD_OUT.values())


def test_the_gmail_instruction_takes_the_fast_path():
    task = gmail_icon()
    env = Environment(task)
    assert lexical_estimate(task.query, env).difficulty == 1
    assert env.trajectory == ()
