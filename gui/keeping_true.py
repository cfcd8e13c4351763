"""Joins the desk's asking of its agents with the window: sleep, network, silent agents."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QNetworkInformation

from app.domain.answers import Answer
from app.live_truth import LiveTruth, News
from app.recovery import Recovery
from gui.agent_names import agent_label
from gui.live_sign import LiveSign
from gui.marks import Marks
from gui.opening_notices import show_recovered
from gui.panes import Panes

Reachability = QNetworkInformation.Reachability


class KeepingTrue(QObject):
    """Owns the sign of what is offline; agents are asked anew when the network is back."""

    def __init__(
        self,
        live: LiveTruth,
        *,
        panes: Panes,
        marks: Marks,
        show_answer: Callable[[Answer], None],
        tells: bool = True,
    ) -> None:
        """`tells` says whether this window tells what ended meanwhile: one of several does."""
        super().__init__(panes.splitter)
        self._live = live
        self._panes = panes
        self._marks = marks
        self._show_answer = show_answer
        self._tells = tells
        self._network = True
        self._sign = LiveSign()
        self._sign.tryNow.connect(lambda: live.ask(anew=True))
        panes.add_bar(self._sign)
        self.stop = live.watch(self._take)
        information = (
            QNetworkInformation.instance() if QNetworkInformation.loadDefaultBackend() else None
        )
        if information is not None:
            self._network = information.reachability() != Reachability.Disconnected
            information.reachabilityChanged.connect(self.network_changed)
        self._show()

    def network_changed(self, reachability: Reachability) -> None:
        """Take in that the network went or came; agents are asked anew when it is back."""
        there = reachability != Reachability.Disconnected
        if there and not self._network:
            self._live.ask(anew=True, away=True)
        self._network = there
        self._show()

    def found_at_start(self, recovery: Recovery) -> None:
        """Go on asking for what could not be asked when the profile was opened."""
        if recovery.unreachable:
            self._live.ask()

    def _take(self, news: News) -> None:
        found = news.found
        self._marks.load_running(found.running)
        self._panes.list_model.refresh()
        told = found._replace(
            running=(), unreachable=(), waiting=found.waiting if news.away else ()
        )
        if self._tells:
            show_recovered(self._panes.notices, told, self._show_answer, self._marks)
        self._show()

    def _show(self) -> None:
        silent = sorted(agent_label(agent) for agent in self._live.silent)
        self._sign.show_state(network=self._network, silent=silent)
