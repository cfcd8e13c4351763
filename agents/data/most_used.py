"""What is used, played or met most: the deck that is played most, the rivals she met most."""

from agents.answering.text.packs import word_set
from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.meeting_words import FACED, MEETING, MET
from agents.data.own_log import rivals_named
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.scan import Span
from agents.data.told_by_verbs import won_most

_MOST = word_set(
    "most least fewest mas menos 최다 "
    "가장많이 제일많이 젤많이 가장많은 제일많은 젤많은 가장적게 제일적게 젤적게 "
    "가장자주 제일자주 젤자주 가장덜 제일덜 젤덜 "
    "가장적은 제일적은 젤적은"
)
_MANY = ("많은", "적은")  # said of what there is; what is done most is 가장 많이
_TIMES = ("veces", "times", "번", "횟수")
_PLAY = ("play", "plays", "juego", "juega", "jugamos")


def take_used_most(
    phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel, *, counts_games: bool
) -> None:
    """ "Which deck is played most" asks how often it is played, not how often it wins."""
    if out.measure is not None or not out.order:
        return
    texts = {span.text.replace(" ", "") for span in phrase}
    keys = phrase.operators()
    beaten = any(
        text.startswith(("beat", "이긴", "이겼", "이김", "이겨", "이기")) for text in texts
    )
    most = texts & _MOST
    times = counts_games or any(span.text in _TIMES for span in spans)
    met = any(mention.opponent for mention in out.mentions) and out.who  # le ganó más a Soler
    if most and won_most(phrase, out, model):
        out.measure = "wins"
    elif most and (beaten or ("won" in keys and (times or met or model.of_one_view))):
        out.measure = "wins"  # who beats Punk the most, who won most games
    elif most and any(span.text in FACED for span in phrase) and _has_subject(out, model):
        out.groups = _of_rivals(out.groups, model)
        out.measure = "games"  # the decks that I face most are those of rivals
    elif most and "used" in keys:
        people = out.who and model.player in out.groups  # who played most
        people = people or model.player == model.entity  # and nobody picks players
        counted = counts_games or of_whole_games(out, model) or people
        out.measure = "games" if counted else "pick_share"  # most games, most played
    elif _best_used(phrase):
        out.unknown += [s.text for s in phrase if s.term and s.term.key == "used"][:1]
    elif most and counts_games and not keys & {"won", "lost", "lost_to"}:
        out.measure = "games"  # the tournament with the most games
    elif out.groups and any(word.endswith(_MANY) for word in most):
        out.measure = "games"  # 테란이 가장 많은 대회
    elif most and not keys & {
        "won",
        "lost",
        "lost_to",
        "versus_between",
        "longest",
        "shortest",
    }:
        out.most = sorted(most)[0]  # most of what?
        out.unknown.append(out.most)


def take_met_most(phrase: Phrase, out: Reading, model: SemanticModel) -> None:
    """ "The rivals that I met most" are counted by their games; the verb names no matchups.

    Whom a named side met are its rivals; so is "of the rival decks the deck that I met most".
    """
    verbs = [s for s in phrase if s.term == MEETING and s.text.startswith(MET)]
    if not verbs:
        return
    sided = [key for key in out.groups if key in model.dimensions]
    twice = {key for key in sided if rivals_key(key, model) in out.groups}
    out.groups = [key for key in out.groups if key not in twice]
    if out.order and out.measure in (None, "games") and _has_subject(out, model):
        out.groups = _of_rivals(out.groups, model)
    if model.of_one_view and out.order and out.groups == ["matchup"] and not out.mentions:
        people = rivals_named(model) if "who" in phrase.operators() else None
        out.groups.append(people or rivals_key(model.entity, model))  # the one that I met least
    rows = len(out.groups) > 1 or "who" in phrase.operators()
    if out.measure is None and out.order and rows:
        out.groups = [key for key in out.groups if key != "matchup"]
        out.measure = "games"


def _has_subject(out: Reading, model: SemanticModel) -> bool:
    """Whether it is known who met the others: a side that is named, or whoever kept the table."""
    named = (m.dimension for m in out.mentions if not m.opponent)
    return model.of_one_view or any(model.has_rival(key) for key in named)


def _of_rivals(groups: list[str], model: SemanticModel) -> list[str]:
    """Return rows of sides as rows of their rivals, which are all rivals where none are named."""
    sided = {key for key in groups if key in model.dimensions and model.has_rival(key)}
    rows = [rivals_key(key, model) if key in sided else key for key in groups]
    return rows or [rivals_key(model.entity, model)]


def take_most_played(phrase: Phrase, out: Reading, model: SemanticModel) -> None:
    """The opening that is most played with white is the one with most of white's games."""
    if out.measure != "pick_share":
        return
    ranked = any(
        span.term is not None and span.term.key == "pick_share" and span.term.kind == "measure"
        and span.text.startswith(("most ", "least "))
        for span in phrase
    )  # fmt: skip
    if ranked and of_whole_games(out, model):
        out.measure = "games"


def of_whole_games(out: Reading, model: SemanticModel) -> bool:
    """Whether all that is ranked is something of a whole game: its map, its opening."""
    dimensions = [model.dimensions.get(key) for key in out.groups]
    return bool(dimensions) and all(one is None or not one.of_sides for one in dimensions)


def _best_used(phrase: Phrase) -> bool:
    """Whether a verb of use stands beside the word that ranks: best used, but not play best."""
    return any(
        phrase.key(i) == "used"
        and not (phrase[i].text in _PLAY and phrase.key(i + 1) in ("highest", "lowest"))
        and any(
            phrase.key(j) in ("highest", "lowest") and not phrase[j].text.endswith("잘")
            for j in (i - 1, i + 1)
        )  # but who plays best wins most
        for i in range(len(phrase))
    )
