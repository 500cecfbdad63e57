"""Chapter 11: what real runs, real commits and the three kinds of evidence say."""

import re

from e3lib.measured import Measurement, measurements
from e3lib.published import published
from e3lib.tables.table import Table

RUN_GROUPS = {
    "SWE-agent, solved": "sweagent.solved",
    "SWE-agent, failed": "sweagent.failed",
    "AutoCodeRover, solved": "acr.solved",
    "AutoCodeRover, failed": "acr.failed",
}
AXES = {
    "distinct files": "files",
    "steps": "steps",
    "content tokens": "content_tokens",
    "billed tokens": "billed_tokens",
}
SENT = {
    "fixed prompt": "prompt",
    "file the patch changes": "gold_file",
    "echoes of edits": "edit_echoes",
    "the model's own output": "own_output",
    "search results": "search",
    "other files": "other_files",
}


def real_runs() -> Table:
    """How far public runs on SWE-bench Lite read beyond the one file that they had to change."""
    m = measurements()
    return Table(
        "Public runs on SWE-bench Lite, where one file suffices",
        ("Runs", "n", "Excess files, mean [95 %]", "With any excess, %", "Tokens, median"),
        tuple(
            (
                group,
                str(m[f"{key}.excess_files"].n),
                _interval(m[f"{key}.excess_files"]),
                f"{m[f'{key}.any_excess'].value:g}",
                f"{m[f'{key}.tokens'].value:,.0f}",
            )
            for group, key in RUN_GROUPS.items()
        ),
    )


def real_redundancy() -> Table:
    """ACRR (Eq. 3) of solved SWE-agent runs against a replay of the reference patch, per axis."""
    m = measurements()
    return Table(
        "ACRR of solved SWE-agent runs, one axis at a time",
        ("Axis", "Median", "Mean"),
        tuple(
            (axis, f"{m[f'acrr.{key}.median'].value:.2f}", f"{m[f'acrr.{key}.mean'].value:.2f}")
            for axis, key in AXES.items()
        ),
    )


def sent_tokens() -> Table:
    """Where the tokens sent in solved SWE-agent runs come from; the rest is what no kind covers."""
    shares = {kind: measurements()[f"sent.{key}"].value for kind, key in SENT.items()}
    shares["everything else"] = 100 - sum(shares.values())
    return Table(
        "Where the tokens sent in solved SWE-agent runs come from",
        ("Source", "Share, %"),
        tuple((kind, f"{share:.1f}") for kind, share in shares.items()),
    )


def commit_scope() -> Table:
    """How many files real commits touch: the nearest thing to the levels of MSE-Bench."""
    m = measurements()
    sizes = {
        "one file": "commits.one_file",
        "two files": "commits.two_files",
        "three files or more": "commits.three_or_more",
    }
    return Table(
        f"What {m['commits.one_file'].n:,} commits of 14 public repositories touch",
        ("Commits that touch", "%"),
        tuple((size, f"{m[key].value:g}") for size, key in sizes.items()),
    )


def scope_prediction() -> Table:
    """How well wording, and how well one search, tells the scope of a real commit."""
    m = measurements()
    guesses = {
        "always say one file": "scope.majority",
        "a text model of the subject line": "scope.text_model",
        "a keyword rule on the subject line": "scope.keyword_rule",
        "say one file, only where a search has exactly one hit": "scope.one_hit",
    }
    return Table(
        "Guessing the scope of a commit before looking at it",
        ("Guess", "Right, %"),
        tuple((guess, f"{m[key].value:g}") for guess, key in guesses.items()),
    )


def three_kinds_of_evidence() -> Table:
    """Files that a thorough agent reads in the simulator, the live case study and public runs."""
    m, paper = measurements(), {id: row.value for id, row in published().items()}
    live = [n for id, n in paper.items() if re.fullmatch(r"llmcase\.oracle\.\w+\.files", id)]
    e3, thorough = (paper[f"llmcase.gpt4o.mean.{p}.tokens"] for p in ("e3", "mcf_thorough"))
    return Table(
        "The same question asked of three sources: how many files does the thorough agent read?",
        ("Source", "Who decides", "Files to change", "Files read", "Tokens E3 saves against it, %"),
        (
            (
                f"simulator ({paper['bench.tasks']:.0f} tasks)",
                "a fixed rule: read everything",
                f"{_files_to_change(paper):.2f}",
                f"{paper['main.mcf.files']:.2f}",
                f"{paper['main.e3_vs_mcf.tokens_reduction']:.0f}",
            ),
            (
                f"live case study ({len(live)} tasks)",
                "gpt-4o, told to read everything",
                f"{sum(live) / len(live):.2f}",
                f"{paper['llmcase.gpt4o.mean.mcf_thorough.files']:.2f}",
                f"{100 - 100 * e3 / thorough:.0f}",
            ),
            (
                "public runs, solved (SWE-agent)",
                "GPT-4, told nothing about scope",
                "1.00",
                f"{1 + m['sweagent.solved.excess_files'].value:.2f}",
                "–",
            ),
        ),
    )


def _interval(m: Measurement) -> str:
    return f"{m.value:.2f} [{m.low:.2f}, {m.high:.2f}]"


def _files_to_change(paper: dict[str, float]) -> float:
    """Return the mean over the tasks of MSE-Bench, where each site lies in a file of its own."""
    total = 0.0
    for level in ("bench.L1", "bench.L2", "bench.L3"):
        sites = paper[f"{level}.direct_sites"] + paper[f"{level}.indirect_sites"]
        total += paper[f"{level}.tasks"] * sites
    return total / paper["bench.tasks"]
