"""Run pytest under limits. A program, not a module: `sandbox` starts it in a fresh interpreter.

Arguments: the workspace, the report to write, then what pytest is to collect.
"""

import os
import sys

MEMORY, FILE_SIZE, OPEN_FILES, CPU_SECONDS = 1 << 30, 1 << 21, 128, 60


def limit() -> None:
    """Lower this process's limits for good. Windows has no such call: only time is limited."""
    try:
        import resource
    except ImportError:
        return
    for kind, amount in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, FILE_SIZE),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
    ):
        resource.setrlimit(kind, (amount, amount))


def main(workspace: str, report: str, *targets: str) -> int:
    """Limit, put the edited package first on the path, and hand over to pytest."""
    limit()
    workspace = os.path.realpath(workspace)
    os.environ |= {"LLMCASE_WORKSPACE": workspace, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    sys.path.insert(0, workspace)
    import pytest

    quiet = ["-q", "-p", "no:cacheprovider", "--noconftest", "-c", os.devnull, "--tb=line"]
    return pytest.main([*quiet, f"--rootdir={workspace}", f"--junit-xml={report}", *targets])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
