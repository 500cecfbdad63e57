from e3lib.task import named_token


def policy(query, env):
    """Search the token that the instruction names, edit every hit, run the light check."""
    for site in env.search(named_token(query)):
        env.edit(site)
    env.verify()
