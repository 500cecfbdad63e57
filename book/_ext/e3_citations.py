"""Make the bibliography a list of list items, as a screen reader expects of a list."""


def _as_list_items(app, pagename, templatename, context, doctree) -> None:
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", _as_list_items)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
