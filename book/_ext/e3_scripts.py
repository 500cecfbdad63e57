"""Keep the first of each script tag: the theme emits some twice, and the second run fails."""


def _drop_repeats(app, pagename, templatename, context, doctree) -> None:
    scripts = {}
    for script in context.get("script_files", ()):
        scripts.setdefault(getattr(script, "filename", script) or script.attributes["body"], script)
    context["script_files"] = list(scripts.values())


def setup(app):
    """Register with Sphinx, after every other extension has added its scripts."""
    app.connect("html-page-context", _drop_repeats, priority=999)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
