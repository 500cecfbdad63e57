"""Run a submitted notebook: the student's cells in the child, the course's tests here."""

import ast
import builtins
import contextlib
import io
from collections.abc import Mapping

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from e3lib.labs.submission import Ended, Failed, Submission


class JudgeSubmission(NbGraderPreprocessor):
    """In the place of nbgrader's Execute, which runs the tests in the submission's own process.

    A test and a locked cell are taken from the gradebook, never from the submission. They run here,
    in names that the submission cannot reach; what they use of the student's comes by `get`.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Run every code cell in order; leave the tests' verdicts as their outputs."""
        tests, shared = _ours(resources["nbgrader"])
        names: dict = {}
        with Submission() as submission:
            for cell in nb.cells:
                if cell.cell_type == "code":
                    grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
                    cell.outputs = _outputs(cell.source, grade_id, tests, shared, names, submission)
        return nb, resources


def _ours(where: Mapping) -> tuple[dict[str, str], dict[str, str]]:
    """The tests, and the locked cells that both sides run, by their ids in the gradebook."""
    with Gradebook(where["db_url"]) as gradebook:
        notebook = gradebook.find_notebook(where["notebook"], where["assignment"])
        graded = {cell.name for cell in notebook.grade_cells}
        locked = {cell.name: cell.source for cell in notebook.source_cells if cell.locked}
    tests = {name: source for name, source in locked.items() if name in graded}
    return tests, {name: source for name, source in locked.items() if name not in graded}


def _outputs(source, grade_id, tests, shared, names, submission) -> list[NotebookNode]:
    try:
        if grade_id in tests:
            return _judge(tests[grade_id], names, submission)
        if grade_id in shared:
            source = shared[grade_id]
            exec(compile(source, "<the lab>", "exec"), names)
        submission.run(_plain(source))
    except Exception as error:  # a verdict, whatever it is
        return [_error(error)]
    return []


def _judge(test: str, names: Mapping, submission: Submission) -> list[NotebookNode]:
    """Run one test on the submission's answers; its last value, where it has one, is the points."""
    tree = ast.parse(test)
    *_, last = tree.body
    answers = {name: _answer(submission, name) for name in _wanted(tree, names)}
    scope, printed = dict(names) | answers, io.StringIO()
    points = ast.Expression(tree.body.pop().value) if _is_value(last) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<test>", "exec"), scope)
        value = eval(compile(points, "<test>", "eval"), scope) if points else None
    outputs = [new_output("stream", text=printed.getvalue())] if printed.getvalue() else []
    if value is not None:
        outputs.append(new_output("execute_result", data={"text/plain": repr(float(value))}))
    return outputs


def _answer(submission: Submission, name: str) -> object:
    try:
        return submission.get(name)
    except Ended:
        raise
    except Failed as error:
        raise Failed(f"there is no usable {name}: {error}") from None


def _wanted(tree: ast.AST, names: Mapping) -> list[str]:
    """The names that a test reads and that only the submission can have."""
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in used if not isinstance(node.ctx, ast.Load)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    named = (ast.FunctionDef, ast.ExceptHandler)
    own |= {node.name for node in ast.walk(tree) if isinstance(node, named)}
    own |= {a.asname or a.name for n in ast.walk(tree) if isinstance(n, _IMPORTS) for a in n.names}
    known = own | names.keys() | vars(builtins).keys()
    return list(dict.fromkeys(node.id for node in used if node.id not in known))


_IMPORTS = (ast.Import, ast.ImportFrom)


def _is_value(last: ast.stmt) -> bool:
    """True for a last line such as `round(points, 1)`; a call of `expect` gives no points."""
    if not isinstance(last, ast.Expr):
        return False
    return not (isinstance(last.value, ast.Call) and ast.unparse(last.value.func) in _SILENT)


_SILENT = ("expect", "given", "print")


def _plain(source: str) -> str:
    """The cell without the lines that only a notebook understands."""
    return "\n".join(
        line for line in source.split("\n") if not line.lstrip().startswith(("%", "!"))
    )


def _error(error: Exception) -> NotebookNode:
    message = str(error) or "no message"
    kind = type(error).__name__
    return new_output("error", ename=kind, evalue=message, traceback=[f"{kind}: {message}"])
