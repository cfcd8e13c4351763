"""All of them and not only some: not just GSL, 최근 말고, in general."""

from agents.answering.text.likely import turn

TURNS = (
    turn(  # not just GSL, all events
        r"^\W*(?:not\s(?:just|only)|no\s(?:solo|s[oó]lo|solamente))\s[^,;]+?"
        r"(?:[,;]|\sbut|\ssino)\s+(?:on\s|in\s|but\s|for\s|en\s|sino\s)*"
        r"((?:all|every|any|todos|todas|tod[oa])\b)",
        lambda f: f[1],
    ),
    turn(
        r"^\S+?(?:뿐(?:만)?\s?아니라|만\s?말고)\s+((?:모든|전체|전부|다른 모든)\b)",
        lambda f: f[1],
    ),
    turn(  # not the recent results but all
        r"(?<!\S)최근(?:\s?(?:성적|전적|경기|기록|결과|폼|거|것|게))?(?:만)?\s?(?:말고|아니고|아니라)\s",
        "",
    ),
    turn(
        r"\b(?:not\s(?:just\s|only\s)?(?:the\s|my\s)?(?:recent|latest)(?:\s(?:ones|games|form|"
        r"results|matches))?|no\s(?:s[oó]lo\s|solo\s)?(?:lo|las|los|el)\s(?:m[aá]s\s)?recientes?)"
        r"\s?[,;]?\s(?:but\s|sino\s)?",
        "",
    ),
    turn(  # how much is it in all
        r"(?:(?<=^)|(?<=고\s))전체(?:적)?으?로(?:는|만|론)?"
        r"(?:\s(?:얼마|어때|어떻게|어떤가|몇)\S*(?:\s\S{1,3})?)?(?=\W*$)",
        "통틀어",
    ),
    turn(
        r"\b(?:in|en)\sgeneral(?=\W*$)",
        "overall",
    ),
)
