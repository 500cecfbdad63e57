"""Time the simulator: actions per second, growth with the number of tasks, memory, two cores.

    python benchmarks/simulator.py              measure and print
    python benchmarks/simulator.py --save       and store the result for the book

Times are processor time without the garbage collector, which a busy machine disturbs least; only
the ensemble's speed-up is by the clock. Takes a few minutes.
"""

import argparse
import json
import os
import platform
import sys
import tracemalloc
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pytest
from joblib import Parallel, delayed

from e3lib.bench import DECEPTIVE, TIERS, mse_bench
from e3lib.environment import run
from e3lib.reproduce import simulated
from e3lib.study import POLICIES, run_all

STORE = Path(__file__).parent.parent / "e3lib" / "data" / "simulator_speed.json"
SIZES = (1, 10, 100)
SEEDS = 12


def benchmark_of(size):
    """The tasks of a benchmark so many times as large."""
    return mse_bench(tiers=[size * n for n in TIERS], deceptive=size * DECEPTIVE)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_on_all_tasks(benchmark, policy):
    tasks = mse_bench()
    runs = benchmark(lambda: [run(POLICIES[policy], task, policy) for task in tasks])
    benchmark.extra_info["actions"] = sum(len(r.trajectory) for r in runs)


@pytest.mark.parametrize("size", SIZES)
def test_generating_the_tasks(benchmark, size):
    tasks = benchmark.pedantic(benchmark_of, (size,), rounds=max(1, 9 // size))
    benchmark.extra_info["tasks"] = len(tasks)


@pytest.mark.parametrize("size", SIZES)
def test_the_study(benchmark, size):
    tasks = benchmark_of(size)
    benchmark.pedantic(run_all, (tasks,), rounds=max(1, 9 // size))
    benchmark.extra_info["tasks"] = len(tasks)


def memory(size):
    """Peak of what Python allocates for the tasks, and for their runs on top, in kB a task."""
    tracemalloc.start()
    tasks = benchmark_of(size)
    held = tracemalloc.get_traced_memory()[0]
    runs = run_all(tasks)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(runs["E3"]) == len(tasks)
    return {
        "tasks": len(tasks),
        "text_kb": held / 1e3 / len(tasks),
        "runs_kb": (peak - held) / 1e3 / len(tasks),
    }


def speed_up():
    """How many times faster two workers are than one, and how many others wanted the cores."""
    clock, load = {}, os.getloadavg()[0]
    for jobs in (1, 2, 1, 2):
        with Parallel(n_jobs=jobs) as workers:
            workers(delayed(simulated)(-1 - i) for i in range(8))  # start and warm up
            begun = perf_counter()
            workers(delayed(simulated)(5000 + i) for i in range(SEEDS))
            clock.setdefault(jobs, []).append(perf_counter() - begun)
    return {"ratio": min(clock[1]) / min(clock[2]), "others": max(0.0, load - 1)}


def measured():
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = [
            "--benchmark-timer=time.process_time",
            "--benchmark-disable-gc",
            f"--benchmark-json={report}",
            "-q",
        ]
        code = pytest.main(
            [__file__, *options, "-p", "no:xdist", "-p", "no:nbval", "-o", "addopts="]
        )
        if code:
            sys.exit(f"a benchmark failed (pytest says {code})")
        rows = json.loads(report.read_text())["benchmarks"]
    return {
        "date": str(date.today()),
        "python": platform.python_version(),
        "policies": {
            r["params"]["policy"]: r["extra_info"]["actions"] / r["stats"]["min"]
            for r in rows
            if "policy" in r["params"]
        },
        "seconds": {
            part: {
                str(r["extra_info"]["tasks"]): r["stats"]["min"] for r in rows if name in r["name"]
            }
            for part, name in (("tasks", "generating"), ("runs", "the_study"))
        },
        "memory": [memory(size) for size in SIZES[:2]],
        "two_workers": speed_up(),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--save", action="store_true", help=f"write {STORE.name}")
    options = parser.parse_args()
    result = measured()
    text = json.dumps(result, indent=1) + "\n"
    print(text)
    if options.save:
        STORE.write_text(text, encoding="utf-8")
