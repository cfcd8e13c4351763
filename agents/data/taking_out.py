"""What a message takes out of the frame before it: a condition, a value, a matchup."""

from collections.abc import Sequence
from dataclasses import replace

from agents.data.match.compute.frame import GRAINS, Filter, Frame, Side
from agents.data.match.compute.plan import ANY_GAMES, ranks_by_rate
from agents.data.match.model.rivals import met_dimension, rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Mention, Reading

_OF_QUANTITY = "measured:"


def drop(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    """Return a frame without the parts that a message drops by their kind."""
    frame = _one_of_column(frame, reading, model)
    for key in reading.dropped:
        if key == "period":
            rest = tuple(group for group in frame.group_by if group not in GRAINS)
            frame = frame.model_copy(update={"period": (), "periods_out": (), "newest": None})
            frame = frame.model_copy(update={"group_by": rest})
        elif key == "lasting":
            frame = frame.model_copy(update={"lasting": ()})
        elif key == "measured":
            frame = frame.model_copy(update={"measured": ()})
        elif key.startswith(_OF_QUANTITY):
            left = tuple(o for o in frame.measured if o.quantity != key.removeprefix(_OF_QUANTITY))
            frame = frame.model_copy(update={"measured": left})
        elif key == "groups":
            frame = frame.unranked().model_copy(update={"group_by": ()})
        elif key == "order":
            frame = frame.unranked()
        elif key == "thresholds":
            usual = not frame.has_thresholds and ranks_by_rate(frame)
            frame = frame.without_thresholds()
            frame = frame.model_copy(update={"having": ANY_GAMES}) if usual else frame
        elif key == "opponent":
            kept = tuple(one for one in frame.filters if one.side != "opponent")
            rest = tuple(g for g in frame.group_by if met_dimension(g, model) is None)
            frame = frame.model_copy(update={"filters": kept, "group_by": rest})
        else:
            frame = frame.without_filter(key)
            rest = tuple(group for group in frame.group_by if group != key)
            frame = frame.model_copy(update={"group_by": rest})
    return frame


def _one_of_column(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    """Rounds 1 to 10, after round 12, or the other way round: the last that is said of a column."""
    for one in reading.measured:
        columns = model.quantities[one.quantity].columns
        for key, dimension in model.dimensions.items():
            if dimension.column is not None and dimension.column in columns:
                frame = frame.without_filter(key)
    named = {model.dimensions[m.dimension].column for m in reading.mentions} - {None}
    left = tuple(
        one for one in frame.measured if not named & set(model.quantities[one.quantity].columns)
    )
    return frame if left == frame.measured else frame.model_copy(update={"measured": left})


def exclude(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    """Return a frame without the values that a message leaves out or replaces."""
    replaced = {(m.dimension, m.value) for m in reading.replaced}
    answered = {m.dimension for m in reading.mentions}
    rows = reading.groups or frame.group_by
    for mention in [*reading.excluded, *reading.replaced]:
        for side in _sides_left_out(mention, frame, rows, model):
            old = frame.filter(mention.dimension, side)
            if old is not None and mention.value in old.values:
                left = tuple(value for value in old.values if value != mention.value)
                frame = frame.without_filter(mention.dimension, side)
                if left:
                    frame = frame.with_filter(old.model_copy(update={"values": left}))
                elif mention in reading.excepted or _row_key(mention, side, model) in rows:
                    frame = frame.with_filter(old.model_copy(update={"exclude": True}))
            elif (
                mention.dimension,
                mention.value,
            ) not in replaced or mention.dimension not in answered:
                barred = frame.filter(mention.dimension, side, exclude=True)
                values = (*(barred.values if barred else ()), mention.value)
                frame = frame.with_filter(
                    Filter(
                        dimension=mention.dimension,
                        values=tuple(dict.fromkeys(values)),
                        exclude=True,
                        side=side,
                    )
                )
    return frame


def _row_key(mention: Mention, side: Side, model: SemanticModel) -> str:
    """Return the grouping whose rows are the values of a mention's dimension on a side."""
    return mention.dimension if side == "own" else rivals_key(mention.dimension, model)


def _sides_left_out(
    mention: Mention, frame: Frame, rows: Sequence[str], model: SemanticModel
) -> tuple[Side, ...]:
    """Return on which sides a value is left out: where it is shown, or was named before."""
    key = mention.dimension
    own, rival = frame.filter(key), frame.filter(key, "opponent")
    met = rival is not None and mention.value in rival.values
    if mention.opponent or not model.dimensions[key].of_sides:
        return ("opponent",) if mention.opponent else ("own",)
    if own is not None and mention.value in own.values:
        return ("own",)
    if own is not None and model.has_rival(key):
        return ("opponent",)  # Control without Burn: the decks that Control met
    if met or (rivals_key(key, model) in rows and key not in rows):
        return ("opponent",)
    return ("own", "opponent") if "matchup" in rows and key == model.entity else ("own",)


def with_matchups(frame: Frame, reading: Reading, model: SemanticModel) -> tuple[Frame, Reading]:
    """Count matchups again that were left out: including TvZ, or only TvZ."""
    own, rivals = (
        {m.value for m in reading.mentions if m.dimension == model.entity and m.opponent is met}
        for met in (False, True)
    )
    named = [p for p in frame.unmet if (own, rivals) in (({p[0]}, {p[1]}), ({p[1]}, {p[0]}))]
    if not named:
        return frame, reading
    left = tuple(pair for pair in frame.unmet if pair not in named)
    if reading.met_again:
        rest = [m for m in reading.mentions if m.dimension != model.entity]
        reading = replace(reading, mentions=rest)
    return frame.model_copy(update={"unmet": left}), reading


def without_matchups(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    """Leave out the games of two races; of TvZ alone, without TvZ, nothing is left to name."""
    own, rival = frame.filter(model.entity), frame.filter(model.entity, "opponent")
    for one, two in reading.unmet:
        if own is not None and rival is not None and {own.values, rival.values} == {(one,), (two,)}:
            frame = frame.without_filter(model.entity)
        else:
            frame = frame.model_copy(update={"unmet": (*frame.unmet, (one, two))})
    return frame.model_copy(update={"unmet": tuple(dict.fromkeys(frame.unmet))})
