"""The words of games stand in one file: each set is asked for, and each one asked for is there."""

import re
from pathlib import Path

import agents.data.match
from agents.data.match.model import pack

_ASKED = re.compile(r'(?:_for|entry|_has|_names)\((?:\w+, )?f?"([a-z_{}]+)"')
_KINDS = ("games", "wins", "losses", "draws")


def test_each_set_is_asked_for() -> None:
    """Sets that nothing reads, and words in Hangul outside the file, would be left unseen."""
    code = [path.read_text("utf-8") for path in Path(agents.data.match.__path__[0]).rglob("*.py")]
    asked = {name for text in code for name in _ASKED.findall(text)}
    asked |= {name.replace("{kind}", kind) for name in asked for kind in _KINDS}
    named = {name for name in pack._pack() if any(f'"{name}"' in text for text in code)}
    within = set(re.findall(r"\{([a-z_]+)\}", str(pack._pack())))
    sets = set(pack._pack())
    assert sets == (asked | named | within) & sets
    assert {name for name in asked if "{" not in name} - {f"{k}_words" for k in _KINDS} <= sets


def test_forms_are_made_of_sets() -> None:
    """A form has the words of the sets that it names, and what is special in them stands for itself."""
    found = pack.form_for("game_told_by_sides").fullmatch("Ibis vs. Crane")
    assert found is not None
    assert found.groups() == ("Ibis", "Crane")
    assert pack.form_for("game_told_by_sides").fullmatch("Ibis vsx Crane") is None
