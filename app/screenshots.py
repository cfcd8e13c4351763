"""Pictures of the real window, driven through a conversation: a demonstration, and every state."""

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import BadInput, DeskError
from app.main import SAMPLE_LINES, new_application, report_mistake
from app.profile.settings import Settings
from app.system import display

if TYPE_CHECKING:
    from gui.balance_gui import BalanceGUI


def demo(out: Path, *, language: str | None) -> int:
    """Drive the real window through a conversation and write pictures of it; return 0.

    Without a display it is drawn without one. Nothing of any profile is read or changed. Raises
    `BadInput` when the pictures cannot be written.
    """
    if not display.available():
        _draw_without_display()
    from gui.demo.talk import use_sharp_pixels

    use_sharp_pixels()
    application = new_application()
    from gui.balance_gui import BalanceGUI
    from gui.look.preferences import Preferences
    from gui.platform.event_loop import run

    window = BalanceGUI(preferences=Preferences(language="en", theme="light"))
    window.show()
    spoken = language if language in SAMPLE_LINES else "en"
    return run(_demonstrate(window, out, spoken), app=application, on_error=report_mistake)


def sheets(out: Path) -> int:
    """Draw the main states of the window, one sheet for each language and theme; return 0.

    Drawn without a display. Raises as `demo` does.
    """
    _draw_without_display()
    from gui.demo.talk import use_sharp_pixels

    use_sharp_pixels()
    application = new_application()
    from gui.platform.event_loop import run

    return run(_draw_sheets(out), app=application, on_error=report_mistake)


def _draw_without_display() -> None:
    """Draw on a screen that there is not, and that has room for the window and its dialogs.

    Qt's own of that kind has 800 × 800 pixels, and half as many where each is drawn with two.
    """
    screen = files("assets") / "screen.json"
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen}"


async def _demonstrate(window: "BalanceGUI", out: Path, language: str) -> int:
    from gui.demo.talk import run_demo

    async with _on_a_new_profile(window, out):
        await run_demo(window, out, language=language, told=_tell)
    return 0


async def _draw_sheets(out: Path) -> int:
    from gui.balance_gui import BalanceGUI
    from gui.demo.sheet import run_sheet
    from gui.look.preferences import Preferences

    for language in SAMPLE_LINES:
        for theme in ("light", "dark"):
            preferences = Preferences(language=language, theme=theme)  # type: ignore[arg-type]
            window = BalanceGUI(preferences=preferences)
            window.show()
            path = out / f"{language}-{theme}.png"
            async with _on_a_new_profile(window, out):
                await run_sheet(window, path, language=language)
            _tell(path)
    return 0


@asynccontextmanager
async def _on_a_new_profile(window: "BalanceGUI", out: Path) -> AsyncIterator[None]:
    """Join a window with a desk that nothing is left of; the window is closed after."""
    from tempfile import TemporaryDirectory

    from app.composition import open_desk

    with TemporaryDirectory(prefix="balance-desk-demo-") as folder:
        async with open_desk(Settings(profile=Path(folder)), searchable=True) as opened:
            await window.attach(
                opened.desk, on_open_data=opened.open_data, search=opened.search,
                records=opened.records, adding=opened.adding,
            )  # fmt: skip
            try:
                with _pictures_in(out):
                    yield
            finally:
                window.close()
                await window.closed()


def _tell(picture: Path) -> None:
    sys.stderr.write(f"{picture}\n")


@contextmanager
def _pictures_in(out: Path) -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise DeskError(
            "The window did not show in time what belongs on the next picture. The machine may be"
            " very busy: try again."
        ) from error
    except OSError as error:
        raise BadInput(f"The pictures cannot be written to {out}: {error}.") from error
