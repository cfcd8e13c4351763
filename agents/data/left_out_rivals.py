"""What is left out where it is played against are rivals: excluding games against Zerg."""

from agents.answering.text.likely import turn

TURNS = (
    turn(  # what is left out are rivals
        r"\b(excluding|without|except|minus|ignoring)\s(?:for\s)?(?:(?:the\s)?(?:games|matches)\s)?"
        r"(?:against|versus|vs\.?)\s(\w+)(?=\W*$)",
        r"\1 \2 opponents",
    ),
    turn(r"\bsin\s(?:los\s)?rivales\s(\w+)(?=\W*$)", r"sin \1 rivales"),
    turn(
        r"\b(?:sin(?:\scontar)?|excluyendo|quitando|salvo|excepto)\s(?:(?:los?|las?)\s)?"
        r"(?:(?:partidas|juegos|enfrentamientos)\s)?contra\s(\w+)(?=\W*$)",
        r"sin \1 rivales",
    ),
    turn(r"(?<=[가-힣])(빼고|제외하고|말고|넣고|포함해서|바꿔서)요(?=\W*$)|(?<=\s)(빼고|제외하고|말고)요(?=\W*$)",
        lambda f: f[1] or f[2],
    ),
    turn(
        r"(?<!\S)(\w+)\s상대(?:로|로는|전|전적)?(?:\s(?:한\s)?(?:경기|게임|판)(?:는|은|를|을)?)?\s"
        r"(?=(?:빼고|빼면|제외|말고))",
        r"상대가 \1인 경기 ",
    ),
)  # fmt: skip
