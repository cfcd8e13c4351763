"""Clauses of a long question are put in plain words: draws excluded, under each referee."""

import re

from agents.answering.text.likely import turn

_OUT_EN = (
    r"(?:excluded|omitted|ignored|left\sout|taken\sout|filtered\sout|not\s(?:counted|included))"
)
_OF_RATES_EN = r"(?:win\s?rate|winning\s(?:rate|percentage)|pick\srate|loss\srate)"
_DRAWN_ES = r"(?:acab|termin|finaliz|qued)[a-zó]+\sen\s(?:tablas|empates?)"
_PAIR_ES, _BETWEEN_ES = re.compile(r"^([\w ]{3,})-([\w ]{3,})$"), r"los partidos entre \1 y \2"
_FEW_KO = {
    "둘": 2, "두": 2, "셋": 3, "세": 3, "넷": 4, "다섯": 5,
    "쓰리": 3, "스리": 3, "포": 4, "파이브": 5, "텐": 10,
}  # fmt: skip
_PEOPLE_KO = r"(?:선수|플레이어|사람|게이머|유저|팀|맵|종족|캐릭터|챔피언|덱|오프닝)"


def _for_all(found: re.Match[str]) -> str:
    """Overall, not only against him: of all rivals."""
    everyone = "contra todos" if found[1].casefold().startswith("en ") else "against everyone"
    return everyone if found["met"] else found[1]


_ENGLISH = (
    turn(  # sets that ended 2-1
        r"\b(?:(?:that|which)\s)?(?:end(?:ed|ing)|finish(?:ed|ing))\s(?:up\s)?(?:(?:at|in|with)\s)?"
        r"(?=\d{1,3}\s?[-–:]\s?\d{1,3}(?![\d-]))",
        "with ",
    ),
    (  # lose to each race: each of its rivals'
        re.compile(
            r"\b((?:lost|loses?|losing|losses)\sto)\s(?:each|every)\s(?=(?:race|class|deck|character|"
            r"champion|hero|faction|team|civ|civilization)\b)", re.I,
        ),
        r"\1 each opponent ",
    ),
    (  # against everything but Burn
        re.compile(
            r"\b(?:against|versus|vs\.?)\s(?:everything|everyone|everybody|anything|anyone|all)\s"
            r"(?:but|except(?:\sfor)?|other\sthan|besides)\s(\w[\w'’-]*)(?=\W*$)", re.I,
        ),
        r"without \1 opponents",
    ),
    (  # by opponent's deck
        re.compile(r"\b(opponent|opp|rival|enem(?:y|ie))(?:['’]s|s['’])\s(?=\w)", re.I),
        lambda f: f"{f[1]} ",
    ),
    (  # draws excluded, under 20 games excluded
        re.compile(
            r"(^|[,;(]\s?|\bwith\s)(?!(?:are|is|were|was|do|did|what|which|why|how|who|has|have|nothing)\b)((?:[\w.'’-]+\s){1,4}?)"
            rf"(?:(?:are|is|being)\s)?{_OUT_EN}(?=\s?(?:[,;.)]|$))", re.I,
        ),
        lambda f: f"{f[1] if f[1].strip() in (',', ';', '(') else ''} without {f[2].strip()}",
    ),
    (
        re.compile(
            r"\b(?:adjust(?:ed|ing)|correct(?:ed|ing)|controll(?:ed|ing)|normali[sz](?:ed|ing)|"
            r"account(?:ed|ing))\sfor\s(?:the\s)?(?:(?:player|opponent|rival|their)(?:['’]?s['’]?)?\s)?"
            r"(?:skill|strength|ability|quality)(?:\slevels?)?\b", re.I,
        ),
        "adjusted for skill",
    ),
    (  # under each referee
        re.compile(
            r"\bunder\s(?=(?:each|every|(?:the\s)?(?:referee|ref|umpire|judge|coach|manager|captain)"
            r"s?)\b)", re.I,
        ),
        "with ",
    ),
    (
        re.compile(
            r"\bwhich\s(?:opponents?|rivals?)\s(?=(?:beats?|(?:has|have)\sbeaten|defeated|defeats?)\b)",
            re.I,
        ),
        "who ",
    ),
    (  # who lost to Zerg most often by rate
        re.compile(
            r"\b((?:lost|loses?|won|wins?)\b.{1,60}?\b(?:most|least)\b.{0,40}?)\sby\s"
            r"(?:rate|percentage|percent)\b", re.I,
        ),
        r"\1 in percent",
    ),
    (
        re.compile(
            r"\bmirror\s(?:match\s?-?\s?ups?|match(?:es)?|games?)\s(rate|share|percentage)\b", re.I
        ),
        r"mirror \1",
    ),
    (
        re.compile(r"\bhow\scommon\s(?:were|was|have\sbeen)\s(?=(?:the\s)?mirror)", re.I),
        "how common are ",
    ),
    (
        re.compile(
            r"\b(?:(least)|most)\s(?:picked|played|used|frequent|common)\sfirst\b", re.I
        ),
        lambda f: "lowest first" if f[1] else "highest first",
    ),
    (  # percentage of games won by Terran
        re.compile(
            r"\b(?:percentage|share|proportion|fraction|percent|%)\sof\s(?:the\s|all\s)?(?:games|"
            r"matches)\s(?:that\s)?(?:(?:were|was|are)\s)?won\sby\s(?=\w)", re.I,
        ),
        "win rate of ",
    ),
    (
        re.compile(
            r"\b(\w+)\sand\s(\w+)(?:['’]s?)?\s(?:games|matches)\sagainst\s(?:each\sother|one\s"
            r"another)\b", re.I,
        ),
        r"number of games between \1 and \2",
    ),
    (  # who beat her at least 5 times: wins, no games
        re.compile(
            r"\b(?:(beat(?:en)?|defeated)|lost\sto)\s((?:[\w.'’-]+\s){1,4}?)(at\sleast|more\sthan|over)\s"
            r"(\d+)\stimes\b", re.I,
        ),
        lambda f: f"{f[0].split(f[2])[0]}{f[2]}with {f[3]} {f[4]} {'wins' if f[1] else 'losses'}",
    ),
    (re.compile(r"\bleader\s?boards?\b", re.I), "ranking"),
    (re.compile(r"\btop(\d{1,2})\b", re.I), r"top \1"),
    (re.compile(r"\bnon[-\s]?mirrors?(?:\s(?:matchups?|match(?:es)?|games?))?\b", re.I),
     "without mirrors"),
    (  # the lowest win rate map
        re.compile(rf"\b(highest|lowest|best|worst)\s({_OF_RATES_EN})\s(maps?)\b", re.I),
        r"\3 with the \1 \2",
    ),
    turn(r"\bdifferent\sfrom\b", "compared with"),
    turn(  # overall, not only against him
        r"\b(en\stotal|en\sgeneral|overall|in\stotal|in\sgeneral|altogether),?\s(?:and\s|y\s)?"
        r"(?:no\ss[oó]lo|no\ssolamente|not\s(?:only|just))\s"
        r"(?P<met>contra|against|vs|versus)?.{2,40}$",
        _for_all,
    ),
    turn(r"^\W*(?:nvm|never\s?mind|nah|nope)[,.!\s]+(?=\w+\W*$)", ""),  # nvm, toss
)  # fmt: skip
_SPANISH = (
    (  # whom Zerg gives most trouble
        re.compile(
            r"\ba\squi[eé]n(?:es)?\sles?\scuesta[n]?\sm[aá]s\s(?:jugar\s|ganar(?:le)?\s)?"
            r"(?:contra\s|a\s)?(?=\w)", re.I,
        ),
        "a quién le va peor contra ",
    ),
    (
        re.compile(r"\b(?:hay|se\sdan|se\sven|salen)\s(m[aá]s|menos)\s(?:espejos|mirrors)\b", re.I),
        lambda f: f"tiene la {'menor' if f[1][1] == 'e' else 'mayor'} tasa de espejos",
    ),
    (  # how many Terran against Zerg were there
        re.compile(
            r"\bcu[aá]nt[oa]s\s(?!partid|juego|encuentr|enfrent)(\S+(?:\s(?:contra|vs\.?)\s\S+)?)\s"
            r"(?:hubo|ha\shabido|se\s(?:han\s)?juga(?:ron|do))\b", re.I,
        ),
        r"número de partidas de \1",
    ),
    (  # she won most at home
        re.compile(r"\b(m[aá]s|menos|peor|mejor)\sde\s(?=(?:local|visitante)(?:es|s)?\b)", re.I),
        r"\1 como ",
    ),
    (re.compile(r"\bsuperan?\s(\w+\s)?(?:el|los)\s(?=\d)", re.I), r"\1tiene más de "),
    (re.compile(r"\bqu[eé]\stan\s(?:seguido|a\smenudo)\b", re.I), "con qué frecuencia"),
    (
        re.compile(r"\b(?:usando|utilizando|empleando|manejando)\s(?:a\s)?(?=\w)", re.I),
        "con ",
    ),
    (  # which team does he beat most
        re.compile(
            r"\ba\squ[eé]\s(\w+)\s(?:les?\s)?(?=(?:ha\s|han\s)?(?:gan|venc|derrot|bat))", re.I
        ),
        r"contra qué \1 ",
    ),
    (
        re.compile(
            rf"\bqu[eé]\sporcentaje\sde\s(?:l[ao]s?\s)?(.{{2,40}}?)\s(?:se\s)?{_DRAWN_ES}\b", re.I
        ),
        lambda f: f"tasa de empates de {_PAIR_ES.sub(_BETWEEN_ES, f[1])}",
    ),
    (
        re.compile(
            r"\b(?:con\squ[eé]\sfrecuencia|cada\scu[aá]nto|cu[aá]nt[oa]s\sveces)\s(?:se\s)?empat"
            r"(?:an|aron)\s(?!en\b|a\b|con\b|contra\b)(.{2,40}?)\sy\s(?=\w)", re.I,
        ),
        r"tasa de empates entre \1 y ",
    ),
    (
        re.compile(
            r"\b(mejor|peor|mayor|menor)\sporcentaje\s(?:tienen?|tuvo|tuvieron|llevan?)\b", re.I
        ),
        r"\1 tasa de victorias",
    ),
)  # fmt: skip
_KOREAN = (
    (
        re.compile(r"(?<!\S)(?:탑|톱|베스트)\s?(쓰리|스리|포|파이브|텐)(?=\s|\W*$)"),
        lambda f: f"상위 {_FEW_KO[f[1]]}",
    ),
    (re.compile(r"(?<!\S)베스트\s?(?=\d)"), "상위 "),
    (
        re.compile(
            rf"({_PEOPLE_KO})\s(둘|셋|넷|다섯)(?!\s?(?:다|중|모두|사이|이서))"
            r"(?=만?(?:은|을)?(?:\s|\W*$))"
        ),
        lambda f: f"{f[1]} {_FEW_KO[f[2]]}{'개' if f[1] in ('맵', '덱', '오프닝') else '명'}",
    ),
    (  # 선공 시, but no time of day: 다섯 시에
        re.compile(r"(?<=[가-힣]{2})(?<!섯)(?<!일곱|여덟|아홉|열한|열두)\s시(?:에|에는|엔)?(?=\s)"),
        "일 때",
    ),
    (  # her record against each player
        re.compile(r"(?<!\S)(\S+)\s상대\s?전적(?:을)?\s(선수|팀|플레이어)별(?:로)?"),
        r"\1 상대 \2별 전적",
    ),
    (  # lost 10 times or more
        re.compile(r"(\d+)\s?(?:번|판|경기|게임|회)\s?(이상|이하|미만|초과)\s?(?:진|패한|패배한)(?=\s)"),
        r"\1패 \2 한",
    ),
    (  # on other maps than Mesa
        re.compile(r"(?<!\S)(\S+)\s?말고\s(?:다른|나머지)\s(맵|대회|패치|서버|시즌|라운드)(?:들)?에서(?:의|는)?"),
        r"\1 빼고",
    ),
    (re.compile(r"(?:을|를)?\s잡(?:는|을|은)\s(비율|확률|횟수)"), r" 이기는 \1"),
    turn(  # 끝난 건? are those that ended so; nothing is counted
        r"(?<=\s)(끝난|걸린|넘은|넘긴|넘어간|간|갔던|미만인|이하인|이상인)\s건(?=요?\W*$)",
        r"\1 거는",
    ),
    turn(
        r"(?<=[가-힣\w])이?라고\s(?:메모한|기록한|표시한|표기한|적은|적힌|적어\s?둔|쓴|써\s?놓은|된)\s",
        "인 ",
    ),
    turn(r"(?<=[\w)])\s?전후(?:로|의|에|를)?(?=\s|\W*$)", " 이전과 이후"),
)  # fmt: skip
TURNS = (*_ENGLISH, *_SPANISH, *_KOREAN)
