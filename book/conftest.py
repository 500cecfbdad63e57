"""What nbval alone would let pass, and the record of what it ran.

nbval executes every chapter and compares text, HTML and SVG with the committed outputs. It ignores
PNG and JPEG, passes cells that were never run, and can be told to look away; none of that is
allowed here. The record, build/execution.json, is what the footer of every page of the site quotes.
"""

import hashlib
import json
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

BOOK = Path(__file__).parent
RECORD = BOOK.parent / "build" / "execution.json"
LOOK_AWAY = ("check", "skip")  # nbval's options for "ignore the output" and "do not run"


def pytest_collectstart(collector):
    """Compare images as well: a figure replaced by garbage must fail."""
    if hasattr(collector, "skip_compare"):
        binary = {"image/png", "image/jpeg"}
        collector.skip_compare = tuple(k for k in collector.skip_compare if k not in binary)


def pytest_collection_modifyitems(items):
    """Refuse cells that were never run, or that ask nbval to look away."""
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is None or not cell.source.strip():
            continue
        where = f"{item.parent.path.name}, code cell {item.cell_num}"
        if cell.execution_count is None:
            raise pytest.UsageError(f"{where} was never run; run: python book/execute.py")
        if item.options["skip"] or not item.options["check"]:
            raise pytest.UsageError(
                f"{where} tells nbval to look away; its output must be compared"
            )


class Recorder:
    """Adds up the cells and seconds of each chapter, from the reports of all workers."""

    def __init__(self) -> None:
        self.cells, self.seconds = defaultdict(int), defaultdict(float)
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report):
        """Count one report of a notebook cell; tests of other files are not ours."""
        path = report.nodeid.split("::")[0]
        if not path.endswith(".ipynb"):
            return
        self.seconds[path] += report.duration
        self.cells[path] += report.when == "call"
        if report.failed:
            self.failed.add(path)

    def pytest_sessionfinish(self, session):
        """Replace the entries of the chapters that ran; one that failed has none."""
        if not self.cells:
            return
        record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
        commit = _commit()
        for path in self.cells:
            notebook = session.config.rootpath / path
            record.pop(notebook.stem, None)
            if path not in self.failed:
                record[notebook.stem] = {
                    "sha256": hashlib.sha256(notebook.read_bytes()).hexdigest(),
                    "commit": commit,
                    "cells": self.cells[path],
                    "seconds": round(self.seconds[path], 1),
                }
        RECORD.parent.mkdir(exist_ok=True)
        RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def pytest_configure(config):
    """Record in the one process that sees every report, not in xdist's workers."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(), "execution-record")


def _commit() -> str:
    def git(*arguments):
        run = subprocess.run(("git", *arguments), cwd=BOOK, capture_output=True, text=True)
        return run.stdout.strip()

    commit = git("rev-parse", "--short=10", "HEAD") or "unknown"
    changed = git("status", "--porcelain", "--untracked-files=no")
    return f"{commit} and later changes" if changed else commit
