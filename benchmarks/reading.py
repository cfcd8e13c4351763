"""How long a message is read, and which constructions serve how many messages.

Processor time, warm, over the examples and the dialogues of `tests/corpora`; what serves how many
is counted over the questions about games, too. Then each construction is switched off, and the
messages are counted that are read otherwise without it.
"""

import time
from collections import Counter
from itertools import groupby

from agents.data.dialogue.understanding import understand
from agents.data.grammar.constructions import Grammar
from agents.data.grammar.reading import draft
from agents.data.language.lexicon import Lexicon
from agents.data.language.packs import packs
from agents.data.query.query import Query
from tests.corpora.games.__main__ import questions_of_games
from tests.corpora.serving import TODAY, Message, messages, readings, rules_of


def main() -> None:
    """Print times, coverage and ablation."""
    own = [*messages("develop", "scored")]
    _times(own)
    _coverage([*own, *questions_of_games()])
    _ablation(own)


def _times(said: list[Message]) -> None:
    took = []
    # Table by table: what is kept of the tables read last is there from the second message on.
    ordered = sorted(said, key=lambda one: (one.table, one.language))
    for (_, language), some in groupby(ordered, key=lambda one: (one.table, one.language)):
        first, *others = some
        for again, one in enumerate([first, first, *others]):
            start = time.process_time()
            understand(one.text, model=one.model, language=language, today=TODAY)
            if again:
                took.append(1000 * (time.process_time() - start))
    took.sort()
    print(
        f"{len(said)} messages: p50 {took[len(took) // 2]:.2f} ms, "
        f"p95 {took[int(0.95 * len(took))]:.2f} ms"
    )
    for language in packs().languages:
        start = time.process_time()
        Grammar(Lexicon(language, packs()), packs())
        print(f"lexicon {language}: {1000 * (time.process_time() - start):.0f} ms")


def _coverage(said: list[Message]) -> None:
    served: Counter[str] = Counter()
    for found, _ in readings(said):
        served.update({rule for piece in found.bag.pieces for rule in rules_of(piece)})
    names = packs().read("constructions")
    few = [name for name in names if served[name] <= 1]
    print(
        f"{len(said)} messages, those of games among them: {len(names)} constructions, "
        f"{len(few)} serve one message or none: {few}"
    )


def _ablation(said: list[Message]) -> None:
    whole = _queries(said)
    changed = {
        name: sum(a != b for a, b in zip(whole, _queries(said, name), strict=True))
        for name in packs().read("constructions")
    }
    idle = [name for name, count in changed.items() if not count]
    most = Counter(changed).most_common(8)
    print(f"without one, messages are read otherwise: {most} …")
    print(f"without these nothing changes: {idle}")


def _queries(said: list[Message], *without: str) -> list[Query | None]:
    made = (draft(found.bag, scope) for found, scope in readings(said, *without))
    return [one.query if one is not None else None for one in made]


if __name__ == "__main__":
    main()
