"""Student versions and scores, with nbgrader: `python -m e3lib.labs release` and `... grade`.

nbgrader takes the solutions and hidden tests out, keeps the gradebook and adds up the points. The
one part that is ours is how a submission runs (`judge`).
"""

import csv
import json
import logging
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import LimitOutput, SaveAutoGrades
from traitlets.config import Config

from e3lib.labs import isolation
from e3lib.labs.judge import JudgeSubmission

LABS = Path(__file__).parents[2] / "course" / "labs"
STUB = "# Your answer: change the lines above, or write here."


@dataclass(frozen=True, slots=True)
class Score:
    """One question of one submission: the points won, of how many, and what the test said."""

    student: str
    lab: str
    question: str
    points: float
    possible: float
    message: str


class Course:
    """The labs and their gradebook in a working folder; nothing outside it is written.

    Parameters
    ----------
    folder
        Holds `release`, `submitted`, `autograded` and `gradebook.db`, as nbgrader lays them out.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        _find_alembic()
        settings = config(self.folder)
        self._api = NbGraderAPI(CourseDirectory(config=settings), config=settings)
        self._api.log.setLevel(logging.CRITICAL)

    @property
    def labs(self) -> tuple[str, ...]:
        """The names of the labs, in order."""
        return tuple(sorted(path.parent.name for path in LABS.glob("*/*.ipynb")))

    def release(self, lab: str) -> Path:
        """Write the student version of a lab and return its path.

        Raises
        ------
        RuntimeError
            If nbgrader refuses the notebook; the message is its own.
        """
        _succeed(self._api.generate_assignment, lab)
        return self.folder / "release" / lab / f"{lab}.ipynb"

    def submit(self, student: str, notebook: Path, lab: str) -> None:
        """Put a notebook in the place where it will be graded."""
        place = self.folder / "submitted" / student / lab / f"{lab}.ipynb"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(notebook, place)

    def grade(self, lab: str, student: str) -> tuple[Score, ...]:
        """Grade one submission; one that cannot be read has no points and says why."""
        try:
            _succeed(self._api.autograde, lab, student)
        except RuntimeError as error:
            return tuple(self._scores(lab, student, f"this notebook cannot be graded: {error}"))
        return tuple(self._scores(lab, student))

    def submissions(self) -> Iterator[tuple[str, str]]:
        """Every (lab, student) that has handed something in."""
        for path in sorted((self.folder / "submitted").glob("*/*")):
            if path.name in self.labs:
                yield path.name, path.parent.name

    def _scores(self, lab: str, student: str, refused: str = "") -> Iterator[Score]:
        outputs = {} if refused else self._outputs(lab, student)
        with Gradebook(f"sqlite:///{self.folder}/gradebook.db") as gradebook:
            for cell in gradebook.find_notebook(lab, lab).grade_cells:
                points = 0.0
                if not refused:
                    points = gradebook.find_grade(cell.name, lab, lab, student).score or 0.0
                message = refused or _message(outputs.get(cell.name, ()))
                yield Score(student, lab, cell.name, points, cell.max_score, message)

    def _outputs(self, lab: str, student: str) -> dict[str, list]:
        path = self.folder / "autograded" / student / lab / f"{lab}.ipynb"
        cells = nbformat.read(path, as_version=4).cells if path.exists() else []
        marked = [cell for cell in cells if cell.metadata.get("nbgrader", {}).get("grade")]
        return {cell.metadata["nbgrader"]["grade_id"]: cell.outputs for cell in marked}

    def printed(self, lab: str, student: str, question: str) -> dict | None:
        """What a test printed as JSON, for the leaderboard."""
        for output in self._outputs(lab, student).get(question, ()):
            if output.output_type == "stream":
                return json.loads(output.text)
        return None


def config(folder: Path) -> Config:
    """Return nbgrader's settings for this course, for the commands here and for its own."""
    c = Config()
    c.CourseDirectory.root = str(folder)
    c.CourseDirectory.source_directory = str(LABS)
    c.CourseDirectory.db_url = f"sqlite:///{folder}/gradebook.db"
    c.ClearSolutions.code_stub = {"python": STUB}
    c.OverwriteCells.add_missing_cells = True
    c.Autograde.autograde_preprocessors = [
        JudgeSubmission,
        LimitOutput,
        SaveAutoGrades,
    ]
    return c


def write_scores(scores: list[Score], path: Path) -> None:
    """Write the score file: one line for each question, then what was not isolated, if anything."""
    _replace(path, [[field.name for field in fields(Score)], *map(astuple, scores)])


def open_doors() -> str:
    """Say what this system cannot keep a submission from; empty where it can all."""
    open_to = [name for name, closed in isolation.protections().items() if not closed]
    return ", ".join(open_to)


def _find_alembic() -> None:
    """Let nbgrader find the program that it starts by name, in an environment not activated."""
    beside = str(Path(sys.executable).parent)
    if beside not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([beside, os.environ.get("PATH", os.defpath)])


def _replace(path: Path, rows: list) -> None:
    temporary = path.with_suffix(path.suffix + ".tmp")
    with open(temporary, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    os.replace(temporary, path)


def _message(outputs: list) -> str:
    return next((o.evalue for o in outputs if o.output_type == "error"), "")


def _succeed(step: Callable[..., dict], lab: str, *student: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Object of type")  # nbgrader's use of sessions
        result = step(lab, *student)
    if not result["success"]:
        reason = (result.get("error") or result.get("log") or "no reason given").strip()
        raise RuntimeError(f"{lab}: {reason.splitlines()[-1]}")
