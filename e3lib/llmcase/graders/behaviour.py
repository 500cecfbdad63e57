"""Behaviour that every task must keep: it runs beside each task's own grader."""

import os

import toml
from toml import ordered


def test_the_edited_copy_is_the_one_imported():
    assert os.path.realpath(toml.__file__).startswith(os.environ["LLMCASE_WORKSPACE"])


def test_loads_and_dumps_still_agree():
    data = {"a": 1, "b": [1.5, 2.5], "c": {"d": "text", "e": True}}
    assert toml.loads(toml.dumps(data)) == data


def test_ordered_classes_still_work():
    decoded = toml.loads("z = 1\na = 2\n", decoder=ordered.TomlOrderedDecoder())
    assert list(decoded) == ["z", "a"]
    assert toml.dumps(decoded, encoder=ordered.TomlOrderedEncoder()) == "z = 1\na = 2\n"
