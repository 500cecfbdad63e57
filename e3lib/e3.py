"""E3: Estimate a scope, Execute the smallest path, Expand only when a check fails (Algorithm 1)."""

from dataclasses import dataclass, field

from e3lib.environment import Environment
from e3lib.estimate import Estimator, lexical_estimate
from e3lib.task import Site, files_of, named_file, named_token


@dataclass(slots=True)
class Memory:
    """What the levels share (H in Algorithm 1): hits found, blocks read, sites seen."""

    hits: tuple[Site, ...] = ()
    read: set[Site] = field(default_factory=set)
    # A dict, since it keeps the order in which the sites were seen.
    sites: dict[Site, None] = field(default_factory=dict)


def e3(
    query: str,
    env: Environment,
    *,
    estimate: Estimator = lexical_estimate,
    max_expansions: int = 2,
) -> None:
    """Algorithm 1 of the paper, line by line."""
    x0 = estimate(query, env)
    level = x0.difficulty
    memory = Memory(x0.hits or ())
    ok = execute(query, env, level, memory)
    k = 0
    while not ok and level < 3 and k < max_expansions:
        level, k = level + 1, k + 1
        ok = execute(query, env, level, memory)


def execute(query: str, env: Environment, level: int, memory: Memory) -> bool:
    """The minimum viable path of one scope level (Sec. 4.3); True where the check accepts."""
    if not memory.hits:
        memory.hits = env.search(named_token(query), named_file(query) if level == 1 else None)
    memory.sites |= dict.fromkeys(memory.hits)
    for hit in memory.hits[:1] if level == 1 else memory.hits:
        if hit not in memory.read:
            env.read_range(hit)
            memory.read.add(hit)
    if level == 3:
        follow_imports(env, memory)
    for site in memory.sites:
        env.edit(site)
    ok = env.verify(heavy=level == 3)
    if not ok:
        env.reason("reflect")
    return ok


def follow_imports(env: Environment, memory: Memory) -> None:
    """Reach the sites that no search can find: trace the hits' modules, inspect their importers."""
    env.reason("plan")
    for path in env.dependency_trace(*files_of(memory.hits)):
        memory.sites |= dict.fromkeys(env.inspect_file(path).sites)
