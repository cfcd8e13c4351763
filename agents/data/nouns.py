"""A noun that means a column: it groups the rows, or only says what the word beside it is."""

from typing import Literal

from agents.answering.text.packs import word_set
from agents.data.compounds import is_compound
from agents.data.match.model.column_names import dimension_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.members import are_members
from agents.data.numbers import COMPARISONS
from agents.data.phrase import Phrase
from agents.data.reading import Mark
from agents.data.rival_plays import played_by_rival

_REST = word_set("rest other others remaining demas resto otros otras 나머지 다른 그외")
_ARTICLES = word_set("the el la los las")
_IN = word_set("in at on en")
_AT = ("in", "at", "on", "en")
_RANKING = frozenset(
    ["highest", "lowest", "top", "bottom", "which", "listing", "longest", "shortest"]
)
_AUXILIARIES = word_set("does do did has have had can")
_OF = word_set("of de del with con")
_VERBS = ("rank",)
_FACED = ("만난", "만났던", "붙은", "상대한")
_MET = ("진", "졌던", "패한", "패배한", "이긴", "이겼던", *_FACED)
_RANKED = frozenset(["highest", "lowest", "superlative", "high"])
_TEAMS = ("team", "clan", "university")
_EACH_RATE = ("rates", "winrates", "percentages")
_EACH_BEFORE, _EACH_AFTER = ("by_before", "each"), ("by_after", "each")

Role = Literal["group", "rivals", "order", "dropped", "unknown", "nothing"]


class Nouns:
    """Tells what the nouns of one message do there."""

    def __init__(self, phrase: Phrase, marks: list[Mark], model: SemanticModel) -> None:
        self._phrase = phrase
        self._marks = marks
        self._model = model

    def role(self, index: int, key: str) -> Role:
        """Return what the noun of column `key` at place `index` does in its message."""
        if self._is_verb(index):
            return "order"
        if self._marks[index] == "without":
            return "nothing" if self._names_value(index, key) else "dropped"
        if is_compound(self._phrase, index, key, self._model):
            return "unknown"
        if played_by_rival(self._phrase, index, self._model) is not None:
            return "nothing"  # when the opponent plays Zerg
        if key == "season" and "period" in self._phrase.beside(index) and not self.is_each(index):
            return "nothing"  # in the 2024 season
        if self._is_ranked_for(index, key) and self._is_rivals(index, key):
            return "rivals"
        if self._is_rest(index, key):
            return "nothing"  # all but email: the other sources
        if self._names_value(index, key) or self._are_people(index, key):
            return "nothing"
        if self._carries(index, key):
            return "nothing"  # in the tournaments of tier S
        return "rivals" if self._is_rivals(index, key) else "group"

    def is_each(self, index: int) -> bool:
        """Whether a grouping is said to be one by one: for each race, 종족별, "por raza y mapa"."""
        if (
            self._phrase.key(index - 1) in _EACH_BEFORE
            or self._phrase.key(index + 1) in _EACH_AFTER
            or (self._follows_place(index) and self._phrase.key(index - 2) in _EACH_BEFORE)
        ):
            return True  # also of each home team
        before, after = self._is_grouping(index - 1), self._is_grouping(index + 1)
        if before and (self._phrase.joined(index, index - 1) or self._phrase.adjoin(index - 1)):
            return self.is_each(index - 1)
        return after and self._phrase.adjoin(index) and self._phrase.key(index + 2) in _EACH_AFTER

    def _is_grouping(self, index: int) -> bool:
        return self._phrase.kind(index) in ("dimension", "grain")

    def _is_verb(self, index: int) -> bool:
        """Whether a noun begins an order: rank the players, where a column is called rank."""
        after = index + (2 if self._phrase.key(index + 1) in ("all", "each", "by_before") else 1)
        leads = index == 0 and self._phrase[index].text in _VERBS
        return leads and self._phrase.kind(after) == "dimension"

    def _is_rest(self, index: int, key: str) -> bool:
        """Whether the noun only names what is left when some of its values are left out."""
        left_out = any(
            mark in ("without", "instead") and key in {term.key for term in span.terms}
            for mark, span in zip(self._marks, self._phrase, strict=True)
        )
        before = self._phrase.text[: self._phrase[index].start].split()
        return left_out and bool(before) and before[-1] in _REST

    def _carries(self, index: int, key: str) -> bool:
        """Whether a noun of whole games only holds what narrows it: en los torneos de tier S."""
        phrase = self._phrase
        dimension = self._model.dimensions.get(key)
        if dimension is None or dimension.of_sides or self.is_each(index):
            return False
        named = index + 1 + (phrase.key(index + 1) == "include_before")  # with tier S
        named += phrase.kind(named) == "dimension"
        before, after = phrase.text[: phrase[index].start].split(), phrase.text[phrase[index].end :]
        led = [word for word in before[-3:] if word not in _ARTICLES]
        if led and led[-1] in _IN and after.split()[:1] and after.split()[0] in _OF:
            return phrase.kind(named) == "value"
        if self._is_qualified(index):
            return True
        holder = index - 1 - (phrase.kind(index - 1) == "dimension")
        term = phrase.term(holder)
        held = term is not None and term.kind == "value"
        held = held and not self._model.dimensions[term.key].of_sides if term else False
        return held and after.startswith(("에서", "에선"))  # S티어 대회에서

    def _is_qualified(self, index: int) -> bool:
        """Whether a value of whole games beside a noun says which are meant: at offline events."""
        phrase = self._phrase
        if phrase.key(index - 1) == "which" or (
            phrase.operators() & _RANKING and not self._ranks_another(index)
        ):
            return False
        for beside, led in ((index - 1, index - 1), (index + 1, index)):
            term = phrase.term(beside)
            if term is None or term.kind != "value" or self._model.dimensions[term.key].of_sides:
                continue
            said = phrase.text[: phrase[led].start].split()
            alone = "only" in (phrase.key(led - 1), phrase.key(max(beside, index) + 1))
            if (alone or (said and said[-1] in _AT)) and phrase.adjoin(min(beside, index)):
                return True
        return False

    def _ranks_another(self, index: int) -> bool:
        """Whether another noun is what is asked for: on which map does it lose at LAN events."""
        phrase = self._phrase
        return any(
            phrase.kind(i) == "dimension" and i != index
            and phrase.key(i - 1) in ("which", "highest", "lowest")
            for i in range(1, index)
        )  # fmt: skip

    def _are_people(self, index: int, key: str) -> bool:
        """Whether "players" only says who a side is: how do Zerg players do?"""
        asked = {
            self._phrase.key(i) for i in range(len(self._phrase))
            if not (self._phrase.key(i) in COMPARISONS and self._phrase.kind(i + 1) == "value")
        }  # fmt: skip
        ranked = {"highest", "lowest", "top", "bottom", "superlative", "which", "listing", "high",
                  *COMPARISONS}  # fmt: skip
        if self._of_rivals(index, key) and not ranked & asked and not self.is_each(index):
            return True
        if self._is_told_apart(index) or are_members(self._phrase, index, self._marks, self._model):
            return False
        return (
            (key == self._model.player or self._of_place(index, key) or self._of_teams(index, key))
            and (self._phrase.kind(index - 1) == "value" or self._says_of_whom(index))
            and (not ranked & asked or self._ranks_another(index))
            and not self.is_each(index)
        )

    def _is_told_apart(self, index: int) -> bool:
        """Whether the rates of each are asked for: Harbor League player winrates, 선수들 승률.

        Where no side is named, there is nobody else whose rate it could be.
        """
        after = self._phrase[index + 1] if index + 1 < len(self._phrase) else None
        rate = after is not None and after.kind == "measure"
        if rate and after is not None and after.text.endswith(_EACH_RATE):
            return True
        values = [s.term for s in self._phrase if s.kind in ("value", "matchup")]
        sided = any(
            term is not None
            and (term.kind == "matchup" or self._model.dimensions[term.key].of_sides)
            for term in values
        )
        return rate and not sided

    def _of_rivals(self, index: int, key: str) -> bool:
        """Whether a noun of the sides only says who the rival beside it is: against Zerg bots."""
        sided = self._model.is_of_sides(key)
        return sided and any(
            self._phrase.kind(i) == "value" and self._marks[i] == "opponent"
            for i in (index - 1, index + 1)
        )

    def _of_teams(self, index: int, key: str) -> bool:
        """Whether "teams" only says whose the value beside it is: win rate of KR teams.

        Their rates are asked for of each.
        """
        beside = index + 1 if self._says_of_whom(index) else index - 1
        term = self._phrase.term(beside)
        kind = self._model.dimensions.get(term.key) if term and term.kind == "value" else None
        each = self._phrase.key(index - 2) in _EACH_BEFORE or any(
            s.kind == "measure" and s.text.endswith(_EACH_RATE) for s in self._phrase
        )
        return key in _TEAMS and kind is not None and kind.of_sides and not each

    def _says_of_whom(self, index: int) -> bool:
        """Whether a value follows that says which people these are: jugadores de Zerg."""
        if self._phrase.kind(index + 1) != "value" or self._marks[index + 1] != "plain":
            return False
        gap = self._phrase.text[self._phrase[index].end : self._phrase[index + 1].start].split()
        return bool(gap) and set(gap) <= _OF | _ARTICLES

    def _of_place(self, index: int, key: str) -> bool:
        """Whether a noun of the sides follows a place of a game: home teams, equipos locales."""
        sided = self._model.is_of_sides(key)
        return sided and self._follows_place(index)

    def _follows_place(self, index: int) -> bool:
        term = self._phrase.term(index - 1)
        return term is not None and term.kind == "value" and term.key == "side"

    def of_place_in(self, index: int) -> str | None:
        """Return the column of the noun in a place's name that is told one by one, or None.

        In "for each home team" the teams are meant, in "the home team" the side alone.
        """
        term = self._phrase.term(index)
        if term is None or term.key != "side" or self._phrase.key(index - 1) not in _EACH_BEFORE:
            return None
        words = self._phrase[index].text.split()
        sided = {k: d for k, d in self._model.dimensions.items() if d.of_sides and not d.fixed}
        named = (key for key, d in sided.items() if set(words).intersection(d.words))
        meant = (key for key in map(dimension_key, words) if key in sided)
        return next(named, None) or next(meant, None)

    def _is_rivals(self, index: int, key: str) -> bool:
        """Whether the opponent's is meant: "against which class", 상대 직업."""
        step = 2 if self._phrase.key(index - 1) in ("by_before", "which") else 1
        rival = self._phrase.key(index - step) in ("versus_after", "versus_between", "lost_to")
        asked = self._phrase.key(index - 1) == "which"  # 어떤 종족한테, 어느 종족 상대로
        to = self._phrase.key(index - 2) == "until_before" and "lost" in self._phrase.operators()
        rival = rival or (asked and to)  # lost most to which team
        rival = rival or (asked and self._phrase.key(index + 1) in ("toward_after", "versus_after"))
        if self._is_turned_to(index) or self._is_ranked_for(index, key) or self._is_met(index, key):
            return key == self._model.entity or self._model.has_rival(key)
        sided = key in self._model.dimensions and self._model.has_rival(key)
        return (
            rival
            and (key == self._model.entity or sided)
            and self._phrase.kind(index - 2) != "value"
        )

    def _is_turned_to(self, index: int) -> bool:
        """Whether a noun is asked about one by one as what is met: 덱별 상대 승률, 각 덱 상대로."""
        phrase = self._phrase
        if phrase.key(index + 1) == "by_after":
            after = phrase.kind(index + 3)
            return phrase.key(index + 2) == "versus_after" and after in ("measure", "operator", "")
        asked = phrase.key(index - 1) in ("which", "by_before")
        return asked and phrase.key(index + 1) in ("toward_after", "versus_after")

    def _is_met(self, index: int, key: str) -> bool:
        """Whether those of the noun are whom a side met or lost to: 밴타가 제일 많이 진 팀."""
        phrase, verb = self._phrase, self._phrase[index - 1].text if index else ""
        if not verb.startswith(_MET) or phrase.key(index + 1) == "by_after":
            return False
        own = [t.key for i in range(index) if self._marks[i] == "plain"
               and (t := phrase.term(i)) is not None and t.kind == "value"]  # fmt: skip
        player = self._model.player
        who = key == self._model.entity and player is not None and own.count(player) == 1
        who = who or (self._model.of_one_view and verb.startswith(_FACED))  # 제일 많이 만난 덱
        return bool(phrase.operators() & _RANKED) and (own.count(key) == 1 or who)

    def _is_ranked_for(self, index: int, key: str) -> bool:
        """Whether a side is named for which those of the noun are ranked: worst race for Zerg."""
        phrase = self._phrase
        term = phrase.term(index + 1)
        if term is None or term.kind != "value" or term.key != key:
            return False
        gap = phrase.text[phrase[index].end : phrase[index + 1].start].split()
        return gap[:1] in (["for"], ["para"]) and phrase.key(index - 1) in ("highest", "lowest")

    def _asks_apart(self, index: int) -> bool:
        """Whether "which" asks for the noun, and a verb stands between it and the next name."""
        if self._phrase.key(index - 1) != "which" or index + 1 >= len(self._phrase):
            return False
        gap = self._phrase.text[self._phrase[index].end : self._phrase[index + 1].start].split()
        return bool(set(gap) & _AUXILIARIES)

    def _names_value(self, index: int, key: str) -> bool:
        """Whether a dimension's name only says what the value beside it is."""
        if self._phrase.key(index - 1) == "by_before" or self._phrase.key(index + 1) == "by_after":
            return False
        for beside in (index - 1, index + 1):
            if beside > index and self._asks_apart(index):
                continue  # which player does Maru lose to
            if self._phrase.kind(beside) in ("value", "matchup"):
                terms = self._phrase[beside].terms
                dimension = self._model.dimensions.get(key)
                whole = dimension is not None and not dimension.of_sides  # worst map for TvP
                if any((term.kind == "matchup" and not whole) or term.key == key for term in terms):
                    return True
        if self._phrase.key(index + 1) == "by_before" and self._phrase.kind(index + 2) == "value":
            return any(term.key == key for term in self._phrase[index + 2].terms)
        return self._phrase.kind(index + 1) == "unknown" or (
            self._phrase.kind(index - 1) == "unknown" and self._phrase.key(index + 1) != "by_after"
        )
