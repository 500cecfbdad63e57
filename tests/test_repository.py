"""Generated files: exact sizes, valid Python, believable."""

import ast
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3lib.environment import tokens_of
from e3lib.repository import comment, module, prose, quota, stratified


@given(st.integers(0, 10**6), st.integers(155, 1055))
def test_a_module_has_exactly_its_size_and_parses(seed, tokens):
    text = module(Random(seed), tokens, ("shop", "shop.web"))
    assert tokens_of(text) == tokens
    ast.parse(text)
    assert max(map(len, text.splitlines())) <= 100


@given(st.integers(0, 10**6), st.integers(1, 200))
def test_prose_has_exactly_its_length(seed, length):
    assert len(prose(Random(seed), length)) == length


@given(st.integers(0, 10**6), st.integers(8, 400), st.sampled_from(["", "    "]))
def test_a_comment_has_exactly_its_length_and_only_comment_lines(seed, length, indent):
    text = comment(Random(seed), length, indent)
    assert len(text) == length
    assert all(line.startswith(f"{indent}# ") for line in text.splitlines())


@given(st.integers(0, 10**6), st.integers(1, 300))
def test_one_value_is_drawn_from_each_equal_slice(seed, n):
    values = sorted(stratified(Random(seed), n, 155, 1055))
    width = 900 / n
    for i, value in enumerate(values):
        assert 155 + i * width - 0.5 <= value <= 155 + (i + 1) * width + 0.5


def test_a_quota_keeps_its_counts():
    assert sorted(quota(Random(1), 8, [5, 6, 7, 8])) == [5, 5, 6, 6, 7, 7, 8, 8]


@pytest.mark.parametrize("n", [0, 1])
def test_a_tier_of_none_or_one_can_be_drawn(n):
    assert len(stratified(Random(1), n, 1, 9)) == n
