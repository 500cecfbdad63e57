"""Keep the first of each script tag: the theme emits some twice, and the second run fails."""


def _drop_repeats(app, pagename, templatename, context, doctree) -> None:
    seen: set[str] = set()
    first = []
    for script in context.get("script_files", ()):
        name = getattr(script, "filename", script)
        if not name or name not in seen:
            first.append(script)
        seen.add(name)
    context["script_files"] = first


def setup(app):
    """Register with Sphinx, after every other extension has added its scripts."""
    app.connect("html-page-context", _drop_repeats, priority=999)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
