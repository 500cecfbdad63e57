"""Imports follow the path of the data: a file may import only what stands before it."""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "e3lib"

CORE = "cost repository task trajectory environment estimate policies e3 bench metrics"
STUDY = CORE + " study"
EVIDENCE = STUDY + " robustness calibration break_even powerflow llmcase measured" + " published"
MAY_IMPORT = {
    "cost": "",
    "repository": "cost",
    "task": "",
    "trajectory": "cost",
    "environment": "task cost trajectory",
    "estimate": "environment task",
    "policies": "environment task",
    "e3": "estimate environment task",
    "bench": "task repository cost",
    "metrics": "cost trajectory",
    "study": CORE,
    "robustness": STUDY,
    "calibration": STUDY,
    "break_even": STUDY,
    "powerflow": "",
    "llmcase": "cost trajectory metrics published",
    "measured": "",
    "published": "",
    "reproduce": EVIDENCE,
    "ensemble": "reproduce",
    "tables": EVIDENCE + " reproduce ensemble",
    "figures": EVIDENCE + " reproduce ensemble tables labs",
    "exercises": EVIDENCE + " reproduce ensemble",
    "labs": EVIDENCE,
    "exhibits": EVIDENCE + " reproduce ensemble tables figures",
    "cli": EVIDENCE + " reproduce tables figures labs exhibits",
}
MAY_NEED = {
    "robustness": "numpy",
    "calibration": "numpy",
    "ensemble": "numpy joblib tqdm",
    "powerflow": "numpy",
    "llmcase": "inspect_ai pytest toml xllamacpp",
    "reproduce": "numpy",
    "tables": "numpy",
    "figures": "matplotlib numpy",
    "exercises": "numpy",
    "labs": "nbformat nbgrader numpy traitlets",
}
# Files that an agent edits or that grade its edits: data, not part of the library.
DATA = {"graders", "visible"}
# The only modules of ours that may be imported inside a function: they need an optional package.
OPTIONAL = {"e3lib.llmcase.engine", "e3lib.llmcase.local_model"}


def sources():
    return [p for p in sorted(ROOT.rglob("*.py")) if not DATA & set(p.relative_to(ROOT).parts)]


def noun(path):
    """The first name below e3lib: `tables` for e3lib/tables/table.py; a command is a `cli`."""
    if path.name in ("cli.py", "__main__.py"):
        return "cli"
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(tree):
    """Every module that is imported anywhere in the tree, as a dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "write imports in full: from e3lib.cost import Cost"
            whole = node.module == "e3lib"
            yield from (f"e3lib.{a.name}" for a in node.names) if whole else (node.module,)


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def test_every_file_has_its_place_in_the_list():
    assert {noun(p) for p in sources()} - {"__init__"} <= set(MAY_IMPORT)


def test_the_list_has_no_cycle():
    graph = {name: set(above.split()) - {name} for name, above in MAY_IMPORT.items()}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MAY_IMPORT)


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_imports_only_what_stands_before_it(path):
    ours = {m.split(".")[1] for m in imported(parsed(path)) if m.startswith("e3lib.")}
    assert ours - {noun(path)} <= set(MAY_IMPORT.get(noun(path), "").split())


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_needs_only_the_packages_of_its_place(path):
    packages = {m.split(".")[0] for m in imported(parsed(path))}
    foreign = packages - set(sys.stdlib_module_names) - {"e3lib"}
    assert foreign <= set(MAY_NEED.get(noun(path), "").split())


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(ROOT)))
def test_no_import_of_ours_hides_in_a_function(path):
    functions = (n for n in ast.walk(parsed(path)) if isinstance(n, ast.FunctionDef))
    hidden = {m for f in functions for m in imported(f) if m.startswith("e3lib")}
    assert hidden <= OPTIONAL


@pytest.mark.parametrize("name", CORE.split())
def test_the_core_needs_the_standard_library_alone(name):
    assert name not in MAY_NEED
