"""The repository an agent edits: ten files, made at run time from the installed toml 0.10.2."""

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata, resources
from pathlib import Path

VERSION = "0.10.2"
MODULES = {
    "toml/__init__.py": "02ede4a82c0a0f47236dfe322463a9505c29b18d161ec0b56511af5a020a9a97",
    "toml/decoder.py": "8521932dffb65810d9fdd768087585cba37ae3b5f2312875a37acdda8e1d1058",
    "toml/encoder.py": "5e305cf1acafbe5b0bc9dfea0c0e2d3160cd98c1514b80e9c2db8349606aef3a",
    "toml/ordered.py": "9b3d37959995d1b99cf65b1844850eba3ec3b2ee4fb70abe52d195ab915d559e",
    "toml/tz.py": "fb9be0f30920fdab67562d939c4bde7b121513b4ff171055afffb65957ced680",
}
_OURS = {
    "test.toml": "sample.toml",
    "tests/test_decoder.py": "decoder_tests.py",
    "tests/test_encoder.py": "encoder_tests.py",
}


class WorkspaceError(Exception):
    """The library that the tasks edit is missing, or is not the release that they were made for."""


def pristine_files() -> dict[str, str]:
    """The ten files of Sec. 7.7, path to text: five modules, two test modules and three others.

    Raises
    ------
    WorkspaceError
        If toml is not installed, is another version, or one of its modules has been altered.
    """
    try:
        installed = metadata.distribution("toml")
    except metadata.PackageNotFoundError:
        raise WorkspaceError(
            f"toml is not installed; LLM-Case edits toml {VERSION}: pip install toml=={VERSION}"
        ) from None
    if installed.version != VERSION:
        raise WorkspaceError(
            f"toml {installed.version} is installed; LLM-Case edits toml {VERSION}: "
            f"pip install toml=={VERSION}"
        )
    files = {path: _module(installed, path, digest) for path, digest in MODULES.items()}
    ours = resources.files("e3lib.llmcase") / "visible"
    files |= {path: (ours / name).read_text("utf-8") for path, name in _OURS.items()}
    files["LICENSE"] = installed.read_text("LICENSE") or ""
    files["README.rst"] = (installed.metadata.get_payload() or "").strip() + "\n"
    return dict(sorted(files.items()))


def _module(installed: metadata.Distribution, path: str, digest: str) -> str:
    data = Path(str(installed.locate_file(path))).read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        raise WorkspaceError(
            f"{path} of the installed toml is not the file that was released as {VERSION}; "
            f"reinstall it: pip install --force-reinstall toml=={VERSION}"
        )
    return data.decode("utf-8")


@contextmanager
def workspace() -> Iterator[Path]:
    """A fresh copy of the ten files in a directory of its own, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="llmcase-") as name:
        root = Path(name).resolve()
        for path, text in pristine_files().items():
            target = root / path
            target.parent.mkdir(exist_ok=True)
            target.write_text(text, "utf-8", newline="")
        yield root
