"""What is asked for, told by the whole message: verbs, thresholds, shares and counted games."""

from itertools import pairwise

from agents.answering.text.likely import seldom
from agents.data.longest_games import take_extreme_length
from agents.data.match.compute.frame import LENGTHS, Measure
from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words
from agents.data.meeting import names_games_of_two
from agents.data.mirrors_asked import names_mirrors, take_mirrored
from agents.data.most_used import of_whole_games, take_met_most, take_most_played, take_used_most
from agents.data.numbers import Numbers
from agents.data.own_log import names_oneself, rivals_named
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.scan import Span
from agents.data.shares_asked import take_shares
from agents.data.told_by_verbs import as_rates, asks_share, count_ended_so, says_beaten, take_told
from agents.data.whom import asks_whom

_WON_BY = seldom(r"\bwon\sby\b|\bganad[oa]s?\spor\b")
_ASKING = ("who", "which", "superlative")
_HOW_MANY = ("how many", "cuantos", "cuantas", "몇 개", "몇개", "몇 개야", "몇 개임")


class AskedMeasure:
    """Owns the settling of the measure of one reading, after all its words were read."""

    def __init__(
        self,
        phrase: Phrase,
        spans: list[Span],
        numbers: Numbers,
        model: SemanticModel,
        *,
        counts_games: bool,
    ) -> None:
        """`spans` are all spans; `counts_games` says that games are named, not in a threshold."""
        self._phrase = phrase
        self._spans = spans
        self._numbers = numbers
        self._model = model
        self._counts_games = counts_games

    def settle(self, out: Reading) -> None:
        """Give a reading the measure that is asked for, and what follows from it."""
        self._out = out
        take_told(self._phrase, self._spans, out, self._model)
        take_mirrored(self._phrase, self._spans, out, self._model)
        self._rate_of_counted()
        self._how_many()
        take_met_most(self._phrase, out, self._model)
        take_used_most(self._phrase, self._spans, out, self._model, counts_games=self._counts_games)
        take_most_played(self._phrase, out, self._model)
        self._many_times()
        take_extreme_length(self._phrase, self._spans, out)
        self._won_or_lost()
        count_ended_so(self._phrase, self._spans, out, self._model)
        self._bounded()
        self._ended()
        self._asked_rivals()
        take_shares(self._phrase, self._spans, out, self._model, counts_games=self._counts_games)
        self._counted()
        as_rates(self._spans, out)

    def _rate_of_counted(self) -> None:
        """ "Wins with Black: who has the best percentage" ranks by the rate of what is counted."""
        out = self._out
        rates: dict[str, Measure] = {"wins": "win_rate", "losses": "loss_rate"}
        if out.measure not in rates or out.order is None:
            return
        told = (
            two.term.key for one, two in pairwise(self._spans)
            if one.term is not None and one.term.key == "by_before" and two.term is not None
        )  # fmt: skip
        if rates[out.measure] in told:  # who wins the most, by win rate
            out.measure = rates[out.measure]
            return
        shares = [s for s in self._spans if s.kind == "stop" and s.text in group_words("shares")]
        for share in shares:
            place = self._spans.index(share)
            beside = self._spans[max(0, place - 1) : place + 2]
            if any(s.term is not None and s.term.key in ("highest", "lowest") for s in beside):
                out.measure = rates[str(out.measure)]
                return

    def _how_many(self) -> None:
        """ "How many were decided by penalties" counts games, whatever its verb narrows them to."""
        out = self._out
        if out.measure is not None or out.groups or out.bounds:
            return
        asked = any(s.text in _HOW_MANY for s in self._phrase if s.kind == "operator")
        if asked and (out.mentions or self._phrase.operators() & {"won", "lost", "used"}):
            out.measure = "games"

    def _many_times(self) -> None:
        """ "How many times did" counts what its verb says: won, played, met."""
        out, keys = self._out, self._phrase.operators()
        if out.measure != "wins":
            return
        said = [s.text for s in self._phrase if s.text == "how many times did"]
        if not said:
            return
        beaten = any(span.text.startswith("beat") for span in self._phrase)
        if beaten or keys & {"won", "lost", "lost_to"}:
            return
        if "used" in keys or "matchup" in out.groups:
            out.measure = "games"
        else:
            out.unknown += said

    def _leads(self) -> bool:
        """Whether the message begins with the noun of games, in a language where that leads."""
        first = next((span for span in self._spans if span.kind not in ("stop", "particle")), None)
        named = first is not None and first.term is not None and first.term.key == "game_noun"
        ranked = bool(self._out.order or self._out.groups or self._out.compare)
        ranked = ranked or bool(self._phrase.operators() & {"won", "lost", "lost_to"})
        return named and first is not None and first.text.isascii() and not ranked

    def _names_games(self, *, ranks: bool) -> bool:
        """Whether the message begins with the games of one who is named: Caruana games in May."""
        said = [span for span in self._spans if span.kind not in ("stop", "particle")]
        if (
            ranks
            or len(said) < 2
            or said[0].kind not in ("value", "matchup")
            or not self._counts_games
        ):
            return False
        name, noun = said[0].term, said[1].term
        sided = name is not None and (name.kind == "matchup" or self._model.is_of_sides(name.key))
        games = noun is not None and noun.key == "game_noun" and said[1].text.isascii()
        games = games and said[1].start == said[0].end + 1  # and not: Caruana in games over an hour
        verbs = self._phrase.operators() & {"won", "lost", "lost_to"}
        return sided and games and not (verbs or self._out.groups)

    def _won_or_lost(self) -> None:
        """A verb of winning says which games are counted; one of losing turns the count round."""
        if self._out.measure == "games" and says_beaten(self._phrase):
            self._out.measure = "wins"  # how many times has Maru beaten Serral
        if not self._phrase.operators() & {"won", "lost", "lost_to"}:
            return
        keys = [self._phrase.key(index) for index in range(len(self._phrase))]
        keys = ["" if i in self._numbers.units else key for i, key in enumerate(keys)]
        if "won" in keys and (self._out.measure == "games" or self._names_won_games()):
            self._out.measure = "wins"
        if "won" in keys and self._out.measure in LENGTHS:
            self._out.ended = "won"
        verbs = (i for i, key in enumerate(keys) if key in ("lost", "lost_to"))
        verb = next((i for i in verbs if i not in self._numbers.units), None)
        if verb is None:
            return
        match self._out.measure:
            case None | "games" | "wins" | "losses":
                self._out.measure = "losses"
            case "win_rate" | "loss_rate":
                self._out.measure = "loss_rate"
            case measure if measure in LENGTHS and self._out.ended is None:
                self._out.ended = "lost"
            case _:
                self._out.unknown.append(self._phrase[verb].text)

    def _names_won_games(self) -> bool:
        """Whether nothing but the games that somebody won are named: 마루가 이긴 경기."""
        out, model = self._out, self._model
        if out.measure is not None or not self._counts_games or out.order or out.bounds:
            return False
        asked = any(s.text != "que" and s.terms[0].key in _ASKING for s in self._phrase if s.terms)
        shared = any(s.kind == "stop" and s.text in group_words("shares") for s in self._spans)
        if asked or shared or out.compare:
            return False
        own = any(model.dimensions[m.dimension].of_sides and not m.opponent for m in out.mentions)
        return own or model.of_one_view

    def _ended(self) -> None:
        """Games are won by a side: "the length of won games" is that of all, and asks nothing."""
        out, model = self._out, self._model
        if out.ended is None:
            return
        own = any(model.dimensions[m.dimension].of_sides and not m.opponent for m in out.mentions)
        rows = [model.dimensions[key] for key in out.groups if key in model.dimensions]
        if not (own or model.of_one_view or any(one.of_sides for one in rows)):
            verbs = ("won", "lost", "lost_to", "wins", "losses")
            said = [s.text for s in self._phrase if s.term is not None and s.term.key in verbs]
            out.unknown += said[:1]

    def _bounded(self) -> None:
        """A threshold in per cent is one of a rate, whatever was counted: "won over 50 %".

        Thresholds hold for what is asked for: rows of lengths have no wins, and shares neither.
        """
        out, asked = self._out, self._out.measure
        figures = {bound.figure for bound in out.bounds}
        if "rate" in figures and asked in (None, "games", "wins", "losses"):
            lost = "losses" in (asked, out.implied)
            out.measure = self._numbers.rate or ("loss_rate" if lost else "win_rate")
        elif figures & {"wins", "losses"} and asked == "games":
            out.measure = out.implied
        wrong = {"seconds"} if out.measure not in (None, "duration") else set()
        if out.measure not in (None, "win_rate", "loss_rate", "wins", "losses", "skill_rate"):
            wrong |= {"wins", "losses"}
        if out.measure in LENGTHS or (self._numbers.rate or out.measure) != out.measure:
            wrong.add("rate")
        out.unknown += [f"{b.value:g}" for b in out.bounds if b.figure in wrong]
        if self._out.measure == "duration" and self._phrase.text.endswith(" last"):
            self._out.acts = [act for act in self._out.acts if act != "recent"]  # the verb

    def _asked_rivals(self) -> None:
        """ "Which deck does Tidecall lose to most" asks for the rivals of the one that is named."""
        out, entity = self._out, self._model.entity
        own = [m for m in out.mentions if self._model.dimensions[m.dimension].of_sides]
        asked = self._phrase.operators() & {"which", "who"}
        if not asked or out.against or any(mention.opponent for mention in own):
            return
        alone = self._model.of_one_view
        if alone and not own and "which" in asked and entity not in out.groups:
            return  # which opponent
        oneself = alone and names_oneself(self._phrase)
        if asks_whom(self._phrase, own=bool(own) or oneself):
            people = self._model.player
            met = (
                rivals_key(people, self._model) if people is not None and not alone else "opponent"
            )
            if not {people, met} & set(out.groups):
                met = "opponent"
            if "who" in asked and (named := rivals_named(self._model)) not in (None, entity):
                met = str(named)
            out.groups = [g for g in out.groups if g not in (entity, people, "opponent", met)]
            out.groups.append(met)
            out.rivals_of = not own and not alone
            out.measure = "games" if out.measure == "pick_share" else out.measure

    def _counted(self) -> None:
        """Games are counted where they are named and nothing else is asked of them."""
        out = self._out
        sided = any(self._model.dimensions[m.dimension].of_sides for m in out.mentions)
        bare = out.measure is None and not sided and out.mirror is None and not out.implied
        if (
            bare
            and self._counts_games
            and (out.lasting or out.measured or (out.mentions and not out.order))
        ):
            out.implied = "games"  # games longer than 20 minutes, games on Acropolis
        ranks = out.order or out.bounds or out.compare
        if (
            out.measure is None
            and out.mirror == "only"
            and names_mirrors(self._phrase, counts_games=self._counts_games)
            and not (sided or ranks or out.implied)
        ):
            out.implied = "games"  # mirror games on Triton
        if out.measure is None and out.mentions and self._leads() and not out.implied:
            out.implied = "games"  # games of Fnatic on Bind
        if out.measure is None and not out.implied and self._names_games(ranks=bool(ranks)):
            out.implied = "games"  # Caruana games in Tata Steel
        if out.measure is None and names_games_of_two(self._spans, out):
            out.measure = "games"  # A and B games, A vs B games
        shared = out.order or out.bounds or asks_share(self._spans)
        if (
            out.measure is None
            and self._counts_games
            and not shared
            and sided
            and (_WON_BY.search(self._phrase.text))
        ):
            out.measure = "wins"  # games over 20 minutes won by Maru, by map
        enough = out.having is not None or out.at_most is not None
        compared = bool(out.order) or self._model.stored == "alone"  # by their rates
        if bare and enough and of_whole_games(out, self._model) and not compared:
            out.implied = "games"  # maps with more than 600 games
        keys = self._phrase.operators()
        if out.measure is None and "times" in keys and not out.order and "draw" not in keys:
            if "won" in keys:
                out.measure = "wins"  # how often she won
            else:  # or lost, or they met
                out.measure = "losses" if keys & {"lost", "lost_to"} else "games"
        counted = out.measure is None and out.listing and "which" not in self._phrase.operators()
        if bare and "only" in keys and out.periods and not (out.groups or counted):
            out.implied = out.implied or ("games" if self._counts_games else None)
        elif self._counts_games and (counted or (bare and (out.groups or out.periods))):
            out.measure = "games"  # "games per month", "how many blitz games"
            if "won" in self._phrase.operators():
                out.measure = "wins"
        if out.measure is None and out.listing and out.mirror == "only":
            out.measure = "games"  # "how many mirror matches"
