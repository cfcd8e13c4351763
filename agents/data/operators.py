"""The words that rule a message: too, only, compare, all, since, drawn, and what each says."""

from agents.data.held import limited, sets_period, since_value
from agents.data.match.compute.frame import Measure
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.presented import take_form
from agents.data.reading import Mark, Reading

_AMONG = ("중", "중에")  # of several; of a period they say during, and of one value within it
_EACH = ("each", "every race", "cada")
_HOW_OFTEN = ("how often", "con que frecuencia", "cada cuanto", "얼마나 자주")
_ALL_RACES = (
    "all races", "every race", "each race", "three races", "세 종족", "종족 전체", "모든 종족",
    "todas las razas", "las tres razas",
)  # fmt: skip


def take_operator(
    index: int, phrase: Phrase, marks: list[Mark], out: Reading, model: SemanticModel
) -> None:
    """Note what the word at a place of a phrase says, in view of the words beside it."""
    match phrase.key(index):
        case "trend":
            out.trend = True
        case "instead_after" if index == 0 and len(phrase) > 1:
            out.instead = phrase[index].text
        case "table" | "chart" | "prose" as shown:
            take_form(shown, marks[index], out)
        case "versus_between" if sets_period(phrase, index):
            out.compare = True
        case "too":
            out.too = True
        case "compare":
            among = phrase[index].text in _AMONG
            alone = sum(span.kind == "value" for span in phrase) == 1
            out.compare = not (among and (alone or phrase.kind(index - 1) == "period"))
        case "listing":
            out.listing = True
        case "which":
            out.listing = out.listing or phrase.kind(index + 1) == "dimension"
        case "all":
            keys = (phrase.key(index - 1), phrase.key(index + 1))
            if keys[0] == "versus_between" or keys[1] == "versus_after":
                _against_all(phrase[index].text, out)
            elif "dates" in keys:
                out.dropped.append("period")
            elif phrase[index].text in _ALL_RACES and model.entity == "race":
                out.all = True
                out.add_group("race")  # of all races by patch
            elif model.of_one_view and phrase.kind(index + 1) == "measure":
                out.total = True  # 내 전체 승률
            elif phrase.kind(index + 1) not in ("dimension", "grain"):
                out.all = True
        case "all_time":
            out.dropped.append("period")
        case "no_conditions":
            out.fresh = True
        case "anew":
            out.anew = True
        case "condition":
            if phrase.key(index - 1) == "versus_after":
                out.dropped.append("opponent")
            elif marks[index] == "without" and (about := limited(phrase, index)):
                out.dropped.append(about)
            elif marks[index] == "without" and not {
                phrase.kind(index - 1),
                phrase.kind(index + 1),
            } & {"dimension", "quantity", "grain", "value", "period"}:
                out.fresh = True
        case "mirror":
            mark = marks[index]
            taken = mark if mark == "include" else "only"
            out.mirror = "exclude" if mark == "without" else taken
        case "no_before":
            if phrase.kind(index + 1) == "dimension":
                out.unknown.append(phrase[index].text)
        case "who":
            out.who = True
        case "sort_after" if phrase.kind(index - 1) == "measure":
            out.order = out.order or "desc"
        case "sort_before" if phrase.kind(index + 1) == "measure":
            out.order = out.order or "desc"
        case "swap":
            out.swap = True
        case (
            "since_before" | "after_before" | "until_before" | "before_before"
            | "since_after" | "until_after" | "before_after" | "around_before" | "around_after"
        ):  # fmt: skip
            since_value(phrase, index, out)
        case "over_before" | "fewer_before" if phrase.kind(index + 1) == "value":
            if phrase[index].text != "over":
                out.compare = True  # is black better than white?
            elif marks[index + 1] != "opponent":
                out.unknown.append("over")  # wins over a rival, but whose?
        case "fewer_after" | "fewer_before" | "at_most_after" | "more_after" | "over_before":
            near = {phrase.kind(i) for i in (index - 2, index - 1, index + 1)}
            if not near & {"number", "length"}:
                out.unknown.append(phrase[index].text)
        case "draw":
            if marks[index] == "without":
                out.draws = "exclude"
            elif marks[index] == "include":
                out.draws = "auto"
            elif marks[index] == "plain" and (
                out.measure in (None, "games") or asks_how_often(phrase, out.measure)
            ):
                out.measure = "draw_rate"
        case "dates" if marks[index] == "without":
            out.dropped.append("period")
        case _:
            pass


def asks_how_often(phrase: Phrase, measure: Measure) -> bool:
    """Whether only "how often do" was taken for a rate: the verb says of what."""
    rates = [s for s in phrase if s.term is not None and s.term.key == measure]
    return bool(rates) and all(span.text.startswith(_HOW_OFTEN) for span in rates)


def _against_all(said: str, out: Reading) -> None:
    """Against each race shows them one by one, against everyone none of them."""
    if said.startswith(_EACH):
        out.add_group("opponent")
    else:
        out.dropped.append("opponent")
