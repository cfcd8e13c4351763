"""A heat map is a chart; of nothing else, it is of the sides against each other."""

from agents.answering.text.likely import turn

TURNS = (
    turn(  # of nothing else, it is of the sides
        r"^(\W*(?:[a-z]+\s){0,3}(?:win\s?rates?|winrates?))\sheat\s?-?\s?map\W*$",
        r"\1 by matchup as a chart",
    ),
    turn(
        r"^\W*(?:mapa\sde\scalor\sde\s)((?:las\s|la\s)?tasas?\sde\svictorias?)\W*$",
        r"\1 por enfrentamiento en un gráfico",
    ),
    turn(r"^(\W*승률)\s?(?:을|를)?\s?(?:히트\s?맵|열\s?지도)", r"\1 상성별 차트"),
    turn(r"\b(?:mapa\sde\scalor|heat\s?-?\s?map)\b|히트\s?맵|열\s?지도", "chart"),
)  # fmt: skip
