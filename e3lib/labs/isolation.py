"""Shut a process in before it runs a stranger's code: files, network, time and memory.

Files are closed by Landlock (Linux 5.13 and later), the network and other processes by `unshare`.
Neither needs a privilege. Where one is missing, `protections` says so and the rest still holds.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

MEMORY, CPU_SECONDS, FILE_SIZE, OPEN_FILES, PROCESSES = 3 << 30, 60, 1 << 24, 128, 256

# The system calls have these numbers on every 64-bit architecture that Linux runs on today.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_NO_NEW_PRIVILEGES = 38
_READ = 1 << 0 | 1 << 2 | 1 << 3  # execute, read a file, list a directory
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # how many rights each version of Landlock has
_ON_FILES = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14  # execute, write, read, truncate


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_, _layout_ = 1, "ms"
    _fields_ = [("allowed", ctypes.c_uint64), ("directory", ctypes.c_int32)]


def landlock_version() -> int:
    """The version of Landlock that this system offers; 0 where it has none."""
    return max(0, _system_call(_CREATE_RULESET, None, 0, 1)) if sys.platform == "linux" else 0


@cache
def namespaces() -> tuple[str, ...]:
    """The command that starts a process without network or sight of others; empty without one."""
    options = ("--user", "--map-root-user", "--net", "--ipc", "--pid", "--fork", "--kill-child")
    prefix = ("unshare", *options, "--")
    if shutil.which(prefix[0]) is None:
        return ()
    works = subprocess.run([*prefix, "true"], capture_output=True, timeout=10).returncode == 0
    return prefix if works else ()


def protections() -> dict[str, bool]:
    """What this system can keep a submission from."""
    return {
        "files": landlock_version() > 0,
        "network": bool(namespaces()),
        "memory and time": os.name == "posix",
    }


def limit() -> None:
    """Lower this process's limits for good; Windows has none of them."""
    try:
        import resource
    except ImportError:
        return
    for kind, amount in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, FILE_SIZE),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (amount, amount))


def close_files(readable: Iterable[Path], writable: Path) -> bool:
    """Close every file to this process but those below the paths; False where that is not possible.

    Raises
    ------
    OSError
        If Landlock is there and refuses.
    """
    version = landlock_version()
    if not version:
        return False
    everything = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    rules = _Ruleset(everything, 0)
    size = ctypes.sizeof(rules) if version >= 4 else 8
    ruleset = _checked(_CREATE_RULESET, ctypes.byref(rules), size, 0)
    for path in readable:
        _allow(ruleset, path, _READ & everything)
    _allow(ruleset, writable, everything)
    _allow(ruleset, Path(os.devnull), everything & _ON_FILES)
    ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _checked(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
    return True


def needed_by_python() -> list[Path]:
    """What an interpreter reads: itself, its packages, this library, and the system's libraries."""
    places = [sys.prefix, sys.base_prefix, *_SYSTEM, str(Path(__file__).parents[1])]
    return [Path(place) for place in dict.fromkeys(places) if os.path.exists(place)]


_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/dev/urandom")


def _allow(ruleset: int, path: Path, rights: int) -> None:
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    rule = _Beneath(rights if path.is_dir() else rights & _ON_FILES, handle)
    _checked(_ADD_RULE, ruleset, 1, ctypes.byref(rule), 0)
    os.close(handle)


def _checked(*arguments) -> int:
    result = _system_call(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"Landlock call {arguments[0]} failed")
    return result


def _system_call(*arguments) -> int:
    return ctypes.CDLL(None, use_errno=True).syscall(*arguments)


def main(home: str) -> None:
    """Run main.py of a folder, shut in: the program that `rename.outcome` starts."""
    import runpy

    os.chdir(home)
    limit()
    close_files(needed_by_python(), Path(home))
    sys.path.insert(0, home)
    runpy.run_path("main.py", run_name="__main__")


if __name__ == "__main__":
    main(*sys.argv[1:])
