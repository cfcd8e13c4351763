"""How long a message is read, and which constructions serve how many messages.

Processor time, warm, over the examples and the dialogues of `tests/corpora`; then each construction
is switched off, and the messages are counted that are read otherwise without it.
"""

import time
from collections import Counter
from datetime import date
from itertools import groupby

from agents.data.dialogue.understanding import understand
from agents.data.grammar.constructions import Grammar
from agents.data.grammar.reading import draft, read
from agents.data.grammar.scope import Scope
from agents.data.language.lexicon import Lexicon
from agents.data.language.mending import Mender
from agents.data.language.names import Concepts, Names
from agents.data.language.packs import packs
from agents.data.query.query import Query
from tests.corpora.corpus import HERE, dialogues, lines, tables

TODAY = date(2026, 11, 27)
Message = tuple[str, str, str]


def main() -> None:
    """Print times, coverage and ablation."""
    messages: list[Message] = [(one.table, one.language, one.text) for one in lines()]
    for name in ("develop", "scored"):
        for dialogue in dialogues(HERE / f"{name}.yaml"):
            messages += [(dialogue.table, dialogue.language, turn.text) for turn in dialogue.turns]
    _times(messages)
    _coverage(messages)
    _ablation(messages)


def _times(messages: list[Message]) -> None:
    took = []
    # Table by table: what is kept of the tables read last is there from the second message on.
    for (table, language), some in groupby(sorted(messages), key=lambda one: one[:2]):
        texts = [text for _, _, text in some]
        for again, text in enumerate([texts[0], *texts]):
            start = time.process_time()
            understand(text, model=tables()[table], language=language, today=TODAY)
            if again:
                took.append(1000 * (time.process_time() - start))
    took.sort()
    print(
        f"{len(messages)} messages: p50 {took[len(took) // 2]:.2f} ms, "
        f"p95 {took[int(0.95 * len(took))]:.2f} ms"
    )
    for language in packs().languages():
        start = time.process_time()
        Grammar(Lexicon(language, packs()), packs())
        print(f"lexicon {language}: {1000 * (time.process_time() - start):.0f} ms")


def _coverage(messages: list[Message]) -> None:
    served: Counter[str] = Counter()
    for table, language, text in messages:
        found = understand(text, model=tables()[table], language=language, today=TODAY)
        served.update({one.rule for one in found.spans if one.rule})
    rules = Grammar(Lexicon("en", packs()), packs()).made
    few = [name for name in rules if served[name] <= 1]
    print(f"{len(rules)} constructions, {len(few)} serve one message or none: {few}")


def _ablation(messages: list[Message]) -> None:
    concepts = Concepts(packs())
    changed: Counter[str] = Counter()
    for language in packs().languages():
        own = [(table, text) for table, spoken, text in messages if spoken == language]
        whole = _read(language, own, concepts, frozenset())
        for name in packs().read("constructions"):
            without = _read(language, own, concepts, frozenset([name]))
            changed[name] += sum(a != b for a, b in zip(whole, without, strict=True))
    idle = [name for name, count in changed.items() if not count]
    print(f"without one, messages are read otherwise: {changed.most_common(8)} …")
    print(f"without these nothing changes: {idle}")


def _read(
    language: str, messages: list[tuple[str, str]], concepts: Concepts, without: frozenset[str]
) -> list[Query | None]:
    words = Lexicon(language, packs())
    rules = Grammar(words, packs(), without)
    scopes = {}
    for name, model in tables().items():
        names = Names(model.table(), words, concepts)
        scopes[name] = Scope(model.table(), names, words, TODAY), Mender(names, words)
    found = []
    for name, text in messages:
        scope, mender = scopes[name]
        made = draft(read(text, rules, scope, mender).bag, scope)
        found.append(made.query if made is not None else None)
    return found


if __name__ == "__main__":
    main()
