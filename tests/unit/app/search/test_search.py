"""Search narrows, ranks, marks what it found, and keeps up with the log."""

import json
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.index_terms import indexed, query_terms, stem
from app.errors import AgentRefused, AgentUnreachable, BadInput
from app.search import Filters, Search, search_by_agent
from app.search.embedder_choice import chosen_embedder
from app.search.embedders import HashedNgrams, Vector
from app.search.embedding_queue import cosine, distance, packed, signs
from app.search.local_embedder import LocalEmbedder
from app.search.remote_embedders import KINDS, RemoteEmbedder
from app.search.searching import LENGTH, fused, snippet
from app.search.window_search import Indexing
from app.stream_log import StreamLogger, get_stream
from app.stream_log.day_files import Stem

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Concepts:
    """An embedder that knows a few meanings, as a trained one knows many."""

    model = "concepts"
    understands = True

    def __init__(self) -> None:
        self.failing = False
        self.asked = 0

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        self.asked += len(texts)
        if self.failing:
            raise AgentUnreachable("The embedder does not answer.")
        groups = (("환불", "돈"), ("배송", "택배"), ("승률", "이겼"), ("서버", "시스템"))
        return [
            [1.0 if any(word in text for word in group) else -0.1 for group in groups]
            for text in texts
        ]


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[StreamLogger]:
    now = [START]

    def clock() -> datetime:
        now[0] += timedelta(hours=1)
        return now[0]

    with StreamLogger(tmp_path, clock=clock) as logger:
        yield logger


@pytest.fixture
def search(stream: StreamLogger) -> Iterator[Search]:
    with Search(stream) as made:
        yield made


def say(stream: StreamLogger, content: Any, **more: Any) -> str:
    given: dict[str, Any] = {"from_agent": "data", "to_agent": "user", "msg_type": "response"}
    return stream.log(content=content, **{**given, **more})


def found(search: Search, query: str, **more: Any) -> list[str]:
    search.catch_up()
    return [hit.id for hit in search.find(query, **more)]


def test_terms_of_texts_and_queries() -> None:
    assert indexed("지난달 매출액을, Ca\u0301fe 3.5%") == "지난 난달 매출 출액 액을 cafe 3 5"
    assert indexed("값 X값") == "값 x 값"
    assert indexed(unicodedata.normalize("NFD", "매출")) == "매출"
    assert stem("매출액에서는") == "매출액" and stem("나는") == "나는"
    (term,) = query_terms("매출액을")
    assert term.exact == '"매출 출액"' and term.shown[0] == "매출액을"
    assert [t.exact for t in query_terms("the Sales of it")] == ['"sale"*']
    assert [t.exact for t in query_terms("the of")] == ['"the"*', '"of"']
    assert query_terms("... !?") == []


@given(st.text())
def test_any_query_is_only_a_query(query: str) -> None:
    for term in query_terms(query):
        assert term.exact.count('"') % 2 == 0
    indexed(query)


@pytest.mark.parametrize(
    "query",
    ['"', "' OR 1=1 --", "NEAR(a b)", "a AND", "words:x", "*", "^a", "a:b -c", "\x00", "(", "{a}"],
)
def test_queries_cannot_break_out(stream: StreamLogger, search: Search, query: str) -> None:
    say(stream, "승률")
    found(search, query)
    found(search, query, filters=Filters(party=query, type=query, conversation=query))


def test_words_of_one_and_two_syllables_and_compounds(stream: StreamLogger, search: Search) -> None:
    price, total, other = (
        say(stream, "값을 내렸다"),
        say(stream, "총매출이 올랐다"),
        say(stream, "x"),
    )
    assert found(search, "값", mode="words") == [price]
    assert found(search, "값이", mode="words") == [price]
    assert found(search, "매출을", mode="words") == [total]
    assert other not in found(search, "매출")


def test_all_words_come_before_some(stream: StreamLogger, search: Search) -> None:
    some = say(stream, "승률 승률 승률")
    every = say(stream, "테란의 승률은 낮고 저그는 다르다")
    assert found(search, "테란 승률", mode="words") == [every, some]


def test_filters_narrow(stream: StreamLogger, search: Search) -> None:
    one = say(stream, "승률", metadata={"context_id": "c1", "task_id": "T1"})
    two = say(stream, "승률", from_agent="user", to_agent="data", msg_type="request")
    three = say(stream, "승률", from_agent="pm", to_agent=None, msg_type="decision")
    cases: list[tuple[Filters, set[str]]] = [
        (Filters(), {one, two, three}),
        (Filters(party="data"), {one, two}),
        (Filters(agent="data"), {one}),
        (Filters(type="decision"), {three}),
        (Filters(conversation="c1"), {one}),
        (Filters(task="T1"), {one}),
        (Filters(since=START + timedelta(hours=2)), {two, three}),
        (Filters(until=START + timedelta(hours=2)), {one}),
        (Filters(party="data", type="request"), {two}),
        (Filters(agent="nobody"), set()),
        (Filters(party="nobody"), set()),
    ]
    search.catch_up()
    search.queue.work()
    for filters, expected in cases:
        for mode in ("words", "meaning", "both"):
            assert set(found(search, "승률", filters=filters, mode=mode)) == expected, filters


def test_months_and_days_narrow_to_the_moment(tmp_path: Path) -> None:
    now = [START]
    with StreamLogger(tmp_path, clock=lambda: now[0]) as stream, Search(stream) as search:
        ids = []
        for _ in range(120):
            ids.append(say(stream, "승률"))
            now[0] += timedelta(hours=16)
        search.catch_up()

        def between(first: int | None, last: int | None) -> set[str]:
            filters = Filters(
                since=None if first is None else START + timedelta(hours=first),
                until=None if last is None else START + timedelta(hours=last),
            )
            return set(found(search, "승률", filters=filters, limit=200))

        for first, last in ((0, 33), (17, 1600), (None, 900), (800, None), (5000, None), (40, 20)):
            low, high = first or 0, 10**6 if last is None else last
            expected = {ids[n] for n in range(120) if low <= n * 16 < high}
            assert between(first, last) == expected, (first, last)


def test_of_very_many_matches_the_newest_are_ranked_and_the_rare_are_kept(
    stream: StreamLogger, search: Search
) -> None:
    rare = say(stream, "승률 바늘", from_agent="pm")
    now = START + timedelta(days=1)
    lines = [
        b'{"id":"msg_%d","t":"%s","from_agent":"data","to_agent":"user","type":"response",'
        b'"content":"\xec\x8a\xb9\xeb\xa5\xa0","parent_id":null,"metadata":{}}\n'
        % (number, now.replace(tzinfo=None).isoformat().encode())
        for number in range(20_500)
    ]
    stream.files.active(Stem("2026-01-02")).write_bytes(b"".join(lines))
    search.catch_up()
    assert found(search, "바늘 승률이다", mode="words")[0] == rare
    assert found(search, "바늘 없음", mode="words") == [rare]
    assert found(search, "승률", filters=Filters(agent="pm"), mode="words") == [rare]
    assert rare not in found(search, "승률", mode="words", limit=1000)


def test_hits_say_where_they_belong(stream: StreamLogger, search: Search) -> None:
    metadata = {"context_id": "c1", "task_id": "T1", "message_id": "m1"}
    identity = say(stream, {"text": "승률은 53 %", "n": 3}, metadata=metadata)
    search.catch_up()
    (hit,) = search.find("승률")
    assert hit[:8] == (identity, hit.t, "data", "user", "response", "c1", "T1", "m1")
    assert [hit.snippet.text[a:b] for a, b in hit.snippet.marks] == ["승률"]
    (message,) = search.messages([hit])
    assert message["content"] == {"text": "승률은 53 %", "n": 3}


def test_responses_are_found_by_the_words_in_their_tables(
    stream: StreamLogger, search: Search
) -> None:
    cells = {"cells": "Acropolis\nEver Dream"}
    one = say(stream, "Win rate by map.", msg_type="response", metadata=cells)
    say(stream, "Win rate by race.", msg_type="response")
    say(stream, "Win rate by map.", msg_type="request", metadata=cells)
    assert found(search, "Acropolis") == [one]
    [hit] = search.find("ever dream")
    start, stop = hit.snippet.marks[0]
    assert hit.snippet.text[start:stop] == "Ever"


def test_states_are_found_by_their_words(stream: StreamLogger, search: Search) -> None:
    task = "0f8e2c7a-51d4-4b7e-9c1f-aa54c2b9e311"
    told = {"state": "input_required", "text": "표를 읽는 중", "task_id": task}
    bare = say(stream, "working", msg_type="state")
    asked = say(stream, "input_required", msg_type="state", metadata=told)
    loose = say(stream, "배송을 확인함", msg_type="state", metadata={"state": "completed"})
    nested = say(stream, {"state": "failed", "text": "서버 없음"}, msg_type="state")
    queries = {
        "working": bare,
        "input required": asked,
        "표를 읽는": asked,
        task: asked,
        "배송을 확인": loose,
        "completed": loose,
        "failed": nested,
        "서버": nested,
    }
    states = Filters(type="state")
    for query, wanted in queries.items():
        assert found(search, query, mode="words") == [wanted]
        assert found(search, query)[0] == wanted
        assert found(search, query, mode="words", filters=states) == [wanted]
    (hit,) = search.find("working", mode="words")
    assert (hit.type, hit.snippet.text, hit.snippet.marks) == ("state", "working", ((0, 7),))


def test_the_bare_name_of_a_state_is_not_embedded(stream: StreamLogger) -> None:
    say(stream, "working", msg_type="state", metadata={"state": "working", "task_id": "T1"})
    say(stream, "working", msg_type="state", metadata={"text": "배송 확인 중"})
    say(stream, "택배를 보냈습니다")
    knowing = Concepts()
    for embedder in (HashedNgrams(), knowing):
        with Search(stream, embedder=embedder) as search:
            search.catch_up()
            assert search.queue.work() == search.queue.waiting() + 2
    assert knowing.asked == 2


def test_large_contents_are_searched_whole(tmp_path: Path) -> None:
    from app.stream_log import LogSettings

    settings = LogSettings(record_bytes=4096)
    with StreamLogger(tmp_path, settings=settings) as stream, Search(stream) as search:
        identity = say(stream, "가나다 " * 3000 + "바늘")
        assert found(search, "바늘") == [identity]
        (hit,) = search.find("바늘")
        assert "바늘" in hit.snippet.text and hit.snippet.text.startswith("…")


def test_limits_and_empty_queries(stream: StreamLogger, search: Search) -> None:
    for _ in range(30):
        say(stream, "승률")
    assert len(found(search, "승률")) == 10
    assert len(found(search, "승률", limit=25)) == 25
    assert found(search, "  ") == [] and found(search, "?!") == []
    for limit in (0, 1001):
        with pytest.raises(BadInput):
            search.find("승률", limit=limit)


def test_snippets_mark_what_was_found_in_the_shown_text() -> None:
    text = "앞 " * 200 + "MÁLAGA의 Málaga 매출액" + " 뒤" * 200
    shown = snippet(text, query_terms("malaga 매출"))
    assert len(shown.text) <= LENGTH + 2
    assert [shown.text[a:b] for a, b in shown.marks] == ["MÁLAGA", "Málaga", "매출"]
    assert snippet("a\nb", query_terms("b")).text == "a b"
    assert snippet("nothing", query_terms("x")).marks == ()
    listed = snippet("a\n- b\n| c | d |\n|--|--|", query_terms("d"))
    assert listed.text.split() == ["a", "·", "b", "c", "·", "d"], "no signs of Markdown"
    assert [listed.text[low:high] for low, high in listed.marks] == ["d"]


@given(st.text(max_size=300), st.text(max_size=8))
def test_marks_are_in_order_apart_and_inside(text: str, query: str) -> None:
    shown = snippet(text, query_terms(query))
    at = 0
    for start, stop in shown.marks:
        assert at <= start < stop <= len(shown.text)
        at = stop


def test_reciprocal_ranks_favour_what_several_rankings_have() -> None:
    assert [item for item, _ in fused([["a", "b", "c"], ["b", "d"]])] == ["b", "a", "d", "c"]
    assert fused([["a"]]) == [("a", 1 / 61)]


@given(st.lists(st.floats(-100, 100), min_size=4, max_size=40))
def test_packed_vectors_keep_their_directions(vector: list[float]) -> None:
    if max(map(abs, vector)) < 1e-300:
        assert cosine(packed(vector), packed(vector)) == 0.0
    else:
        assert cosine(packed(vector), packed(vector)) == pytest.approx(1.0)
        assert cosine(packed(vector), packed([-x for x in vector])) == pytest.approx(-1.0)
    assert distance(int.from_bytes(signs(vector), "big"), signs(vector)) == 0


def test_spelling_is_near_for_slips_and_far_for_others() -> None:
    embedder = HashedNgrams()

    def near(one: str, other: str) -> float:
        a, b = embedder.embed([one, other])
        return cosine(packed(a), packed(b))

    assert near("지난달 매출액", "지난달매출액을") > 0.4 > near("지난달 매출액", "서버 점검 시간")
    assert near("recomendación", "recomendaciones") > 0.6
    assert HashedNgrams.understands is False


def test_meaning_finds_other_words_where_the_embedder_knows_them(stream: StreamLogger) -> None:
    with Search(stream, embedder=Concepts()) as search:
        refund = say(stream, "환불 요청이 늘었다")
        for number in range(50):
            say(stream, f"배송 {number}")
        search.catch_up()
        assert search.queue.waiting() == 51
        assert search.queue.work() == 51
        assert found(search, "돈을 돌려줘", mode="meaning")[0] == refund
        assert found(search, "돈을 돌려줘", mode="both")[0] == refund
        assert found(search, "돈을 돌려줘", mode="words") == []
        assert search.index.rows("SELECT DISTINCT model, dimension FROM embeddings") == [
            ("concepts", 4)
        ]


def test_another_embedder_gets_everything_anew(stream: StreamLogger, search: Search) -> None:
    say(stream, "환불 요청")
    search.catch_up()
    assert search.queue.work() == 1
    search.close()
    with Search(stream, embedder=Concepts()) as other:
        assert other.queue.waiting() == 1
        assert found(other, "돈", mode="meaning") == []
        assert other.queue.work() == 1
        assert len(found(other, "돈", mode="meaning")) == 1
        assert other.queue.work() == 0


def test_an_embedder_that_fails_keeps_the_queue_and_words_go_on(stream: StreamLogger) -> None:
    embedder = Concepts()
    with Search(stream, embedder=embedder) as search:
        identity = say(stream, "환불 요청")
        search.catch_up()
        embedder.failing = True
        with pytest.raises(AgentUnreachable):
            search.queue.work()
        assert search.queue.waiting() == 1
        assert found(search, "환불") == [identity]
        with pytest.raises(AgentUnreachable):
            search.find("환불", mode="meaning")
        embedder.failing = False
        assert search.queue.work() == 1


def test_what_is_logged_is_searchable_soon(stream: StreamLogger, search: Search) -> None:
    say(stream, "처음")
    indexing = Indexing(search)
    try:
        identity = say(stream, "승률")
        pause = threading.Event()
        for _ in range(200):
            if [hit.id for hit in search.find("승률")] == [identity] and not search.queue.waiting():
                break
            pause.wait(0.02)
        assert [hit.id for hit in search.find("승률", mode="meaning")] == [identity]
    finally:
        indexing.close()
        indexing.close()


def test_the_index_made_anew_answers_the_same(stream: StreamLogger, search: Search) -> None:
    for number in range(300):
        say(stream, f"승률 {number} 테란 {number % 7} 저그")
        if number % 50 == 0:
            search.catch_up()
    queries = ["승률", "테란 3", "저그 12", "승률을"]
    search.catch_up()
    search.queue.work()
    before = [[(h.id, h.score) for h in search.find(q, limit=20)] for q in queries]
    search.index.rebuild()
    with Search(stream) as again:
        again.queue.work()
        assert [[(h.id, h.score) for h in again.find(q, limit=20)] for q in queries] == before


def test_search_by_agent_gives_ranked_messages_of_that_agent(profile: Path) -> None:
    stream = get_stream(profile)
    assert search_by_agent("data", "승률", profile=profile) == []
    say(stream, "승률은 53 %입니다")
    say(stream, "서버 점검")
    say(stream, "승률 알려줘", from_agent="user", to_agent="data", msg_type="request")
    messages = search_by_agent("data", "승률", profile=profile)
    assert [m["content"] for m in messages] == ["승률은 53 %입니다"]
    assert set(messages[0]) == {
        *("id", "t", "from_agent", "to_agent", "type", "content", "parent_id", "metadata", "score")
    }
    assert len(search_by_agent("data", "승률 서버", 1, profile=profile)) == 1
    stream.close()


class Server:
    """An embedding server that answers what a test wants, and keeps what it was asked."""

    def __init__(self) -> None:
        self.status = 200
        self.answer: Any = {}
        self.asked: list[tuple[str, dict[str, str], Any]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.asked.append((self.path, headers, json.loads(body)))
                raw = outer.answer if isinstance(outer.answer, bytes) else json.dumps(outer.answer)
                self.send_response(outer.status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()
                self.wfile.write(raw if isinstance(raw, bytes) else raw.encode())

            def do_GET(self) -> None:
                outer.asked.append((self.path, {}, None))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._http = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


ANSWERS: dict[str, Any] = {
    "openai": {"data": [{"index": 1, "embedding": [3, 4]}, {"index": 0, "embedding": [1, 2]}]},
    "ollama": {"embeddings": [[1, 2], [3, 4]]},
    "gemini": {"embeddings": [{"values": [1, 2]}, {"values": [3, 4]}]},
}


@pytest.mark.parametrize("kind", ["openai", "ollama", "gemini"])
def test_servers_are_spoken_to_in_their_own_way(server: Server, kind: str) -> None:
    server.answer = ANSWERS[kind]
    embedder = RemoteEmbedder(KINDS[kind], url=server.url, model="m", key="k3y")
    assert embedder.embed(["하나", "둘"]) == [[1.0, 2.0], [3.0, 4.0]]
    assert embedder.model == f"{kind}:m"
    path, headers, body = server.asked[0]
    expected = {
        "openai": ("/embeddings", "Bearer k3y"),
        "ollama": ("/api/embed", "Bearer k3y"),
        "gemini": ("/models/m:batchEmbedContents", "k3y"),
    }[kind]
    assert path == expected[0]
    assert expected[1] in [headers.get(name) for name in ("authorization", "x-goog-api-key")]
    assert "하나" in json.dumps(body, ensure_ascii=False)


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (500, {}),
        (401, {"error": "no"}),
        (302, {}),
        (200, b"not json"),
        (200, {"embeddings": [[1, 2]]}),
        (200, {"embeddings": [[1, 2], [1]]}),
        (200, {"embeddings": [[1, 2], [1, "x"]]}),
        (200, b'{"embeddings": [[1, 2], [NaN, 1]]}'),
        (200, {"embeddings": [[], []]}),
        (200, {}),
    ],
)
def test_a_server_that_answers_nonsense_is_refused(
    server: Server, status: int, answer: Any
) -> None:
    server.status, server.answer = status, answer
    embedder = RemoteEmbedder(KINDS["ollama"], url=server.url, key="k3y")
    with pytest.raises(AgentRefused) as refusal:
        embedder.embed(["a", "b"])
    assert "k3y" not in str(refusal.value)
    assert len(server.asked) == 1, "no redirect is followed"


def test_a_server_that_is_gone_is_told_in_words() -> None:
    with pytest.raises(AgentUnreachable, match=r"127\.0\.0\.1"):
        RemoteEmbedder(KINDS["openai"], url="http://127.0.0.1:9").embed(["a"])


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("file:///etc/passwd", ""),
        ("http://user:pw@host", ""),
        ("http://example.org", "k"),
        ("x", ""),
    ],
)
def test_addresses_that_are_not_safe_are_refused(url: str, key: str) -> None:
    with pytest.raises(BadInput):
        RemoteEmbedder(KINDS["openai"], url=url, key=key)


def test_a_profile_chooses_its_embedder(profile: Path) -> None:
    assert chosen_embedder(profile).model in (HashedNgrams.model, LocalEmbedder.model)
    profile.mkdir()
    settings = profile / "settings.toml"
    settings.write_text('[search]\nembedder = "ollama"\nmodel = "bge-m3"\n')
    assert chosen_embedder(profile).model == "ollama:bge-m3"
    settings.write_text('[search]\nembedder = "magic"\n')
    with pytest.raises(BadInput, match="magic"):
        chosen_embedder(profile)
