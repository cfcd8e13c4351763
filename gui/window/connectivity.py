"""What is offline is said over the composer; agents are asked anew when it is back."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtNetwork import QNetworkInformation
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.desk.desk import Desk
from app.desk.reconciliation import LiveTruth, News
from app.desk.recovery import Recovery
from app.domain.answers import Answer
from gui.look.icons import icon_side, pixmap
from gui.notices.opening import show_recovered
from gui.sidebar.marks import Marks
from gui.texts.names import agent_label
from gui.widgets.buttons import Button
from gui.widgets.object_names import named
from gui.widgets.surfaces import Surface, theme_of
from gui.window.silence import Quiet
from gui.workspace.open_conversation import OpenConversation
from gui.workspace.panes import Panes

_LOOKS = (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange)


class LiveSign(Surface):
    """Owns what is said; hidden while all is well. `tryNow` asks for another try, `stopped` for
    the end of the answers of which nothing was heard.
    """

    tryNow = Signal()
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("waiting", parent)
        named(self, "liveSign")
        self._network = True
        self._silent: Sequence[str] = ()
        self._quiet: Sequence[str] = ()
        self._stops = False
        self._icon = QLabel()
        self._label = named(QLabel(), "liveText")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._again = named(Button("plain", icon="retry"), "liveTryNow")
        self._again.clicked.connect(self.tryNow)
        self._stop = named(Button("plain", icon="stop"), "liveStop")
        self._stop.clicked.connect(self.stopped)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self._label, 1)
        row.addWidget(self._again)
        row.addWidget(self._stop)
        self._fill()

    @property
    def text(self) -> str:
        """What is said; empty while all is well."""
        return self._label.text()

    def show_state(
        self,
        *,
        network: bool,
        silent: Sequence[str],
        quiet: Sequence[str] = (),
        stops: bool = False,
    ) -> None:
        """Say whether there is a network, and which agents (by their labels) do not reply.

        Of `quiet` ones, which answer in the open conversation, nothing has been heard for a while;
        `stops` says whether that can be ended from here.
        """
        self._network, self._silent = network, silent
        self._quiet, self._stops = quiet, stops
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        if event.type() in _LOOKS:
            self._fill()

    def _fill(self) -> None:
        self._label.setText(self._words())
        self.setAccessibleName(self._label.text())
        self._again.setText(self.tr("Try now"))
        self._again.setVisible(bool(self._silent))
        self._stop.setText(self.tr("Stop"))
        self._stop.setAccessibleName(self.tr("Stop what is not heard of"))
        self._stop.setVisible(self._stops)
        ratio = self.devicePixelRatioF()
        side = icon_side(self._label.font())
        self._icon.setPixmap(pixmap("lost", theme_of(self).waiting, side, ratio))
        self.setVisible(bool(self._label.text()))

    def _words(self) -> str:
        said = []
        if not self._network:
            said.append(
                self.tr("No network: what you write is kept, and agents on this machine answer.")
            )
        if self._silent:
            words = self.tr("Offline: {agents}. What is open there is asked for again by itself.")
            said.append(words.replace("{agents}", ", ".join(self._silent)))
        if self._quiet:
            words = self.tr("Nothing was heard of {agents} for a minute. It may still be working.")
            said.append(words.replace("{agents}", ", ".join(self._quiet)))
        return " ".join(said)


Reachability = QNetworkInformation.Reachability


class Connectivity(QObject):
    """Owns the sign of what is offline; agents are asked anew when the network is back."""

    def __init__(
        self,
        live: LiveTruth,
        desk: Desk,
        *,
        panes: Panes,
        marks: Marks,
        conversation: OpenConversation,
        stop: Callable[[Collection[str]], None],
        show_answer: Callable[[Answer], None],
        tells: bool = True,
    ) -> None:
        """`stop` ends answers of the open conversation by their turns. `tells` says whether this
        window tells what ended meanwhile: one of several does.
        """
        super().__init__(panes.splitter)
        self.quiet = Quiet(self._show, parent=self)
        self._live = live
        self._panes = panes
        self._marks = marks
        self._conversation = conversation
        self._show_answer = show_answer
        self._tells = tells
        self._network = True
        self._sign = LiveSign()
        self._sign.tryNow.connect(lambda: live.ask(anew=True))
        self._sign.stopped.connect(lambda: stop([one.turn_id for one in self._quiet_here()]))
        conversation.shownChanged.connect(self._show)
        panes.add_sign(self._sign)
        self._unwatch = live.watch(self._take), desk.watch(self.quiet.take)
        information = (
            QNetworkInformation.instance() if QNetworkInformation.loadDefaultBackend() else None
        )
        if information is not None:
            self._network = information.reachability() != Reachability.Disconnected
            information.reachabilityChanged.connect(self.network_changed)
        self._show()

    def stop(self) -> None:
        """Hear nothing more."""
        for unwatch in self._unwatch:
            unwatch()

    def network_changed(self, reachability: Reachability) -> None:
        """Take in that the network went or came; agents are asked anew when it is back."""
        there = reachability != Reachability.Disconnected
        if there and not self._network:
            self._live.ask(anew=True, away=True)
        self._network = there
        self._show()

    def found_at_start(self, recovery: Recovery) -> None:
        """Tell what became of what an earlier run left open; go on asking for the rest."""
        self._marks.load_ended((*recovery.interrupted, *recovery.unconfirmed, *recovery.finished))
        self._tell(recovery, recovery)
        if recovery.unreachable:
            self._live.ask()

    def _take(self, news: News) -> None:
        found = news.found
        waiting = found.waiting if news.away else ()
        self._tell(found, found._replace(running=(), unreachable=(), waiting=waiting))
        self._show()

    def _tell(self, found: Recovery, told: Recovery) -> None:
        self._marks.load_running(found.running)
        self._panes.list_model.refresh()
        if self._tells:
            show_recovered(self._panes.notices, told, self._show_answer, self._marks)

    def _quiet_here(self) -> list[Answer]:
        """Return the answers of the open conversation of which nothing is heard."""
        here = self._conversation.context_id
        return [
            one
            for one in self.quiet.answers
            if one.context_id == here and one.agent not in self._live.silent
        ]

    def _show(self) -> None:
        silent = sorted(agent_label(agent) for agent in self._live.silent)
        found = self._quiet_here()
        quiet = sorted({agent_label(one.agent) for one in found})
        session = self._conversation.session
        running = {turn.turn_id for turn in session.running} if session is not None else set()
        stops = any(one.turn_id in running for one in found)
        self._sign.show_state(network=self._network, silent=silent, quiet=quiet, stops=stops)
