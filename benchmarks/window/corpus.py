"""Made-up conversations of any length, the same for the same seed: prose, lists, code, tables."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime

from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from app.domain.messages import DataPart, Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState

TABLE_EVERY = 20
"""Every so many rows an answer brings a table, and in between one brings a chart."""

_AT = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
_CHART_MEDIA = "application/vnd.vegalite.v6+json"
_KOREAN_TEXT = """
승률 종족 맵 경기 선수 대회 패치 구간 표본 평균 기간 추이 비교 결과 분석 원인
변화 기준 상위 하위 테란 저그 프로토스 점수 순위 자료 조건 질문 답변 그래프
요약
"""
_KOREAN = _KOREAN_TEXT.split()
_ENGLISH_TEXT = """
rate race map games player patch interval sample mean period trend result cause change
top terran zerg protoss score rank data filter question answer chart summary
"""
_ENGLISH = _ENGLISH_TEXT.split()
_ENDS = ("입니다.", "했습니다.", "보입니다.", "있습니다.")


class Corpus:
    """Owns the random numbers; makes Markdown of the kinds that agents answer with."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def sentence(self) -> str:
        """Return a sentence, Korean two times out of three."""
        pick = self._random
        if pick.random() < 0.66:
            words = pick.choices(_KOREAN, k=pick.randint(4, 11))
            return " ".join(words) + pick.choice(_ENDS)
        return " ".join(pick.choices(_ENGLISH, k=pick.randint(5, 13))).capitalize() + "."

    def paragraph(self) -> str:
        """Return sentences, some with emphasis, code or a link."""
        pick, found = self._random, []
        for _ in range(pick.randint(2, 4)):
            text, chance = self.sentence(), pick.random()
            if chance < 0.15:
                text = f"**{text}**"
            elif chance < 0.3:
                text += f" `{pick.choice(_ENGLISH)}_{pick.randint(1, 99)}`"
            elif chance < 0.4:
                text += f" [{pick.choice(_KOREAN)}](https://example.org/{pick.randint(1, 9999)})"
            found.append(text)
        return " ".join(found)

    def items(self) -> str:
        """Return a list."""
        return "\n".join(f"- {self.sentence()}" for _ in range(self._random.randint(2, 6)))

    def code(self) -> str:
        """Return a fence with a query."""
        names = self._random.choices(_ENGLISH, k=self._random.randint(3, 9))
        lines = [
            f"  count(*) FILTER (WHERE {name} > 0) AS {name}_{i}," for i, name in enumerate(names)
        ]
        return "\n".join(["```sql", "SELECT", *lines, "  1 AS one", "FROM games;", "```"])

    def table(self) -> str:
        """Return a table."""
        pick = self._random
        head = ["| 종족 | games | rate |", "|---|---:|---:|"]
        rows = [
            f"| {pick.choice(_KOREAN)} | {pick.randint(1, 9999)} | {pick.random():.1%} |"
            for _ in range(pick.randint(3, 9))
        ]
        return "\n".join(head + rows)

    def answer(self) -> str:
        """Return a whole answer: 100 to 2,500 characters."""
        kinds = (self.paragraph, self.items, self.code, self.table)
        found = [self.paragraph()]
        for _ in range(self._random.randint(0, 4)):
            found.append(self._random.choice(kinds)())
        return "\n\n".join(found)

    def long_answer(self, size: int) -> str:
        """Return an answer of `size` characters."""
        found, length = [], 0
        while length < size:
            kinds = [self.paragraph] * 5 + [self.items] * 2 + [self.code, self.table]
            found.append(self._random.choice(kinds)())
            length += len(found[-1]) + 2
        return "\n\n".join(found)[:size]

    def chunks(self, text: str, count: int) -> Iterator[str]:
        """Yield the text in `count` pieces of unlike length."""
        cuts = sorted(self._random.sample(range(1, len(text)), count - 1))
        for start, stop in zip([0, *cuts], [*cuts, len(text)], strict=True):
            yield text[start:stop]


def texts(count: int, seed: int = 7) -> list[str]:
    """Return the texts of a conversation: requests and answers in turn."""
    corpus = Corpus(seed)
    return [corpus.answer() if row % 2 else corpus.sentence() for row in range(count)]


def entry(position: int, text: str, state: TaskState = TaskState.COMPLETED) -> Entry:
    """Return a row of a conversation: even positions are requests, odd ones answers."""
    if position % 2 == 0:
        return RequestEntry(
            position=position,
            message=Message(
                message_id=f"m{position}",
                context_id="c",
                role=Role.USER,
                parts=(TextPart(text=text),),
                created_at=_AT,
            ),
        )
    return AnswerEntry(
        position=position,
        answer=Answer(
            turn_id=f"m{position - 1}",
            context_id="c",
            agent="data",
            state=state,
            task_id=f"t{position}",
            artifacts=(
                Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),)),
                *_results(position),
            ),
            started_at=_AT,
            ended_at=_AT if state.settled else None,
        ),
    )


def result(position: int, rows: int) -> Artifact:
    """Return a table of so many rows: a name, a count, a rate with its interval."""
    pick = random.Random(position)
    names = ("map", "games", "win_rate", "ci_low", "ci_high")
    columns = [{"name": name, "label": name.title(), "type": ""} for name in names]
    cells = [
        [f"{pick.choice(_KOREAN)} {row}", row * 7 % 999 + 30, 0.4 + row % 20 / 100, 0.35, 0.65]
        for row in range(rows)
    ]
    data = {"columns": columns, "rows": cells, "row_count": rows}
    return Artifact(artifact_id="r", name="result", parts=(DataPart(data=data),))


def chart(position: int) -> Artifact:
    """Return a bar chart with intervals."""
    pick = random.Random(position)
    values = [
        {"race": race, "rate": rate, "ci_low": rate - 0.05, "ci_high": rate + 0.05, "games": 900}
        for race in ("Terran", "Zerg", "Protoss")
        for rate in (0.4 + pick.random() / 5,)
    ]
    rate_axis = {"field": "rate", "type": "quantitative", "axis": {"format": ".0%"}}
    interval = {"y": {"field": "ci_low"}, "y2": {"field": "ci_high"}}
    category = {"x": {"field": "race", "type": "nominal"}}
    spec = {
        "data": {"values": values},
        "encoding": category,
        "layer": [
            {"mark": "bar", "encoding": {"y": rate_axis}},
            {"mark": "rule", "encoding": interval},
        ],
    }
    return Artifact(
        artifact_id="ch", name="chart", parts=(DataPart(data=spec, media_type=_CHART_MEDIA),)
    )


def _results(position: int) -> tuple[Artifact, ...]:
    if position % TABLE_EVERY == 1:
        return (result(position, 12),)
    if position % TABLE_EVERY == TABLE_EVERY // 2 + 1:
        return (chart(position),)
    return ()
