"""The command `e3`: published numbers beside ours, exhibits by name, LLM-Case; no logic."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence

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
    parser = argparse.ArgumentParser(prog="e3", description=__doc__.partition(":")[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    reproduce = commands.add_parser("reproduce", help="show published numbers beside ours")
    reproduce.add_argument(
        "prefix", nargs="?", default="", metavar="ID-PREFIX", help="for instance main or gmail.e3"
    )
    reproduce.set_defaults(run=_reproduce)
    llmcase.add_commands(commands)
    return parser


def _reproduce(args: argparse.Namespace) -> int:
    rows = compare(args.prefix)
    print(scoreboard(args.prefix))
    print(f"\n{_summary(rows)}")
    return int(any(row.verdict == "off" and not row.reason for row in rows))


def _summary(rows: Sequence[Row]) -> str:
    counts = Counter(row.verdict for row in rows)
    return f"{len(rows)} numbers: " + ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
