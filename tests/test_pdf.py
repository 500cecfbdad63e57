"""tools/pdf.py: the pages as one document, every link inside it."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from bs4 import BeautifulSoup
from pytest import fixture

_spec = spec_from_file_location("pdf", Path(__file__).parents[1] / "tools" / "pdf.py")
pdf = module_from_spec(_spec)
_spec.loader.exec_module(pdf)

PAGE = """<html><head>
<title>{title} — The book</title><script src="mathjax.js"></script></head><body>
<article class="bd-article">
<h1 id="top">{title}<a class="headerlink" href="#top">#</a></h1>{body}</article>
{next}</body></html>"""


@fixture
def site(tmp_path):
    one = """<p id="here"><a href="two.html#there">on</a> <a href="two.html">page</a>
        <a href="#here">up</a> <a href="https://example.org">out</a>
        <a href="../_sources/one.ipynb">file</a></p>
        <div class="solution admonition" id="s">forty-two</div><button>Copy</button>"""
    two = '<p id="there">end</p><svg><clipPath id="clip"/></svg><details>more</details>'
    following = '<a class="right-next" href="two.html">next</a>'
    (tmp_path / "index.html").write_text(PAGE.format(title="One", body=one, next=following))
    (tmp_path / "two.html").write_text(PAGE.format(title="Two", body=two, next=""))
    (tmp_path / "stray.html").write_text(PAGE.format(title="Stray", body="", next=""))
    return tmp_path


@fixture
def book(site):
    return BeautifulSoup(pdf.compose(pdf.reading_order(site)), "html.parser")


def test_the_pages_follow_the_next_links_and_a_stray_page_is_left_out(site):
    assert list(pdf.reading_order(site)) == ["index.html", "two.html"]


def test_links_between_pages_become_links_within_the_document(book):
    links = {link.get_text(): link.get("href") for link in book.select("article a")}
    assert links == {
        "on": "#two--there",
        "page": "#two",
        "up": "#index--here",
        "out": "https://example.org",
        "file": None,
    }
    anchors = {node["id"] for node in book.select("[id]")}
    assert {href[1:] for href in links.values() if href and href[0] == "#"} <= anchors


def test_every_anchor_is_there_once_and_a_drawing_keeps_its_own(book):
    anchors = [node["id"] for node in book.select("[id]")]
    assert len(anchors) == len(set(anchors))
    assert "clip" in anchors


def test_solutions_stand_at_the_end_under_the_title_of_their_page(book):
    last = book.select("article")[-1]
    assert last.h1.get_text() == "Solutions"
    assert last.h2.get_text() == "One"
    assert "forty-two" not in book.select("article")[0].get_text()


def test_what_only_a_screen_can_use_is_gone_and_folded_parts_are_open(book):
    assert not book.select("article button, article script, .headerlink")
    assert book.details.has_attr("open")
    assert book.title.get_text() == "The book"
    assert [script["src"] for script in book.select("script")] == ["mathjax.js"]
