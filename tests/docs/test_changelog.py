"""The changelog tells of this version, and of what the program can do: no lists of phrases."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
LONGEST = 60  # lines of a release


def releases() -> dict[str, str]:
    """The text of each release, by its heading; the newest first."""
    _, *parts = re.split(r"^## (.+)\n", TEXT, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_newest_release_is_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    newest = next(heading for heading in releases() if heading != "Unreleased")
    assert re.fullmatch(re.escape(version) + r" \(\d{4}-\d\d-\d\d\)", newest)


def test_a_release_is_told_on_a_page_and_in_english() -> None:
    for heading, text in releases().items():
        assert len(text.splitlines()) <= LONGEST, heading
        assert not re.search("[가-힣¿¡]", text), heading
