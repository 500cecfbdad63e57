"""Say on every page when its cells were last run and compared, from build/execution.json.

The record is written by book/conftest.py at the end of an nbval run. A page claims a run only where
the notebook that was run is, byte for byte, the notebook that is being published.
"""

import hashlib
import json
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

RECORD = Path("build", "execution.json")
COLUMNS = ("Chapter", "Commit", "Cells", "Seconds")


def executed(root: Path, document: str) -> dict | None:
    """Return commit, cells and seconds of the run of this very notebook, or None."""
    notebook, record = root / f"{document}.ipynb", root / RECORD
    if not (notebook.is_file() and record.is_file()):
        return None
    run = json.loads(record.read_text(encoding="utf-8")).get(notebook.stem)
    digest = hashlib.sha256(notebook.read_bytes()).hexdigest()
    return run if run and run["sha256"] == digest else None


def _add_to_page(app, pagename, templatename, context, doctree) -> None:
    root = Path(app.srcdir)
    context["is_notebook"] = (root / f"{pagename}.ipynb").is_file()
    context["execution"] = executed(root, pagename)


class ExecutionTable(Directive):
    """`{execution-table}`: a placeholder, filled once the titles of all pages are known."""

    def run(self):
        """Return the placeholder."""
        return [ExecutionTableNode("")]


class ExecutionTableNode(nodes.General, nodes.Element):
    """Stands where the table will be."""


def _fill_table(app, doctree, document) -> None:
    for placeholder in doctree.findall(ExecutionTableNode):
        placeholder.replace_self(_table(app, document))


def _table(app, document) -> nodes.Element:
    env, root = app.env, Path(app.srcdir)
    notebooks = [d for d in _in_reading_order(env) if (root / f"{d}.ipynb").is_file()]
    body = nodes.tbody()
    for name in notebooks:
        run = executed(root, name)
        cells = (
            (run["commit"], run["cells"], f"{run['seconds']:.1f}") if run else ("not run", "", "")
        )
        link = nodes.reference("", env.titles[name].astext(), internal=True)
        link["refuri"] = app.builder.get_relative_uri(document, name)
        body += nodes.row("", _entry(link), *(_entry(nodes.Text(str(c))) for c in cells))
    group = nodes.tgroup(cols=len(COLUMNS))
    group.extend(nodes.colspec(colwidth=w) for w in (4, 2, 1, 1))
    head = nodes.row("", *(_entry(nodes.Text(c)) for c in COLUMNS))
    group += [nodes.thead("", head), body]
    return nodes.table("", group, classes=["e3-execution"])


def _entry(child) -> nodes.entry:
    return nodes.entry("", nodes.paragraph("", "", child))


def _in_reading_order(env):
    seen, stack = [], [env.config.root_doc]
    while stack:
        name = stack.pop()
        if name not in seen and name in env.titles:
            seen.append(name)
            stack.extend(reversed(env.toctree_includes.get(name, ())))
    return seen


def _skip(self, node) -> None:
    raise nodes.SkipNode


def setup(app):
    """Register the directive and the page context with Sphinx."""
    app.add_directive("execution-table", ExecutionTable)
    app.add_node(ExecutionTableNode, html=(_skip, None))
    app.connect("doctree-resolved", _fill_table)
    app.connect("html-page-context", _add_to_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
