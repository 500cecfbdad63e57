"""Many seeds: the stored result is recomputed in part, and nothing finished is ever lost."""

import os
import signal
import subprocess
import sys
import time
from importlib.metadata import version

import joblib
import numpy as np
import pytest

from e3lib import ensemble
from e3lib.bench import SEED
from e3lib.ensemble import Ensemble, load, seed_ensemble
from e3lib.figures.robustness import SEED_ROWS
from e3lib.reproduce import Published, published, simulated

SAMPLE = (1, 500, 1000)


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    path = tmp_path_factory.mktemp("ensemble") / "three.csv"
    seed_ensemble([3, 1, 2], path)
    return path


def number(value, decimals):
    return Published("x", "", "", "", value, decimals, "")


def test_the_stored_ensemble_holds_a_thousand_seeds_and_not_the_papers():
    assert load().seeds.tolist() == list(range(1, 1001))
    assert SEED not in load().seeds


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_sample_of_the_stored_ensemble_comes_out_again(seed):
    stored, [row] = load(), np.flatnonzero(load().seeds == seed)
    for id, value in simulated(seed).items():
        assert stored.values[id][row] == pytest.approx(value, rel=1e-5), id


def test_every_stored_number_is_a_published_one():
    assert set(load().values) <= set(published())
    assert {"main.e3.cost", "heldout.e3.cost", "sensitivity.delta0.e3_vs_ar.wins"} <= set(
        load().values
    )


def test_the_prose_the_seed_moves_e3s_cost_by_less_than_a_thousandth():
    low, high = load().interval("main.e3.cost")
    assert (high - low) / published()["main.e3.cost"].value < 1e-3


def test_the_figure_of_seeds_shows_what_its_text_says():
    seeds, outside = load(), []
    for id in SEED_ROWS:
        value, decimals = published()[id].value, published()[id].decimals
        low, high = seeds.interval(id)
        assert high - low < 0.005 * value, id  # "less than half a per cent wide"
        if low > value + 0.5 * 10**-decimals or high < value - 0.5 * 10**-decimals:
            outside.append(id)
    assert outside == ["ablation.no_estimate.L3_cost"]


def test_interval_and_place_are_those_of_a_hand_count():
    seeds = Ensemble(np.arange(101), {"x": np.linspace(1.0, 2.0, 101)})
    assert seeds.interval("x", 90) == pytest.approx((1.05, 1.95))
    below, same, above = seeds.place(number(1.5, 1))  # 1.45 to 1.54 print as 1.5
    assert [round(share * 1.01) for share in (below, same, above)] == [45, 10, 46]


def test_a_finished_file_is_in_the_order_of_its_seeds_whatever_finished_first(three):
    assert load(three).seeds.tolist() == [1, 2, 3]
    assert three.read_text().splitlines()[0].startswith(f"# e3lib {version('e3lib')}, ")


def test_seeds_that_the_file_holds_are_not_computed_again(three, monkeypatch):
    before = three.read_bytes()
    monkeypatch.setattr(ensemble, "_line", lambda seed: pytest.fail("computed again"))
    seed_ensemble([1, 2, 3], three)
    assert three.read_bytes() == before


def test_a_line_that_was_torn_in_writing_is_cut_off_and_computed_again(three, tmp_path):
    torn = tmp_path / "torn.csv"
    torn.write_bytes(three.read_bytes()[:-40])
    seed_ensemble([1, 2, 3], torn)
    assert torn.read_bytes() == three.read_bytes()


@pytest.mark.parametrize("text", ["", "my notes\n", "# e3lib 0.0.1, today\nseed,x\n1,2\n"])
def test_a_file_that_is_something_else_is_refused_and_kept(tmp_path, text):
    path = tmp_path / "notes.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"is no ensemble of e3lib .*; move it away or name"):
        seed_ensemble([1], path)
    assert path.read_text() == text


def test_an_interrupted_run_goes_on_where_it_was(tmp_path, three):
    path = tmp_path / "seeds.csv"
    command = [sys.executable, "-m", "e3lib.ensemble", "--seeds", "200", "--out", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: path.exists() and path.read_text().count("\n") > 3)
    process.send_signal(signal.SIGINT)
    message = process.communicate(timeout=60)[1]
    done = load(path).seeds.tolist()
    assert process.returncode == 130
    assert f"interrupted; {path} keeps what is done" in message
    assert 2 <= len(done) < 200
    kept = path.read_text().splitlines()[2:]
    seed_ensemble([*done, 201], path)
    assert set(kept) < set(path.read_text().splitlines())


def test_a_killed_worker_loses_nothing_that_was_finished(tmp_path):
    path = tmp_path / "seeds.csv"
    command = [sys.executable, "-m", "e3lib.ensemble", "--seeds", "200", "--out", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: path.exists() and path.read_text().count("\n") > 3)
    os.kill(worker_of(process.pid), signal.SIGKILL)
    message = process.communicate(timeout=60)[1]
    assert process.returncode == 2
    assert "a worker was killed; " in message
    assert "Traceback" not in message
    assert len(load(path).seeds) >= 2


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same_ensemble(tmp_path, three):
    distributed = pytest.importorskip("distributed")
    path = tmp_path / "dask.csv"
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        seed_ensemble([1, 2, 3], path)
    assert path.read_bytes() == three.read_bytes()


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def worker_of(pid):
    """One of the worker processes that a process has started."""
    psutil = pytest.importorskip("psutil")
    children = psutil.Process(pid).children(recursive=True)
    return next(c.pid for c in children if "popen_loky" in " ".join(c.cmdline()))
