"""What shares words with a query is found among a thousand messages, in three languages.

Each line of a set: a message, a query that shares words with it (with other particles, endings,
spacing, accents, case), its kind, and the same question in other words.
"""

import json
import unicodedata
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from app.search import Search
from app.stream_log import StreamLogger

SETS = Path(__file__).parents[3] / "fixtures" / "retrieval"


class Line(NamedTuple):
    message: str
    query: str
    kind: str
    paraphrase: str


class Corpus(NamedTuple):
    language: str
    lines: list[Line]
    search: Search
    size: int

    def rank(self, line: Line, query: str, *, mode: str = "both", limit: int = 5) -> int | None:
        """Return at which place (from 1) the message is found, or None."""
        texts = [hit.snippet.text for hit in self.search.find(query, limit=limit, mode=mode)]  # type: ignore[arg-type]
        return texts.index(line.message) + 1 if line.message in texts else None


@pytest.fixture(scope="module", params=["ko", "en", "es"])
def corpus(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Corpus]:
    language: str = request.param
    rows = (SETS / f"{language}.tsv").read_text("utf-8").splitlines()[1:]
    lines = [Line(*row.split("\t")) for row in rows]
    *slots, templates = json.loads((SETS / "fillers.json").read_text("utf-8"))[language]
    fillers = [form.format(*values) for form in templates for values in product(*slots)]
    with StreamLogger(tmp_path_factory.mktemp(language)) as stream, Search(stream) as search:
        for number, text in enumerate(fillers[::2]):
            stream.log(from_agent="pm", msg_type="response", content=text)
            if number % 9 == 0 and number // 9 < len(lines):
                message = lines[number // 9].message
                stream.log(from_agent="pm", msg_type="response", content=message)
        size = search.catch_up()
        search.queue.work()
        yield Corpus(language, lines, search, size)


def missed(corpus: Corpus, queries: list[tuple[Line, str]], mode: str = "both") -> list[str]:
    return [query for line, query in queries if corpus.rank(line, query, mode=mode) is None]


def test_the_sets_are_as_large_as_they_claim(corpus: Corpus) -> None:
    assert len(corpus.lines) >= 60 and corpus.size >= 1000
    assert len({line.kind for line in corpus.lines}) >= 3


@pytest.mark.parametrize("mode", ["words", "both"])
def test_queries_that_share_words_find_their_message_among_five(corpus: Corpus, mode: str) -> None:
    assert missed(corpus, [(line, line.query) for line in corpus.lines], mode) == []


def test_decomposed_queries_find_the_same(corpus: Corpus) -> None:
    queries = [(line, unicodedata.normalize("NFD", line.query)) for line in corpus.lines]
    assert missed(corpus, queries) == []


def test_other_spacing_finds_the_same(corpus: Corpus) -> None:
    if corpus.language != "ko":
        pytest.skip("only Korean is written with spaces that people disagree about")
    glued = [(line, line.query.replace(" ", "")) for line in corpus.lines]
    assert missed(corpus, glued) == []


def test_a_message_finds_itself_first(corpus: Corpus) -> None:
    assert [line for line in corpus.lines if corpus.rank(line, line.message) != 1] == []


def test_spelling_alone_is_near_for_most_word_sharing_queries(corpus: Corpus) -> None:
    queries = [(line, line.query) for line in corpus.lines]
    assert len(missed(corpus, queries, "meaning")) <= len(queries) // 5


def test_paraphrases_are_reported_for_what_they_are(corpus: Corpus) -> None:
    found = len(corpus.lines) - len(missed(corpus, [(n, n.paraphrase) for n in corpus.lines]))
    print(f"{corpus.language}: {found} of {len(corpus.lines)} paraphrases among five, offline")
    # The offline embedder knows spelling: no one may read its rankings as understanding.
    assert not corpus.search.embedder.understands
