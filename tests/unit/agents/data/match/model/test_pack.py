"""The words of games stand in one file: each of its sets is asked for, and made of texts."""

import re
from pathlib import Path

import agents.data.match
from agents.data.match.model.count_names import COUNTS
from agents.data.match.model.pack import form_for, regex_for, sets


def test_each_set_is_asked_for() -> None:
    """By its name in the code, or in a form; its words are such as a pattern can be made of."""
    code = [path.read_text("utf-8") for path in Path(agents.data.match.__path__[0]).rglob("*.py")]
    asked = set(re.findall(r"""["']([a-z_]+)["']""", "".join(code)))
    asked |= {f"{kind}_{what}" for kind in COUNTS for what in ("counted", "words")}
    asked |= set(re.findall(r"\{([a-z_]+)\}", str(sets())))
    assert sets().keys() <= asked
    assert all(isinstance(regex_for(name), str) for name in sets())


def test_a_form_has_the_words_of_the_sets_that_it_names() -> None:
    """What is special in them stands for itself."""
    form = form_for("game_told_by_sides")
    found = form.fullmatch("Ibis vs. Crane")
    assert found is not None
    assert found.groups() == ("Ibis", "Crane")
    assert form.fullmatch("Ibis vsx Crane") is None
