"""Every dependency is explained, and nothing is explained that is not one."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent.parent


def declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    texts = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for group in project["dependency-groups"].values():
        texts += group
    return {str(canonicalize_name(Requirement(text).name)) for text in texts}


def explained():
    """The names in the first column of the tables, in backticks; one row may name several."""
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {str(canonicalize_name(name)) for cell in cells for name in re.findall("`(.+?)`", cell)}


def test_every_dependency_is_explained_and_no_other():
    assert explained() == declared()


def test_the_version_that_is_told_is_the_locked_one():
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    locks = [ROOT / "requirements" / f"{kind}.txt" for kind in ("bundle", "dev")]
    lines = "\n".join(lock.read_text(encoding="utf-8") for lock in locks)
    locked = dict(re.findall(r"^(\S+)==(\S+)", lines, re.M))
    for name, version in re.findall(r"^\| `([^`]+)` \| ([^ |]+) \|", text, re.MULTILINE):
        assert locked[str(canonicalize_name(name))] == version, name


def test_the_setup_copies_agree():
    """What the build itself needs is asked for in two places."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["build-system"]["requires"] == project["dependency-groups"]["build"]
