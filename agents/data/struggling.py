"""Where a side struggles is where its win rate is lowest, and what is easy for it the highest."""

from agents.answering.text.likely import turn

_SIDES_KO = r"(?:종족|직업|덱|캐릭터|챔피언|챔프|영웅|문명|팀|선수|클래스|구단|클럽)"
_SIDES_ES = (
    r"(?:razas?|clases?|personajes?|campe[oó]n|campeones|mazos?|civilizaci[oó]n|civilizaciones|"
    r"facci[oó]n|facciones|h[eé]roes?|equipos?|rivale?s?|jugador(?:es)?|oponentes?|decks?)"
)
_MOST_KO = r"(?:가장|제일|젤)\s?"
TURNS = (
    turn(r"\bstruggl(?:e|es|ed)\s(against|vs|with)\s(?:the\s)?most\b", r"do worst against"),
    turn(r"\bstruggl(?:e|es|ed|ing)\s(?:the\s)?most\b", "do worst"),
    turn(  # but not a race or deck that is hard for oneself, which the rival has
        r"\b(?:the\s)?(?:hard|tough|tricki)est\s"
        r"(race|class|faction|deck|character|champion|civ(?:ilization)?)\sfor\s(?:me|us)\b",
        r"which \1 do I do worst against",
    ),
    turn(  # the toughest map for Terran, but not to beat
        r"\b(?:(?:hard|tough|tricki)est|most\s(?:difficult|challenging))(?=\s(?:\w+\s)?for\b)",
        "worst",
    ),
    turn(r"\beasiest(?=\s(?:\w+\s)?for\b)", "best"),
    turn(r"\b(los(?:es?|t))\s(?:the\s)?(most|least)(?:\soften)?\sto\b", r"\1 \2 against"),
    turn(r"\bgives?\s(\w+)\s(?:the\s)?most\s(?:trouble|problems)\b", r"does \1 do worst against"),
    turn(r"\b(?:costs?|costing)\s(?:me|us)\s(?:the\s)?most\b(?!\s\w)", "do I do worst against"),
    turn(r"\bqu[eé]\s(\w+)\sse\sles?\scomplica\sm[aá]s\sa\b", r"contra qué \1 le va peor a"),
    turn(  # what is hard for somebody is met by him, unless it is a place
        rf"\b(contra\s)?qu[eé]\s({_SIDES_ES})\s(me|nos|les?)\s(?:cuestan?|complican?)\sm[aá]s\b",
        r"contra qué \2 \3 va peor",
    ),
    turn(
        r"\b(?:(me|nos)|les?)\s(?:cuestan?|complican?)\sm[aá]s\b",
        lambda f: f"{f[1] or 'le'} va peor",
    ),
    turn(r"\bsufr(?:e|en|i[oó])\sm[aá]s\b", "le va peor"),
    turn(
        r"\b(?:(\w+)\s)?m[aá]s\s(?:(dif[ií]cil(?:es)?|complicad[oa]s?|dur[oa]s?)|f[aá]cil(?:es)?)"
        r"(?=\spara\b)",
        lambda f: f"{'peor' if f[2] else 'mejor'} {f[1] or ''}".strip(),
    ),
    turn( # whom he finds hardest are his rivals
        rf"{_MOST_KO}(?:힘들어하는|고전하는|어려워하는|애먹는|고생하는|못\s?이기는)\s(?:상대\s?)?"
        rf"(?={_SIDES_KO})",
        "승률 제일 낮은 상대 ",
    ),
    turn( # and so are those against whom he is weak
        rf"(?<=[이가은는])\s{_MOST_KO}(약|강)한\s(?=종족|직업|캐릭터|챔피언|덱)",
        lambda f: f" 승률 제일 {'낮' if f[1] == '약' else '높'}은 상대 ",
    ),
    turn(rf"{_MOST_KO}(?:힘든|힘들어하는|어려운|어려워하는|고전하는|까다로운|버거운|빡센|애먹는|"
        rf"고생하는|못\s?이기는)\s(?!상대|{_SIDES_KO})",
        "승률 제일 낮은 ",
    ),
    turn(rf"{_MOST_KO}(?:힘들어하는|고전하는|어려워하는|애먹는|고생하는|못\s?이기는)\s(?=상대)",
        "승률 제일 낮은 ",
    ),
    turn(rf"{_MOST_KO}(?:쉬운|만만한|수월한|편한)\s(?!상대|{_SIDES_KO})",
        "승률 제일 높은 ",
    ),
    turn(
        r"(?<!\S)안(?:좋은|좋아|좋았던|되는)(?=\s)",
        lambda f: f"안 {f[0][1:]}",
    ),
    turn(  # the hardest opponent is the one against whom least is won
        r"\b(?:(hard|tough|tricki|nasti)|easi)est"
            r"(?=\s(?:opponents?|opposition|rivals?|enem(?:y|ies)|match-?ups?)\b)",
        lambda f: "worst" if f[1] else "best",
    ),
    turn(
        r"(?<!\S)(?:(어려운|힘든|까다로운|버거운|빡센|껄끄러운)|쉬운|만만한)\s"
            r"(?=(?:상대|라이벌|매치업|종족전|상성))",
        lambda f: f"승률 {'낮은' if f[1] else '높은'} ",
    ),
)  # fmt: skip
