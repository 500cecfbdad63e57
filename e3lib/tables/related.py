"""Chapter 2: execution-scope estimation among its neighbours. Static text, in our words."""

from e3lib.tables.table import Table


def routing_and_scope() -> Table:
    """Three ways to spend effort unevenly, by what is decided, when, and what a mistake costs.

    Source: the comparison table of the paper's Sec. 2.3, reworded; the examples are its citations.
    """
    return Table(
        "Table 2.3. Three ways to spend effort where it is needed",
        ("Approach", "What is decided", "When", "If the decision was wrong", "Examples"),
        (
            (
                "Adaptive computation",
                "an amount: steps, depth or tokens of thought",
                "while acting",
                "nothing to undo: the dial only turns one way",
                "adaptive computation time; test-time scaling",
            ),
            (
                "Routing",
                "one entry of a fixed menu: a model, an effort level, a style of reasoning",
                "before acting (Ares: before each step)",
                "the choice stands (a cascade tries the next entry of the menu)",
                "FrugalGPT, RouteLLM, Ares, BoundaryRouter, Select-then-Solve",
            ),
            (
                "Execution-scope estimation",
                "a scope: the files, tools and steps that size a plan",
                "before acting",
                "the check fails, and the scope grows by one level",
                "E3",
            ),
        ),
    )


def nearest_relatives() -> Table:
    """Work that also attacks waste: what it cuts, and whether it estimates the scope first."""
    return Table(
        "Nearest relatives: what each removes, and whether it estimates the task's scope first",
        ("Work", "What it does about waste", "Scope estimated first?"),
        (
            (
                "Path convergence (Arize)",
                "measures it: fewest steps seen so far, divided by the steps of this run",
                "no: the minimum is the best run in the history",
            ),
            (
                "Success weighted by path length",
                "measures it: shortest path divided by the path taken, zero on failure",
                "no: the map gives the shortest path",
            ),
            (
                "AgentDiet",
                "deletes useless, repeated and expired text from the trajectory so far",
                "no: it cleans up after reading",
            ),
            (
                "The Complexity Trap",
                "hides old observations behind a placeholder instead of summarising them",
                "no: age alone decides",
            ),
            (
                "SWE-Pruner",
                "drops lines of what was just read, given a stated goal for that read",
                "no: a goal for each read, none for the task",
            ),
            (
                "Agentless",
                "replaces the agent's loop by three fixed phases: localise, repair, validate",
                "in part: it localises first, but the scope does not grow again",
            ),
            (
                "E3",
                "does not take the step: reads, traces and checks only what the scope calls for",
                "yes, and a failed check widens it",
            ),
        ),
    )
