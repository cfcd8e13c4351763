"""Which keys give which command: those it comes with, under those that the person chose."""

from collections.abc import Mapping, Sequence
from typing import Literal

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

Refusal = Literal["", "writing", "menus", "fields"]

_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_ALONE = (
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock,
    Qt.Key.Key_ScrollLock,
    Qt.Key.Key_Hangul,
    Qt.Key.Key_Hangul_Hanja,
    Qt.Key.Key_unknown,
    Qt.Key(0),
)
_OF_FIELDS = (
    QKeyCombination(_CONTROL, Qt.Key.Key_V),
    QKeyCombination(_CONTROL, Qt.Key.Key_X),
    QKeyCombination(_CONTROL, Qt.Key.Key_Backspace),
    QKeyCombination(_CONTROL, Qt.Key.Key_Delete),
    QKeyCombination(_CONTROL, Qt.Key.Key_Return),
    QKeyCombination(_CONTROL, Qt.Key.Key_Enter),
)


def written(keys: QKeySequence) -> str:
    """Return keys as the settings hold them, in Qt's portable words; "" for none."""
    return keys.toString(QKeySequence.SequenceFormat.PortableText)


def shown(keys: Sequence[QKeySequence]) -> str:
    """Return keys as they read on this system's keyboards."""
    return " / ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)


def read(text: str) -> QKeySequence | None:
    """Return the keys of a text in the settings: empty for none, None when it names no keys."""
    keys = QKeySequence.fromString(text, QKeySequence.SequenceFormat.PortableText)
    if not text.strip():
        return keys
    usable = keys.count() == 1 and _combination(keys).key() not in _ALONE
    return keys if usable and not refusal(keys) else None


def pressed(event: QKeyEvent) -> QKeySequence | None:
    """Return the keys that a press means; None while only Ctrl, Shift and their like are held."""
    key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if key in _ALONE:
        return None
    # Shift is no part of what is reached with it alone: Ctrl and + is that on every keyboard.
    text = event.text()
    if (
        held & _SHIFT
        and len(text) == 1
        and text.isprintable()
        and not (text.isalnum() or text == " ")
    ):
        held &= ~_SHIFT
    return QKeySequence(QKeyCombination(held, key))


def refusal(keys: QKeySequence) -> Refusal:
    """Return why keys cannot be a command's: they write, open menus, or belong to text fields."""
    if keys.isEmpty():
        return ""
    combination = _combination(keys)
    key, held = combination.key(), combination.keyboardModifiers()
    if held in (_NONE, _SHIFT) and not Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        return "writing"
    if held in (_ALT, _ALT | _SHIFT) and Qt.Key.Key_A <= key <= Qt.Key.Key_Z:
        return "menus"
    return "fields" if combination in _OF_FIELDS else ""


def assigned(
    own: Mapping[str, Sequence[QKeySequence]], chosen: Mapping[str, str]
) -> dict[str, list[QKeySequence]]:
    """Return the keys of each command: no two share any.

    `own` are those that the commands come with, in their order; `chosen` are the person's, by the
    command's name. What the person chose goes before what a command comes with, and what names no
    keys counts as not chosen.
    """
    taken: set[str] = set()
    found: dict[str, list[QKeySequence]] = {}
    for name in own:
        keys = read(chosen[name]) if name in chosen else None
        if keys is not None:
            found[name] = [] if keys.isEmpty() or written(keys) in taken else [keys]
            taken.update(map(written, found[name]))
    for name, keys_of in own.items():
        if name not in found:
            found[name] = [keys for keys in keys_of if written(keys) not in taken]
    return found


def after_choice(
    own: Mapping[str, Sequence[QKeySequence]],
    chosen: Mapping[str, str],
    name: str,
    keys: QKeySequence,
) -> dict[str, str]:
    """Return the person's choices after one more: whoever else had the keys has them no longer."""
    after = {other: text for other, text in chosen.items() if other != name}
    wanted = written(keys)
    if wanted:
        after = {other: "" if text == wanted else text for other, text in after.items()}
    if wanted != (written(own[name][0]) if own[name] else ""):
        after[name] = wanted
    return after


def _combination(keys: QKeySequence) -> QKeyCombination:
    return keys[0]  # type: ignore[index, no-any-return]
