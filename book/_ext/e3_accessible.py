"""Mend what the generated pages get wrong for a screen reader."""

REPAIRS = {
    # the bibliography is a list, so its entries are list items
    'role="doc-biblioentry"': 'role="listitem"',
    # the words on a folded cell are its name; another one would contradict them
    '<summary aria-label="Toggle hidden content">': "<summary>",
}


def _repair(app, pagename, templatename, context, doctree) -> None:
    if "body" in context:
        for wrong, right in REPAIRS.items():
            context["body"] = context["body"].replace(wrong, right)


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", _repair)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
