"""How messages that wait are shown above the composer: a chip for each, the last takes all back."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from gui.chip_row import Chip

BACK = "back"
"""The key of the chip that takes everything back."""


def queued_chips(waiting: Mapping[str, str]) -> list[Chip]:
    """Return the chips of the texts that wait, by key; the last one takes them all back."""
    if not waiting:
        return []
    translate = QCoreApplication.translate
    deed = translate("Queued", "Send now")
    chips = [
        Chip(key, translate("Queued", "Next: {message}").replace("{message}", text), deed, "send")
        for key, text in waiting.items()
    ]
    back = translate("Queued", "Take back")
    why = translate("Queued", "Put what waits back into the message")
    return [*chips, Chip(BACK, back, why, icon="undo")]
