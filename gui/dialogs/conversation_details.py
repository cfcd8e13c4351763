"""What a conversation came to, to be read: messages, answers of each agent, time and tokens."""

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.domain.totals import AgentTally, Tally
from gui.look.theme import scroll_bar_css, sized
from gui.texts.messages import duration_words, token_words, usage_phrase
from gui.texts.names import agent_label, moment_words
from gui.widgets.buttons import Button
from gui.widgets.dialog import Dialog
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of
from gui.widgets.two_line_delegate import Line

_WIDTH, _LINES = 420, 28


class ConversationDetails(Dialog):
    """Shows one tally; made anew for each."""

    def __init__(self, title: str, tally: Tally, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "conversationDetails")
        self.setWindowTitle(self.tr("Details of the conversation"))
        locale = QLocale()
        width = max(_WIDTH, _LINES * self.fontMetrics().lineSpacing())
        heading = named(QLabel(title), "detailsTitle")
        heading.setFont(sized(heading.font(), 1.1, bold=True))
        said = named(QLabel(_said(tally, locale)), "detailsText")
        for label in (heading, said):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setFixedWidth(width)
        self.agents = LineList("detailsAgents")
        self.agents.setAccessibleName(self.tr("Answers of each agent"))
        rows = [(share.agent, _line(share, locale)) for share in tally.agents]
        self.agents.show_rows(rows)
        self.agents.setVisible(bool(rows))
        theme = theme_of(self)
        self.agents.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))
        close = named(Button("plain"), "detailsClose")
        close.setText(self.tr("Close"))
        close.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for widget in (heading, said, self.agents):
            layout.addWidget(widget)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


def _said(tally: Tally, locale: QLocale) -> str:
    translate = QCoreApplication.translate
    lines = [
        translate("Details", "Messages of yours: {count}").replace(
            "{count}", locale.toString(tally.messages)
        )
    ]
    for at, words in (
        (tally.begun, translate("Details", "Begun: {when}")),
        (tally.last, translate("Details", "Last said: {when}")),
    ):
        if at is not None:
            lines.append(words.replace("{when}", moment_words(at)))
    lines += [usage_phrase(usage, locale) for usage in tally.usage]
    if not tally.usage:
        lines.append(translate("Details", "No agent here tells what its answers take in tokens."))
    return "\n".join(lines)


def _line(share: AgentTally, locale: QLocale) -> Line:
    translate = QCoreApplication.translate
    facts = [
        translate("Details", "Answers: {count}, done: {done}")
        .replace("{count}", locale.toString(share.answers))
        .replace("{done}", locale.toString(share.done))
    ]
    if share.seconds is not None:
        words = translate("Details", "half of them within {time}")
        facts.append(words.replace("{time}", duration_words(share.seconds, locale)))
    facts += [token_words(usage, locale) for usage in share.usage]
    return Line(agent_label(share.agent), detail=" · ".join(facts), icon="agent")
