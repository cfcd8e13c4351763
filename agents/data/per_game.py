"""Kills per game are a mean of all games."""

from agents.answering.text.likely import turn

TURNS = (
    turn(
        r"\b(?!(?:wins?|losses|rates?|win|games?|matches|minutes|maps?|one|played)\b)"
        r"(?<!\d\s)([a-z]{3,})\s(?:per|a|each|every)\s(?:game|match)\b"
        r"(?=\W*$|\s(?:for|of|by|in|on|does|did)\b)",
        r"average \1",
    ),
    turn(
        r"(?<!\S)(?:경기|게임|판)\s?당\s(?!승|패|경기|게임|시간|평균)(?=[가-힣a-z])", "평균 "
    ),
    turn(
        r"(?<!\d\s)\b([a-z]{4,})\spor\s(?:partida|partido|juego)\b(?=\W*$)",
        r"promedio de \1",
    ),
)  # fmt: skip
