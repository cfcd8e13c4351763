"""What a person may set about the window."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Language = Literal["auto", "ko", "en", "es"]
ThemeChoice = Literal["system", "light", "dark"]
MotionChoice = Literal["system", "full", "reduced"]
SendKey = Literal["enter", "ctrl_enter"]

ZOOM_STEP = 0.1
SMALLEST, LARGEST = 0.7, 2.0
_SHARED = (
    "language",
    "theme",
    "send_key",
    "font_scale",
    "recent_data",
    "motion",
    "tour_due",
    "shortcuts",
    "folder",
)
RECENT = 8
"""So many recent tables are remembered."""


def _forget(_: "Preferences") -> None:
    """Keep nothing: the preferences of a window without a profile."""


@dataclass
class Preferences:
    """The choices of one window; `on_save` keeps them and is called after every change.

    `font_scale` is a factor on the body size. `geometry` is the window's place, as Qt writes it,
    in base 64; a `sidebar_width` in pixels is one that the person gave it, 0 for none. `tour_due`
    says that the tour was neither finished nor skipped yet. `shortcuts` are the keys that the
    person chose for commands, by their names; replaced, never changed. `folder` is where files were
    opened or saved last.
    """

    language: Language = "auto"
    theme: ThemeChoice = "system"
    send_key: SendKey = "enter"
    font_scale: float = 1.0
    last_conversation: str = ""
    geometry: str = ""
    sidebar_width: int = 0
    sidebar_hidden: bool = False
    recent_data: tuple[str, ...] = ()
    motion: MotionChoice = "system"
    tour_due: bool = False
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    on_save: Callable[["Preferences"], None] = field(default=_forget, repr=False, compare=False)

    def opened_data(self, path: str) -> None:
        """Take in that a table was opened: it is the first of the recent ones now."""
        others = (known for known in self.recent_data if known != path)
        self.recent_data = (path, *others)[:RECENT]

    def copy_to(self, other: "Preferences") -> None:
        """Give another window's choices what all windows share."""
        for name in _SHARED:
            setattr(other, name, getattr(self, name))

    def save(self) -> None:
        """Hand the present choices to whoever keeps them."""
        self.on_save(self)
