"""Turns that change the conditions of the last question: restrict it to, all but, 까지 포함."""

import re

from agents.data.follow_words import InView, Told, turn

_IT = r"(?:\s(?:it|that|this|them|those))?"
_GIVE = r"(?:\s?(?:다시|보여|알려|계산해|해)?\s?(?:줘|주세요|봐|보여줘|알려줘|줄래))?"
_MINUTES = r"(?P<amount>\d+)\s?(?:minutes?|minutos?|mins?|m)"


def _other_value(plain: str) -> Told:
    """Return a turn that puts a new value in the place of one that the last question named."""

    def put(found: re.Match[str], said: InView) -> str | None:
        if said.named(found["old"]) is None or said.value(found["new"]) is None:
            return None
        return plain.format(new=found["new"], old=found["old"])

    return put


def _not_that_one(found: re.Match[str], said: InView) -> str | None:
    """Return "no Herons, Lynx" with Lynx in the place of the Herons that were asked for."""
    denied = re.search(r"\bno\b", found[0], re.IGNORECASE) is not None
    if not denied or said.named(found["new"]) is not None:
        return None
    instead = "en vez de" if said.lexicon.language == "es" else "instead of"
    return _other_value(f"{{new}} {instead} {{old}}")(found, said)


def _other_noun(plain: str) -> Told:
    """Return a turn that holds where its noun is one of the table."""

    def put(found: re.Match[str], said: InView) -> str | None:
        return plain.format(**found.groupdict()) if said.noun(found["noun"]) else None

    return put


def _value(plain: str) -> Told:
    """Return a turn that holds where what it names is a value of the table."""

    def put(found: re.Match[str], said: InView) -> str | None:
        return plain.format(found["value"]) if said.value(found["value"]) else None

    return put


def _asked_before(plain: str) -> Told:
    """Return a turn that holds where the last question named its value."""

    def put(found: re.Match[str], said: InView) -> str | None:
        return plain.format(found["value"]) if said.named(found["value"]) else None

    return put


def _beside(plain: str) -> Told:
    """Return a turn that sets a value beside one that cannot meet it: vs Acropolis, after a map."""

    def put(found: re.Match[str], said: InView) -> str | None:
        value = said.value(found["value"])
        if value is None or said.lexicon.model.dimensions[value.key].of_sides:
            return None
        return plain.format(found["value"]) if said.previous.filter(value.key) else None

    return put


def _of_side(plain: str) -> Told:
    """Return a turn that holds where a value is one of a side's."""

    def put(found: re.Match[str], said: InView) -> str | None:
        value = said.value(found["value"])
        sided = value is not None and said.lexicon.model.dimensions[value.key].of_sides
        return plain.format(found["value"]) if sided else None

    return put


def _rival(plain: str) -> Told:
    """Return a turn that holds where a rival of the value's kind was asked for."""

    def put(found: re.Match[str], said: InView) -> str | None:
        value = said.value(found["value"])
        met = value is not None and said.previous.filter(value.key, "opponent") is not None
        return plain.format(found["value"]) if met else None

    return put


def _in_view(plain: str) -> Told:
    """Return a turn that counts again or leaves out; "mirrors" and "draws" are no values."""

    def put(found: re.Match[str], said: InView) -> str | None:
        term = said.term(found["value"])
        known = term is not None and (
            term.kind == "value" or (term.kind == "operator" and term.key in ("mirror", "draw"))
        )
        return plain.format(found["value"]) if known else None

    return put


def _the_other(found: re.Match[str], said: InView) -> str | None:
    """Name the other of the two values that there are of what was asked for."""
    others = []
    for one in said.previous.filters:
        values = said.lexicon.model.dimensions[one.dimension].values
        if one.exclude or one.side == "opponent" or len(one.values) != 1 or len(values) != 2:
            continue
        others += [value for value in values if value not in one.values]
    return others[0] if len(others) == 1 and not said.previous.period else None


def _lasting(longer: str, shorter: str) -> Told:
    def put(found: re.Match[str], said: InView) -> str | None:
        less = found["how"].casefold().startswith(("under", "less", "below", "menos", "short"))
        return (shorter if less else longer).format(found["amount"])

    return put


CONDITIONS = (
    turn(  # restrict it to La Loma, narrow that down to 2023
        rf"(?:restrict|limit|narrow|filter|confine){_IT}(?:\sdown)?\s(?:to|on|for)\s"
        r"(?:just\s|only\s)?(?!\d{1,3}$)(.+)",
        r"only \1",
    ),
    turn(
        r"(?:l[ií]m[ií]t(?:a|ar|ad|e)|restr[ií]ng(?:e|ir|id)|f[ií]ltr(?:a|ar|ad)|ac[oó]t(?:a|ar)|"
        r"red[uú]c(?:e|ir))(?:l[oa]s?)?\s(?:a|por|con|en)\s(?:solo\s)?(?P<value>.+)",
        lambda f, said: None if said.noun(f["value"]) else f"solo {f['value']}",
    ),
    turn(  # change the map to Saltmarsh
        r"(?:change|switch|set|move)\s(?:the\s)?(?P<noun>[\w ]+?)\s(?:over\s)?to\s(?P<new>.+)",
        _other_noun("{new} instead"),
    ),
    turn(
        r"(?:cambi(?:a|ar|e)|pon)\s(?:el|la)\s(?P<noun>[\w ]+?)\s(?:a|por|en)\s(?P<new>.+)",
        _other_noun("mejor en {new}"),
    ),
    turn(
        r"(?P<noun>\S+?)\s?(?:만|을|를|은|는)\s(?P<new>.+?)(?:으로|로)\s(?:바꿔|바꾸|변경|교체)\S*"
        rf"{_GIVE}",
        _other_noun("{new}로 바꿔줘"),
    ),
    turn(
        r"(?:cambi(?:a|ar|e|emos)|troca|quita|saca)\s(?:a\s|en\s)?(?:el\s|la\s)?(?P<old>.+?)\s"
        r"(?:por|y\s(?:pon|deja))\s(?:a\s|en\s)?(?:el\s|la\s)?(?P<new>.+)",
        _other_value("{new} en vez de {old}"),
    ),
    turn(  # no Herons, Lynx; en Copperline no, en Saltmarsh
        r"(?=.*\bno\b)(?:no,?\s)?(?:no\s(?:es\s|era\s)?)?(?:en\s|con\s|a\s|contra\s)?"
        r"(?:el\s|la\s|los\s|las\s)?(?P<old>[^,]{1,40}?)(?:\sno)?,?\s(?:sino\s(?:que\s)?|es\s|"
        r"era\s)?(?:en\s|con\s|a\s)?(?:el\s|la\s|los\s|las\s)?(?P<new>[^,]{1,40})",
        _not_that_one,
    ),
    turn(  # everyone but Quill, on every map but Nightglass
        r"(?:on\s|in\s|for\s|at\s|with\s)?(?:every(?:one|body|thing)?|all|any(?:one|body)?)"
        r"(?:\s(?:of\sthe\s|the\s)?[\w]+)?\s(?:but|except|save|other\sthan|apart\sfrom|bar)\s"
        r"(?:for\s|on\s|in\s|at\s)?(?P<value>.+)",
        _value("except {}"),
    ),
    turn(
        r"(?:tod[oa]s\s|en\stod[oa]s\s)?(?:menos|a\sexcepci[oó]n\sde)\s(?:en\s|a\s|con\s)?"
        r"(?:el\s|la\s)?(?P<value>\D.*)",
        _value("excepto {}"),
    ),
    turn(rf"(?P<value>.+?)만\s(?:빼고|제외하고)(?:\s(?:다|전부|나머지))?{_GIVE}",
         _value("{} 빼고")),
    turn(r"(?P<value>.+?)(?:을|를)?\s안\s(?:치면|세면|넣으면|쓰면|끼면)(?:\s?어때\S*)?",
         _in_view("{} 빼고")),
    turn(  # mirrors included, draws excluded, if you don't count draws
        r"(?:(?:add|count|include)\s(?:in\s)?(?:the\s)?(?P<a>.+?)(?:\s(?:too|in))?|"
        r"(?:the\s)?(?P<b>.+?)\s(?:included|counted\stoo))",
        lambda f, said: "including mirrors"
        if (term := said.term(f["a"] or f["b"])) is not None and term.key == "mirror"
        else f"include {f['b']}" if f["b"] and said.value(f["b"]) else None,
    ),
    turn(
        r"(?:if\s(?:you|we|i)\s)?(?:(?:do\snot|don't|dont|don’t)\s(?:count|include)\s"
        r"(?:the\s)?(?P<a>.+)|(?:the\s)?(?P<b>.+?)\s(?:excluded|left\sout|taken\sout|not\scounted|"
        r"not\sincluded|(?:do\snot|don't|dont|don’t)\scount))",
        lambda f, said: _in_view("without {}")(_as_value(f), said),
    ),
    turn(
        r"(?:quitando|descontando|sin\sincluir|dejando\s(?:fuera|aparte)|aparte\sde)\s"
        r"(?:a\s)?(?:el\s|la\s|los\s|las\s)?(?P<value>.+)",
        _in_view("sin {}"),
    ),
    turn(rf"(?P<value>.+?)(?:까지|도)\s?(?:다\s)?(?:포함|넣)\S*{_GIVE}",
         _in_view("{}도 포함해줘")),
    turn(rf"무(?:는|를)?\s(?:빼고|빼|제외하고|없이|제외){_GIVE}",
         lambda f, said: "무승부 빼고" if said.lexicon.model.has_draws else None),
    turn(r"(?:only|just)\s(?:the\s)?decisive\s(?:games|results|ones)",
         lambda f, said: "without draws" if said.lexicon.model.has_draws else None),
    turn(  # only Zerg opponents, when he faces Zerg
        r"(?:(?:only|just)\s)?(?:(?:against|versus|vs|with|facing)\s)?(?P<value>.+?)\s"
        r"(?:opponents?|rivals?)(?:\sonly)?",
        _of_side("only against {}"),
    ),
    turn(
        r"(?:(?:only|just)\s)?(?:when|if)\s(?:he|she|they|it|you|i)\s(?:(?:is|are|am)\s)?"
        r"(?:fac(?:es?|ing)|meets?|meeting|plays?(?:\sagainst)?|playing(?:\sagainst)?|"
        r"goe?s?\sup\sagainst|runs?\sinto|draws?)\s(?:a\s|an\s)?(?P<value>.+)",
        _of_side("only against {}"),
    ),
    turn(
        r"(?:(?:solo|s[oó]lo)\s)?(?:(?:cuando|si)\s(?:el\s|su\s|la\s)?(?:rival|oponente|"
        r"contrincante|adversari[oa])\s(?:es|sea|era|juega(?:\scon)?)|(?:rivales|oponentes))\s"
        r"(?P<value>.+)",
        _of_side("solo contra {}"),
    ),
    turn(
        r"(?P<value>.+?)(?:이랑|랑|하고|와|과)\s?(?:할|붙을|만날|싸울|경기할|게임할)\s?때(?:만|"
        r"는|는요)?"
        rf"{_GIVE}",
        _of_side("{} 상대로만"),
    ),
    turn(
        r"(?P<value>.+?)\s(?:선수|유저|플레이어|팀|덱)(?:들)?\s?상대로(?:만|는)?" + _GIVE,
        _of_side("{} 상대로만"),
    ),
    turn(
        rf"(?P<value>.+?)(?:이랑|랑|하고|와|과|까지)\s(?:같이|함께)(?:\s?(?:보|봐|보자))?{_GIVE}",
        _value("{}도 같이"),
    ),
    turn(  # put Saltmarsh next to it, vs Saltmarsh
        rf"put\s(?P<value>.+?)\s(?:next\sto|beside|alongside){_IT}",
        _value("also {}"),
    ),
    turn(r"(?:together|along)\swith\s(?P<value>.+?)(?:\sside\sby\sside)?",
         _value("also {}")),
    turn(r"(?:vs\.?|versus|against)\s(?P<value>.+)", _beside("also {}")),
    turn(  # 프로토스도 그렇게: of it, by itself
        r"(?P<value>.+?)(?:도|은|는)?\s?(?:그렇게|이렇게|똑같이|마찬가지로|같은\s?(?:식|방식|조건|기준)"
        rf"으로)(?:\s?해)?(?:요)?{_GIVE}",
        _value("{}는?"),
    ),
    turn(
        r"(?:(?:do\s|show\s(?:me\s)?)?(?:the\s)?same\s(?:thing\s)?(?:for|with|on|in)|likewise\sfor|"
        r"ditto\sfor)\s(?P<value>.+)",
        _value("what about {}"),
    ),
    turn(
        r"(?:haz\s)?(?:lo|la)\smism[oa]\s(?:para|con|de|en|pero\s(?:con|de|en|para))\s"
        r"(?:el\s|la\s|los\s|las\s)?(?P<value>.+)",
        _value("qué tal {}"),
    ),
    turn(r"(?:al?|con|frente\sa)\s(?P<value>.+)", _rival("contra {}")),  # ¿y a Maru?
    turn(r"to\s(?P<value>.+)", _rival("against {}")),
    turn(r"(?P<value>\S.*?)(?:한테는?|에게는?|한텐|을|를)(?:요)?", _rival("{} 상대로는?")),
    turn(r"s[uú]ma(?:le|r)?\s(?:a\s|en\s)?(?:el\s|la\s)?(?P<value>.+)",
         _value("también {}")),
    turn(  # the maps don't matter, da igual el mapa
        r"(?:(?:it\s)?(?:doesn't|doesn’t|doesnt|does\snot)\smatter\s(?:which|what)\s(?P<noun>\w+)|"
        r"(?:the\s)?(?P<other>\w+)\s(?:doesn't|don't|doesn’t|don’t|doesnt|dont|does\snot|do\snot)"
        r"\s(?:really\s)?matter)",
        lambda f, said: f"regardless of the {f['noun'] or f['other']}"
        if said.noun(f["noun"] or f["other"]) else None,
    ),
    turn(
        r"without\s(?:restricting|limiting|filtering|narrowing)\s(?:by\s|on\s|to\s|for\s)?"
        r"(?:the\s|a\s)?(?P<noun>\w+)",
        _other_noun("regardless of the {noun}"),
    ),
    turn(r"(?:across|over|throughout)\severy\s(?P<noun>\w+)",
         _other_noun("regardless of the {noun}")),
    turn(
        r"(?:(?:me\s)?da\s(?:igual|lo\smismo)|no\simporta|independientemente|"
        r"con\sindependencia|sin\s(?:filtrar|restringir|limitar))\s"
        r"(?:(?:de\s|por\s)?(?:el|la|los|las|qu[eé]|cu[aá]l|del)\s|de\s|por\s)*(?P<noun>\w+)"
        r"(?:\s(?:sea|es))?",
        _other_noun("sin importar el {noun}"),
    ),
    turn(
        r"(?P<noun>\S+?)(?:은|는|을|를|도)?\s?(?:안\s?가리고|가리지\s?(?:말고|않고)|안\s?따지고|"
        rf"따지지\s?(?:말고|않고)|불문(?:하고)?){_GIVE}",
        _other_noun("{noun} 상관없이"),
    ),
    turn(rf"(?:전|모든|전체)\s(?P<noun>\S+?)(?:을|를)?\s(?:통틀어|다\s?합쳐|"
        rf"합쳐)(?:서)?{_GIVE}",
         _other_noun("{noun} 상관없이")),
    turn(
        r"(?:quita|elimina|borra|saca|olvida)\stod[oa]s\sl[oa]s\s(?:filtros|condiciones)",
        "sin filtros",
    ),
    turn(  # not just Saltmarsh, all of them
        r"not\s(?:just|only)\s(?:on\s)?(?P<value>.+?),?\s(?:but\s)?all(?:\sof\s(?:them|it))?",
        _asked_before("remove the {} filter"),
    ),
    turn(
        r"no\s(?:s[oó]lo|solamente)\s(?:en\s)?(?P<value>.+?),?\s(?:sino\s)?(?:en\s)?tod[oa]s"
        r"(?:\sell[oa]s)?",
        _asked_before("quita el filtro de {}"),
    ),
    turn(r"(?P<value>.+?)(?:만|뿐만)\s?(?:말고|아니라)\s(?:전부|모두|다|"
        r"전체)(?:\s?다)?" + _GIVE,
         _asked_before("{} 조건 빼줘")),
    turn(rf"\d{{2,4}}년(?:도)?\s?(?:조건|제한|필터|한정)(?:은|는|을|를)?\s?(?:빼|없애|풀|"
        rf"제거|해제)\S*{_GIVE}",
         lambda f, said: "기간 조건 빼줘" if said.previous.period else None),
    turn(r"(\S*(?:년|월|분기|반기|년도))\s?(?:경기|게임|판)(?:들)?만" + _GIVE, r"\1만"),
    turn(r"(?:on\s|for\s|from\s)?the\sother\s(?:side|colou?r|half)|"
         r"(?:en\s|de\s|d)?(?:el|l)\sotro\s(?:lado|bando|color)|"
         r"(?:반대|다른)\s?(?:진영|편|쪽|사이드)(?:은|는|에서는|에선|에서|이면|으로|"
         r"로)?", _the_other),
    turn(  # when games last more than 20 minutes
        r"(?:(?:only|just)\s)?(?:when|if|where|once)\s(?:the\s|a\s)?(?:games?|match(?:es)?|it|"
        r"they)\s"
        r"(?:goe?s?|lasts?|runs?|takes?|is|are)\s(?:on\s)?(?:for\s)?(?P<how>over|past|beyond|"
        rf"more\sthan|longer\sthan|above|under|less\sthan|below|shorter\sthan)\s{_MINUTES}",
        _lasting("only games over {} minutes", "only games under {} minutes"),
    ),
    turn(
        r"(?:(?:solo|s[oó]lo)\s)?(?:cuando|si)\s(?:la\s|las\s|el\s|los\s)?(?:partid[ao]s?\s|"
        r"juegos?\s)?(?:duran?|pasan?|superan?)\s(?:de\s)?(?P<how>m[aá]s\sde\s|menos\sde\s|los\s|)"
        rf"{_MINUTES}",
        _lasting("solo partidas de más de {} minutos", "solo partidas de menos de {} minutos"),
    ),
)  # fmt: skip


def _as_value(found: re.Match[str]) -> re.Match[str]:
    """Return the match of whichever of two names was found, under one name."""
    named = re.fullmatch(r"(?P<value>.+)", found["a"] or found["b"])
    assert named is not None
    return named
