"""Print the built site as one PDF, with working links: `make pdf`.

The pages are put into one document in reading order, links between them become links within it, and
headless Chromium prints that. Solutions move to the end, so that nobody reads one by accident.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urldefrag

from bs4 import BeautifulSoup, Tag

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--allow-file-access-from-files",
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
    "--virtual-time-budget=120000",  # until MathJax has set every equation
)
SCREEN_ONLY = "script, button, .headerlink, .toggle-button, noscript, .pg-bar, fieldset, iframe"
SOLUTIONS = "solutions-of-all-exercises"


def main() -> None:
    """Write `book.pdf` beside the pages of the site given as the one argument."""
    site = Path(sys.argv[1])
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("There is no Chromium on the PATH: install it (Debian: apt-get install chromium).")
    if not (site / "book" / "index.html").is_file():
        sys.exit(f"{site} holds no built site: run `make book` first.")
    page, pdf = site / "book" / "all-pages.html", site / "book.pdf"
    page.write_text(compose(reading_order(site / "book")), encoding="utf-8")
    try:
        command = [browser, *FLAGS, f"--print-to-pdf={pdf.resolve()}", page.resolve().as_uri()]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, timeout=600)
    finally:
        page.unlink()
    print(f"Open {pdf.resolve()}")


def reading_order(folder: Path) -> dict[str, BeautifulSoup]:
    """The pages by file name, from index.html along the links to the next page."""
    pages: dict[str, BeautifulSoup] = {}
    name = "index.html"
    while name and name not in pages:
        pages[name] = BeautifulSoup((folder / name).read_text(encoding="utf-8"), "html.parser")
        following = pages[name].select_one("a.right-next")
        name = following["href"] if following else ""
    return pages


def compose(pages: dict[str, BeautifulSoup]) -> str:
    """One document of all pages, in the look of the first."""
    first = next(iter(pages.values()))
    articles = {name: _article(name, page, pages) for name, page in pages.items()}
    solutions = _take_solutions(articles)
    cover, *chapters = map(str, articles.values())
    titles = {name: article.h1.get_text().strip() for name, article in articles.items()}
    contents = "".join(f'<li><a href="#{_id(n)}">{title}</a></li>' for n, title in titles.items())
    title = first.title.get_text().split(" — ")[-1]
    styles = "".join(map(str, first.select("link[rel=stylesheet]")))
    scripts = "".join(
        str(s) for s in first.select("head script, body script") if _sets_equations(s)
    )
    return f"""<!DOCTYPE html>
<html lang="en" data-theme="light"><head><meta charset="utf-8"><title>{title}</title>
{styles}<link rel="stylesheet" href="../_static/print.css">{scripts}</head>
<body><main class="bd-article-container">{cover}
<nav class="bd-article" aria-label="Contents"><h2>Contents</h2><ol>{contents}</ol></nav>
{"".join(chapters)}{solutions}
</main></body></html>"""


def _id(page: str, anchor: str = "") -> str:
    return f"{page.removesuffix('.html')}--{anchor}" if anchor else page.removesuffix(".html")


def _article(name: str, page: BeautifulSoup, pages: dict[str, BeautifulSoup]) -> Tag:
    """A page's article, its anchors and links made those of the one document."""
    article = page.select_one("article.bd-article")
    for node in article.select(SCREEN_ONLY):
        node.decompose()
    for node in article.select("[id]"):
        if node.find_parent("svg") is None:  # a drawing refers to its own parts by these names
            node["id"] = _id(name, node["id"])
    for link in article.select("a[href]"):
        target, anchor = urldefrag(link["href"])
        if target in pages or not target:
            link["href"] = "#" + _id(target or name, anchor)
        elif "://" not in target and not target.startswith("mailto:"):
            del link["href"]  # a file beside the site: there is none beside the PDF
    for node in article.select("details"):
        node["open"] = ""
    for image in article.select("img[loading]"):
        del image["loading"]
    article["id"] = _id(name)
    return article


def _take_solutions(articles: dict[str, Tag]) -> str:
    """Move the solutions of all pages into a last section of their own."""
    parts = []
    for article in articles.values():
        found = [str(node.extract()) for node in article.select("div.solution")]
        if found:
            parts.append(f"<h2>{article.h1.get_text().strip()}</h2>{''.join(found)}")
    if not parts:
        return ""
    return (
        f'<article class="bd-article" id="{SOLUTIONS}"><h1>Solutions</h1>{"".join(parts)}</article>'
    )


def _sets_equations(script: Tag) -> bool:
    return "mathjax" in (script.get("src", "") + (script.string or "")).lower()


if __name__ == "__main__":
    main()
