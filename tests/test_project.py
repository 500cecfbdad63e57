"""The files around the code agree with each other and with what the README promises."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from e3lib import cli, figures, study

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def pins():
    lines = (line.split("#")[0].strip() for line in read("constraints.txt").splitlines())
    pairs = (line.split("==") for line in lines if line)
    return {canonicalize_name(name): version for name, version in pairs}


def requirements():
    extras = PROJECT["optional-dependencies"].values()
    groups = [PROJECT["dependencies"], *extras]
    return [r for g in groups for r in map(Requirement, g) if r.name != "e3lib"]


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_every_requirement_has_one_exact_pin_inside_its_range(requirement):
    assert pins()[canonicalize_name(requirement.name)] in requirement.specifier


def test_no_package_is_pinned_twice():
    lines = [x for x in read("constraints.txt").splitlines() if x and not x.startswith("#")]
    assert len(lines) == len(pins())


def test_conda_reads_the_same_pins_and_installs_this_library():
    environment = yaml.safe_load(read("environment.yml"))
    pip = next(d["pip"] for d in environment["dependencies"] if isinstance(d, dict))
    python = next(d for d in environment["dependencies"] if str(d).startswith("python="))
    assert pip == ["-c constraints.txt", "-e .[test,lab]"]
    assert python.split("=")[1] in Requirement(f"python{PROJECT['requires-python']}").specifier


def test_make_and_ci_install_with_the_pins():
    installs = [x for x in read("Makefile").splitlines() if "pip install" in x]
    assert installs
    assert all("-c constraints.txt" in line for line in installs)
    assert "pip install" not in read(".ci/run")


def test_what_the_site_serves_is_pinned_with_a_checksum():
    package, lock = (yaml.safe_load(read(f)) for f in ("package.json", "package-lock.json"))
    wanted = {**package["dependencies"], **package.get("devDependencies", {})}
    for name, version in wanted.items():
        locked = lock["packages"][f"node_modules/{name}"]
        assert (locked["version"], locked["integrity"][:7]) == (version, "sha512-")


def test_the_citation_names_this_version_and_the_paper():
    citation = yaml.safe_load(read("CITATION.cff"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == PROJECT["version"]
    assert {"title", "authors", "message", "date-released", "license"} <= set(citation)
    assert citation["references"][0]["identifiers"][0]["value"] == "arXiv:2607.13034"


def test_the_changelog_opens_with_this_version():
    assert re.search(r"^## (\S+)", read("CHANGELOG.md"), re.M)[1] == PROJECT["version"]


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_a_document_names_only_targets_and_files_that_exist(document):
    text = read(document)
    targets = set(re.findall(r"^([a-z-]+):.*##", read("Makefile"), re.M))
    assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_readme_draws_the_path_of_the_data_as_the_library_does():
    path = (
        "task -> environment -> policies | e3 -> trajectory -> cost -> metrics -> tables | figures"
    )
    assert path in read("README.md")


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("no-such-python", "found none at no-such-python"),
        ("old-python", "found only 3.9.1"),
        ("bare-python", "Python 3.12.0 has no venv module"),
    ],
)
def test_a_machine_without_a_fit_python_gets_one_sentence(tmp_path, python, sentence):
    fake = tmp_path / python
    if python == "old-python":
        fake.write_text('#!/bin/sh\ncase "$2" in *platform*) echo 3.9.1;; *) exit 1;; esac\n')
    elif python == "bare-python":
        fake.write_text('#!/bin/sh\ncase "$2" in *platform*) echo 3.12.0;; *venv*) exit 1;; esac\n')
    if fake.exists():
        fake.chmod(0o755)
    env = {**os.environ, "PYTHON": python, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    run = subprocess.run(
        ["sh", ROOT / ".ci" / "venv"], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert (run.returncode, len(run.stderr.splitlines())) == (1, 1)
    assert sentence in run.stderr


def test_the_session_in_the_readme_is_what_the_command_prints(capsys):
    _, command, rest = re.split(
        r"^\$ e3 (reproduce \S+)\n", read("README.md"), maxsplit=1, flags=re.M
    )
    cli.main(command.split())
    assert capsys.readouterr().out == rest.partition("```")[0]


def test_the_picture_in_the_readme_is_what_the_code_draws():
    drawn = figures.running_cost(study.run_all()).svg
    assert read("book/_static/running-cost.svg") == drawn
