"""The command `e3`, as a person types it."""

import subprocess
import sys

import pytest

from e3lib import cli


def test_reproduce_prints_the_main_table_and_a_summary(capsys):
    assert cli.main(["reproduce", "main"]) == 0
    out = capsys.readouterr().out
    assert "main.e3.cost" in out
    assert out.rstrip().splitlines()[-1] == "40 numbers: 40 exact"


def test_columns_are_aligned(capsys):
    cli.main(["reproduce", "gmail"])
    lines = capsys.readouterr().out.splitlines()
    verdict = lines[1].index("Verdict")
    assert {line[verdict:] for line in lines[3:-2]} == {"exact"}


def test_an_unknown_id_is_one_sentence_and_status_two(capsys):
    assert cli.main(["reproduce", "mian"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("e3: no published number has an id that starts with 'mian'")


def test_an_exhibit_is_shown_with_its_published_numbers(capsys):
    assert cli.main(["reproduce", "figure-3"]) == 0
    out = capsys.readouterr().out
    assert "Figure 3: redundancy by level" in out
    assert "level.mcf.L1.acrr" in out


def test_every_exhibit_is_listed_by_name(capsys):
    assert cli.main(["reproduce", "--list"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert {"table-main", "figure-1", "figure-5b"} <= set(names)


def test_an_exhibit_is_saved_as_svg_and_csv(tmp_path, capsys):
    assert cli.main(["reproduce", "figure-3", "--save", str(tmp_path / "new")]) == 0
    written = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert written == ["figure-3-published.csv", "figure-3.svg"]
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize("name", ["figure3", "fig-3", "table-mian"])
def test_an_unknown_exhibit_is_one_sentence_that_names_the_nearest(name, capsys):
    assert cli.main(["reproduce", name]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"e3: there is no exhibit {name!r}; there is ")
    assert "figure-3" in line or "table-main" in line


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    assert cli.main(["reproduce", "figure-3", "--save", str(tmp_path / "file" / "x")]) == 2
    assert capsys.readouterr().err.startswith("e3: cannot write to ")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_number_that_is_off_without_a_reason_fails_the_command(monkeypatch, capsys):
    monkeypatch.setattr("e3lib.reproduce.REASONS", {})
    assert cli.main(["reproduce", "powerflow"]) == 1


def test_no_command_is_a_usage_message_not_a_traceback(capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main([])
    assert stop.value.code == 2
    assert "usage: e3" in capsys.readouterr().err


def test_a_closed_pipe_is_no_error():
    script = "import sys; from e3lib.cli import main; sys.exit(main(['reproduce', 'main']))"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
