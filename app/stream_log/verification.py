"""Whether the log is still what was written: hashes are computed again and compared."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from app.stream_log.day_files import DayFiles, Stem
from app.stream_log.hash_chain import (
    FIRST,
    Checkpoint,
    Checkpoints,
    Sealed,
    first_link,
    link,
    unsealed,
)
from app.stream_log.payloads import Payloads
from app.stream_log.record import Message, parse

if TYPE_CHECKING:
    from hashlib import _Hash as Hash


class Alteration(NamedTuple):
    """Where the log is not what was written; `line` counts from 1, 0 is the file as a whole."""

    file: str
    line: int
    id: str
    what: str


class Verification(NamedTuple):
    """What was looked at, and the first alteration of each file.

    `sealed` records carry a hash, `open` ones do not; `damaged` lines were cut off by a crash.
    `head` is the hash of the newest checkpoint: noted down elsewhere, it shows whether all that was
    closed until then is still the same.
    """

    files: int
    sealed: int
    open: int
    damaged: int
    head: str
    alterations: tuple[Alteration, ...]


class _Counts:
    def __init__(self) -> None:
        self.sealed = self.open = self.damaged = 0


def verify(files: DayFiles, *, first: str = "", last: str = "9999") -> Verification:
    """Check the files of some days, in order, and all checkpoints."""
    counts = _Counts()
    found = list(_checkpoint_chain(files))
    checkpoints = {made.stem: made for made in Checkpoints(files)}
    stems = files.stems()
    # Read after the names: a file that is begun now is looked at with all that it comes after. By
    # their links too: one that was altered is told as such, not in the file that came after it.
    head = Checkpoints(files).head()
    heads = {FIRST, head, *(made.link for made in Checkpoints(files))}
    for stem in sorted(set(checkpoints) - set(stems)):
        found.append(Alteration(stem.name, 0, "", "the file is gone"))
    found += _without_checkpoint(stems, set(checkpoints), heads, files)
    chosen = [stem for stem in stems if first <= stem.day <= last]
    for stem in chosen:
        altered = _file(files, stem, checkpoints.get(stem), heads, counts)
        if altered is not None:
            found.append(altered)
    return Verification(
        files=len(chosen),
        sealed=counts.sealed,
        open=counts.open,
        damaged=counts.damaged,
        head=head,
        alterations=tuple(found),
    )


def _checkpoint_chain(files: DayFiles) -> Iterator[Alteration]:
    before = FIRST
    for number, made in enumerate(Checkpoints(files), 1):
        if made.link != before:
            yield Alteration(
                "checkpoints", number, "", "this checkpoint, or the one before it, was altered"
            )
            return
        before = sha256(made.line).hexdigest()


def _without_checkpoint(
    stems: Sequence[Stem], checked: set[Stem], heads: set[str], files: DayFiles
) -> Iterator[Alteration]:
    """Yield the closed files with seals that no checkpoint holds any more.

    A file gets its checkpoint when the next one begins with a seal; one that was followed by a
    file without (sealing was switched off meanwhile) never had one. A next one that begins after a
    checkpoint that is there misses none. In older versions it was the newest by name that got one:
    those written when the clock had gone back from a day that has one may have none.
    """
    latest = max(checked, default=Stem(""))
    for stem, following in pairwise(stems):
        if stem in checked or stem < latest:
            continue
        if _misses_checkpoints(files, following, heads) and _sealed(files, stem):
            yield Alteration(stem.name, 0, "", "its checkpoint is gone")


def _misses_checkpoints(files: DayFiles, stem: Stem, heads: set[str]) -> bool:
    """Whether a file begins with a seal, but after no checkpoint that is there."""
    with suppress(OSError, EOFError), files.open(stem) as file:
        taken = unsealed(next(iter(file), b""))
        return taken is not None and not _begins_after(taken, stem, heads)
    return False


def _begins_after(
    taken: Sealed, stem: Stem, heads: Iterable[str], ahead: "Hash | bytes" = b""
) -> bool:
    """Whether the first sealed line of a file is linked to one of these checkpoints."""
    return any(
        taken.chain == link(first_link(stem.name, head, ahead), taken.bare) for head in heads
    )


def _sealed(files: DayFiles, stem: Stem) -> bool:
    with suppress(OSError, EOFError), files.open(stem) as file:
        return any(unsealed(line) is not None for line in file)
    return False


def _file(
    files: DayFiles,
    stem: Stem,
    checkpoint: Checkpoint | None,
    heads: set[str],
    counts: _Counts,
) -> Alteration | None:
    payloads = Payloads(files.payloads)
    whole = sha256()
    size, number, sealed = 0, 0, 0
    chain: str | None = None
    torn: int | None = None
    ahead = whole.copy()
    altered: Alteration | None = None
    # Most begin after the checkpoint before their own, those of older versions after none.
    likely = (checkpoint.link if checkpoint else "", "")
    try:
        with files.open(stem) as file:
            for number, line in enumerate(file, 1):
                ahead = whole.copy() if not sealed else ahead
                whole.update(line)
                size += len(line)
                if not line.strip(b"\r\n"):
                    continue
                message = parse(line)
                if message is None:
                    counts.damaged += 1
                    torn = torn or number
                    continue
                taken = unsealed(line)
                if taken is None:
                    counts.open += 1
                    if sealed and altered is None:
                        altered = _at(stem, number, message, "a record without seal was put in")
                    continue
                sealed += 1
                counts.sealed += 1
                if chain is None:
                    linked = _begins_after(taken, stem, [*likely, *heads], ahead)
                else:
                    linked = taken.chain == link(chain, taken.bare)
                if altered is None and not linked:
                    altered = _broken_link(stem, number, message, torn, opens=sealed == 1)
                if altered is None and _payload_is_lost(payloads, message):
                    altered = _at(stem, number, message, "its content beside the log is not there")
                chain, torn = taken.chain, None
    except (OSError, EOFError) as error:
        return Alteration(stem.name, number + 1, "", f"the file cannot be read on: {error}")
    if altered is not None or checkpoint is None:
        return altered
    if size == checkpoint.size and whole.hexdigest() == checkpoint.digest:
        return None
    what = "lines at the end were removed" if number < checkpoint.lines else "differs"
    return Alteration(
        stem.name,
        torn or (number + 1 if number < checkpoint.lines else 0),
        "",
        f"not what its checkpoint says: {what}",
    )


def _broken_link(
    stem: Stem, number: int, message: Message, torn: int | None, *, opens: bool
) -> Alteration:
    if torn is not None:
        return _at(stem, torn, None, "this line was altered")
    what = "this line was altered, or one before it was removed"
    if opens and number > 1:
        what = "this line, or one of those without seal before it, was altered, put in or removed"
    if opens:
        what += ", or a checkpoint from before it is gone"
    return _at(stem, number, message, what)


def _at(stem: Stem, line: int, message: Message | None, what: str) -> Alteration:
    return Alteration(stem.name, line, message["id"] if message else "", what)


def _payload_is_lost(payloads: Payloads, message: Message) -> bool:
    note = message["metadata"].get("_payload")
    return note is not None and payloads.content(note) is None
