"""Counts times prices: the same costs as the runs, and the claims that turn where it says so."""

import pytest

from e3lib import tables
from e3lib.calibration import (
    ALTERNATIVES,
    CONCLUSIONS,
    INFERRED,
    TEXT,
    Usage,
    repriced,
    traded,
    usage,
)
from e3lib.cost import PRICES, Cost
from e3lib.metrics import summarize
from e3lib.study import ABLATIONS, POLICIES, minimum_costs, run_all

HEADLINE = "E3 is cheaper than Adaptive Retrieval"


@pytest.fixture(scope="module")
def counted() -> Usage:
    return usage()


@pytest.mark.parametrize("name", ALTERNATIVES)
def test_counts_times_prices_are_the_costs_of_the_runs(counted, name):
    runs = run_all(policies=POLICIES | ABLATIONS, prices=ALTERNATIVES[name])
    minimum = minimum_costs(runs)
    for policy, policy_runs in runs.items():
        theirs = summarize(policy_runs, minimum).cost
        ours = counted.costs(ALTERNATIVES[name])[policy]
        assert ours.scalar() == pytest.approx(theirs.scalar()), policy
        assert ours.latency == pytest.approx(theirs.latency), policy


def test_counts_are_those_that_the_structure_forces(counted):
    uses = dict(zip(PRICES, counted.counts[counted.variants.index("E3")][:-1], strict=True))
    assert uses["verify_heavy"] == pytest.approx(40 / 121)
    assert uses["reflect"] == pytest.approx(18 / 121)
    assert uses["search"] + uses["search_file"] == pytest.approx(1)
    assert uses["edit"] == pytest.approx((41 + 80 + 22 * 3 + 18 * 5) / 121)


@pytest.mark.parametrize("claim", CONCLUSIONS)
def test_every_conclusion_holds_at_the_fitted_prices(counted, claim):
    assert counted.gap(claim) > 0


def test_a_flip_is_where_runs_at_that_price_cost_the_same(counted):
    factor = counted.flip(HEADLINE, "plan")
    old = PRICES["plan"].cost
    prices = repriced({"plan": (old.latency * factor, old.tokens * factor)})
    runs = run_all(prices=prices)
    ours, theirs = (sum(r.cost.scalar() for r in runs[p]) for p in ("E3", "Adaptive Retrieval"))
    assert factor > 3
    assert ours == pytest.approx(theirs)


def test_a_price_that_both_policies_pay_alike_cannot_turn_a_claim(counted):
    assert counted.flip("Expand costs something", "list_dir") is None


def test_the_worst_case_is_the_sum_of_the_bars_and_the_span_to_flip_brings_it_to_zero(counted):
    effects = counted.effects(HEADLINE)
    assert set(effects) == set(INFERRED)
    by_hand = counted.gap(HEADLINE) - 0.2 * sum(abs(e) for e in effects.values())
    assert counted.worst_gap(HEADLINE) == pytest.approx(by_hand)
    assert counted.worst_gap(HEADLINE, counted.span_to_flip(HEADLINE)) == pytest.approx(0)


def test_the_prose_no_single_price_turns_a_claim_within_twenty_per_cent(counted):
    for claim in CONCLUSIONS:
        factors = [f for n in INFERRED if (f := counted.flip(claim, n)) is not None]
        assert all(not 0.8 <= f <= 1.2 for f in factors), claim


def test_the_prose_two_claims_fall_when_all_prices_are_a_fifth_off(counted):
    fallen = {claim for claim in CONCLUSIONS if counted.worst_gap(claim) < 0}
    assert fallen == {
        "E3 stays cheaper in held-out wording",
        "Fixed ReAct is cheaper, and fails level 3",
    }
    assert 0.3 < counted.span_to_flip(HEADLINE) < 1 / 3


def test_a_traded_price_keeps_its_scalar_cost_and_its_calls():
    old, new = PRICES["search"].cost, traded({"search": 0.2})["search"].cost
    assert new.scalar() == pytest.approx(old.scalar())
    assert (new.latency, new.tool_calls) == (0.2, 1)


def test_a_latency_that_alone_exceeds_the_price_is_refused():
    with pytest.raises(ValueError, match=r"9 s is too long for search; at most 2\.68 s fit"):
        traded({"search": 9})


def test_calls_and_files_are_no_price_so_a_doubled_price_keeps_them(counted):
    assert "file" not in INFERRED
    inspected = counted.effects("E3 is dearer at level 3")["inspect_file"]
    assert inspected == pytest.approx((2 - 3) * Cost(latency=0.55).scalar())
    assert TEXT in INFERRED


def test_other_price_lists_leave_the_headline_where_it_is(counted):
    cuts = [float(row[2]) for row in tables.alternatives(counted).rows]
    assert max(cuts) - min(cuts) < 0.2
