from PySide6.QtCore import QModelIndex

from app.domain.tasks import TaskState
from gui.chat.model import PAGE, ChatModel
from tests.gui.chat.chat_samples import answer, dialogue, request


def asked(model: ChatModel) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    model.rowsNeeded.connect(lambda start, stop: found.append((start, stop)))
    return found


def test_roles_give_text_state_and_what_is_read_aloud(qapp: object) -> None:
    model = ChatModel()
    model.reset(2, [request(0, "승률?", "a.csv"), answer(1, "**58 %**", state=TaskState.WORKING)])
    first, second = model.index(0), model.index(1)
    assert model.data(first, ChatModel.PlainTextRole) == "승률?\na.csv"
    assert model.data(first, ChatModel.TaskStateRole) == ""
    assert model.data(second, ChatModel.PlainTextRole) == "**58 %**"
    assert model.data(second, ChatModel.TaskStateRole) == "working"
    assert model.data(second, ChatModel.EntryRole).answer.turn_id == "turn1"
    assert "Working" in model.data(second, ChatModel.AccessibleTextRole)
    assert model.data(QModelIndex(), ChatModel.PlainTextRole) is None


def test_why_an_answer_failed_is_read_aloud_after_its_pieces(qapp: object) -> None:
    model = ChatModel()
    failed = answer(0, "one two", state=TaskState.FAILED)
    known = failed.answer.model_copy(update={"reason": "agent_unreachable", "status_text": "X."})
    model.reset(2, [failed, failed.model_copy(update={"position": 1, "answer": known})])
    unsaid, said = (model.data(model.index(n), ChatModel.AccessibleTextRole) for n in (0, 1))
    assert unsaid.endswith("one two\nThe agent gave no reason.")
    assert "one two\nThe agent cannot be reached." in said


def test_missing_rows_are_asked_for_once_in_whole_pages(qapp: object) -> None:
    model = ChatModel()
    found = asked(model)
    model.reset(1000, dialogue(1000)[960:])
    model.need(900, 1000)
    model.need(900, 1000)
    assert found == [(896 - 896 % PAGE, 960)]
    model.need(600, 602)
    assert found[1:] == [(600 // PAGE * PAGE, 600 // PAGE * PAGE + PAGE)]


def test_supplied_rows_do_not_undo_newer_ones(qapp: object) -> None:
    model = ChatModel()
    model.reset(2)
    model.replace(answer(1, "new"))
    model.supply([request(0, "q"), answer(1, "old")])
    texts = [model.data(model.index(row), ChatModel.PlainTextRole) for row in (0, 1)]
    assert texts == ["q", "new"]


def test_rows_far_away_are_dropped_and_asked_for_again(qapp: object) -> None:
    model, rows = ChatModel(), dialogue(4000)
    model.rowsNeeded.connect(lambda start, stop: model.supply(rows[start:stop]))
    model.reset(4000, rows[3990:])
    for start in range(0, 4000, 100):
        model.need(start, start + 100)
        assert model.entry(start) is not None
    kept = sum(model.entry(row) is not None for row in range(4000))
    assert kept <= 1000
    assert model.entry(0) is None
    assert model.missing(range(3)) == [0, 1, 2]


def test_appending_and_replacing_agree_on_the_end(qapp: object) -> None:
    model = ChatModel()
    model.append(request(0, "a"))
    model.append(request(0, "b"))
    model.replace(answer(1, "c"))
    assert model.rowCount() == 2
    assert model.data(model.index(0), ChatModel.PlainTextRole) == "b"
