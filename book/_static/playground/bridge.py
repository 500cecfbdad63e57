"""The Playground's Python side: JSON in, JSON out. It runs beside e3lib in the reader's browser."""

import io
import json
import linecache
import math
import re
import traceback
from contextlib import redirect_stdout
from dataclasses import asdict, astuple, replace
from functools import cache

from e3lib import metrics, study
from e3lib.bench import mse_bench
from e3lib.cost import DEFAULT_WEIGHTS, PRICES, Cost, Price, Weights
from e3lib.environment import Environment, run, tokens_of
from e3lib.estimate import lexical_estimate
from e3lib.task import Task, named_token, occurrences
from e3lib.trajectory import Run

YOURS = "Your policy"
FILE = "your_policy.py"  # the name of the reader's code in a traceback
PRINTED = 20_000  # characters of the reader's own print() that are handed back


def answer(request: str) -> str:
    """Do what a request in JSON asks; the answer holds `printed`, and `value` or `error`."""
    arguments = json.loads(request)
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            reply = {"value": REQUESTS[arguments.pop("do")](**arguments)}
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        reply = {"error": as_python_shows(error)}
    return json.dumps(reply | {"printed": printed.getvalue()[-PRINTED:]})


def start() -> dict:
    """What the page needs once: the tasks, the weights and the prices."""
    return {
        "tasks": [
            {"id": t.id, "level": t.level, "query": t.query, "deceptive": t.deceptive}
            for t in _bench().values()
        ],
        "weights": asdict(DEFAULT_WEIGHTS),
        "prices": {name: astuple(price.cost) for name, price in PRICES.items()},
    }


def look(task: str, query: str) -> dict:
    """The repository of a task and the sites that must change in it."""
    chosen = _task(task, query)
    return {
        "files": [
            {"path": path, "tokens": tokens_of(text), "text": text}
            for path, text in sorted(chosen.files.items())
        ],
        "sites": [
            {
                "file": site.file,
                "line": site.line,
                "direct": site in chosen.direct_sites,
                "becomes": new,
            }
            for site, new in chosen.changes.items()
        ],
    }


def watch(task: str, query: str, weights: dict, prices: dict, code: str = "") -> dict:
    """Every policy's actions on one task, and the reader's where there is code."""
    chosen, weights, prices = _task(task, query), Weights(**weights), _prices(prices)
    policies = study.POLICIES | ({YOURS: _policy(code)} if code else {})
    runs = study.run_all([chosen], policies, prices)
    minimum = runs[study.ORACLE][0].cost.scalar(weights)
    estimate = lexical_estimate(chosen.query, Environment(chosen))
    return {
        "estimate": asdict(replace(estimate, hits=None)),
        "runs": [_shown(only, weights, minimum) for (only,) in runs.values()],
    }


def score(code: str, weights: dict, prices: dict) -> list[dict]:
    """The reader's policy beside the book's on every task: success first, then redundancy."""
    weights, prices, tasks = Weights(**weights), _prices(prices), tuple(_bench().values())
    policy = _policy(code)
    yours = tuple(_named(policy, task, prices) for task in tasks)
    runs = study.run_all(tasks, prices=prices)
    minimum = study.minimum_costs(runs)
    rows = [_row(some, minimum, weights) for some in (yours, *runs.values())]
    return sorted(rows, key=lambda row: (-row["success"], row["acrr"]))


REQUESTS = {"start": start, "look": look, "watch": watch, "score": score}


def as_python_shows(error: BaseException) -> str:
    """The traceback of the reader's own lines; a mistake in the page's fields is one sentence."""
    report = traceback.TracebackException.from_exception(error)
    if isinstance(error, ValueError) and not _keep_readers_lines(report):
        return str(error)
    _keep_readers_lines(report)
    return "".join(report.format())


def _keep_readers_lines(report: traceback.TracebackException | None) -> bool:
    """Drop every frame that is not the reader's; True where one is left."""
    if report is None:
        return False
    own = [frame for frame in report.stack or () if frame.filename == FILE]
    report.stack = traceback.StackSummary.from_list(own) if own else None
    _keep_readers_lines(report.__cause__)
    _keep_readers_lines(report.__context__)
    return bool(own)


@cache
def _bench() -> dict[str, Task]:
    return {task.id: task for task in mse_bench()}


def _task(name: str, query: str) -> Task:
    """A task in the reader's words; where these name another text, a task made from that text."""
    task, token = _bench()[name], named_token(query)
    if token == task.token:
        return replace(task, query=query)
    sites = occurrences(task.files, token)
    if not sites:
        raise ValueError(f"no file of this repository holds {token!r}; quote a text that is there")
    quoted = re.findall(r'"([^"]+)"', query)
    if len(quoted) < 2:
        raise ValueError(f'say what {token!r} becomes, as in: Replace "{token}" with "new text"')
    changes = {site: site.text.replace(token, quoted[1]) for site in sites}
    return Task("yours", min(2, len(sites)), query, token, task.files, changes)


def _prices(prices: dict) -> dict[str, Price]:
    for name, values in prices.items():
        for value in values:
            if not isinstance(value, int | float) or not 0 <= value < math.inf:
                raise ValueError(f"a price of {name} is {value!r}; it must be a number, 0 or more")
    return {name: replace(PRICES[name], cost=Cost(*values)) for name, values in prices.items()}


def _policy(code: str):
    """The function `policy` of the reader's code."""
    linecache.cache[FILE] = (len(code), None, code.splitlines(keepends=True), FILE)
    names = {"__name__": "your_policy"}
    exec(compile(code, FILE, "exec"), names)
    if not callable(names.get("policy")):
        raise ValueError("your code defines no function policy(query, env)")
    return names["policy"]


def _named(policy, task: Task, prices: dict[str, Price]):
    """Run the reader's policy; an error says on which task."""
    try:
        return run(policy, task, YOURS, prices)
    except Exception as error:
        error.add_note(f"(while working on task {task.id}: {task.query})")
        raise


def _shown(run_: Run, weights: Weights, minimum: float) -> dict:
    """A run as the page draws it, each action with its own and the running cost."""
    total, steps = Cost(), []
    for action in run_.trajectory:
        total += action.cost
        charges = asdict(action.cost) | {"cost": action.cost.scalar(weights)}
        place = {"kind": action.kind, "target": action.target}
        steps.append(place | charges | {"running": total.scalar(weights)})
    scalar = total.scalar(weights)
    return {
        "policy": run_.policy,
        "solved": run_.solved,
        "steps": steps,
        "cost": scalar,
        "acrr": metrics.acrr(scalar, minimum) if run_.solved else None,
    }


def _row(runs, minimum, weights: Weights) -> dict:
    summary = metrics.summarize(runs, minimum, weights)
    levels = metrics.by_level(runs)
    return {
        "policy": summary.policy,
        "n": summary.n,
        "solved": sum(r.solved for r in runs),
        "success": summary.success,
        "levels": [sum(r.solved for r in some) / len(some) for some in levels.values()],
        "cost": summary.scalar,
        "acrr": summary.acrr,
    }
