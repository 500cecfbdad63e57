"""Tables and figures of chapter 10."""

import numpy as np
import pytest

from e3lib import figures, powerflow, tables
from e3lib.tables.powerflow import _start_cell

SOLVED = {"updates": 6, "lowest": 0.91, "low_buses": 0}


def column(table, name):
    return [row[table.columns.index(name)] for row in table.rows]


def test_cheap_starts_shows_the_digits_doubling():
    table = tables.cheap_starts(powerflow.three_bus())
    assert column(table, "start") == ["flat", "DC"]
    assert column(table, "error") == ["0.081", "0.026"]
    assert table.rows[0][2:] == ("2.1e+00", "5.2e-02", "1.7e-04", "1.5e-09")


def test_cheap_starts_leaves_blank_what_a_shorter_path_does_not_have():
    table = tables.cheap_starts(powerflow.three_bus(3.5))
    assert [row.count("") for row in table.rows] == [0, 1]


def test_every_published_number_has_a_verdict_on_both_networks():
    table = tables.power_flow_numbers()
    assert len(table.rows) == 6
    assert column(table, "verdict") == ["exact"] * 4 + ["off"] * 2
    assert column(table, "verdict of B") == ["exact"] * 5 + ["off"]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "none found"),
        (SOLVED, "6"),
        ({"updates": 9, "lowest": 0.022, "low_buses": 17}, "9, wrong: lowest V 0.02"),
    ],
)
def test_a_start_is_told_apart_by_what_it_found(found, said):
    assert _start_cell(found, SOLVED) == said


def test_the_stored_starts_support_what_the_chapter_says():
    measured = powerflow.measured_starts()
    rte = [n["starts"] for n in measured["networks"] if n["name"].endswith("rte")]
    assert all(starts["dc"] for starts in rte)
    assert sum(starts["flat"] is None for starts in rte) >= 3
    assert all(starts["warm"]["updates"] <= starts["dc"]["updates"] for starts in rte)
    wrong = [s["flat"] for s in rte if s["flat"] and s["flat"]["low_buses"]]
    assert [found["lowest"] < 0.1 for found in wrong] == [True]
    for case in measured["random_errors"].values():
        assert case["reached"][0] == 100
        assert case["reached"][-1] <= 1
        assert case["flat_iterations"] <= 5
        assert case["across_lines"]["random"] > 3 * case["across_lines"]["flat"]


def test_the_stored_speed_meets_the_aim_of_the_chapter():
    engines = {e["name"]: e for e in powerflow.measured_speed()["engines"]}
    assert engines["e3lib, newton_many at once"]["times_runpp"] > 3000
    assert engines["lightsim2grid, NR_KLU in a loop"]["ours_is_faster_by"] > 4
    assert len(tables.power_flow_speed().rows) == len(engines)


def test_figures_are_drawn_the_same_twice():
    network = powerflow.three_bus()
    sweep = {"network A": powerflow.error_sweep(network, (0.2, 0.6, 2.4), 200, 0)}
    grid = powerflow.basin(network, np.linspace(-1, 1, 8), np.linspace(0.5, 1.5, 6))
    growth = powerflow.grow(network, (1, 2, 3))
    for draw in (
        lambda: figures.success_by_start_error(sweep),
        lambda: figures.basins({"a": (network, grid), "b": (network, grid)}),
        lambda: figures.growing_load(growth),
        lambda: figures.direction_and_norm(powerflow.measured_starts()["random_errors"]),
    ):
        assert draw().svg == draw().svg


def test_growth_counts_updates_and_starts_at_every_loading():
    growth = powerflow.grow(powerflow.three_bus(), (1, 3.7))
    assert growth.updates["flat"].tolist() == [3, 7]
    assert growth.shares[0] > 5 * growth.shares[1] > 0
