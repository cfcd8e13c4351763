"""Whom a map favours, who has become stronger, how often something is met: in plain words."""

import re

from agents.data.likely import Put, Rewording


def _turn(said: str, plain: Put) -> tuple[re.Pattern[str], Put]:
    """Return a turn of phrase and how it is read."""
    return re.compile(said, re.I), plain


_GOOD_EN = r"(?:favou?rable|favou?red|beneficial|advantageous|friendly)"
_BAD_EN = r"(?:unfavou?rable|disadvantageous|punishing)"
_BETTER_EN = r"(?:better|worse|stronger|weaker)"
_MORE_EN = r"(?:(?:any|much|a\sbit|a\slot|even|actually|really)\s)*"
_WHO_EN = r"((?!(?:i|we|you|it|they|he|she|my|this|that|there)\b)\w[\w .'-]{0,40}?)"
_GOOD_ES = r"(?:favorable|ventajos[oa]|beneficios[oa]|propici[oa]|c[oó]mod[oa])s?"
_BAD_ES = r"(?:desfavorable|desventajos[oa]|perjudicial|inc[oó]mod[oa])(?:es|s)?"
_HELPS_ES = r"(?:favorec|benefici|convien)\w*"
_HURTS_ES = r"(?:perjudic|castig)\w*"
_TO_ES = r"(?:a(?:l|\slos|\slas|\sla)?|para(?:\slos|\slas|\sel|\sla)?)"
_OFTEN_ES = r"(?:con\s(?:qu[eé]|cu[aá]nta)\sfrecuencia|cada\scu[aá]nto)"
_MOST_KO = r"(?:가장|제일|젤)\s?"


def _to(found: re.Match[str]) -> str:
    return f"{'mejor' if found['how'].casefold() != 'menos' else 'peor'} para "


def _from(found: re.Match[str]) -> str:
    return f"{'peor' if found['how'].casefold() != 'menos' else 'mejor'} para "


def _for_all(found: re.Match[str]) -> str:
    """Overall, not only against him: of all rivals."""
    everyone = "contra todos" if found[1].casefold().startswith("en ") else "against everyone"
    return everyone if found["met"] else found[1]


TURNS = Rewording(
    (
        _turn(rf"\bmost\s{_GOOD_EN}\s(?:for|to|towards?)\b", "best for"),
        _turn(rf"\b(?:least\s{_GOOD_EN}|most\s{_BAD_EN})\s(?:for|to|towards?)\b", "worst for"),
        _turn(  # Zerg-favoured maps
            r"\b(?:most\s)?(?!(?:most|more|least|less|is|are|the|which|what)\b)(\w+)"
            r"(?:-favou?r(?:ed|able|ing)|\sfavou?red)\s(\w+)\b",
            r"best \2 for \1",
        ),
        _turn(  # how big is the home advantage; the edge of a rating is no side's
            r"\b(?:(?:is|was)\sthere\s(?:an?\s|any\s)?|how\s(?:big|large|strong)\s(?:is|was)\s"
            r"(?:the\s)?)?(?:(home)[-\s](?:field|court|ice|pitch|team)|(?!(?:an?|the|any|big|take|of|"
            r"elo|mmr|rating|skill|point|level|gold|score|material|age|height|reach)\b)"
            r"(\w+(?:\sside)?))[-\s](?:advantage|edge)\b(?!\s(?:of|over)\b)",
            lambda f: f"{f[1] or f[2]} win rate",
        ),
        _turn(
            r"\bventajas?\s(?:de\s|del\s|por\s|en\s)(?:jugar\s(?:en|de|con)\s|ser\s)?(?:el\s|la\s|las\s|los\s)?"
            r"(casa|local|campo\spropio|visitante|blancas|negras)\b",
            r"tasa de victorias de \1",
        ),
        _turn(r"\bventaja\sde\slocal[ií]a\b", "tasa de victorias de local"),
        _turn(
            r"(?<!\S)(홈|원정|선공|후공|선수|백|흑|청팀|홍팀|블루|레드|선)\s?(?:팀\s?|경기\s?|구장\s?)?"
            r"(?:어드밴티지|이점|프리미엄|메리트)(?:[이가은는])?",
            r"\1 승률",
        ),
        _turn(  # has Terran become stronger; "Terran becomes" is no name
            rf"\b(?:has|have|is|are|was|were|did|does|do)\s{_WHO_EN}\s(?:been\s)?{_MORE_EN}"
            rf"(?:becom(?:e|ing)|get(?:ting)?|got(?:ten)?|grow(?:n|ing)?)\s{_MORE_EN}{_BETTER_EN}\b",
            r"\1 win rate trend",
        ),
        _turn(
            r"\bhow\soften\s(?:do|does|did|has|have)\s(.{1,40}?)\s(?:show(?:n|ed)?|come|came|turn(?:ed)?|"
            r"pop(?:ped)?)\sup\b",
            r"how often is \1 played",
        ),
        _turn(r"\bmost\sactive\b", "most games"),
        _turn(  # kills per game are a mean
            r"\b(?!(?:wins?|losses|rates?|win|games?|matches|minutes|maps?|one|played)\b)"
            r"(?<!\d\s)([a-z]{3,})\s(?:per|a|each|every)\s(?:game|match)\b"
            r"(?=\W*$|\s(?:for|of|by|in|on|does|did)\b)",
            r"average \1",
        ),
        _turn(
            r"(?<!\S)(?:경기|게임|판)\s?당\s(?!승|패|경기|게임|시간|평균)(?=[가-힣a-z])", "평균 "
        ),
        _turn(
            r"(?<!\d\s)\b([a-z]{4,})\spor\s(?:partida|partido|juego)\b(?=\W*$)",
            r"promedio de \1",
        ),
        _turn(r"\bdifferent\sfrom\b", "compared with"),
        _turn(
            rf"\b(?:que\s)?(?P<how>m[aá]s|menos)\s(?:{_GOOD_ES}|(?:le\s|les\s)?{_HELPS_ES})\s{_TO_ES}\s",
            _to,
        ),
        _turn(
            rf"\b(?:que\s)?(?P<how>m[aá]s|menos)\s(?:{_BAD_ES}|(?:le\s|les\s)?{_HURTS_ES})\s{_TO_ES}\s",
            _from,
        ),
        _turn(
            r"\b(?:se\s)?(?:ha|han|est[aá]n?|estaba)\s(?:(?:vuelto|volviendo|hecho|haciendo|puesto|"
            r"poniendo)\s(?:m[aá]s\s)?(?:fuerte|d[eé]bil|mejor|peor)(?:es|s)?|"
            r"(?:mejorando|empeorando|subiendo|bajando|cayendo))\b",
            "tendencia",
        ),
        _turn(
            rf"\b{_OFTEN_ES}\s(?:se\s)?(?:jueg|juga|elig|us|ve|aparec|sal|toc)\w*\s(?:el\s|la\s)?",
            "tasa de elección de ",
        ),
        _turn(  # overall, not only against him
            r"\b(en\stotal|en\sgeneral|overall|in\stotal|in\sgeneral|altogether),?\s(?:and\s|y\s)?"
            r"(?:no\ss[oó]lo|no\ssolamente|not\s(?:only|just))\s"
            r"(?P<met>contra|against|vs|versus)?.{2,40}$",
            _for_all,
        ),
        _turn(r"\bm[aá]s\sactiv[oa]s?\b", "con más partidas"),
        _turn(r"(?<=[가-힣])(한테|에게|께)\s좋은(?=\s)", r"\1 유리한"),
        _turn(  # 끝난 건? are those that ended so; nothing is counted
            r"(?<=\s)(끝난|걸린|넘은|넘긴|넘어간|간|갔던|미만인|이하인|이상인)\s건(?=요?\W*$)",
            r"\1 거는",
        ),
        _turn(
            r"(?<=[가-힣\w])이?라고\s(?:메모한|기록한|표시한|표기한|적은|적힌|적어\s?둔|쓴|써\s?놓은|된)\s",
            "인 ",
        ),
        _turn(  # 사제한테 약한 덱
            rf"(?<=\w)\s?(?:한테|에게|상대로(?:는)?)\s(?P<most>{_MOST_KO})?"
            r"(?:(?P<low>약한|못하는|약했던)|강한|센|쎈|잘하는|강했던)\s",
            lambda f: f" 상대로 승률 {'가장 ' if f['most'] else ''}{'낮' if f['low'] else '높'}은 ",
        ),
        _turn(
            r"(?<=[\w)])의?\s천적(?:은|이|인|을)?(?:\s(?:누구|누군|상대|선수)\S*)?(?=\W|$)",
            " 승률이 가장 낮은 상대 선수",
        ),
        _turn(
            r"\b(?:who(?:['’]s|\sis|\swas)\s)(\w[\w.]*?)['’]s?\s"
            r"(?:nemesis|bogey\s(?:man|player|team|opponent)|kryptonite)\b",
            r"which opponent player does \1 have the lowest win rate against",
        ),
        _turn(
            r"\b(?:qui[eé]n\ses\s)?la\sbestia\snegra\sde\s",
            "el rival con la menor tasa de victorias de ",
        ),
        _turn(r"(?<=\w)\s선수별\s상대\s?전적", " 상대 선수별 승률"),
        _turn(rf"{_MOST_KO}(?:활발한|활발하게\s활동한|바쁜)\s", "경기 수가 가장 많은 "),
        _turn(
            r"(?<!\S)(?:얼마나\s)?자주\s(?!무승부|미러|동족)(\S+?)(?:[이가은는을를])?\s(?:나와|나오|나왔|쓰여|쓰이|쓰였|등장|골라|"
            r"고르|골랐|선택)\S*",
            r"\1 선택 비율",
        ),
        _turn(
            r"(?<!\S)(?!무승부|미러|동족)(\S+?)(?:[이가은는을를])?\s(?:얼마나\s)자주\s(?:나와|나오|나왔|쓰여|쓰이|쓰였|등장|골라|"
            r"고르|골랐|선택)\S*",
            r"\1 선택 비율",
        ),
        _turn(  # but not 강해 "졌어": who became strong lost nothing
            r"(?:(?<=\s)|(?<=승률이\s)|(?<=[이가은는]))\s?(?:(?:더|점점|많이)\s)?"
            r"(?:강해|약해|세|쎄|쌔|나아|나빠|좋아)(?:졌|지고\s?있)[가-힣]*",
            " 승률 추이",
        ),
        _turn(r"(?<=[\w)])\s?전후(?:로|의|에|를)?(?=\s|\W*$)", " 이전과 이후"),
        _turn(  # of nothing else, it is of the sides
            r"^(\W*(?:[a-z]+\s){0,3}(?:win\s?rates?|winrates?))\sheat\s?-?\s?map\W*$",
            r"\1 by matchup as a chart",
        ),
        _turn(
            r"^\W*(?:mapa\sde\scalor\sde\s)((?:las\s|la\s)?tasas?\sde\svictorias?)\W*$",
            r"\1 por enfrentamiento en un gráfico",
        ),
        _turn(r"^(\W*승률)\s?(?:을|를)?\s?(?:히트\s?맵|열\s?지도)", r"\1 상성별 차트"),
        _turn(r"\b(?:mapa\sde\scalor|heat\s?-?\s?map)\b|히트\s?맵|열\s?지도", "chart"),
    )
)  # fmt: skip


def in_plain_strength(text: str) -> str:
    """Return a question with such turns in words that are read as they stand."""
    return TURNS.put(text)
