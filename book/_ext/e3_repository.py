"""Take the repository's address from pyproject.toml, its one home, for every launch button."""

import tomllib
from pathlib import Path


def repository_url(root: Path) -> str:
    """Return `project.urls.Repository` of the pyproject.toml in `root`."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["urls"]["Repository"]


def _set_url(app, config) -> None:
    config.html_theme_options["repository_url"] = repository_url(Path(app.confdir))


def setup(app):
    """Register with Sphinx, before the theme reads its options."""
    app.connect("config-inited", _set_url, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
