"""The tables of the book, one function each; every function returns a Table."""

from e3lib.tables.discussion import (
    commit_scope,
    real_redundancy,
    real_runs,
    scope_prediction,
    sent_tokens,
    three_kinds_of_evidence,
)
from e3lib.tables.related import nearest_relatives, routing_and_scope
from e3lib.tables.table import Table

__all__ = [
    "Table",
    "commit_scope",
    "nearest_relatives",
    "real_redundancy",
    "real_runs",
    "routing_and_scope",
    "scope_prediction",
    "sent_tokens",
    "three_kinds_of_evidence",
]
