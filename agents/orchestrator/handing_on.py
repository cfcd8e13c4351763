"""Which files of a request go along to whom: to those whose cards say that they are for such.

Where nobody is named, what kind a file is helps to choose whom to ask, and a file that nobody is
asked about yet is asked about.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from agents.answering.attachments import AttachedFile
from agents.orchestrator.planning import MOST_STEPS, Step, named_in
from app.domain.cards import AgentCard
from app.domain.messages import ANY_FILE, FilePart, media_type_of

_BEGINNING: Final = 2_000


def handed_on(
    steps: Sequence[Step], files: Sequence[AttachedFile], cards: Mapping[str, AgentCard], text: str
) -> list[Step]:
    """Return the steps of a request with its files; a file that nobody who may be asked takes goes
    with none of them.

    A step that names a file has that one. Agents that were named are asked and no others. Else a
    request that is not in parts is put to those who take its files, whatever its words, and one in
    parts to them besides.
    """
    found = list(steps)
    named = {agent for step in steps if step.named for agent in step.agents}
    known = {name: card for name, card in cards.items() if not named or name in named}
    takers = [takers_of(file, known) for file in files]
    homeless = []
    for file, agents in zip(files, takers, strict=True):
        at = [n for n, step in enumerate(found) if agents and named_in(step.text, (file.name,))]
        at = at or [n for n, step in enumerate(found) if not set(step.agents).isdisjoint(agents)]
        for n in at:
            found[n] = _with(found[n], file, agents)
        if agents and not at:
            homeless.append((file, agents))
    for file, agents in homeless:
        free = [
            n for n, step in enumerate(found)
            if not step.files and (not step.agents or len(found) == 1)
        ]  # fmt: skip
        same = [n for n, step in enumerate(found) if step.files and step.agents == agents]
        if not (free or same) and len(found) < MOST_STEPS:
            found.append(Step(len(found) + 1, (), text))
            free = [len(found) - 1]
        for n in (same or free)[:1]:
            found[n] = _with(found[n], file, agents)
    return found


def of_step(step: Step, files: Iterable[AttachedFile]) -> tuple[FilePart, ...]:
    """Return the files that go along with a step."""
    return tuple(as_part(file) for file in files if file.name in step.files)


def as_part(file: AttachedFile) -> FilePart:
    """Return a file as it goes along, its media type by its name where none is said."""
    content = None if file.url else file.content
    return FilePart(name=file.name, media_type=kind_of(file), content=content, url=file.url or None)


def beginning_of(file: AttachedFile) -> str:
    """Return how a text begins, with its name; of what is no text the name alone."""
    content = file.content[:_BEGINNING]
    return file.name if b"\0" in content else f"{file.name} {content.decode('utf-8', 'ignore')}"


def kind_of(file: AttachedFile) -> str:
    """Return the media type of a file, by its name where its sender has none."""
    said = file.media_type.partition(";")[0].strip().lower()
    return media_type_of(file.name) if said in ("", ANY_FILE) else said


def _with(step: Step, file: AttachedFile, takers: Sequence[str]) -> Step:
    agents = tuple(one for one in step.agents if one in takers) or tuple(takers)
    # Where somebody was called whom nobody knows, the person is asked who was meant.
    return step._replace(agents=() if step.stranger else agents, files=(*step.files, file.name))


def takers_of(file: AttachedFile, cards: Mapping[str, AgentCard]) -> tuple[str, ...]:
    """Return whose cards say most that they are for such a file; nobody where none takes it."""
    near = {name: card.nearness(kind_of(file)) for name, card in cards.items()}
    most = max(near.values(), default=0)
    return tuple(name for name, one in near.items() if one == most and most)
