import os

import pytest

import toml

SAMPLE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "test.toml")


def test_load_reads_the_sample():
    data = toml.load(SAMPLE)
    assert data["title"] == "A sample"
    assert data["ports"] == [8000, 8001, 8002]


def test_nested_tables():
    assert toml.load(SAMPLE)["owner"]["address"] == {"city": "London"}


def test_dates_carry_their_offset():
    assert toml.loads("at = 2020-01-02T03:04:05Z")["at"].utcoffset().seconds == 0


def test_invalid_input_is_reported():
    with pytest.raises(toml.TomlDecodeError):
        toml.loads("key = ")
