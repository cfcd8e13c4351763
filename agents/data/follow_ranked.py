"""Turns about the first row of the last ranking: with which character does he win, with him."""

import re

from agents.data.follow_words import InView, Told, turn

_WINS_KO = r"(?:이[겨기겼긴]|잘\s?[해하했]|못\s?[해하했]|져|졌|지는|강[해하]|약[해하])"


def _of_person(plain: str) -> Told:
    """Return a turn that leaves unsaid who did something with what its noun names.

    That is the first of the people who were ranked, or the one who was asked about.
    """

    def put(found: re.Match[str], said: InView) -> str | None:
        model, previous = said.lexicon.model, said.previous
        noun = said.noun(found["noun"])
        if model.player is None or noun in ("", model.player):
            return None
        one = previous.filter(model.player)
        asked = not previous.group_by and one is not None and len(one.values) == 1
        ranked = previous.order is not None and previous.group_by == (model.player,)
        several = previous.skip or (previous.limit or 1) > 1
        return plain.format(found[0]) if asked or (ranked and not several) else None

    return put


def _with_that(plain: str, *, people: bool = True) -> Told:
    """Return a turn that points at the first of what was ranked, or the one that was named, by him.

    It is called by its noun: with him, after the referees with most games, is with that referee.
    Words that stand for people who play in any place are left where `people` is False.
    """

    def put(found: re.Match[str], said: InView) -> str | None:
        model, previous = said.lexicon.model, said.previous
        named = [one.dimension for one in previous.filters
                 if not (one.exclude or model.dimensions[one.dimension].of_sides)]  # fmt: skip
        ranked = previous.order is not None and not previous.skip and (previous.limit or 1) == 1
        keys = list(previous.group_by) if ranked else [] if previous.group_by else named
        if len(keys) != 1 or keys[0] not in model.dimensions:
            return None
        if keys[0] == model.player and not people:
            return None
        label = model.dimensions[keys[0]].label_in(said.lexicon.language)
        return plain.format(label, **found.groupdict())

    return put


RANKED = (
    turn(  # which character does he win most with
        r"(?:con|en)\squ[eé]\s(?P<noun>\w+)\s(?:(?:le\s(?:va|iba|fue)|gana|gan[oó]|pierde|perdi[oó]|"
        r"juega|rinde|vence)\s.*)",
        _of_person("{} ese"),
    ),
    turn(
        r"(?:무슨|어떤|어느)\s?(?P<noun>\S+?)(?:으로|로|에서)\s"
        rf"(?:(?:제일|가장|더|많이|잘|자주)\s)*{_WINS_KO}\S*",
        _of_person("걔 {}"),
    ),
    turn(
        r"(?P<before>(?:.*\s)?(?:con|bajo|en)\s)(?:él|ella|el(?=$|\s(?:cu[aá]nt|qui[eé]n|qu[eé]|"
        r"c[oó]mo)))(?P<after>(?:[\s,].*)?)",
        _with_that("{before}ese {0}{after}"),
    ),
    turn(
        r"(?P<before>(?:.*\s)?)(?:with|under)\s(?:him|her)(?P<after>(?:[\s,].*)?)",
        _with_that("{before}with that {0}{after}", people=False),
    ),
    turn(
        r"(?:그\s?(?:사람|분|양반|애)|걔|얘)(?P<when>이?면|일\s?때(?:는|엔)?|이?라면|한테는|밑에서는?)"
        r"(?P<after>\s.+)",
        _with_that("그 {0}{when}{after}", people=False),
    ),
)
