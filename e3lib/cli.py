"""The command `e3`: published numbers beside ours, exhibits by name, LLM-Case; no logic."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from e3lib.exhibits import EXHIBITS, find, save
from e3lib.llmcase import cli as llmcase
from e3lib.reproduce import Row, compare
from e3lib.tables import scoreboard


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns 0 when all is well, 1 where a number is off, 2 for a misuse."""
    args = _parser().parse_args(arguments)
    try:
        return args.run(args)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as mistake:
        print(f"e3: {mistake}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("e3: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="e3", description="The numbers and exhibits of the book, made again."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    reproduce = commands.add_parser("reproduce", help="show published numbers beside ours")
    reproduce.add_argument(
        "what", nargs="?", default="", metavar="IDS|EXHIBIT", help="for instance main or figure-3"
    )
    reproduce.add_argument("--list", action="store_true", help="name every exhibit")
    reproduce.add_argument(
        "--save", type=Path, metavar="DIR", help="write the exhibit's SVG and CSV there"
    )
    reproduce.set_defaults(run=_reproduce)
    llmcase.add_commands(commands)
    return parser


def _reproduce(args: argparse.Namespace) -> int:
    if args.list:
        for name, exhibit in EXHIBITS.items():
            print(f"{name:22} {exhibit.title}")
        return 0
    if args.save:
        for path in save(args.what, args.save):
            print(path)
        return 0
    named = args.what in EXHIBITS or args.what.startswith(("fig", "tab")) or "-" in args.what
    return _show_exhibit(args.what) if named else _show_numbers(args.what)


def _show_exhibit(name: str) -> int:
    exhibit = find(name)
    print(exhibit.title, *exhibit.tables(), sep="\n\n")
    if exhibit.figure:
        print(f"\nFor the figure itself: e3 reproduce {name} --save DIR")
    return _status(compare(*exhibit.ids) if exhibit.ids else ())


def _show_numbers(prefix: str) -> int:
    rows = compare(prefix)
    counts = Counter(row.verdict for row in rows)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    print(scoreboard(prefix), f"{len(rows)} numbers: {verdicts}", sep="\n\n")
    return _status(rows)


def _status(rows: Sequence[Row]) -> int:
    return int(any(row.verdict == "off" and not row.reason for row in rows))
