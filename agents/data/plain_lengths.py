"""How long games are, in minutes and in sets: the fastest, sub-10-minute, went to three sets."""

from agents.answering.text.likely import turn

_SETS = {"two": 2, "three": 3, "third": 3, "four": 4, "fourth": 4, "five": 5, "fifth": 5,
         "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5}  # fmt: skip
TURNS = (
    turn(  # how long games take when T1 wins
        r"\b((?:average|mean|typical)\s(?:game\s|match\s)?(?:length|duration|time)|how\slong\s(?:do|does|are)\s"
        r"(?:the\s)?(?:games|matches)(?:\s(?:last|take|go))?)\s(?:when|where|if)\s(.{2,30}?)\s"
        r"(win|wins|won|lose|loses|lost)\b",
        lambda f: f"average length of {f[2]} {'wins' if f[3].startswith('w') else 'losses'}",
    ),
    turn(r"\bslowest\b", "longest"),
    turn(r"\b(?:fastest|quickest)\b", "shortest"),
    turn(  # how long do their games last on average
        r"\b(how\slong\s(?:do|does|did|have)\s.{1,60}?)\slast(?:ed)?\b"
        r"(?!\s(?:\d|few|two|three|couple|days?|weeks?|months?|quarters?|years?|seasons?))",
        r"\1",
    ),
    turn(r"\btypical\s(?=(?:game|match)\s(?:length|duration|time))", "average "),
    turn(  # matches that went to three sets
        r"\b(?:(?:that|which|when\s(?:it|they)|if\sit)\s)?(?:(?:went|goes?|going|gone|lasted|made\sit)\s"
        r"(?:to|for)|in)\s(?:a\s)?(two|three|third|four|fourth|five|fifth|\d)[\s-]sets?\b",
        lambda f: f"in {_SETS.get(f[1].casefold(), f[1])} sets",
    ),
    turn(
        r"\b(games?|matches)\s(?:that\s)?lasts?\s"
        r"(?=between|from|over|under|more|less|fewer|longer|shorter|at\s|\d)",
        r"\1 lasting ",
    ),
    turn(r"\bbest[-\s]of[-\s](?=\d)", "best of "),
    turn(r"\bsub[-\s]?(\d+)[-\s]?min(?:ute)?s?\b", r"under \1 minutes"),
    turn(  # partidos que se fueron a tres sets
        r"\b(?:que\s)?(?:(?:se\s)?(?:fueron|fue|van|va|llegaron|llegan|alargaron)\s)?a\s"
        r"(dos|tres|cuatro|cinco|\d)\ssets?\b",
        lambda f: f"a {_SETS.get(f[1].casefold(), f[1])} sets",
    ),
    turn(r"\b(tard\w+\s(?:m[aá]s|menos))\s(?:en|para)\sganar\b", r"\1 en las victorias"),
    turn(r"얼마나\s?(?:오래\s?)?걸(?:려|리|렸|린|릴)\S*", "경기 시간"),
    turn(
        r"\b(long|short)est\s(?:average|mean|avg)\s(?:(?:games?|match(?:es)?)"
            r"(?:\s(?:length|time|duration)s?)?|length|time|duration)\b",
        lambda f: f"{'highest' if f[1].casefold() == 'long' else 'lowest'} average game length",
    ),
)  # fmt: skip
