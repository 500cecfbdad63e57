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
