"""Run chapters in fresh kernels and save their outputs, byte for byte the same each time.

    python book/execute.py                        run and save every chapter
    python book/execute.py book/07_results.ipynb  run and save one
    python book/execute.py --check                save nothing; name the chapters that would change

What changes from run to run is not stored: times, the kernel's version, random cell ids. Each
chapter begins with the same hidden set-up cell, so that it also opens in Colab.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell

BOOK = Path(__file__).resolve().parent
sys.path.insert(0, str(BOOK / "_ext"))
from e3_repository import repository_url  # noqa: E402

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"}
WORKERS = 2
SETUP = """\
# Where the book's library is missing (in Colab), fetch it; elsewhere this does nothing.
import importlib.util

if importlib.util.find_spec("e3lib") is None:
    %pip install --quiet git+{url}"""


def prepare(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Put the set-up cell first, number the cells, and fix the version of the format."""
    source = SETUP.format(url=repository_url(BOOK.parent))
    cells = [c for c in notebook.cells if "setup" not in c.metadata.get("tags", ())]
    first_code = next((i for i, c in enumerate(cells) if c.cell_type == "code"), len(cells))
    cells.insert(first_code, new_code_cell(source, metadata={"tags": ["setup", "remove-cell"]}))
    for position, cell in enumerate(cells):
        cell["id"] = f"cell-{position:02d}"
    notebook.cells = cells
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def tidy(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Remove what depends on the machine, the moment or the editor."""
    for cell in notebook.cells:
        for noise in ("execution", "collapsed", "jupyter", "editable", "slideshow"):
            cell.metadata.pop(noise, None)
    for noise in ("jupytext", "widgets", "vscode"):
        notebook.metadata.pop(noise, None)
    notebook.metadata.update(kernelspec=KERNEL, language_info=LANGUAGE)
    return notebook


def executed(chapter: Path) -> str:
    """Return the chapter's text after a run in a fresh kernel.

    Raises
    ------
    CellExecutionError
        If a cell raises; the message holds the cell and its traceback.
    """
    notebook = prepare(nbformat.read(chapter, as_version=4))
    NotebookClient(
        notebook,
        timeout=600,
        record_timing=False,
        coalesce_streams=True,
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(chapter.parent)}},
    ).execute()
    return nbformat.writes(tidy(notebook)) + "\n"


def update(chapter: Path, check: bool) -> tuple[str, bool]:
    """Run one chapter; return what to report about it and whether that is good."""
    try:
        after = executed(chapter)
    except CellExecutionError as error:
        return f"{chapter.name} failed and was left as it was:\n{error}", False
    except nbformat.reader.NotJSONError:
        return f"{chapter.name} is not a notebook (its text is no JSON)", False
    if after == chapter.read_text(encoding="utf-8"):
        return f"{chapter.name} unchanged", True
    if not check:
        temporary = chapter.with_suffix(".ipynb.tmp")
        temporary.write_text(after, encoding="utf-8")
        os.replace(temporary, chapter)
    return f"{chapter.name} {'would change' if check else 'saved'}", not check


def main() -> int:
    """Run the chapters named on the command line, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chapters", nargs="*", type=Path, help="notebooks (default: all)")
    parser.add_argument("--check", action="store_true", help="save nothing, name what would change")
    options = parser.parse_args()
    chapters = options.chapters or sorted(BOOK.glob("*.ipynb"))
    for missing in (c for c in chapters if not c.is_file()):
        parser.error(f"there is no chapter {missing}; chapters look like book/07_results.ipynb")
    good = True
    with ProcessPoolExecutor(max_workers=WORKERS) as pool:
        for report, fine in pool.map(partial(update, check=options.check), chapters):
            print(report, flush=True)
            good = good and fine
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
