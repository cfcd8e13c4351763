"""Verbs and nouns of games between two: they name no kind of rows, though they sound like one."""

from agents.data.lexicon import Term

MEETING = Term("dimension", "matchup")
MET = (
    "met", "meet", "face", "만나", "만난", "만났", "붙", "맞붙", "겨", "대결", "맞대결",
    "enfrent", "se enfrent", "se han enfrent", "se ha", "cruz", "se cruz", "se han cruz",
    "상대 전적", "상대전적", "head", "h2h", "cara a cara", "mano a mano",
)  # fmt: skip
"""What a word of meeting begins with."""
FACED = ("faced", "face", "encountered", "meet", "met", "fought", "play against", "played against")
"""What is said of whom one met."""
