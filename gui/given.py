"""What the program gives a window, beside its desk."""

from typing import TypedDict

from app.offers import (
    AddingAgents,
    ChoosingModel,
    FrameReading,
    LogReading,
    SaidSearch,
    SigningIn,
)
from app.remembering import Remembering
from gui.data_files import OpenData


class Given(TypedDict, total=False):
    """The seams of a window; what is missing is not offered in it.

    `on_open_data` makes a table ready and returns the key of its agent. `search` and `records` are
    those of the desk's log; a desk without one has neither. `adding` adds agents by their address,
    `signing` signs in with them. `frames` reads what went over the wire, for the inspector.
    `models` chooses a language model. `remembering` are the facts that the desk remembers.
    """

    on_open_data: OpenData | None
    search: SaidSearch | None
    records: LogReading | None
    adding: AddingAgents | None
    frames: FrameReading | None
    signing: SigningIn | None
    models: ChoosingModel | None
    remembering: Remembering | None
