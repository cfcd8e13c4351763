"""Context windows: never over budget, in order, pairs whole, and with figures that are true."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.conversations.windows.choice import choose
from app.conversations.windows.token_estimate import estimate_tokens
from app.conversations.windows.window import make_window, to_read
from app.domain.book import BookMessage
from app.domain.contexts import Candidates, ContextRequest, ContextWindow, Summary
from app.domain.memories import Memory
from app.errors import ContextProcessingError

START = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


def said(seq: int, content: str = "hello", role: str = "user", **fields: Any) -> BookMessage:
    return BookMessage.model_validate(
        {
            "id": f"m{seq}",
            "conversation_id": "c1",
            "seq": seq,
            "role": role,
            "content": content,
            "timestamp": START + timedelta(minutes=seq),
            "tokens": 10,
            **fields,
        }
    )


def read(messages: list[BookMessage], **fields: Any) -> Candidates:
    return Candidates.model_validate(
        {
            "messages": tuple(messages),
            "all_read": True,
            "total_messages": messages[-1].seq + 1 if messages else 0,
            "token_total": sum(one.tokens for one in messages),
            "now": START + timedelta(days=1),
            **fields,
        }
    )


def window(candidates: Candidates, **asked: Any) -> ContextWindow:
    return make_window(candidates, ContextRequest.model_validate(asked))


def ids(given: ContextWindow) -> list[str]:
    return [one.id for one in given.messages]


def fact(name: str, text: str, **fields: Any) -> Memory:
    return Memory.model_validate(
        {
            "id": name,
            "tenant_id": "t1",
            "text": text,
            "tokens": estimate_tokens(text),
            "valid_from": START,
            "created_at": START,
            "updated_at": START,
            **fields,
        }
    )


def summed(text: str) -> Summary:
    return Summary(
        conversation_id="c1",
        covers_seq=4,
        text=text,
        tokens=estimate_tokens(text),
        created_at=START,
    )


def test_the_newest_are_given_in_the_order_in_which_they_were_said() -> None:
    found = window(read([said(seq) for seq in range(12)]), message_count=10)
    assert ids(found) == [f"m{seq}" for seq in range(2, 12)]
    assert (found.total_messages, found.included_messages, found.total_tokens) == (12, 10, 100)
    assert found.has_more
    assert found.context_type == "chat_history"


def test_the_budget_holds_and_everything_fits_where_it_can() -> None:
    talk = read([said(seq) for seq in range(5)])
    assert ids(window(talk, max_tokens=39)) == ["m2", "m3", "m4"]
    assert not window(talk, max_tokens=50).has_more
    assert ids(window(talk, max_tokens=0)) == []


def test_an_enormous_message_does_not_empty_the_window() -> None:
    talk = read([said(0), said(1, tokens=9_000), said(2)])
    assert ids(window(talk, max_tokens=100)) == ["m0", "m2"]


def test_system_messages_stay_and_can_be_left_out() -> None:
    talk = read([said(0, role="system"), *(said(seq) for seq in range(1, 9))])
    assert ids(window(talk, message_count=3)) == ["m0", "m7", "m8"]
    without = window(talk, message_count=3, include_system_messages=False)
    assert ids(without) == ["m6", "m7", "m8"]


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("그럼 저그의 승률은요?", "저그 승률은 52.3 %입니다."),
        ("And what about the Zerg win rate?", "The Zerg win rate is 52.3 %."),
        ("¿Y la tasa de victorias de los Zerg?", "La tasa de victorias de Zerg es del 52,3 %."),
    ],
)
def test_relevance_brings_back_what_was_said_long_ago(question: str, about: str) -> None:
    talk = [said(0, about, role="assistant"), *(said(seq, "ㅋㅋ ok") for seq in range(1, 30))]
    pool = read([*talk, said(30, question)])
    assert "m0" in ids(window(pool, message_count=5, recency_bias=0.3))
    assert "m0" not in ids(window(pool, message_count=5, recency_bias=1.0))
    asked = window(pool, message_count=1, recency_bias=0.0, query=about)
    assert ids(asked) == ["m0"]
    assert asked.relevance_score == 1.0


def test_what_was_marked_important_comes_before_what_was_not() -> None:
    talk = [said(0, "the code is 7", important=True), *(said(seq) for seq in range(1, 40))]
    assert "m0" in ids(window(read(talk), message_count=3, recency_bias=0.4, query="weather"))


def test_a_tool_call_and_its_results_are_never_split() -> None:
    call = {"tool_calls": [{"id": "a"}, {"id": "b"}]}
    talk = [
        said(0),
        said(1, role="assistant", metadata=call),
        said(2, role="tool", metadata={"tool_call_id": "a"}),
        said(3, role="tool", metadata={"tool_call_id": "b"}),
        said(4),
    ]
    assert ids(window(read(talk), message_count=3)) == ["m4"]
    assert ids(window(read(talk), message_count=4)) == ["m1", "m2", "m3", "m4"]
    assert ids(window(read(talk[:2] + talk[3:]), message_count=9)) == ["m0", "m4"]


def test_a_tool_message_without_an_id_belongs_to_what_stands_before_it() -> None:
    talk = [said(0), said(1, role="assistant"), said(2, role="tool"), said(3)]
    assert ids(window(read(talk), message_count=2)) == ["m3"]
    assert ids(window(read(talk[2:], total_messages=4), message_count=9)) == ["m3"]


def test_a_call_that_is_under_way_is_in_the_window() -> None:
    talk = [said(0), said(1, role="assistant", metadata={"tool_calls": [{"id": "a"}]})]
    assert ids(window(read(talk))) == ["m0", "m1"]


def test_the_summary_has_its_share_only_while_messages_are_left_out() -> None:
    talk = [said(seq) for seq in range(20)]
    pool = read(talk, summary=summed("Zerg won.\nThen maps were compared."))
    short = window(pool, message_count=20, max_tokens=100)
    assert short.context_summary
    assert short.total_tokens + estimate_tokens(short.context_summary) <= 100
    assert short.included_messages < 10
    tiny = window(pool, message_count=20, max_tokens=14)
    assert (tiny.included_messages, tiny.context_summary) == (1, "Zerg won.")
    whole = window(pool, message_count=20, max_tokens=200)
    assert (whole.included_messages, whole.context_summary) == (20, "")
    alone = window(pool, context_type="summary")
    assert alone.context_summary == "Zerg won.\nThen maps were compared."
    assert (alone.messages, alone.has_more) == ((), True)


def test_a_fact_that_is_too_long_keeps_no_other_out() -> None:
    long = fact("long", "Zerg " * 200).model_copy(update={"importance": 1.0})
    short = [fact(f"f{number}", "I play Zerg") for number in range(3)]
    cost = short[0].tokens
    pool = read([said(0)], memories=(long, *short))
    found = window(pool, context_type="memory", max_tokens=2 * cost, explain=True)
    assert [one.id for one in found.memories] == ["f0", "f1"]
    assert found.explanation is not None
    told: Any = found.explanation["memories"]
    verdicts = {one["id"]: one["verdict"] for one in told}
    assert verdicts == {"long": "too_large", "f0": "taken", "f1": "taken", "f2": "over_budget"}


def test_memories_that_hold_are_given_with_full_windows_only() -> None:
    past = fact("f2", "The deadline is Friday.", valid_to=START + timedelta(hours=1))
    pool = read([said(0)], memories=(fact("f1", "Answers in Korean, please."), past))
    assert [one.id for one in window(pool, context_type="full").memories] == ["f1"]
    assert window(pool).memories == ()
    alone = window(pool, context_type="memory")
    assert ([one.id for one in alone.memories], alone.messages) == (["f1"], ())
    assert alone.total_tokens == estimate_tokens("Answers in Korean, please.")
    assert window(pool, context_type="memory", max_tokens=3).memories == ()


def test_an_unknown_context_type_is_refused_by_name() -> None:
    with pytest.raises(ContextProcessingError, match="telepathy"):
        window(read([said(0)]), context_type="telepathy")


def test_a_window_explains_itself_when_asked() -> None:
    talk = read([said(0, "Zerg wins"), said(1, "ok"), said(2, "Zerg?")])
    assert window(talk).explanation is None
    told = window(talk, recency_bias=0.5, message_count=2, explain=True).explanation
    assert told is not None
    verdicts = {one["id"]: one for one in told["messages"]}  # type: ignore[index,union-attr,call-overload]
    assert verdicts["m0"]["relevance"] == 1.0
    assert verdicts["m0"]["recency"] == round(2 ** (-2 / 10), 4)
    assert verdicts["m0"]["score"] == round(0.5 + 0.5 * 2 ** (-2 / 10), 4)
    assert verdicts["m1"]["verdict"] == "over_count"


def test_what_must_be_read_is_bounded() -> None:
    assert to_read(ContextRequest(message_count=50)) < 100
    assert to_read(ContextRequest(message_count=50, recency_bias=0.7)) < 300
    assert to_read(ContextRequest(context_type="summary")) == 1


ROLES = st.sampled_from(["user", "user", "assistant", "assistant", "tool", "system"])
WORDS = st.sampled_from(["zerg", "win", "rate", "저그가", "승률을", "map", "ok", "¿qué?"])


@st.composite
def talks(draw: st.DrawFn) -> list[BookMessage]:
    many = draw(st.integers(0, 25))
    return [
        said(
            seq,
            " ".join(draw(st.lists(WORDS, max_size=4))),
            role=draw(ROLES),
            tokens=draw(st.integers(0, 40)),
            important=draw(st.booleans()),
        )
        for seq in range(many)
    ]


ASKED = st.builds(
    ContextRequest,
    message_count=st.integers(1, 30),
    max_tokens=st.integers(0, 400),
    include_system_messages=st.booleans(),
    recency_bias=st.floats(0, 1),
    context_type=st.sampled_from(["chat_history", "summary", "memory", "full"]),
    query=st.one_of(st.none(), WORDS),
    explain=st.booleans(),
)


@settings(max_examples=60)
@given(talk=talks(), asked=ASKED, text=st.text(max_size=200), all_read=st.booleans())
def test_a_window_keeps_its_limits_and_its_order(
    talk: list[BookMessage], asked: ContextRequest, text: str, all_read: bool
) -> None:
    extra = {"memories": (fact("f", text),)} if text else {}
    pool = read(talk, summary=summed(text), all_read=all_read, **extra)
    found = make_window(pool, asked)
    parts = [one.tokens for one in found.messages] + [one.tokens for one in found.memories]
    assert sum(parts) == found.total_tokens
    assert found.total_tokens + estimate_tokens(found.context_summary) <= asked.max_tokens
    assert found.included_messages == len(found.messages) <= asked.message_count
    seqs = [one.seq for one in found.messages]
    assert seqs == sorted(set(seqs))
    passing = [m for m in talk if asked.include_system_messages or m.role != "system"]
    assert found.has_more == (not all_read or len(found.messages) < len(passing))
    inside = {one.seq for one in found.messages}
    for one in found.messages:
        if one.role == "tool":
            assert one.seq - 1 in inside
    assert make_window(pool, asked) == found


@settings(max_examples=60)
@given(talk=talks(), asked=ASKED, more=st.integers(0, 200))
def test_a_larger_budget_keeps_what_a_smaller_one_gave(
    talk: list[BookMessage], asked: ContextRequest, more: int
) -> None:
    talk = [one for one in talk if one.role in ("user", "assistant")]
    budget = max([asked.max_tokens, *(one.tokens for one in talk)])

    def taken(max_tokens: int, count: int) -> set[str]:
        choice = choose(
            talk,
            newest_seq=len(talk) - 1,
            message_count=count,
            max_tokens=max_tokens,
            recency_bias=asked.recency_bias,
            query=asked.query or "",
            judge=True,
        )
        return {one.message.id for one in choice.scored if one.inside}

    small = taken(budget, asked.message_count)
    assert small <= taken(budget + more, asked.message_count)
    assert small <= taken(budget, asked.message_count + more)
