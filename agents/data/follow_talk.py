"""Turns that point at what was shown, turn it round, show it otherwise, or begin something else."""

import re

from agents.data.follow_words import InView, Told, turn, where

_OF = (
    r"(?:tasa(?:\sde\svictorias)?|porcentaje(?:\sde\svictorias)?|winrate|victorias|derrotas|"
    r"partidas)"
)


def _ranked(plain: str) -> Told:
    """Return a turn that points at the first of a ranking of one kind."""

    def put(found: re.Match[str], said: InView) -> str | None:
        ranked = said.previous.order is not None and len(said.previous.group_by) == 1
        player = said.lexicon.model.player
        if player is not None and said.previous.filter(player) is not None:
            return None  # whose favourite that is
        return found.expand(plain) if ranked and not said.previous.skip else None

    return put


def _opposite(low: tuple[str, str], high: tuple[str, str], swapped: str) -> Told:
    """Return a turn that asks for the other end of a ranking, else for the other side.

    Each end is said of all rows, and of so many.
    """

    def put(found: re.Match[str], said: InView) -> str | None:
        met = any(one.side == "opponent" for one in said.previous.filters)
        if said.previous.order is None or not said.previous.group_by:
            return swapped if met else None
        every, some = low if said.previous.order == "desc" else high
        return some.format(said.previous.limit) if said.previous.limit else every

    return put


_again = where(lambda found, said: said.previous.mirror == "include")


_FEW_ES = {"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "diez": 10}


def _least(found: re.Match[str], said: InView) -> str | None:
    """Ask for the other end of a ranking that began with the highest: ¿y en cuál menos?"""
    ranked = said.previous.order == "desc" and said.previous.group_by
    return "de menor a mayor" if ranked else None


def _last(found: re.Match[str], said: InView) -> str | None:
    """Ask for the last rows of a ranking, of which none is the newest: los tres últimos."""
    if said.previous.order is None or not said.previous.group_by:
        return None
    count = _FEW_ES.get(found["count"].casefold(), found["count"])
    return f"los {count} más {'bajos' if said.previous.order == 'desc' else 'altos'}"


TALK = (
    turn(
        r"(?:(?:el|la|los|las|lo|(?:en|a|con|contra)\s(?:cu[aá]l(?:es)?|qui[eé]n)|d[oó]nde|cu[aá]l|"
        r"qui[eé]n)\s(?:que\s)?)?menos",
        _least,
    ),
    turn(r"(?:los|las)\s(?P<count>\d+|dos|tres|cuatro|cinco|diez)\s[uú]ltim[oa]s", _last),
    turn(
        r"m[aá]s\s(?P<value>\w{4,})",
        where(lambda f, s: s.value(f["value"]) is not None)("en {value}"),
    ),
    turn(
        r"(?:그\s)?둘\s?중(?:에|에서)?\s((?:어느\s?(?:쪽|것|게|거)|어디|뭐)(?:이|가)?\s(?:더\s)?\S+)",
        r"\1",
    ),
    turn(
        r"(?:(?:and|ok|okay|now)\s)?without(?:\s(?:them|those|again)){1,2}",
        _again("without mirrors"),
    ),
    turn(r"(?:y\s)?sin\s(?:ellos|ellas|esos|esas)", _again("sin espejos")),
    turn(
        r"(?:what\sabout\s|in\s)?(?:the\s)?(?:opposite|inverse|reverse|converse)|"
        r"(?:the\s)?other\sway\s(?:a)?round|"
        r"turn\s(?:it|that|them)\saround|"
        r"swap\s(?:the\stwo|both|the\ssides|sides)|"
        r"flip\s(?:the\s)?sides",
        _opposite(
            ("lowest first", "lowest {}"), ("highest first", "top {}"), "the other way round"
        ),
    ),
    turn(
        r"al\srev[eé]s|"
        r"(?:a|l)?\s?l?o?\s?(?:contrario|inverso|opuesto)|"
        r"al\scontrario|"
        r"lo\s(?:contrario|inverso|opuesto)|"
        r"invierte\s(?:los|las)\s(?:lados|papeles|partes)",
        _opposite(
            ("de menor a mayor", "los {} más bajos"),
            ("de mayor a menor", "los {} más altos"),
            "al revés",
        ),
    ),
    turn(
        r"(?:순서(?:를|는)?\s?)?(?:반대로|거꾸로)(?:는|요|는요)?(?:\s?(?:보여|해|정렬)\S*)?|"
        r"(?:서로|둘을?|양쪽을?)\s(?:바꾸면|바꿔\S*|뒤집으면|뒤집어\S*)(?:\s?줘)?",
        _opposite(("오름차순으로", "하위 {}개만"), ("내림차순으로", "상위 {}개만"), "반대로는?"),
    ),
    turn(r"(\S+)\s(?:쪽|편)에서\s?(?:보면|보자면|볼\s?때|봤을\s?때)", r"\1 입장에서는?"),
    turn(
        r"from\s(?:the\s)?(\w+)['’]\s(?:point\sof\sview|perspective|side|view)",
        r"from \1's perspective",
    ),
    turn(
        r"(?:그\s?(?:사람|친구|분|애|녀석)|해당\s(?:선수|사람|인물))(?:은|는|이|가|의|도)?\s(.+)",
        r"걔 \1",
    ),
    turn(r"해당\s(.+)", r"그 \1"),
    turn(
        r"(?:그\s|그럼\s)?(?:1[등위]|일등)(?:은|는|의|이)?\s(\S+별(?:로)?(?:\s.+)?)",
        _ranked(r"걔 \1"),
    ),
    turn(rf"su\s({_OF})(.*)", _ranked(r"\1 de ese\2")),
    turn(
        r"c[oó]mo\sle\s(?:va|fue|iba|ha\sido|ha\sido)(?!\sa\s)(.*)",
        _ranked(r"tasa de victorias de ese\1"),
    ),
    turn(r"(?:él|ella)\s(por\s.+)", _ranked(r"ese \1")),
    turn(r"(.*)(?:거기선|여기선)(.*)", r"\1거기서는\2"),
    turn(r"(.+)\son\sit", r"\1 there"),
    turn(r"(?:ahí|ahi|allí|alli),?\s[¿]?(.+)", r"\1 ahí"),
    turn(r"there,\s(.+)", r"\1 there"),
    turn(
        r"(?:put|stick|throw)\s(?:it|that|this|them|those)"
        r"(?:\sall)?\s(?:in|into|on|as)\s(?:a\s|the\s)?(?:bar\s)?(table|chart|graph|plot)",
        r"as a \1",
    ),
    turn(
        r"(?:put|show|set)\s(?:it|them|those|these|the\stwo|both)\sside\sby\sside",
        "compare them",
    ),
    turn(
        r"(?:add|join|lump|pool)\s(?:them|both|those|these|the\stwo)\s(?:together|up)|"
        r"put\s(?:both|the\stwo)(?:\sof\sthem)?\stogether|(?:pool|merge|join)\s(?:them|both|the\stwo)",
        "the two combined",
    ),
    turn(
        r"(?:junta|suma|combina|une|agrupa)(?:\s(?:a\s)?(?:l[oa]s\sdos|amb[oa]s)|r?l[oa]s)|"
        r"(?:s[uú]ma|j[uú]nta|comb[ií]na|agr[uú]pa)l[oa]s",
        "los dos juntos",
    ),
    turn(r"(?:둘\s?다?\s?)?합쳐\s?(?:줘|주세요|봐|봐줘|줄래)(?:요)?", "둘 합쳐서"),
    turn(r"tabulate(?:\s(?:that|it|this|them))?|(?:en\s)?una?\stablita", "table"),
    turn(
        r"(?:me\s)?(?:l[oa]s?\s)?(?:puedes\s|podr[ií]as\s)?gr[aá]fica(?:r|l[oa]s?|rl[oa]s?|me)?",
        "gráfico",
    ),
    turn(r"(?:한번\s)?그려(?:\s?(?:줘|봐|주세요|줄래|볼래))?(?:요)?", "그래프로"),
    turn(r"(?:los|las)\sdos\scomparad[oa]s", "compara los dos"),
    turn(r"(?:el\s)?frente\sa\sfrente", "cara a cara"),
    turn(
        r"how\scome|"
        r"what(?:'s|’s|\sis|\swas)"
        r"\sthe\s(?:reason|cause|explanation)(?:\s(?:for|of|behind)\s(?:that|this|it))?|"
        r"what\s(?:causes|caused|explains|is\sbehind)\s(?:that|this|it)|"
        r"any\s(?:reason|explanation)",
        "why",
    ),
    turn(
        r"a\squ[eé]\sse\sdebe(?:\s(?:eso|esto))?|"
        r"cu[aá]l\ses\sla\s(?:raz[oó]n|causa|explicaci[oó]n)|"
        r"qu[eé]\slo\s(?:explica|causa)|"
        r"c[oó]mo\ses\s(?:eso|posible)|"
        r"la\s(?:raz[oó]n|causa)",
        "por qué",
    ),
    turn(r"(?:그\s)?(?:원인|까닭)(?:이|은)?(?:\s?(?:뭐|뭔|무엇|뭘)\S*)?", "왜"),
    turn(
        r"(?:다른\s(?:질문|얘기|이야기|주제|걸)\S*|"
        r"딴\s?(?:얘기|거|질문)\S*|(?:그건|이건)\s?(?:됐고|됐어|됐고요))[,.:\s]+(\S+(?:\s\S+){2,})",
        r"새 질문 \1",
    ),
    turn(
        r"(?:something\selse|on\s(?:another|a\sdifferent)\snote|unrelated(?:\squestion)?|"
        r"changing\s(?:the\s)?(?:subject|topic)s?|different\stopic)[,:.\s–-]+(\S+(?:\s\S+){2,})",
        r"new question \1",
    ),
    turn(
        r"(?:cambiando\sde\stema|cambio\sde\stema|otro\stema|pasando\sa\sotra\scosa)"
        r"[,:.\s]+(\S+(?:\s\S+){2,})",
        r"nueva pregunta \1",
    ),
)
