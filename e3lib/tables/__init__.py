"""The tables of the book, one function each; every function returns a Table."""

from e3lib.tables.discussion import (
    commit_scope,
    real_redundancy,
    real_runs,
    scope_prediction,
    sent_tokens,
    three_kinds_of_evidence,
)
from e3lib.tables.llmcase import (
    llmcase_endings,
    llmcase_gpt4o,
    llmcase_oracle,
    llmcase_runs,
    llmcase_tasks,
    llmcase_taxonomy,
    llmcase_totals,
    llmcase_trajectory,
)
from e3lib.tables.mse_bench import (
    ablation,
    gmail,
    levels,
    main_results,
    reasons,
    scoreboard,
)
from e3lib.tables.related import nearest_relatives, routing_and_scope
from e3lib.tables.table import Table

__all__ = [
    "Table",
    "ablation",
    "commit_scope",
    "gmail",
    "levels",
    "llmcase_endings",
    "llmcase_gpt4o",
    "llmcase_oracle",
    "llmcase_runs",
    "llmcase_tasks",
    "llmcase_taxonomy",
    "llmcase_totals",
    "llmcase_trajectory",
    "main_results",
    "nearest_relatives",
    "real_redundancy",
    "real_runs",
    "reasons",
    "routing_and_scope",
    "scoreboard",
    "scope_prediction",
    "sent_tokens",
    "three_kinds_of_evidence",
]
