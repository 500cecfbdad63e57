from e3lib.task import files_of, named_token


def policy(query, env):
    """Edit what the search finds; only if the check fails, inspect the files that import it."""
    hits = env.search(named_token(query))
    for site in hits:
        env.edit(site)
    if env.verify():
        return
    for path in env.dependency_trace(*files_of(hits)):
        for site in env.inspect_file(path).sites:
            env.edit(site)
    env.verify(heavy=True)
