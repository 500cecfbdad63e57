"""The solver in the page of chapter 10 against the library's."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from e3lib.powerflow import basin, dc_start, newton, solution, three_bus

SCRIPT = Path(__file__).parent.parent / "book" / "_static" / "basin.js"
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node to run the script")


def in_the_page(expression):
    """What an expression on the script's functions comes to, by way of JSON."""
    code = (
        f"const b = require({json.dumps(str(SCRIPT))}); console.log(JSON.stringify({expression}))"
    )
    run = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


@pytest.mark.parametrize("loading", [0.5, 1, 1.5, 3, 3.7])
def test_the_map_in_the_page_is_the_librarys(loading):
    angles, magnitudes = np.linspace(-3.2, 3.2, 60), np.linspace(-0.5, 2.5, 60)
    ours = basin(three_bus(loading), angles, magnitudes)
    page = in_the_page(
        f"(({{ends, updates, star}}) => ({{ends: [...ends], updates: [...updates], star}}))"
        f"(b.map({angles.tolist()}, {magnitudes.tolist()}, {loading}))"
    )
    np.testing.assert_allclose(page["star"], solution(three_bus(loading)), atol=1e-7)
    same = np.array(page["ends"]) == ours.attractor.ravel()
    assert same.mean() > 0.998  # between basins, rounding decides late iterates
    assert same[ours.iterations.ravel() <= 8].all()
    own = ours.attractor.ravel() == 0
    assert (np.array(page["updates"])[own & same] == ours.iterations.ravel()[own & same]).all()


def test_a_path_in_the_page_is_the_librarys_iterate_for_iterate():
    start = [0.3, -0.8, 1.2, 0.7]
    page, ours = in_the_page(f"b.newton({start}, 1)"), newton(three_bus(), start)
    np.testing.assert_allclose(page["path"], ours.path, atol=1e-9)
    np.testing.assert_allclose(page["sizes"][:-1], ours.mismatches[:-1], rtol=1e-6)
    assert page["converged"] == ours.converged


def test_the_dc_start_in_the_page_is_the_librarys():
    np.testing.assert_allclose(in_the_page("b.dcStart(1.5)"), dc_start(three_bus(1.5)))


def test_a_start_without_voltage_ends_as_none_in_time():
    found = in_the_page("b.attractor(b.newton([0, 0, 0, 0], 1), b.xStar(1))")
    assert found == 3
