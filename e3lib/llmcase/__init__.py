"""LLM-Case (Sec. 7.7): a real model, real code and real pytest, beside the simulator.

A task (`tasks`) is solved in a `workspace` with six metered `tools`, by whatever model the `loop`
talks to (`engine`: any endpoint; `local_model`: a small one on this machine), and is graded by
hidden tests (`grading`). What happened is a `trace`, one line of a `runfile`; `outcome` says how it
ended and `report` what a batch comes to. The `oracle` measures C_min with the same tools.
"""

from e3lib.llmcase.oracle import published_values

__all__ = ["published_values"]
