"""The labs are executed and compared like the chapters; the guards are the book's."""

import runpy
from pathlib import Path

_guards = runpy.run_path(str(Path(__file__).parents[1] / "book" / "conftest.py"))
pytest_collectstart = _guards["pytest_collectstart"]
pytest_collection_modifyitems = _guards["pytest_collection_modifyitems"]
