"""Turns that change the conditions of the last question: restrict it to, all but, 까지 포함."""

import re

from agents.answering.periods.month_names import MONTH
from agents.data.follow_words import InView, Told, turn, where

_IT = r"(?:\s(?:it|that|this|them|those))?"
_GIVE = r"(?:\s?(?:다시|보여|알려|계산해|해)?\s?(?:줘|주세요|봐|보여줘|알려줘|줄래))?"
_JOINTS = re.compile(r",\s?(?:and\s|y\s)?|\s(?:and|y|e|ni)\s(?:a\s)?")
_MINUTES = r"(?P<amount>\d+)\s?(?:minutes?|minutos?|mins?|m)"


def _is_of_side(found: re.Match[str], said: InView) -> bool:
    value = said.value(found["value"])
    return value is not None and said.lexicon.model.dimensions[value.key].of_sides


def _cannot_meet(found: re.Match[str], said: InView) -> bool:
    """Whether a value stands beside one that it cannot meet: vs Acropolis, after a map."""
    value = said.value(found["value"])
    if value is None or said.lexicon.model.dimensions[value.key].of_sides:
        return False
    return said.previous.filter(value.key) is not None


def _are_people(key: str, said: InView) -> bool:
    return key in (said.lexicon.model.player, "player", "team")


def _was_met(found: re.Match[str], said: InView) -> bool:
    """Whether a rival of a value's kind was asked for; one plays with a deck, against people."""
    value = said.value(found["value"])
    if value is None or said.previous.filter(value.key, "opponent") is None:
        return False
    return not found.groupdict().get("play") or _are_people(value.key, said)


def _is_faced(found: re.Match[str], said: InView) -> bool:
    """Whether a value is whom somebody meets; one plays people, but with a deck or hero.

    He plays Zerg, of a person, is said of rivals as well.
    """
    value = said.value(found["value"])
    if not _is_of_side(found, said) or value is None or found["play"] is None:
        return _is_of_side(found, said)
    person = said.lexicon.model.player
    of_person = person is not None and said.previous.filter(person) is not None
    return _are_people(value.key, said) or (value.key == "race" and of_person)


def _is_known(found: re.Match[str], said: InView) -> bool:
    """Whether a value is named, or mirrors or draws, which are none."""
    term = said.term(found["value"])
    if term is None:
        return False
    return term.kind == "value" or (term.kind == "operator" and term.key in ("mirror", "draw"))


_value = where(lambda found, said: said.value(found["value"]) is not None)
_asked_before = where(lambda found, said: said.named(found["value"]) is not None)
_of_side, _rival, _faced = where(_is_of_side), where(_was_met), where(_is_faced)
_beside, _in_view = where(_cannot_meet), where(_is_known)
_other_noun = where(lambda found, said: bool(said.noun(found["noun"])))
# A new value in the place of one that the last question named.
_other_value = where(
    lambda found, said: (
        said.named(found["old"]) is not None and said.value(found["new"]) is not None
    )
)


def _not_that_one(found: re.Match[str], said: InView) -> str | None:
    """Return "no Herons, Lynx" with Lynx in the place of the Herons that were asked for."""
    denied = re.search(r"\bno\b", found[0], re.IGNORECASE) is not None
    if not denied or said.named(found["new"]) is not None:
        return None
    instead = "en vez de" if said.lexicon.language == "es" else "instead of"
    return _other_value(f"{{new}} {instead} {{old}}")(found, said)


def _the_other(found: re.Match[str], said: InView) -> str | None:
    """Name the other of the two values that there are of what was asked for."""
    others = []
    for one in said.previous.filters:
        values = said.lexicon.model.dimensions[one.dimension].values
        if one.exclude or one.side == "opponent" or len(one.values) != 1 or len(values) != 2:
            continue
        others += [value for value in values if value not in one.values]
    return others[0] if len(others) == 1 and not said.previous.period else None


def _again(plain: str) -> Told:
    """Return a turn that counts draws or mirrors again, where they are left out."""

    def put(found: re.Match[str], said: InView) -> str | None:
        what = "무승부" if found["what"] == "무" else found["what"]
        term = said.term(what)
        drawn = term is not None and term.key == "draw"
        out = said.previous.draws == "exclude" if drawn else said.previous.mirror != "include"
        return plain.format(what) if out else None

    return put


def _names_out(found: re.Match[str], said: InView) -> str | None:
    """Leave out all of a list of values: Maru and Serral out; but fuera may be away."""
    if found["nombres"] and not found["leave"] and said.value("fuera") is not None:
        return None
    names = _JOINTS.split(found["names"] or found["nombres"])
    if any(said.value(name) is None for name in names):
        return None
    return f"without {' and '.join(names)}" if found["names"] else f"sin {' y '.join(names)}"


def _lasting(longer: str, shorter: str) -> Told:
    def put(found: re.Match[str], said: InView) -> str | None:
        less = found["how"].casefold().startswith(("under", "less", "below", "menos", "short"))
        return (shorter if less else longer).format(found["amount"])

    return put


CONDITIONS = (
    turn(  # restrict it to La Loma, narrow that down to 2023
        r"(?:restrict|limit|narrow|filter|confine)"
        rf"{_IT}(?:\sdown)?\s(?:to|on|for)\s(?:just\s|only\s)?(?!\d{{1,3}}$)(.+)",
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
        r"(?P<noun>\S+?)"
        rf"\s?(?:만|을|를|은|는)\s(?P<new>.+?)(?:으로|로)\s(?:바꿔|바꾸|변경|교체)\S*{_GIVE}",
        _other_noun("{new}로 바꿔줘"),
    ),
    turn(
        r"(?:cambi(?:a|ar|e|emos)|troca|quita|saca)\s(?:a\s|en\s)?(?:el\s|la\s)?"
        r"(?P<old>.+?)\s(?:por|y\s(?:pon|deja))\s(?:a\s|en\s)?(?:el\s|la\s)?(?P<new>.+)",
        _other_value("{new} en vez de {old}"),
    ),
    turn(  # no Herons, Lynx; en Copperline no, en Saltmarsh
        r"(?=.*\bno\b)(?:no,?\s)?(?:no\s(?:es\s|era\s)?)?(?:en\s|con\s|a\s|contra\s)?"
        r"(?:el\s|la\s|los\s|las\s)?(?P<old>[^,]{1,40}?)(?:\sno)?,?\s(?:sino\s(?:que\s)?|"
        r"es\s|era\s)?(?:en\s|con\s|a\s)?(?:el\s|la\s|los\s|las\s)?(?P<new>[^,]{1,40})",
        _not_that_one,
    ),
    turn(  # everyone but Quill, on every map but Nightglass
        r"(?:on\s|in\s|for\s|at\s|with\s)?"
        r"(?:every(?:one|body|thing)?|all|any(?:one|body)?)(?:\s(?:of\sthe\s|the\s)?[\w]+)?\s"
        r"(?:but|except|save|other\sthan|apart\sfrom|bar)\s(?:for\s|on\s|in\s|at\s)?(?P<value>.+)",
        _value("except {value}"),
    ),
    turn(
        r"(?:tod[oa]s\s|en\stod[oa]s\s)?"
        r"(?:menos|a\sexcepci[oó]n\sde)\s(?:en\s|a\s|con\s)?(?:el\s|la\s)?(?P<value>\D.*)",
        _value("excepto {value}"),
    ),
    turn(rf"menos\s(?:en\s)?({MONTH}(?:\s.*)?|(?:19|20)\d\d)", r"excepto \1"),
    turn(  # March 2023 out
        rf"(?:(?:with|leave|take)\s)?((?:{MONTH}|(?:19|20)\d\d)(?:\s(?:19|20)\d\d)?)\s"
        r"(?:taken\s|left\s)?out|"
        rf"((?:{MONTH}|(?:19|20)\d\d)(?:\s(?:de\s)?(?:19|20)\d\d)?)\sfuera",
        lambda f, said: f"excepto {f[3]}" if f[3] else f"without {f[1]}",
    ),
    turn(  # Maru and Serral out
        r"(?:(?:take|taking|leave|leaving|with)\s)?(?P<names>.+?)\s(?:taken\s|left\s)?out|"
        r"(?P<leave>deja(?:ndo|r)?\s(?:a\s)?)?(?P<nombres>.+?)\sfuera",
        _names_out,
    ),
    turn(  # vuelve a contar las tablas, 무승부 다시 세줘
        r"(?:(?:vuelve|volver|volvamos)\sa\s)?"
        r"(?:contar|cuent[ae]|contando|suma(?:r|ndo)?|considera\w*|mete(?:r)?|agrega\w*)\s"
        r"(?:otra\svez\s|de\snuevo\s|tambi[eé]n\s)?(?:los\s|las\s)?"
        r"(?P<what>empates|tablas|espejos|mirrors)(?:\sotra\svez|\sde\snuevo|\stambi[eé]n)?",
        _again("incluye {}"),
    ),
    turn(
        r"(?:the\s)?(?P<what>draws|ties|mirrors)\s"
        r"(?:included|counted|too|as\swell|back|again|in)(?:\s(?:again|too|in))?",
        _again("including {}"),
    ),
    turn(
        r"(?P<what>무승부|무|미러전|미러|동족전)(?:를|는|도|까지|은|을)?\s?(?:다시|도로|같이)?\s?"
        rf"(?:세|셈|계산|포함|넣|집계|카운트|반영|합쳐|다시)\S*{_GIVE}",
        _again("{} 포함해줘"),
    ),
    turn(
        rf"(?P<value>.+?)만\s(?:빼고|제외하고)(?:\s(?:다|전부|나머지))?{_GIVE}",
        _value("{value} 빼고"),
    ),
    turn(
        r"(?P<value>.+?)(?:을|를)?\s안\s(?:치면|세면|넣으면|쓰면|끼면)(?:\s?어때\S*)?",
        _in_view("{value} 빼고"),
    ),
    turn(  # mirrors included, draws excluded, if you don't count draws
        r"(?:(?:add|count|include)\s(?:in\s)?(?:the\s)?(?P<a>.+?)(?:\s(?:too|in))?|"
        r"(?:the\s)?(?P<b>.+?)\s(?:included|counted\stoo))",
        lambda f, said: (
            "including mirrors"
            if (term := said.term(f["a"] or f["b"])) is not None and term.key == "mirror"
            else f"include {f['b']}"
            if f["b"] and said.value(f["b"])
            else None
        ),
    ),
    turn(
        r"(?:if\s(?:you|we|i)\s)?(?:(?:do\snot|don't|dont|don’t)"
        r"\s(?:count|include)\s(?:the\s)?(?P<a>.+)|(?:the\s)?(?P<b>.+?)\s(?:excluded|"
        r"left\sout|taken\sout|not\scounted|not\sincluded|(?:do\snot|don't|dont|don’t)\scount))",
        lambda f, said: _in_view("without {value}")(_as_value(f), said),
    ),
    turn(
        r"(?:quitando|descontando|sin\sincluir|dejando\s(?:fuera|aparte)|aparte\sde)"
        r"\s(?:a\s)?(?:el\s|la\s|los\s|las\s)?(?P<value>.+)",
        _in_view("sin {value}"),
    ),
    turn(
        rf"(?P<value>.+?)(?:까지|도)\s?(?:다\s)?(?:포함|넣)\S*{_GIVE}",
        _in_view("{value}도 포함해줘"),
    ),
    turn(
        rf"무(?:는|를)?\s(?:빼고|빼|제외하고|없이|제외){_GIVE}",
        lambda f, said: "무승부 빼고" if said.lexicon.model.has_draws else None,
    ),
    turn(
        r"(?:only|just)\s(?:the\s)?decisive\s(?:games|results|ones)",
        lambda f, said: "without draws" if said.lexicon.model.has_draws else None,
    ),
    turn(  # only Zerg opponents, when he faces Zerg
        r"(?:(?:only|just)\s)?(?:(?:against|versus|vs|with|facing)\s)?"
        r"(?P<value>.+?)\s(?:opponents?|rivals?)(?:\sonly)?",
        _of_side("only against {value}"),
    ),
    turn(
        r"(?:(?:only|just)\s)?(?:when|if)\s(?:he|she|they|it|you|i)\s(?:(?:is|are|am)\s)?"
        r"(?:fac(?:es?|ing)|meets?|meeting|(?P<play>play(?:s|ing)?(?!\sagainst\b))|"
        r"play(?:s|ing)?\sagainst|goe?s?\sup\sagainst|runs?\sinto|draws?)"
        r"\s(?:a\s|an\s)?(?P<value>.+)",
        _faced("only against {value}"),
    ),
    turn(
        r"(?:(?:solo|s[oó]lo)\s)?"
        r"(?:(?:cuando|si)\s(?:el\s|su\s|la\s)?(?:rival|oponente|contrincante|adversari[oa])"
        r"\s(?:es|sea|era|juega(?:\scon)?)|(?:rivales|oponentes))\s(?P<value>.+)",
        _of_side("solo contra {value}"),
    ),
    turn(
        r"(?P<value>.+?)"
        rf"(?:이랑|랑|하고|와|과)\s?(?:할|붙을|만날|싸울|경기할|게임할)\s?때(?:만|는|는요)?{_GIVE}",
        _of_side("{value} 상대로만"),
    ),
    turn(
        rf"(?P<value>.+?)\s(?:선수|유저|플레이어|팀|덱)(?:들)?\s?상대로(?:만|는)?{_GIVE}",
        _of_side("{value} 상대로만"),
    ),
    turn(
        rf"(?P<value>.+?)(?:이랑|랑|하고|와|과|까지)\s(?:같이|함께)(?:\s?(?:보|봐|보자))?{_GIVE}",
        _value("{value}도 같이"),
    ),
    turn(  # put Saltmarsh next to it, vs Saltmarsh
        rf"put\s(?P<value>.+?)\s(?:next\sto|beside|alongside){_IT}",
        _value("also {value}"),
    ),
    turn(r"(?:together|along)\swith\s(?P<value>.+?)(?:\sside\sby\sside)?", _value("also {value}")),
    turn(r"(?:vs\.?|versus|against)\s(?P<value>.+)", _beside("also {value}")),
    turn(  # 프로토스도 그렇게: of it, by itself
        r"(?P<value>.+?)(?:도|은|는)?\s?(?:그렇게|"
        rf"이렇게|똑같이|마찬가지로|같은\s?(?:식|방식|조건|기준)으로)(?:\s?해)?(?:요)?{_GIVE}",
        _value("{value}는?"),
    ),
    turn(
        r"(?:(?:do\s|show\s(?:me\s)?)?(?:the\s)?same\s(?:thing\s)?(?:for|with|on|in)|"
        r"likewise\sfor|ditto\sfor)\s(?P<value>.+)",
        _value("what about {value}"),
    ),
    turn(
        r"(?:haz\s)?(?:lo|la)\smism[oa]\s"
        r"(?:para|con|de|en|pero\s(?:con|de|en|para))\s(?:el\s|la\s|los\s|las\s)?(?P<value>.+)",
        _value("qué tal {value}"),
    ),
    turn(r"(?:al?|frente\sa|(?P<play>con))\s(?P<value>.+)", _rival("contra {value}")),  # y a Maru
    turn(r"to\s(?P<value>.+)", _rival("against {value}")),
    turn(r"(?P<value>\S.*?)(?:한테는?|에게는?|한텐|을|를)(?:요)?", _rival("{value} 상대로는?")),
    turn(r"s[uú]ma(?:le|r)?\s(?:a\s|en\s)?(?:el\s|la\s)?(?P<value>.+)", _value("también {value}")),
    turn(  # the maps don't matter, da igual el mapa
        r"(?:(?:it\s)?(?:doesn't|doesn’t|doesnt|does\snot)\smatter\s(?:which|what)\s(?P<noun>\w+)|"
        r"(?:the\s)?(?P<other>\w+)"
        r"\s(?:doesn't|don't|doesn’t|don’t|doesnt|dont|does\snot|do\snot)\s(?:really\s)?matter)",
        lambda f, said: (
            f"regardless of the {f['noun'] or f['other']}"
            if said.noun(f["noun"] or f["other"])
            else None
        ),
    ),
    turn(
        r"without\s(?:restricting|limiting|filtering|narrowing)"
        r"\s(?:by\s|on\s|to\s|for\s)?(?:the\s|a\s)?(?P<noun>\w+)",
        _other_noun("regardless of the {noun}"),
    ),
    turn(
        r"(?:across|over|throughout)\severy\s(?P<noun>\w+)",
        _other_noun("regardless of the {noun}"),
    ),
    turn(
        r"(?:(?:me\s)?da\s(?:igual|lo\smismo)|no\simporta|independientemente|"
        r"con\sindependencia|sin\s(?:filtrar|restringir|limitar))\s(?:(?:de\s|por\s)?"
        r"(?:el|la|los|las|qu[eé]|cu[aá]l|del)\s|de\s|por\s)*(?P<noun>\w+)(?:\s(?:sea|es))?",
        _other_noun("sin importar el {noun}"),
    ),
    turn(
        r"(?P<noun>\S+?)(?:은|는|을|를|도)?\s?(?:안\s?가리고|"
        rf"가리지\s?(?:말고|않고)|안\s?따지고|따지지\s?(?:말고|않고)|불문(?:하고)?){_GIVE}",
        _other_noun("{noun} 상관없이"),
    ),
    turn(
        rf"(?:전|모든|전체)\s(?P<noun>\S+?)(?:을|를)?\s(?:통틀어|다\s?합쳐|합쳐)(?:서)?{_GIVE}",
        _other_noun("{noun} 상관없이"),
    ),
    turn(
        r"(?:quita|elimina|borra|saca|olvida)\stod[oa]s\sl[oa]s\s(?:filtros|condiciones)",
        "sin filtros",
    ),
    turn(  # never mind Orianna
        r"(?:never\smind|nevermind|forget(?:\sabout)?|scrap|ignore)\s(?:the\s)?(?P<value>\w.+)",
        _asked_before("remove the {value} filter"),
    ),
    turn(
        r"(?:olvida|olv[ií]date\sde|ignora)\s(?:el\s|la\s|los\s|las\s)?(?P<value>\w.+)",
        _asked_before("quita el filtro de {value}"),
    ),
    turn(  # not just Saltmarsh, all of them
        r"not\s(?:just|only)\s(?:on\s)?(?P<value>.+?),?\s(?:but\s)?all(?:\sof\s(?:them|it))?",
        _asked_before("remove the {value} filter"),
    ),
    turn(
        r"no\s(?:s[oó]lo|solamente)"
        r"\s(?:en\s)?(?P<value>.+?),?\s(?:sino\s)?(?:en\s)?tod[oa]s(?:\sell[oa]s)?",
        _asked_before("quita el filtro de {value}"),
    ),
    turn(
        rf"(?P<value>.+?)(?:만|뿐만)\s?(?:말고|아니라)\s(?:전부|모두|다|전체)(?:\s?다)?{_GIVE}",
        _asked_before("{value} 조건 빼줘"),
    ),
    turn(
        r"\d{2,4}년(?:도)?"
        rf"\s?(?:조건|제한|필터|한정)(?:은|는|을|를)?\s?(?:빼|없애|풀|제거|해제)\S*{_GIVE}",
        lambda f, said: "기간 조건 빼줘" if said.previous.period else None,
    ),
    turn(  # 다시 전체 맵으로
        rf"(?:다시\s)?(?:전체|모든|전)\s(?P<noun>\S+?)(?:에서|으로|로){_GIVE}",
        _other_noun("{noun} 조건 빼줘"),
    ),
    turn(  # 연도별로 다
        rf"(\S+별로)\s(?:다|전부|모두|전체)(?:\s?(?:보여|알려)\S*)?{_GIVE}",
        lambda f, said: f"기간 조건 빼고 {f[1]} 보여줘" if said.previous.period else None,
    ),
    turn(rf"(\S*(?:년|월|분기|반기|년도))\s?(?:경기|게임|판)(?:들)?만{_GIVE}", r"\1만"),
    turn(
        r"(?:on\s|for\s|from\s)?the\sother\s(?:side|colou?r|half)|"
        r"(?:en\s|de\s|d)?(?:el|l)\sotro\s(?:lado|bando|color)|"
        r"(?:반대|다른)\s?(?:진영|편|쪽|사이드)(?:은|는|에서는|에선|에서|이면|으로|로)?",
        _the_other,
    ),
    turn(  # when games last more than 20 minutes
        r"(?:(?:only|just)\s)?(?:when|if|where|once)\s(?:the\s|a\s)?(?:games?|match(?:es)?|"
        r"it|they)\s(?:goe?s?|lasts?|runs?|takes?|is|are)\s(?:on\s)?(?:for\s)?(?P<how>over|past|"
        rf"beyond|more\sthan|longer\sthan|above|under|less\sthan|below|shorter\sthan)\s{_MINUTES}",
        _lasting("only games over {} minutes", "only games under {} minutes"),
    ),
    turn(
        r"(?:(?:solo|s[oó]lo)\s)?"
        r"(?:cuando|si)\s(?:la\s|las\s|el\s|los\s)?(?:partid[ao]s?\s|juegos?\s)?"
        rf"(?:duran?|pasan?|superan?)\s(?:de\s)?(?P<how>m[aá]s\sde\s|menos\sde\s|los\s|){_MINUTES}",
        _lasting("solo partidas de más de {} minutos", "solo partidas de menos de {} minutos"),
    ),
)


def _as_value(found: re.Match[str]) -> re.Match[str]:
    """Return the match of whichever of two names was found, under one name."""
    named = re.fullmatch(r"(?P<value>.+)", found["a"] or found["b"])
    assert named is not None
    return named
