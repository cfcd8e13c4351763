"""Pictures inside messages: shown in their place, read beside the window, never fetched."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QThreadPool
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.domain.conversations import RequestEntry
from app.domain.messages import FilePart, TextPart
from app.domain.tasks import Artifact
from gui.blocks.pictures import picture_of, shared_pictures
from gui.chat.model import ChatModel
from gui.chat.view import ChatView
from tests.gui.chat.chat_samples import answer, dialogue, request

RED = QColor("#c02040")


def encoded(width: int, height: int, form: str = "PNG") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(RED)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, form)  # type: ignore[call-overload]
    return bytes(content.data())


def with_file(position: int, file: FilePart) -> RequestEntry:
    entry = request(position, "look")
    parts = (TextPart(text="look"), file)
    return entry.model_copy(update={"message": entry.message.model_copy(update={"parts": parts})})


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[ChatView]:
    made = ChatView()
    qtbot.addWidget(made)
    made.resize(700, 600)
    made.show()
    qtbot.waitExposed(made)
    yield made
    QThreadPool.globalInstance().waitForDone()


def reds(view: ChatView) -> int:
    picture = view.viewport().grab().toImage()
    return sum(
        picture.pixelColor(x, y) == RED
        for x in range(0, picture.width(), 4)
        for y in range(0, picture.height(), 4)
    )


def test_what_a_person_attached_is_shown_and_nothing_moves_when_it_arrives(
    view: ChatView, qtbot: QtBot
) -> None:
    picture = FilePart(name="a.png", media_type="image/png", content=encoded(401, 200))
    view.model().reset(1, [with_file(0, picture)])
    before = view.placed_rows()
    assert before[0].height > 200
    with qtbot.waitSignal(shared_pictures().arrived):
        assert reds(view) == 0
    assert view.placed_rows() == before
    assert reds(view) * 16 == pytest.approx(401 * 200, rel=0.05)


def test_what_an_agent_sent_is_shown_below_its_line(view: ChatView, qtbot: QtBot) -> None:
    file = FilePart(name="plot.jpg", content=encoded(3000, 1500, "JPEG"))
    sent = Artifact(artifact_id="f", name="plot", parts=(file,))
    view.model().reset(1, [answer(0, "Here", artifacts=(sent,))])
    with qtbot.waitSignal(shared_pictures().arrived):
        view.viewport().grab()
    [placed] = view.placed_rows()
    assert 250 < placed.height < 520
    said = view.model().data(view.model().index(0), ChatModel.AccessibleTextRole)
    assert said.endswith("\nplot.jpg")


@pytest.mark.parametrize(
    "file",
    [
        FilePart(name="far.png", media_type="image/png", url="https://example.org/far.png"),
        FilePart(name="a.svg", media_type="image/svg+xml", content=b"<svg width='9' height='9'/>"),
        FilePart(name="a.png", media_type="image/png", content=b"not a picture"),
        FilePart(name="a.png", media_type="image/png", content=b""),
    ],
)
def test_what_is_elsewhere_or_no_picture_stays_a_line(view: ChatView, file: FilePart) -> None:
    assert picture_of(file) is None
    view.model().reset(1, [with_file(0, file)])
    view.viewport().grab()
    assert view.placed_rows()[0].height < 120


def test_a_picture_that_claims_to_be_huge_is_not_read() -> None:
    head = bytearray(encoded(8, 8, "BMP"))
    head[18:26] = (60_000).to_bytes(4, "little") * 2
    assert picture_of(FilePart(name="a.bmp", content=bytes(head))) is None


def test_a_damaged_picture_keeps_its_place_and_says_so(view: ChatView, qtbot: QtBot) -> None:
    whole = encoded(400, 200)
    cut = whole[: len(whole) // 2]
    view.model().reset(1, [with_file(0, FilePart(name="a.png", content=cut))])
    with qtbot.waitSignal(shared_pictures().arrived):
        view.viewport().grab()
    frame = view.placed_rows()
    assert frame[0].height > 200
    assert reds(view) == 0


def test_a_picture_above_does_not_move_what_is_read(view: ChatView, qtbot: QtBot) -> None:
    rows = dialogue(40)
    rows[4] = with_file(4, FilePart(name="a.png", content=encoded(500, 300)))
    view.model().reset(40, rows)
    view.scroll_to(4)
    view.scroll_by(250)
    before = view.placed_rows()
    with qtbot.waitSignal(shared_pictures().arrived):
        view.viewport().grab()
    assert view.placed_rows() == before
