"""The values that a message names take their place among the conditions of the last frame."""

from dataclasses import replace

from agents.data.match.compute.frame import Filter, Frame, Side
from agents.data.reading import Mention, Reading


def replace_swapped(frame: Frame, reading: Reading) -> Frame:
    """After Terran against Zerg, "Zerg?" asks for Zerg against Terran."""
    for key in dict.fromkeys(m.dimension for m in reading.mentions):
        own = [m.value for m in reading.mentions if m.dimension == key and not m.opponent]
        against = [m for m in reading.mentions if m.dimension == key and m.opponent]
        rival, subject = frame.filter(key, "opponent"), frame.filter(key)
        if len(own) != 1 or against or rival is None or own[0] not in rival.values or reading.too:
            continue
        if subject is None or own[0] in subject.values:
            frame = frame.without_filter(key, "opponent")
        else:
            turned = Filter(dimension=key, values=subject.values, side="opponent")
            frame = frame.with_filter(turned)
    return frame


def take_values(frame: Frame, reading: Reading) -> Frame:
    """Return a frame with the values that are named, each in its dimension's place or beside it."""
    by_slot: dict[tuple[str, bool], list[str]] = {}
    frame, reading = _count_again(frame, reading)
    if reading.too and _crosses(frame, reading):
        reading = replace(reading, too=False)  # the matchup alone, no product of both
    elif reading.too:
        frame = _of_matchups(frame, reading)
    for mention in reading.mentions:
        by_slot.setdefault((mention.dimension, mention.opponent), []).append(mention.value)
    if not reading.too and any(opponent for _, opponent in by_slot):
        # Another rival takes the place of the one before: vs Terran, vs Maru.
        kept = (one for one in frame.filters if one.side == "own" or one.exclude)
        frame = frame.model_copy(update={"filters": tuple(kept)})
    for (dimension, opponent), values in by_slot.items():
        side: Side = "opponent" if opponent else "own"
        barred = frame.filter(dimension, side, exclude=True)
        if reading.too and barred is not None and frame.filter(dimension, side) is None:
            both = (*barred.values, *(value for value in values if value not in barred.values))
            frame = frame.with_filter(barred.model_copy(update={"values": both}))
            continue  # except Acropolis, and Triton too
        if reading.too and (old := frame.filter(dimension, side)) is not None:
            values = [*values, *(value for value in old.values if value not in values)]
        frame = frame.without_filter(dimension, side)
        frame = frame.with_filter(
            Filter(
                dimension=dimension,
                values=tuple(dict.fromkeys(values)),
                side=side,
                together=any(m.together for m in reading.mentions if m.dimension == dimension),
            )
        )
        if not opponent and dimension in frame.group_by:
            rest = tuple(group for group in frame.group_by if group != dimension)
            frame = frame.model_copy(update={"group_by": rest})
    return frame


def _count_again(frame: Frame, reading: Reading) -> tuple[Frame, Reading]:
    """Include EU: where it was left out it is left out no more, else it is added to the others."""
    done: list[Mention] = []
    for mention in reading.included if reading.measure is None else ():
        side: Side = "opponent" if mention.opponent else "own"
        barred = frame.filter(mention.dimension, side, exclude=True)
        if barred is None or mention.value not in barred.values:
            shown = mention.dimension in frame.group_by and frame.filter(mention.dimension) is None
            done += [mention] if shown and reading.adds else []
            continue
        left = tuple(value for value in barred.values if value != mention.value)
        frame = frame.without_filter(mention.dimension, side, exclude=True)
        if left:
            frame = frame.with_filter(barred.model_copy(update={"values": left}))
        done.append(mention)
    added = reading.adds and reading.measure is None
    if not done and reading.too >= added:
        return frame, reading
    mentions = [mention for mention in reading.mentions if mention not in done]
    return frame, replace(reading, mentions=mentions, too=reading.too or added)


def _matchup(reading: Reading) -> tuple[str, str, str] | None:
    """Return the dimension and sides of the only matchup that is named, or None."""
    pairs = [(m.dimension, m.value, o.value) for m in reading.mentions for o in reading.mentions
             if not m.opponent and o.opponent and m.dimension == o.dimension]  # fmt: skip
    return pairs[0] if len(pairs) == 1 else None


def _crosses(frame: Frame, reading: Reading) -> bool:
    """Whether a matchup is named beside a side without rivals: Terran, and ZvP too."""
    pair = _matchup(reading)
    if pair is None:
        return False
    own, rival = frame.filter(pair[0]), frame.filter(pair[0], "opponent")
    if own is None or rival is None:
        return own is not None
    return len(own.values) > 1 or len(rival.values) > 1


def _of_matchups(frame: Frame, reading: Reading) -> Frame:
    """Leave out what is in the product of two matchups only: TvP, of TvZ and ZvP."""
    pair = _matchup(reading)
    own = frame.filter(pair[0]) if pair is not None else None
    rival = frame.filter(pair[0], "opponent") if pair is not None else None
    if pair is None or own is None or rival is None:
        return frame
    wanted = {(own.values[0], rival.values[0]), pair[1:]}
    crossed = {(one, two) for one, _ in wanted for _, two in wanted if one != two} - wanted
    return frame.model_copy(update={"unmet": (*frame.unmet, *sorted(crossed))})
