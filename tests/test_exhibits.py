"""Every exhibit by name, whole files or none, and one sentence for a mistake."""

import os

import pytest

from e3lib import cli, exhibits
from e3lib.exhibits import EXHIBITS, find, save
from e3lib.reproduce import published

CONSTANTS = "weights"  # stated by the paper in its text, in no exhibit


@pytest.mark.parametrize("name", EXHIBITS)
def test_every_exhibit_writes_a_figure_or_a_table(name, tmp_path):
    written = save(name, tmp_path)
    assert sorted(os.listdir(tmp_path)) == sorted(path.name for path in written)
    for path in written:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("<?xml") if path.suffix == ".svg" else "," in text
    assert (tmp_path / f"{name}.svg").exists() != name.startswith("table")


def test_every_published_number_is_shown_by_an_exhibit():
    shown = tuple(id for exhibit in EXHIBITS.values() for id in exhibit.ids)
    wanted = [id for id in published() if not id.startswith(CONSTANTS)]
    assert [id for id in wanted if not id.startswith(shown)] == []


def test_every_id_of_an_exhibit_is_the_beginning_of_a_published_one():
    for name, exhibit in EXHIBITS.items():
        for id in exhibit.ids:
            assert any(p.startswith(id) for p in published()), (name, id)


def test_the_csv_of_an_exhibit_has_published_beside_ours(tmp_path):
    save("figure-2c", tmp_path)
    lines = (tmp_path / "figure-2c-published.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "Id,Quantity,Published,Ours,Deviation %,Verdict"
    assert [line.split(",")[-1] for line in lines[1:]] == ["exact"] * 5


def test_an_unknown_exhibit_is_refused_with_the_nearest_names():
    with pytest.raises(ValueError, match=r"no exhibit 'tabel-main'; there is table-main"):
        find("tabel-main")
    with pytest.raises(ValueError, match=r"no exhibit 'zzz'; there is table-routing, .*figure-5b"):
        find("zzz")


def test_a_folder_that_cannot_be_written_gets_one_sentence(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OSError, match=r"^cannot write to \S+file: File exists$"):
        save("figure-1", tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_write_that_fails_half_way_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    (tmp_path / "figure-1.svg").write_text("old")

    def disk_full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(exhibits.os, "replace", disk_full)
    with pytest.raises(OSError, match=r"cannot write to \S+: No space left on device"):
        save("figure-1", tmp_path)
    assert os.listdir(tmp_path) == ["figure-1.svg"]
    assert (tmp_path / "figure-1.svg").read_text() == "old"


@pytest.mark.parametrize("name", ["seeds", "figure-3"])
def test_the_command_shows_an_exhibit_by_its_name_with_or_without_a_dash(name, capsys):
    assert cli.main(["reproduce", name]) == 0
    assert capsys.readouterr().out.startswith(EXHIBITS[name].title)
