"""The policies that E3 is compared with, and the oracle (Sec. 6.1). A policy only calls tools."""

from e3lib.environment import Environment, Policy
from e3lib.task import Task, files_of, named_token


def max_context_first(query: str, env: Environment) -> None:
    """Walk every directory, inspect every file, ponder the architecture, then edit and test."""
    sites = {}
    for path in walk(env):
        sites |= dict.fromkeys(env.inspect_file(path).sites)
    env.reason("architecture")
    for site in sites:
        env.edit(site)
    env.verify(heavy=True)


def fixed_react(query: str, env: Environment) -> None:
    """Search, read every hit, edit each, test: the same loop for every task, and no way back."""
    hits = env.search(named_token(query))
    env.reason("thought")
    for hit in hits:
        env.read_range(hit, width=1.25)
    for hit in hits:
        env.edit(hit)
    if not env.verify(heavy=True):
        env.reason("reflect")


def adaptive_retrieval(query: str, env: Environment) -> None:
    """Search, inspect what was found; where that is several files, inspect their importers too."""
    hits = env.search(named_token(query))
    sites = dict.fromkeys(hits)
    files = files_of(hits)
    for path in files:
        env.inspect_file(path)
    if len(files) > 1:
        for path in env.dependency_trace(*files):
            if path not in files:
                sites |= dict.fromkeys(env.inspect_file(path).sites)
    for site in sites:
        env.edit(site)
    env.verify(heavy=True)


def oracle(task: Task) -> Policy:
    """The minimum-sufficient trajectory (Eq. 2): the one policy that is told the answer."""

    def policy(query: str, env: Environment) -> None:
        direct, indirect = task.direct_sites, task.indirect_sites
        if len(direct) == 1 and not indirect:
            env.read_range(direct[0])
        else:
            env.search(task.token)
        if indirect:
            env.dependency_trace(*files_of(direct))
            for path in files_of(indirect):
                env.inspect_file(path)
        for site in task.changes:
            env.edit(site)
        env.verify(heavy=bool(indirect))

    return policy


def walk(env: Environment, directory: str = ".") -> list[str]:
    """Every file below a directory, one list_dir call for each directory."""
    files = []
    for entry in env.list_dir(directory):
        files += walk(env, entry.rstrip("/")) if entry.endswith("/") else [entry]
    return files
