"""The pages name what is there, each path and each link, and a person can read them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").glob("*.md"))
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *DOCS]
TOPS = ("app", "gui", "transport", "agents", "assets", "benchmarks", "docs", "packaging")
TOPS += ("requirements", "scripts", "tests")
WIDEST = 100  # characters of a line that can be broken
LONGEST = {"README.md": 99, "CONTRIBUTING.md": 120}  # lines; other pages:
PAGE = 250


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def named(text: str) -> set[str]:
    """What stands in backticks and begins with one of the project's folders."""
    spans = re.findall(r"`([^`\s]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    return {span for span in spans if "/" in span and span.split("/")[0] in TOPS}


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_exists(page: str) -> None:
    patterns = {one for one in named(read(page)) if "…" not in one}
    assert [one for one in sorted(patterns) if not any(ROOT.glob(one.rstrip("/")))] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read(page))
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_read(page: str) -> None:
    text = read(page)
    assert len(text.splitlines()) <= LONGEST.get(page, PAGE)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL).splitlines()
    wide = [line for line in prose if len(line) > WIDEST and not line.startswith(("|", "!["))]
    assert wide == []


def test_every_page_is_found_from_the_readme() -> None:
    found, new = set(), {"README.md"}
    while new:
        found |= new
        links = {
            (ROOT / page).parent.joinpath(link).resolve()
            for page in new
            for link in re.findall(r"\]\(([^)#:]+\.md)", read(page))
        }
        new = {str(link.relative_to(ROOT)) for link in links} - found
    assert sorted({*PAGES} - found) == []
