"""`python -m e3lib.llmcase`: the LLM-Case commands on their own."""

import argparse
import sys

from e3lib.llmcase.cli import add_commands


def main() -> int:
    """Parse the command line and run the command; its return value is the exit status."""
    parser = argparse.ArgumentParser(prog="e3")
    add_commands(parser.add_subparsers(required=True))
    arguments = parser.parse_args(["llmcase", *sys.argv[1:]])
    return arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
