"""`docs/architecture.md` draws the rooms that there are, and all of them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = ("app", "gui", "transport", "agents")
WHOLE = ("app/conversations/database/",)  # whose inner rooms have no line


def tree() -> list[str]:
    """The paths that the tree of the architecture draws."""
    block = re.search(r"^```\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert block is not None
    paths: list[str] = []
    above: list[tuple[int, str]] = []
    for line in block[1].splitlines():
        name = line.split()[0]
        indent = len(line) - len(line.lstrip())
        while above and above[-1][0] >= indent:
            above.pop()
        paths.append("".join(folder for _, folder in above) + name)
        above.append((indent, name))
    return paths


def test_the_tree_draws_what_is_there() -> None:
    assert [path for path in tree() if not (ROOT / path).exists()] == []


def test_every_room_has_its_line_in_the_tree() -> None:
    rooms = {
        f"{file.parent.relative_to(ROOT)}/"
        for package in PACKAGES
        for file in (ROOT / package).rglob("__init__.py")
    }
    asked = {
        room for room in rooms if not any(room != one and room.startswith(one) for one in WHOLE)
    }
    assert sorted(asked - set(tree())) == []


def test_a_message_walks_through_a_dozen_rooms() -> None:
    walk = TEXT.split("## The walk of a message")[1].split("\n## ")[0]
    steps = re.findall(r"^\d+\. `(.+?)`", walk, re.MULTILINE)
    assert 0 < len(steps) <= 12
    assert set(steps) <= set(tree())
