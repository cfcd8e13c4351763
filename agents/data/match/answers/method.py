"""How a figure is computed, told from its frame: the formula, the games, the rows, the interval."""

from agents.answering.sentences import quoted
from agents.answering.text.language import Language
from agents.answering.text.markdown import as_text, bullets, paragraphs
from agents.data.match.answers.labels import chips, dimension_label, what
from agents.data.match.answers.sentences import say
from agents.data.match.compute.frame import LENGTHS, Frame
from agents.data.match.compute.plan import SHARES, Plan, plan
from agents.data.match.compute.skill import SAMPLES
from agents.data.match.model.semantic_model import SemanticModel

_NO_CONDITION = ("measure", "group", "order", "limit", "presentation", "having", "mirror", "draws")


def method(frame: Frame, model: SemanticModel, language: Language) -> str:
    """Return how a frame is computed, in Markdown; nothing is computed anew."""
    definite = plan(frame, model)
    lines = [
        say(language, f"method_{_formula(definite)}"),
        *_sources(definite, model, language),
        _games(frame, model, language),
        *_rows(definite, model, language),
        *_choices(definite, model, language),
        *_interval(definite, language),
    ]
    head = say(language, "method_head", what=as_text(what(definite, model, language)))
    return paragraphs(head, bullets(lines), say(language, "method_query"))


def _formula(definite: Plan) -> str:
    measure = definite.frame.measure
    if measure in ("win_rate", "loss_rate") and definite.without_draws:
        return f"{measure}_without_draws"
    return measure


def _sources(definite: Plan, model: SemanticModel, language: Language) -> list[str]:
    """Return from which columns the figure is read."""
    if definite.frame.measure in LENGTHS and model.duration is not None:
        names: tuple[str, ...] = (model.duration.column,)
    elif model.totals is not None:
        names = model.totals.columns
    elif definite.rate:
        names = model.winner.columns
    else:
        names = ()
    if not names:
        return []
    columns = ", ".join(quoted(as_text(name), language) for name in names)
    key = "method_totals" if model.totals is not None else "method_columns"
    return [say(language, key, columns=columns)]


def _games(frame: Frame, model: SemanticModel, language: Language) -> str:
    conditions = [
        as_text(chip.text) for chip in chips(frame, model, language)
        if chip.key.partition(":")[0] not in _NO_CONDITION
    ]  # fmt: skip
    if not conditions:
        return say(language, "method_all_games")
    return say(language, "method_of_games", conditions="; ".join(conditions))


def _rows(definite: Plan, model: SemanticModel, language: Language) -> list[str]:
    names = dict.fromkeys(dimension_label(g.dimension, model, language) for g in definite.groups)
    found = []
    if names:
        found.append(say(language, "method_rows", dimension=", ".join(map(as_text, names))))
    if definite.least is not None:
        found.append(say(language, "note_threshold", least=definite.least))
    return found


def _choices(definite: Plan, model: SemanticModel, language: Language) -> list[str]:
    """Return what was chosen of mirrors, draws and sides."""
    found = []
    entity = model.dimensions[model.entity]
    if definite.rate and model.of_one_view:
        found.append(say(language, "method_one_view"))
    if definite.sided and definite.mirror == "exclude" and not entity.mirrorless:
        dimension = entity.label_in(language)
        key = "note_mirror_skill" if definite.frame.measure == "skill_rate" else "note_mirror_out"
        found.append(say(language, key, dimension=dimension))
    elif definite.sided and definite.mirror == "only":
        found.append(say(language, "note_mirror_counted"))
    if model.has_draws and definite.rate:
        if definite.without_draws:
            found.append(say(language, "method_draws_out"))
        elif definite.frame.measure in ("win_rate", "skill_rate", "loss_rate"):
            key = "loss" if definite.frame.measure == "loss_rate" else "win"
            found.append(say(language, f"method_draws_{key}"))
    return found


def _interval(definite: Plan, language: Language) -> list[str]:
    measure = definite.frame.measure
    if measure == "skill_rate":
        return [say(language, "note_skill", samples=SAMPLES)]
    if measure in (*SHARES, "win_rate", "loss_rate"):
        return [say(language, "method_wilson")]
    return []
