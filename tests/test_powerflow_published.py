import pytest

from e3lib.powerflow import HEAVY, HEAVY_TOLERANCE, published_values, three_bus


def test_cheap_starts_and_far_starts_of_the_textbook_network():
    ours = published_values()
    assert ours["powerflow.flat.iterations"] == ours["powerflow.dc.iterations"] == 3
    assert ours["powerflow.flat.convergence"] == ours["powerflow.dc.convergence"] == 100
    assert ours["powerflow.error_0_6.convergence"] == pytest.approx(38.2, abs=0.3)
    assert ours["powerflow.error_2_4.convergence"] == pytest.approx(2.85, abs=0.15)


def test_the_heavier_loading_comes_to_the_papers_rate():
    ours = published_values(three_bus(HEAVY), HEAVY_TOLERANCE)
    assert ours["powerflow.error_0_6.convergence"] == pytest.approx(35.3, abs=0.3)
    assert ours["powerflow.flat.iterations"] == ours["powerflow.dc.iterations"] == 3
