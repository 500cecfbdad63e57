"""The study over many seeds: how much of each number is the design, how much the luck of a draw.

    python -m e3lib.ensemble --seeds 1000 --out e3lib/data/ensemble.csv

Every finished seed is one line of the file. A run that was stopped goes on where it was.
"""

import argparse
import csv
import os
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from importlib.resources import files
from operator import gt, lt
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed
from tqdm import tqdm

from e3lib.reproduce import Published, rounded, simulated

STORED = Path(str(files("e3lib") / "data" / "ensemble.csv"))
SEEDS = 1000
COVERED = 95  # per cent of the seeds that an interval holds


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Every simulated number on the benchmarks of many seeds.

    `seeds` has shape (n,), `values` maps the id of a published number to our values, shape (n,).
    """

    seeds: np.ndarray
    values: Mapping[str, np.ndarray]

    def interval(self, id: str, covered: float = COVERED) -> tuple[float, float]:
        """The middle `covered` per cent of the seeds' values of one number."""
        outside = (100 - covered) / 2
        low, high = np.percentile(self.values[id], (outside, 100 - outside))
        return float(low), float(high)

    def place(self, published: Published) -> tuple[float, float, float]:
        """What per cent of the seeds print less than, the same as, and more than the paper."""
        printed = [rounded(float(v), published.decimals) for v in self.values[published.id]]
        theirs = rounded(published.value, published.decimals)
        below, above = (np.mean([side(v, theirs) for v in printed]) for side in (lt, gt))
        return 100 * below, 100 * (1 - below - above), 100 * above


def seed_ensemble(seeds: Iterable[int], path: Path) -> Ensemble:
    """Compute the seeds that the file lacks, a line each as they finish, and read all of it.

    joblib spreads the seeds over the cores; under `joblib.parallel_config(backend="dask")` over a
    cluster.

    Raises
    ------
    ValueError
        If the file holds something else, or the lines of another version.
    ChildProcessError
        If a worker was killed; what was finished is kept.
    """
    columns = ("seed", *simulated())
    todo = sorted(set(seeds) - _done(path, columns))
    results = Parallel(n_jobs=-1, return_as="generator_unordered")(map(delayed(_line), todo))
    try:
        with path.open("a", encoding="utf-8", newline="") as file:
            for line in tqdm(results, total=len(todo), unit="seed", disable=None):
                file.write(line)
                file.flush()
    except BrokenProcessPool as error:
        kept = len(_done(path, columns))
        raise ChildProcessError(
            f"a worker was killed; {kept} seeds are kept in {path}: run it again to go on"
        ) from error
    _sort(path)
    return load(path)


def load(path: Path = STORED) -> Ensemble:
    """Read a finished or unfinished ensemble."""
    _, columns, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
    table = np.array(rows, dtype=float).reshape(-1, len(columns))
    values = {id: table[:, i] for i, id in enumerate(columns) if i}
    return Ensemble(table[:, 0].astype(int), values)


def _line(seed: int) -> str:
    return ",".join([str(seed), *(f"{value:.6g}" for value in simulated(seed).values())]) + "\n"


def _done(path: Path, columns: tuple[str, ...]) -> set[int]:
    """The seeds that a file holds; a new file gets its head, a torn last line is cut off."""
    about = f"# e3lib {version('e3lib')}"
    if not path.exists():
        head = f"{about}, {date.today()}: python -m e3lib.ensemble\n{','.join(columns)}\n"
        path.write_text(head, encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    first, names, *lines = text.splitlines() if text.count("\n") > 1 else ("", "")
    if not first.startswith(f"{about},") or names != ",".join(columns):
        raise ValueError(f"{path} is no ensemble of {about[2:]}; move it away or name another file")
    if not text.endswith("\n"):
        os.truncate(path, len(text.encode()) - len(lines.pop().encode()))
    return {int(line.partition(",")[0]) for line in lines}


def _sort(path: Path) -> None:
    """Put the lines in the order of their seeds, all or none."""
    about, names, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines.sort(key=lambda line: int(line.partition(",")[0]))
    whole = path.with_name(path.name + ".tmp")
    whole.write_text("".join([about, names, *lines]), encoding="utf-8")
    os.replace(whole, path)


def main() -> int:
    """Run the ensemble from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how many, from 1 up")
    parser.add_argument("--out", type=Path, default=Path("ensemble.csv"), help="the file to fill")
    options = parser.parse_args()
    try:
        ensemble = seed_ensemble(range(1, options.seeds + 1), options.out)
    except (ValueError, OSError) as mistake:
        print(f"ensemble: {mistake}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"ensemble: interrupted; {options.out} keeps what is done", file=sys.stderr)
        return 130
    print(f"{len(ensemble.seeds)} seeds in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
