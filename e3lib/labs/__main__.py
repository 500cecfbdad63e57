"""`python -m e3lib.labs`: make the student versions, grade what comes back."""

import argparse
import os
import sys
from pathlib import Path

from e3lib.labs import SEED_VARIABLE, new_seed
from e3lib.labs.grading import Course, open_doors, write_scores
from e3lib.labs.leaderboard import write_leaderboard

FOLDER = Path("build/course")


def release(course: Course) -> int:
    """Write the student version of every lab."""
    for lab in course.labs:
        print(course.release(lab))
    return 0


def grade(course: Course, seed: int) -> int:
    """Grade everything below `submitted`; write scores.csv and leaderboard.csv."""
    os.environ[SEED_VARIABLE] = str(seed)
    if doors := open_doors():
        print(f"This system cannot shut a submission out of: {doors}.", file=sys.stderr)
    submissions = list(course.submissions())
    if not submissions:
        where = course.folder / "submitted" / "STUDENT" / "LAB" / "LAB.ipynb"
        print(f"There is nothing to grade; put each notebook at {where}", file=sys.stderr)
        return 1
    for lab in sorted({lab for lab, _ in submissions}):
        course.release(lab)  # the gradebook takes its tests from there
    scores = []
    for lab, student in submissions:
        mine = course.grade(lab, student)
        won, possible = sum(s.points for s in mine), sum(s.possible for s in mine)
        print(f"{student:<20} {lab:<24} {won:g} of {possible:g}")
        scores += mine
    write_scores(scores, course.folder / "scores.csv")
    write_leaderboard(course, seed)
    print(f"Scores: {course.folder / 'scores.csv'}. Hidden seed: {seed} (--seed repeats it).")
    return 0


def main() -> int:
    """Read the command line and do one of the two."""
    parser = argparse.ArgumentParser(prog="python -m e3lib.labs", description=__doc__)
    parser.add_argument("command", choices=("release", "grade"))
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"default: {FOLDER}")
    parser.add_argument("--seed", type=int, help="of the hidden tasks (default: a new one)")
    options = parser.parse_args()
    course = Course(options.folder)
    if options.command == "release":
        return release(course)
    return grade(course, new_seed() if options.seed is None else options.seed)


if __name__ == "__main__":
    sys.exit(main())
