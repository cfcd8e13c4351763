"""Keys and commands: what may be chosen, and that no two commands ever share keys."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QKeySequence

from gui.actions.commands import MENUS, Command, Menu
from gui.actions.shortcuts import after_choice, assigned, read, refusal, written

Own = dict[str, list[QKeySequence]]


def commands(menu: Menu) -> list[Command]:
    found: list[Command] = []
    for item in menu.items:
        if isinstance(item, Command):
            found.append(item)
        elif isinstance(item, Menu):
            found += commands(item)
    return found


@pytest.fixture(scope="module")
def own(qapp: Any) -> Own:
    """The keys that the commands come with; Qt knows the standard ones with an application only."""
    return {
        command.name: [QKeySequence(key) for key in command.keys]
        for menu in MENUS
        for command in commands(menu)
    }


NAMES = sorted(command.name for menu in MENUS for command in commands(menu))
KEYS = ["", "Ctrl+K", "Ctrl+N", "F5", "Ctrl+Shift+9", "Alt+Up", "Ctrl++", "Esc"]


def test_the_keys_that_commands_come_with_are_their_own(own: Own) -> None:
    every = [written(keys) for of in own.values() for keys in of]
    assert len(every) == len(set(every))
    refused = {written(keys) for of in own.values() for keys in of if refusal(keys)}
    assert refused == {"Esc", "Ctrl+X", "Ctrl+V"}, "these are nobody else's"


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(KEYS)), max_size=12))
def test_however_much_is_chosen_no_keys_give_two_commands(
    own: Own, steps: list[tuple[str, str]]
) -> None:
    chosen: dict[str, str] = {}
    for name, keys in steps:
        chosen = after_choice(own, chosen, name, QKeySequence(keys))
        held = assigned(own, chosen)
        every = [written(one) for of in held.values() for one in of]
        assert len(every) == len(set(every))
        if keys != "Esc":
            assert [written(one) for one in held[name]][:1] == ([keys] if keys else [])


def test_what_is_chosen_is_taken_from_whoever_had_it(own: Own) -> None:
    chosen = after_choice(own, {}, "actionExport", QKeySequence("Ctrl+K"))
    held = assigned(own, chosen)
    assert held["actionSwitch"] == []
    again = after_choice(own, chosen, "actionImport", QKeySequence("Ctrl+K"))
    assert again == {"actionExport": "", "actionImport": "Ctrl+K"}
    assert assigned(own, again)["actionExport"] == []


def test_own_keys_chosen_again_are_no_choice(own: Own) -> None:
    chosen = after_choice(own, {}, "actionZoomIn", QKeySequence("F9"))
    assert assigned(own, chosen)["actionZoomIn"] == [QKeySequence("F9")]
    chosen = after_choice(own, chosen, "actionZoomIn", QKeySequence("Ctrl++"))
    assert chosen == {}
    assert len(assigned(own, chosen)["actionZoomIn"]) == 2


@pytest.mark.parametrize("text", ["a", "Foo+!", "Ctrl+K, Ctrl+J", "Shift+A", "Alt+F", "Ctrl+V"])
def test_a_settings_file_with_keys_that_cannot_be_changes_nothing(own: Own, text: str) -> None:
    assert read(text) is None
    assert assigned(own, {"actionExport": text}) == assigned(own, {})


def test_commands_that_are_not_known_and_keys_given_twice_do_no_harm(own: Own) -> None:
    chosen = {"actionOfAnotherVersion": "F7", "actionExport": "F8", "actionImport": "F8"}
    held = assigned(own, chosen)
    given_to = [name for name, keys in held.items() if QKeySequence("F8") in keys]
    assert given_to == ["actionExport"]


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ("A", "writing"),
        ("Shift+Down", "writing"),
        ("Del", "writing"),
        ("Alt+F", "menus"),
        ("Ctrl+Return", "fields"),
        ("F5", ""),
        ("Ctrl+Shift+9", ""),
        ("Alt+Up", ""),
        ("", ""),
    ],
)
def test_which_keys_cannot_give_a_command(keys: str, why: str) -> None:
    assert refusal(QKeySequence(keys)) == why
