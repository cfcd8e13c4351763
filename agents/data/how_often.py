"""How often something shows up is its share of picks; who is most active plays most games."""

from agents.answering.text.likely import turn

_OFTEN_ES = r"(?:con\s(?:qu[eé]|cu[aá]nta)\sfrecuencia|cada\scu[aá]nto)"
_MOST_KO = r"(?:가장|제일|젤)\s?"
TURNS = (
    turn(
        r"\bhow\soften\s(?:do|does|did|has|have)\s(.{1,40}?)\s(?:show(?:n|ed)?|come|came|turn(?:ed)?|"
        r"pop(?:ped)?)\sup\b",
        r"how often is \1 played",
    ),
    turn(r"\bmost\sactive\b", "most games"),
    turn(
        rf"\b{_OFTEN_ES}\s(?:se\s)?(?:jueg|juga|elig|us|ve|aparec|sal|toc)\w*\s(?:el\s|la\s)?",
        "tasa de elección de ",
    ),
    turn(r"\bm[aá]s\sactiv[oa]s?\b", "con más partidas"),
    turn(  # 어떤 캐릭터로 제일 많이 했어?
        rf"(?<=[가-힣a-z])((?:으로|로|를|을)\s{_MOST_KO}(?:많이|자주|적게))\s(?:했|한(?!\s)|함|하[니나지는])(?=\S*(?:\s|\W*$))",
        r"\1 플레이했",
    ),
    turn(rf"{_MOST_KO}(?:활발한|활발하게\s활동한|바쁜)\s", "경기 수가 가장 많은 "),
    turn(
        r"(?<!\S)(?:얼마나\s)?자주\s(?!무승부|미러|동족)(\S+?)(?:[이가은는을를])?\s(?:나와|나오|나왔|쓰여|쓰이|쓰였|등장|골라|"
        r"고르|골랐|선택)\S*",
        r"\1 선택 비율",
    ),
    turn(
        r"(?<!\S)(?!무승부|미러|동족)(\S+?)(?:[이가은는을를])?\s(?:얼마나\s)자주\s(?:나와|나오|나왔|쓰여|쓰이|쓰였|등장|골라|"
        r"고르|골랐|선택)\S*",
        r"\1 선택 비율",
    ),
    turn(
        r"\b(most|least)\s(?:common(?:ly)?|frequent(?:ly)?)"
        r"(?:\s(?:played|used|picked|chosen|seen))?\b(?!\s(?:beat|lose|win|lost|won)\w*)",
        r"\1 played",
    ),
    turn(
        r"\b(?:comes?|came|shows?|pops?|turns?)\sup\s(?:the\s)?(most|least)(?:\soften)?\b",
        r"is played \1",
    ),
    turn(
        r"\b(m[aá]s|menos)\s(?:com[uú]n(?:es)?|frecuentes?|habitual(?:es)?|popular(?:es)?)\b",
        r"\1 jugada",
    ),
    turn(r"(?<!\S)얼마나\s자주\s(?=(?:맞?붙|만나|만났|겨루|겨뤘|싸우|싸웠))", "몇 번 "),
    turn(  # ¿a quién le gana más a menudo?
        r"\b(m[aá]s|menos)\s(?:a\smenudo|(?:frecuente|asidua)mente|seguido|de\sseguido)\b|"
        r"\bcon\s(?:(m[aá]s|menos)|(mayor)|menor)\sfrecuencia\b",
        lambda f: f[1] or f[2] or ("más" if f[3] else "menos"),
    ),
    turn(r"\b(?:qu[eé]\stan|cu[aá]n)\spopular\ses\b", "con qué frecuencia se elige"),
    turn(r"\bsalen?\s(m[aá]s|menos)\b(?!\s\w+(?:ndo|d[oa])\b)", r"se juega \1"),
    turn(rf"{_MOST_KO}(?:흔한|흔하게\s나온|인기\s?(?:있는|많은|좋은)|대중적인)",
        "가장 많이 플레이한",
    ),
    turn(rf"{_MOST_KO}(?:많이|자주)\s나왔\S*", "가장 많이 나온"),
    turn(
        r"(?<!\S)(제일|가장|젤)\s?많이\s?한(?=\s)",
        "가장 많이 플레이한",
    ),
    turn(
        r"\b(?:the\s)?busiest\b",
        "the one with the most games",
    ),
)  # fmt: skip
