"""The command `e3 llmcase`: parse, say what it will cost, run, and report the truth.

Exit status: 0 when everything asked for was done, 1 when runs are missing or differ, 2 for a
mistake of the user, 130 when interrupted.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from e3lib import tables
from e3lib.llmcase import runfile
from e3lib.llmcase.batch import Settings, describe, projection, run_batch
from e3lib.llmcase.local_model import DEFAULT_FILE, MODEL, LocalModelError, fetch, http_server, load
from e3lib.llmcase.loop import POLICIES, Limits
from e3lib.llmcase.oracle import measure
from e3lib.llmcase.outcome import ENDINGS, INFRASTRUCTURE, outcome
from e3lib.llmcase.replay import replay
from e3lib.llmcase.runfile import RunFileError
from e3lib.llmcase.tasks import TASKS, WORDINGS
from e3lib.llmcase.workspace import WorkspaceError


class UserError(Exception):
    """A mistake that one sentence explains."""


def add_commands(subparsers: argparse._SubParsersAction) -> None:
    """Add `llmcase` and its sub-commands.

    Each sets `run`, which takes the parsed arguments and returns the exit status.
    """
    case = subparsers.add_parser("llmcase", help="real agents on real code (Sec. 7.7)")
    commands = case.add_subparsers(required=True, metavar="COMMAND")
    _add(commands, "oracle", _oracle, "measure C_min by running the gold patches; needs no model")
    _add_run(_add(commands, "run", _run, "run a model on the tasks; needs the extra e3lib[llm]"))
    resume = _add(commands, "resume", _resume, "run what a stopped batch still lacks")
    report = _add(commands, "report", _report, "print the tables of a run file or recording")
    again = _add(
        commands, "replay", _replay, "repeat recorded calls without the model, and compare"
    )
    resume.add_argument("file", type=Path, help="a run file")
    for command in (report, again):
        names = ", ".join(runfile.recordings())
        command.add_argument("file", type=_recorded, help=f"a run file or a recording: {names}")
    resume.add_argument("--max-tokens", type=_positive, help="stop when this many are spent")
    _yes(resume)
    serve = _add(commands, "serve-local", _serve, "serve the small local model on this machine")
    serve.add_argument("--file", type=Path, default=DEFAULT_FILE, help="the model's file")
    serve.add_argument("--port", type=int, default=8080)
    serve.add_argument("--threads", type=_positive, default=2)
    serve.add_argument("--context", type=_positive, default=8192, help="tokens")
    serve.add_argument("--fetch", action="store_true", help="only download and check the model")


def _add(commands, name: str, run: Callable, text: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(run=lambda arguments: _guarded(run, arguments))
    return parser


def _add_run(parser: argparse.ArgumentParser) -> None:
    default = Limits()
    parser.add_argument("--model", required=True, help="openai/gpt-4o, openai-api/NAME/MODEL, ...")
    parser.add_argument("--policy", choices=(*POLICIES, "all"), default="all")
    parser.add_argument("--task", choices=(*TASKS, "all"), default="all")
    parser.add_argument("--wording", choices=(*WORDINGS, "all"), default="plain")
    parser.add_argument("--repeats", type=_positive, default=3)
    parser.add_argument("--parallel", type=_positive, default=1, help="runs at the same time")
    parser.add_argument("--max-tokens", type=_positive, help="stop when this many are spent")
    parser.add_argument("--turns", type=_positive, default=default.turns, help="limit of one run")
    parser.add_argument("--run-tokens", type=_positive, default=default.tokens, help="one run")
    parser.add_argument("--run-seconds", type=_positive, default=default.seconds, help="one run")
    parser.add_argument("--temperature", type=float, help="the provider's own if not given")
    parser.add_argument("--max-reply", type=_positive, default=2048, help="tokens of one reply")
    parser.add_argument("--out", type=Path, help="the run file; made from the date if not given")
    _yes(parser)


def _yes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="start without asking")


def _recorded(text: str) -> Path:
    """The run file at a path, or the recording of that name."""
    return runfile.recordings().get(text, Path(text))


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def _guarded(run: Callable, arguments: argparse.Namespace) -> int:
    """Turn a user's mistake into one sentence and a status, and an interrupt into another."""
    try:
        return run(arguments)
    except (UserError, RunFileError, WorkspaceError, LocalModelError) as problem:
        print(f"e3 llmcase: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ninterrupted; every finished run is in the file", file=sys.stderr)
        return 130


def _oracle(arguments: argparse.Namespace) -> int:
    runs = measure()
    print(tables.llmcase_oracle(runs))
    return 0 if all(run.solved for run in runs.values()) else 1


def _run(arguments: argparse.Namespace) -> int:
    every = {"policy": POLICIES, "task": tuple(TASKS), "wording": WORDINGS}
    chosen = {
        name: options if getattr(arguments, name) == "all" else (getattr(arguments, name),)
        for name, options in every.items()
    }
    settings = Settings(
        model=arguments.model,
        tasks=chosen["task"],
        policies=chosen["policy"],
        wordings=chosen["wording"],
        repeats=arguments.repeats,
        parallel=arguments.parallel,
        limits=Limits(arguments.turns, arguments.run_tokens, float(arguments.run_seconds)),
        max_tokens=arguments.max_tokens,
        parameters={"temperature": arguments.temperature, "max_reply": arguments.max_reply},
    )
    when = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    path = arguments.out or Path("runs") / f"{when}-{arguments.model.replace('/', '-')}.jsonl"
    model = _model(settings)
    if not _agreed(settings, settings.plan(), arguments.yes):
        return 1
    runfile.create(path, settings.to_json())
    return _execute(path, settings, model)


def _resume(arguments: argparse.Namespace) -> int:
    saved = runfile.load(arguments.file)
    settings = Settings.from_json(dict(saved.settings))
    settings = replace(settings, max_tokens=arguments.max_tokens)
    missing = _missing(arguments.file, settings)
    if not missing:
        print("nothing is missing")
        return 0
    model = _model(settings)
    if not _agreed(settings, missing, arguments.yes):
        return 1
    return _execute(arguments.file, settings, model)


def _missing(path: Path, settings: Settings) -> list:
    settled = runfile.load(path).settled()
    return [trace for trace in settings.plan() if trace.key not in settled]


def _model(settings: Settings):
    """The model, through the one module that needs the extra."""
    try:
        from e3lib.llmcase.engine import InspectModel, Parameters, UnknownModel
    except ImportError as problem:
        raise UserError(
            f"running a model needs the extra: pip install 'e3lib[llm]' ({problem.name} is missing)"
        ) from None
    try:
        return InspectModel(settings.model, Parameters(**settings.parameters))
    except UnknownModel as problem:
        raise UserError(f"the model {settings.model!r} cannot be used: {problem}") from None


def _agreed(settings: Settings, plan: list, yes: bool) -> bool:
    """Say what is about to be spent, and ask unless told not to."""
    cost = projection(plan, settings.limits)
    limit = f"{settings.max_tokens:,}" if settings.max_tokens else "none; set one with --max-tokens"
    print(
        f"{cost.runs} runs of {settings.model}: at most {cost.requests:,} requests before retries; "
        f"about {cost.tokens:,.0f} tokens if it does as the paper's gpt-4o. "
        f"Limit on tokens: {limit}."
    )
    if yes:
        return True
    if not sys.stdin.isatty():
        raise UserError("there is nobody to ask; say --yes to start")
    return input("Start? [y/N] ").strip().lower() in ("y", "yes")


def _execute(path: Path, settings: Settings, model) -> int:
    missing = _missing(path, settings)
    done = 0

    def progress(trace) -> None:
        nonlocal done
        done += 1
        print(f"[{done}/{len(missing)}] {describe(trace)}", flush=True)

    stopped = asyncio.run(run_batch(path, missing, model, settings, progress))
    saved = runfile.load(path)
    print(f"\n{_summary(saved)}\nwritten to {path}")
    if stopped:
        print(f"stopped early: {ENDINGS[stopped]}; continue with `e3 llmcase resume {path}`")
    return 1 if _missing(path, settings) else 0


def _summary(saved: runfile.RunFile) -> str:
    infrastructure = sum(outcome(trace) in INFRASTRUCTURE for trace in saved.traces)
    passed = sum(trace.passed is True for trace in saved.traces)
    text = f"{passed} of {len(saved.traces)} runs pass the hidden tests"
    if infrastructure:
        text += f"; {infrastructure} were ended by the infrastructure and will be run again"
    return text


def _report(arguments: argparse.Namespace) -> int:
    saved = runfile.load(arguments.file)
    if not saved.traces:
        raise UserError(f"no run of {arguments.file} has ended yet")
    for table in (tables.llmcase_runs, tables.llmcase_totals, tables.llmcase_endings):
        print(table(saved), end="\n\n")
    missing = len(_missing(arguments.file, Settings.from_json(dict(saved.settings))))
    print(f"{_summary(saved)}; {missing} of the planned runs are missing")
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    replays = [replay(trace) for trace in runfile.load(arguments.file).attempts]
    for one in replays:
        verdict = "as recorded" if one.agrees else f"{len(one.different)} calls differ"
        print(f"{describe(one.trace)}: {one.calls} calls, {verdict}")
    agree = sum(one.agrees for one in replays)
    print(f"{agree} of {len(replays)} runs replay as recorded")
    return 0 if agree == len(replays) else 1


def _serve(arguments: argparse.Namespace) -> int:
    if arguments.fetch:
        print(f"the model is at {fetch(arguments.file)}")
        return 0
    engine = load(arguments.file, arguments.threads, arguments.context)
    try:
        server = http_server(engine, arguments.port)
    except OSError as problem:
        raise UserError(
            f"port {arguments.port} cannot be used ({problem.strerror}); try --port 8081"
        ) from None
    url = f"http://127.0.0.1:{server.server_port}/v1"
    print(f"serving {MODEL} at {url}; stop with Ctrl-C. In another terminal:\n")
    print(f"  export LOCAL_BASE_URL={url} LOCAL_API_KEY=none")
    print(f"  e3 llmcase run --model openai-api/local/{MODEL} --max-reply 300", flush=True)
    server.serve_forever()
    return 0
