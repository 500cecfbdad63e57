"""Make the lecture decks out of the chapters: `python course/slides/build.py [FOLDER]`.

Nothing is written twice. A section's heading becomes a slide's title, its figures and tables are
the outputs that the chapter stores (and the tests compare), its prose becomes the speaker's notes,
and a section without a figure shows what each paragraph opens with. Questions come with their
answers in the notes.
"""

import base64
import html
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
from markdown_it import MarkdownIt
from pybtex.database import parse_file
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
FOLDER = ROOT / "book" / "_static" / "vendor" / "slides"


@dataclass(frozen=True, slots=True)
class Unit:
    """One deck: its chapters by number, and the lab that goes with it."""

    title: str
    chapters: tuple[int, ...]
    lab: str


UNITS = (
    Unit("Too much effort", (1, 2), "Lab 5: What grep cannot see"),
    Unit("What a task ought to cost", (3,), "Lab 1: The shortest trajectory that suffices"),
    Unit("Estimate, execute, expand", (4,), "Lab 4: Does it know what it knows?"),
    Unit("A benchmark and its verdict", (5, 6, 7), "Lab 3: A policy of your own"),
    Unit("How robust is that?", (8,), "Lab 2: Whose weights?"),
    Unit("Beyond the simulator", (9, 10, 11), "Lab 6: What a good start buys"),
)


@dataclass(frozen=True, slots=True)
class Slide:
    """A title, a body in HTML, and what the speaker sees."""

    title: str
    body: str
    notes: str = ""
    kind: str = ""


@dataclass(slots=True)
class Section:
    """A heading of a chapter with the prose and the exhibits below it."""

    title: str
    prose: str = ""
    exhibits: tuple[str, ...] = ()


def sections(chapter: Path) -> list[Section]:
    """The chapter's sections in order; the first is what stands before the first `##`."""
    found = [Section("")]
    for cell in nbformat.read(chapter, as_version=4).cells:
        if cell.cell_type == "markdown":
            first, *rest = re.split(r"^#{2,3} +(.+)$", cell.source, flags=re.M)
            found[-1].prose += first + "\n\n"
            for title, prose in zip(rest[::2], rest[1::2], strict=True):
                found.append(Section(title, prose + "\n\n"))
        else:
            found[-1].exhibits += tuple(exhibits(cell))
    return found


def exhibits(cell) -> Iterator[str]:
    """The figures and tables among a cell's outputs, as HTML."""
    meta = cell.metadata.get("mystnb", {})
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        if "image/svg+xml" in data:
            picture = base64.b64encode(data["image/svg+xml"].encode()).decode()
            alt = html.escape(meta.get("image", {}).get("alt", ""))
            caption = inline(meta.get("figure", {}).get("caption", ""))
            yield (
                f'<figure><img alt="{alt}" src="data:image/svg+xml;base64,{picture}">'
                f"<figcaption>{caption}</figcaption></figure>"
            )
        elif 'class="e3-table"' in (table := data.get("text/html", "")):
            yield (
                table.replace("e3-table", "e3-table tall", 1) if table.count("<tr") > 10 else table
            )


def slides_of(chapter: Path) -> Iterator[Slide]:
    """The slides of one chapter."""
    opening, *rest = sections(chapter)
    title = re.search(r"^# +(.+)$", opening.prose, re.M)[1]
    yield Slide(title, f"<p>Chapter {int(chapter.stem[:2])}</p>", kind="chapter")
    yield Slide("After this you can", bullets(listed(opening.prose)), kind="goals")
    story = paragraphs(re.sub(r"```.*?```", "", opening.prose, flags=re.S))
    if story:
        yield Slide("It begins with a question", firsts(story), notes(story))
    for exhibit in opening.exhibits:
        yield Slide(title, exhibit, notes(story), "exhibit")
    for section in rest:
        yield from slides_of_section(section)


def slides_of_section(section: Section) -> Iterator[Slide]:
    """Its exhibits, one a slide; or else its source code, or the first sentences."""
    title = plain(section.title)
    if title == "Check your understanding":
        questions, _, answers = section.prose.partition("```{admonition}")
        for question, answer in zip(numbered(questions), numbered(answers), strict=False):
            yield Slide("Check", f"<p>{inline(question)}</p>", f"<p>{inline(answer)}</p>", "check")
        return
    if title == "Exercises":
        yield Slide("Exercises", exercises(section.prose))
        return
    said = paragraphs(section.prose)
    for exhibit in section.exhibits:
        yield Slide(title, exhibit, notes(said), "exhibit")
    if not section.exhibits and (code := source(section.prose)):
        yield Slide(title, code, notes(said), "source")
    elif not section.exhibits and said:
        yield Slide(title, firsts(said), notes(said))


def paragraphs(prose: str) -> list[str]:
    """The plain paragraphs and list items, without directives, code and headings."""
    prose = re.sub(r"^(`{3,}|:{3,}).*?^\1$", "", prose, flags=re.S | re.M)
    prose = re.sub(r":\s*\n\s*\n> ", ": ", prose)  # a quotation belongs to what announces it
    blocks = re.split(r"\n\s*\n|\n(?=[-*] |\d+\. )", prose)
    blocks = [re.sub(r"^([-*]|\d+\.|>) +", "", " ".join(b.split())) for b in blocks]
    return [b for b in blocks if b and not b.startswith(("#", "(", "|", "%", "+++", "$$", "<"))]


def listed(prose: str) -> list[str]:
    """The items of the first list."""
    return re.findall(r"^- +(.+)$", prose.split("*Reading time")[0], flags=re.M)


def numbered(prose: str) -> list[str]:
    """The items of a numbered list, each with its later lines."""
    return [i.strip().strip("`").strip() for i in re.split(r"^\d+\. +", prose, flags=re.M)[1:]]


def firsts(said: list[str], most: int = 5) -> str:
    """What each paragraph opens with; one that only announces what follows is left out."""
    return bullets([text for text in map(_opening, said) if not text.endswith(":")][:most])


def _opening(text: str, enough: int = 45) -> str:
    """The first sentence, and the next ones as long as they are short."""
    first, *rest = re.split(r"(?<=[.?!]) +(?=[A-Z])", text)
    while rest and len(first) < enough:
        first += " " + rest.pop(0)
    return first


def exercises(prose: str) -> str:
    """Every exercise's title, time and difficulty."""
    found = re.findall(r"\{exercise\} *(.+?)\n.*?\*(\d+ minutes?, \w+)\.?\*", prose, flags=re.S)
    return bullets([f"{title} ({effort})" for title, effort in found])


def source(prose: str) -> str:
    """The tested source that the section shows, coloured."""
    pattern = r"\{literalinclude\} (\S+)\n(?::\w+:.*\n)*?:pyobject: (\w+)"
    return "".join(_object(ROOT / "book" / path, name) for path, name in re.findall(pattern, prose))


def _object(path: Path, name: str) -> str:
    text = path.read_text(encoding="utf-8")
    found = re.search(rf"^(?:def|class) {name}\b.*?(?=^[^\s)]|\Z)", text, flags=re.S | re.M)
    if not found:
        raise SystemExit(f"{path.name} has no {name}, which a chapter shows")
    return highlight(found[0], PythonLexer(), HtmlFormatter())


def bullets(items: list[str]) -> str:
    """A list of some lines of Markdown."""
    return "<ul>" + "".join(f"<li>{inline(item)}</li>" for item in items) + "</ul>"


def notes(said: list[str]) -> str:
    """The prose for the speaker."""
    return "".join(f"<p>{inline(text)}</p>" for text in said)


def inline(text: str) -> str:
    """One line of MyST as HTML; a role becomes its text, a link its words, an equation stays."""
    text = re.sub(r"\{cite:?(\w*)\}`([^`]+)`", lambda m: cited(m[2], m[1] == "t"), text)
    text = re.sub(r"\{\w+(?::\w+)?\}`([^`<]+?)(?: ?<[^`>]*>)?`", r"\1", text)
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    kept = re.findall(r"\$[^$]+\$", text)
    text = re.sub(r"\$[^$]+\$", "\0", text)
    made = MarkdownIt("commonmark").renderInline(text.replace("\0", "\ufffc"))
    for equation in kept:
        made = made.replace("\ufffc", html.escape(rf"\({equation[1:-1]}\)"), 1)
    return made


def cited(keys: str, in_text: bool) -> str:
    """The works as "Name (year)" or "(Name, year)"."""
    works = [_work(key.strip()) for key in keys.split(",")]
    if in_text:
        return ", ".join(f"{names} ({year})" for names, year in works)
    return "(" + "; ".join(f"{names}, {year}" for names, year in works) + ")"


def _work(key: str) -> tuple[str, str]:
    entry = _bibliography().entries[key]
    names = [" ".join(person.last_names) for person in entry.persons["author"]]
    shown = " and ".join(names) if len(names) < 3 else f"{names[0]} et al."
    return re.sub("[{}]", "", shown), entry.fields["year"]


@cache
def _bibliography():
    return parse_file(str(ROOT / "book" / "references.bib"), "bibtex")


def plain(title: str) -> str:
    """A heading without marks."""
    return re.sub(r"[*`]", "", title).strip()


def deck(number: int, unit: Unit) -> str:
    """One unit's deck, a page that needs no network."""
    slides = [Slide(unit.title, f"<p>Unit {number} of {len(UNITS)}</p>", kind="chapter")]
    for chapter in unit.chapters:
        [path] = (ROOT / "book").glob(f"{chapter:02d}_*.ipynb")
        slides += slides_of(path)
    slides.append(Slide(unit.lab, "<p>Now you.</p>", kind="chapter"))
    body = "\n".join(map(section_html, slides))
    return page(f"Unit {number}: {unit.title}", body)


def section_html(slide: Slide) -> str:
    """One slide as HTML."""
    note = f'<aside class="notes">{slide.notes}</aside>' if slide.notes else ""
    return (
        f'<section class="{slide.kind}"><h2>{inline(slide.title)}</h2>'
        f'<div class="body">{slide.body}</div>{note}</section>'
    )


def page(title: str, body: str) -> str:
    """The whole page around some slides."""
    style = (HERE / "deck.css").read_text(encoding="utf-8")
    style += HtmlFormatter().get_style_defs(".highlight")
    script = (HERE / "deck.js").read_text(encoding="utf-8")
    template = (HERE / "deck.html").read_text(encoding="utf-8")
    parts = {"TITLE": html.escape(title), "STYLE": style, "SLIDES": body, "SCRIPT": script}
    return re.sub("{{(\\w+)}}", lambda match: parts[match[1]], template)


def main(folder: Path) -> None:
    """Write every deck; its fonts and MathJax are those of the site, in the folders beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, unit in enumerate(UNITS, 1):
        path = folder / f"unit{number}.html"
        path.write_text(deck(number, unit), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
