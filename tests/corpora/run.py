"""Scores the reading of words: right, asked, declined and wrong, per table and language.

`python -m tests.corpora.run` prints both parts; `-v` the faults of the part to develop on, never
those of the part that is only scored.
"""

import sys
from collections import Counter
from datetime import date

from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.understanding import understand
from agents.data.query.operands import told_columns
from agents.data.query.query import Query
from tests.corpora.corpus import HERE, Dialogue, dialogues, tables

TODAY = date(2026, 11, 27)


def score(dialogue: Dialogue) -> list[tuple[str, str]]:
    """Return for each turn what came of it, and what is to be said of a fault."""
    log, scored = DialogueLog(), []
    model = tables()[dialogue.table]
    for turn in dialogue.turns:
        found = understand(turn.text, model=model, language=dialogue.language, today=TODAY, log=log)
        outcome = found.outcome.outcome
        note = f"[{dialogue.language}] {turn.text}"
        if turn.query is not None:
            wanted = Query.model_validate(turn.query)
            also = tuple(map(Query.model_validate, turn.also))
            same = loosely(found.query) == loosely(wanted) and found.also == also
            act = "right" if same and outcome == "answer" else (
                "wrong" if outcome == "answer" else f"{outcome} for answer")  # fmt: skip
            told = [one.model_dump_json(exclude_defaults=True, by_alias=True) if one else "-"
                    for one in (wanted, found.query)]  # fmt: skip
            spans = [(one.text, one.type) for one in found.spans]
            note += (
                f"\n    want {told[0]}\n    got  {told[1]}\n    {outcome} {found.ignored} {spans}"
            )
        else:
            act = "right" if turn.act in ("any", outcome) else f"{outcome} for {turn.act}"
            note += f": {outcome} for {turn.act} {found.ignored}"
        scored.append((act, note))
        columns = told_columns(found.query) if found.query is not None else ()
        log = log.after(
            DialogueTurn(language=dialogue.language, outcome=outcome, edits=found.edits,
                 query=found.query, columns=columns,
                 choices=getattr(found.outcome, "choices", ()))
        )  # fmt: skip
    return scored


def loosely(query: Query | None) -> Query | None:
    """A query without what only shows it otherwise: in which order conditions stand, and whether
    the values of one column are shown once."""
    if query is None:
        return None
    where = query.where
    if where is not None and hasattr(where, "all"):
        where = where.model_copy(update={"all": tuple(sorted(where.all, key=str))})
    return query.model_copy(update={"where": where, "distinct": False})


def main(arguments: list[str]) -> None:
    """Print the scores."""
    for name in ("develop", "scored"):
        file = HERE / f"{name}.yaml"
        if not file.exists():
            continue
        counts: dict[tuple[str, str], Counter[str]] = {}
        faults = []
        for dialogue in dialogues(file):
            for act, note in score(dialogue):
                counts.setdefault((dialogue.table, dialogue.language), Counter())[act] += 1
                if act != "right":
                    faults.append(f"{act} {note}")
        every = sum(counts.values(), Counter())
        print(f"{name}: {every['right']} of {every.total()} right, {dict(every)}")
        for (table, language), found in sorted(counts.items()):
            print(f"  {table:10} {language}  {dict(found)}")
        if "-v" in arguments and name == "develop":
            print("\n".join(faults))


if __name__ == "__main__":
    main(sys.argv[1:])
