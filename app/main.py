"""The composition root of the window: it shows first, then everything behind it is opened.

Before the first paint only Qt, the window's own modules and the settings are imported. The centre,
the store and the agents' libraries follow in a thread, while Qt already answers.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import assets
from app.errors import BadInput, BadProfile, DeskError
from app.profile import crash_trace
from app.profile.folder import Profile
from app.profile.settings import Settings, save_window
from app.system import display, start

if TYPE_CHECKING:
    import asyncio

    from PySide6.QtWidgets import QApplication

    from app.composition import Opened
    from gui.balance_gui import BalanceGUI
    from gui.look.preferences import Preferences
    from gui.platform.single_instance import Instance

SAMPLE_LINES = {
    "ko": ("승률 알려줘", "테란", "저그는?", "이전 분석들을 종합해줘"),
    "en": ("tell me the win rate", "Terran", "and Zerg?", "summarise the previous analyses"),
    "es": ("dime la tasa de victorias", "Terran", "¿y Zerg?", "resume los análisis anteriores"),
}

_ICON = Path(assets.__file__).parent / "desktop" / "org.balance_desk.BalanceDesk.svg"
_TRACE = "BALANCE_DESK_TRACE_START"
REST_SECONDS = 0.3
"""How long all has to be quiet after an answer until what is not used is handed back."""

_REST = (
    "gui.platform.event_loop",
    "gui.window.presenter",
    "app.composition",
    "app.conversations.store.repair",
    "app.stream_log.journal",
)
_AGENTS = ("transport.connect", "agents.hosting.host", "agents.registry")


def gui(settings: Settings, *, link: str = "") -> int:
    """Show the window until it is closed; return the exit code.

    Without a display the sample conversation is carried in the terminal. A second start on the
    same profile raises the first window, gives it the address `link` to open, and ends. Raises
    `BadProfile`, which it has shown.
    """
    if not display.available():
        return _without_display(settings)
    display.prepare_input_method()
    profile = Profile(settings.profile)
    application = new_application()
    try:
        profile.prepare()
    except BadProfile as error:
        _show_failure(application, settings, error)
        raise
    instance = None
    if not profile.try_lock():
        # Somebody has the profile: another window, which is raised, or a command line.
        instance = _claim(profile, link)
        if instance is None:
            return 0
    from gui.balance_gui import BalanceGUI

    window = BalanceGUI(preferences=_preferences(settings), furnished=False)
    window.show()
    application.processEvents()
    _trace("first_paint")
    window.furnish()
    application.processEvents()
    _trace("furnished")
    instance = instance or _claim(profile, link)
    if instance is None:
        return 0
    instance.raiseRequested.connect(window.come_forward)
    instance.linkRequested.connect(window.open_link)
    if link:
        window.open_link(link)
    import_while_alive(_REST)
    from gui.platform.event_loop import run

    def mistaken(where: str, error: BaseException | None) -> None:
        report_mistake(where, error)
        if error is not None:
            window.show_mistake(error)

    trace = crash_trace.found(profile)
    try:
        with crash_trace.listening(profile):
            living = _live(settings, profile, window, trace)
            return run(living, app=application, on_error=mistaken)
    finally:
        instance.release()


def new_application() -> "QApplication":
    """Return the Qt application, introduced by name to the desktop."""
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from gui.platform.feature_switch import leave_sources_unread

    leave_sources_unread()
    start.share_heap()
    application = QApplication(sys.argv[:1])
    application.setApplicationName("balance-desk")
    application.setApplicationDisplayName("Balance Desk")
    application.setOrganizationDomain("balance-desk.org")
    application.setQuitOnLastWindowClosed(False)
    application.setDesktopFileName("org.balance_desk.BalanceDesk")
    if sys.platform == "win32":
        import ctypes

        # Or the taskbar counts the window as one of Python's.
        identify = ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID
        identify("org.balance_desk.BalanceDesk")
    application.setWindowIcon(QIcon(str(_ICON)))
    return application


def import_while_alive(names: tuple[str, ...]) -> None:
    """Import modules in a thread while Qt goes on; no coroutine runs yet, so its loop may.

    An error of the import is raised here.
    """
    from threading import Thread

    from PySide6.QtCore import QEventLoop, QObject, Qt, Signal

    class Told(QObject):
        done = Signal()

    told, waiting, errors = Told(), QEventLoop(), list[BaseException]()
    told.done.connect(waiting.quit, Qt.ConnectionType.QueuedConnection)

    def load() -> None:
        try:
            for name in names:
                import_module(name)
        except BaseException as error:
            errors.append(error)
        told.done.emit()

    thread = Thread(target=load, name="imports")
    thread.start()
    waiting.exec()
    thread.join()
    if errors:
        raise errors[0]


def report_mistake(where: str, error: BaseException | None) -> None:
    """Log what nobody awaited: a mistake of ours, with its traceback."""
    import logging

    logging.getLogger(__name__).error("%s", where, exc_info=error)


async def _live(settings: Settings, profile: Profile, window: "BalanceGUI", trace: str) -> int:
    import asyncio

    from app.composition import open_desk

    try:
        async with open_desk(settings, profile=profile, searchable=True) as opened:
            await window.attach(
                opened.desk,
                _notices(opened),
                recovering=opened.owner,
                on_open_data=opened.open_data,
                on_gather_data=opened.gather_data,
                search=opened.search,
                records=opened.records,
                adding=opened.adding,
                frames=opened.frames,
                signing=opened.signing,
                syncing=opened.syncing,
                models=opened.models,
                remembering=opened.remembering,
            )
            if trace:
                window.show_bad_end(trace)
            warming = asyncio.create_task(_warm(opened), name="warm-up")
            resting = asyncio.create_task(_rest(opened, warming), name="rest")
            try:
                await window.closed()
            finally:
                warming.cancel()
                resting.cancel()
        return 0
    except DeskError as error:
        sys.stderr.write(f"balance-desk: {error}\n")
        window.fail(error)
        await window.closed()
        return 2 if isinstance(error, BadInput) else 1


def _notices(opened: "Opened") -> list[Any]:
    from gui.notices.bar import SalvageNotice, Updated

    notices: list[Any] = [*opened.doubts]
    if opened.earlier_copy is not None:
        notices.append(Updated(copy=str(opened.earlier_copy)))
    if opened.damaged_copy is not None:
        notices.append(
            SalvageNotice(copy=str(opened.damaged_copy), conversations=opened.salvaged[0])
        )
    return notices


async def _warm(opened: "Opened") -> None:
    """Open the default agent before it is asked, so that the first answer does not wait for it."""
    import asyncio

    for name in _AGENTS:
        await asyncio.to_thread(import_module, name)
    # Why an agent is not ready is told when it is asked.
    with suppress(DeskError):
        await opened.desk.agents.link(opened.desk.default_agent)
    start.settle()


async def _rest(opened: "Opened", warming: "asyncio.Task[None]") -> None:
    """Hand back what is not used, once all is warm and after each answer, when all is quiet."""
    import asyncio

    from app.domain.conversations import AnswerEntry

    now = asyncio.get_running_loop().time
    due, heard = asyncio.Event(), now()

    def hear(said: object) -> None:
        nonlocal heard
        heard = now()
        if said is warming or (isinstance(said, AnswerEntry) and said.answer.settled):
            due.set()
        elif isinstance(said, AnswerEntry):
            due.clear()  # it would only need all of it again

    unwatch = opened.desk.watch(hear)
    warming.add_done_callback(hear)
    try:
        while True:
            await due.wait()
            if (left := heard + REST_SECONDS - now()) > 0:
                await asyncio.sleep(left)
            else:
                due.clear()
                await asyncio.to_thread(start.hand_back)
    finally:
        unwatch()


def _without_display(settings: Settings) -> int:
    from app.commands.chat import sample
    from app.system.installation import called_as
    from app.terminal.phrases import TerminalText, spoken

    words = TerminalText(settings.language)
    sys.stdout.write(words.phrase("no_display") + "\n\n")
    code = sample(settings, SAMPLE_LINES[spoken(settings.language)])
    sys.stdout.write(words.phrase("see_demo", command=called_as(sys.argv[0])) + "\n")
    return code


def _preferences(settings: Settings) -> "Preferences":
    from gui.look.preferences import Preferences

    def keep(chosen: Preferences) -> None:
        save_window(
            settings.profile,
            language=chosen.language,
            theme=chosen.theme,
            send_key=chosen.send_key,
            font_scale=chosen.font_scale,
            last_conversation=chosen.last_conversation,
            geometry=chosen.geometry,
            sidebar_width=chosen.sidebar_width,
            sidebar_hidden=chosen.sidebar_hidden,
            recent_data=list(chosen.recent_data),
            motion=chosen.motion,
            tour_seen=not chosen.tour_due,
            shortcuts=dict(chosen.shortcuts),
            folder=chosen.folder,
        )

    return Preferences(
        language=settings.language,  # type: ignore[arg-type]
        theme=settings.theme,  # type: ignore[arg-type]
        send_key=settings.send_key,  # type: ignore[arg-type]
        font_scale=settings.font_scale,
        last_conversation=settings.context or settings.last_conversation,
        geometry=settings.geometry,
        sidebar_width=settings.sidebar_width,
        sidebar_hidden=settings.sidebar_hidden,
        recent_data=settings.recent_data,
        motion=settings.motion,  # type: ignore[arg-type]
        tour_due=not settings.tour_seen,
        shortcuts=settings.shortcuts,
        folder=settings.folder,
        on_save=keep,
    )


def _trace(event: str) -> None:
    """Tell a benchmark that wants to know how far the window is, and what was imported for it."""
    if not os.environ.get(_TRACE):
        return
    import json

    sys.stdout.write(json.dumps({"event": event, "modules": sorted(sys.modules)}) + "\n")
    sys.stdout.flush()


def _show_failure(application: "QApplication", settings: Settings, error: BadProfile) -> None:
    """Say in a window why there is nothing to show, until it is closed."""
    from gui.balance_gui import BalanceGUI
    from gui.look.preferences import Preferences
    from gui.platform.event_loop import run

    window = BalanceGUI(
        preferences=Preferences(
            language=settings.language,  # type: ignore[arg-type]
            theme=settings.theme,  # type: ignore[arg-type]
        )
    )
    window.show()
    window.fail(error)
    run(window.closed(), app=application, on_error=report_mistake)


def _claim(profile: Profile, link: str) -> "Instance | None":
    """Become the profile's window; None when another one is, which then comes forward."""
    from gui.platform.single_instance import Instance

    instance = Instance()
    if instance.claim(profile.folder, link):
        return instance
    sys.stderr.write("Balance Desk is already open on this profile; its window was raised.\n")
    return None
