"""Turns of phrase are put in plain words before they are read: go Zerg's way, favours Zerg most."""

import re

from agents.data import (
    between_two,
    evenness,
    favoured,
    growing_stronger,
    heat_maps,
    home_advantage,
    how_often,
    left_out_rivals,
    maps_won,
    per_game,
    plain_clauses,
    plain_counts,
    plain_lengths,
    plain_periods,
    plain_rates,
    plain_rows,
    struggling,
    worst_rivals,
)
from agents.data.how_it_goes import as_figures
from agents.data.left_out_rows import COMPARED_EN, COMPARED_ES, UNITS_KO, kept_instead
from agents.data.likely import Rewording
from agents.data.plain_talk import in_known_words
from agents.data.purposes import without_purpose
from agents.data.written_periods import in_full

_WAY = re.compile(
    r"\b(?:go|goes|going|went)\s(?:the\s)?(\w[\w .]*?)(?:['’]s?)?\sway\b(?!\saround)", re.I
)
_FAVOUR = r"favou?r(?:s|ed|ing|ites)?|benefit(?:s|ed)?|suit(?:s|ed)?"
_ORDINALS_ES = ("primer", "segundo", "tercer", "cuarto")
_EVEN = r"(?=\s|\?|$)"
_FIRST = Rewording(
    each
    for turns in (
        maps_won.TURNS,
        plain_clauses.TURNS,
        favoured.TURNS,
        home_advantage.TURNS,
        growing_stronger.TURNS,
        how_often.TURNS,
        per_game.TURNS,
        worst_rivals.TURNS,
        heat_maps.TURNS,
        evenness.TURNS,
        left_out_rivals.TURNS,
        plain_counts.TURNS,
        struggling.TURNS,
        plain_lengths.TURNS,
        plain_periods.TURNS,
        between_two.TURNS,
        plain_rates.TURNS,
        plain_rows.TURNS,
    )
    for each in turns
)
TURNS = Rewording((
    (_WAY, r"\1 win"),
    (  # not the final but all of them: without the condition
        re.compile(r"^\W*(\S+)\s?말고\s?(?:그냥\s)?전체(?:로|는)?(?:\s?(?:보여\s?줘|알려\s?줘))?\W*$"),
        lambda f: f"{f[1]} 빼고",
    ),
    (  # delete the draws: of the figures, no data is changed
        re.compile(
            r"^\W*(?:(?:please|now|and|can\syou|could\syou)\s)*(?:remove|delete|erase)\s(?:all\s)?"
            r"(?:(?:the|those)\s)?(?:draws|ties)(?:\splease)?\W*$", re.I,
        ),
        lambda f: "without draws",
    ),
    (
        re.compile(
            r"^\W*(?:(?:por\sfavor|ahora|y|puedes)\s)*(?:quit|elimin|borr|sac)(?:a|ar|ame|alos|e)\s"
            r"(?:todos\s)?(?:los\s)?empates(?:,?\spor\sfavor)?\W*$", re.I,
        ),
        lambda f: "sin empates",
    ),
    (
        re.compile(
            r"^\W*무승부\s?(?:는|를|들은|들을)?\s?(?:다\s|모두\s|전부\s)?(?:지워|지우고|삭제|"
            r"없애|제거)\S*"
            r"(?:\s(?:줘|주세요))?\W*$"
        ),
        lambda f: "무승부 빼고",
    ),
    (  # take EU out
        re.compile(
            r"^((?:and|now|ok|please)\s)*(?:take|leave|cut|throw|filter|kick)\s"
            r"(?!out\b)([^,;?]{1,40}?)\s(?:back\s)?out(?=\s(?:too|please|again)\b|[\s.!?]*$)", re.I,
        ),
        lambda f: f"without {f[2]}",
    ),
    (  # put the draws back in, bring KR back, EU back in
        re.compile(
            r"^((?:and|now|ok|please)\s)*(?:(?:put|bring|add|get|take|"
            r"let)\s)?(?!back\b)([^,;?]{1,40}?)"
            r"\sback(?:\sin)?(?=\s(?:too|please|again)\b|[\s.!?]*$)", re.I,
        ),
        lambda f: f"include {f[2]}",
    ),
    (
        re.compile(
            r"^((?:and|now|ok|please)\s)*(?:bring|put|add)\sback\s(?:in\s)?([^,;?]{1,40}?)"
            r"(?=\s(?:too|please|again)\b|[\s.!?]*$)", re.I,
        ),
        lambda f: f"include {f[2]}",
    ),
    (
        re.compile(
            r"^(?:y\s|ahora\s)?(?:vuelve\sa\s(?:poner|incluir|meter|a[ñn]adir)|"
            r"pon(?:er)?\sotra\svez|"
            r"recupera|devuelve)\s(.{1,40}?)(?=[\s.!?]*$)", re.I,
        ),
        lambda f: f"incluye {f[1]}",
    ),
    (  # from the Terran side, from Zerg's point of view
        re.compile(
            r"\bfrom\s(?:the\s)?(\w+)(?:['’]s)?\s(?:side|perspective|view|point\sof\sview|"
            r"viewpoint)"
            r"\b", re.I,
        ),
        lambda f: f[1],
    ),
    (
        re.compile(
            r"\bdesde\s(?:el\slado|la\sperspectiva|el\spunto\sde\svista)\s"
            r"(?:de\s(?:l[oa]s?\s|el\s)?|del\s)(\w+)", re.I,
        ),
        lambda f: f[1],
    ),
    (re.compile(r"(?<!\S)(\S+)\s(?:입장|시점|관점)(?:에서|으로)?(?:는|의|만)?(?=\s|[?.!]|$)"),
     lambda f: f"{f[1]} 기준"),
    (  # not just GSL, all events
        re.compile(
            r"^\W*(?:not\s(?:just|only)|no\s(?:solo|s[oó]lo|solamente))\s[^,;]+?"
            r"(?:[,;]|\sbut|\ssino)\s+(?:on\s|in\s|but\s|for\s|en\s|sino\s)*"
            r"((?:all|every|any|todos|todas|tod[oa])\b)", re.I,
        ),
        lambda f: f[1],
    ),
    (
        re.compile(r"^\S+?(?:뿐(?:만)?\s?아니라|만\s?말고)\s+((?:모든|전체|전부|다른 모든)\b)"),
        lambda f: f[1],
    ),
    (
        re.compile(
            rf"\b(?:{_FAVOUR})\s(\w+(?:\s(?:over|against|vs)\s\w+)?)\s(?:the\s)?(most|least)\b",
            re.I,
        ),
        lambda f: f"is {'best' if f[2].casefold() == 'most' else 'worst'} for {_over(f[1])}",
    ),
    (
        re.compile(rf"\b(wh(?:ich|at)\s\w+)\s(?:{_FAVOUR})\s(\w+(?:\sover\s\w+)?){_EVEN}", re.I),
        lambda f: f"{f[1]} is best for {_over(f[2])}",
    ),
    (
        re.compile(
            r"\b(?:favorece|favorecen|beneficia|benefician)(?:\s(m[aá]s|menos))?\s(?:a\s)?"
            r"(?:(?:los|las|la|el)\s)?(\w+)(?:\s(m[aá]s|menos))?\b(?!\s(?:contra|a)\b)", re.I,
        ),
        lambda f: f"es {'peor' if 'menos' in (f[1], f[3]) else 'mejor'} para {f[2]}",
    ),
    (
        re.compile(
            r"\b(long|short)est\s(?:average|mean|avg)\s(?:(?:games?|match(?:es)?)"
            r"(?:\s(?:length|time|duration)s?)?|length|time|duration)\b", re.I,
        ),
        lambda f: f"{'highest' if f[1].casefold() == 'long' else 'lowest'} average game length",
    ),
    (  # con 60 partidas como mínimo
        re.compile(
            r"\b(?:con\s)?(\d[\d.]*)\s(partid[ao]s?|juegos?|encuentros?|combates?)\s"
            r"(?:como\s(m[ií]nimo|m[aá]ximo)\b|(?:al|por\slo)\smenos\b(?!\s\d))", re.I,
        ),
        lambda f: f"{'como máximo' if f[3] and f[3][1] in 'aá' else 'al menos'} {f[1]} {f[2]}",
    ),
    (  # 40 games minimum, 40 matches at the least, 40 games at most
        re.compile(
            r"\b(\d[\d,]*)\s(games?|match(?:es)?)\s(?:(?:as\sa\s)?(?:minimum|min)\b|"
            r"at\s(?:the\s)?(?:least|(most))\b(?!\s\d))", re.I,
        ),
        lambda f: f"at {'most' if f[3] else 'least'} {f[1]} {f[2]}",
    ),
    (  # 10판 최소
        re.compile(rf"(?<!\S)(\d+)\s?({UNITS_KO})\s최소(?!\s?\d)(?:로|한)?(?=\s|$)"),
        lambda f: f"{f[1]}{f[2]} 이상",
    ),
    (  # 2.º semestre, 1er trimestre
        re.compile(
            r"(?<!\S)([1-4])(?:\.?[ºª°]|er|do|ro|er[oa]|d[oa]|r[oa]|t[oa])\s(semestre|trimestre)\b",
            re.I,
        ),
        lambda f: f"{_ORDINALS_ES[int(f[1]) - 1]} {f[2]}",
    ),
    (  # lower the minimum to 120
        re.compile(
            r"\b(?:lower|raise|set|put|change|make)\sthe\s(?:minimum|threshold)"
            r"(?:\sgames)?\s(?:down\s|up\s)?(?:to\s)?(\d[\d,]*)\b(?:\s(?:games|matches))?", re.I,
        ),
        lambda f: f"at least {f[1]} games",
    ),
    (
        re.compile(
            r"\b(?:baja|bajar|sube|subir|pon|poner|deja|cambia|cambiar)\s(?:el\sm[ií]nimo|"
            r"el\sumbral)"
            r"\s(?:a|en)\s(\d[\d.]*)\b(?:\s(?:partidas|juegos))?", re.I,
        ),
        lambda f: f"al menos {f[1]} partidas",
    ),
    (
        re.compile(
            r"(?<!\S)(?:최소|최저|하한|기준)(?:\s?(?:경기|판)\s?수)?(?:을|를|은|는)?\s?(\d+)\s?"
            rf"{UNITS_KO}?(?:으로|로)\s?(?:낮|높|올|내|바꿔|해|맞)[가-힣]*(?:\s?(?:줘|주세요|봐))?"
        ),
        lambda f: f"{f[1]}판 이상",
    ),
    (re.compile(r"다승왕(?:은|이|을)?"), lambda f: "가장 많이 이긴 선수"),
    (re.compile(r"\bscor(?:es|ed|ing)\s(best|worst)\b", re.I), lambda f: f"is {f[1]}"),
    (  # when scoring over 120 points
        re.compile(
            rf"(?<!how\s)\b(?:(?:when|if)\s)?(?:(?:they|it|he|she|i|we)\s)?"
            rf"(?:scor(?:e|es|ed|ing)|get(?:s|ting)?|got|had|having|making|makes?|made)"
            rf"(?=\s(?:{COMPARED_EN})\s\d)", re.I,
        ),
        lambda f: "with",
    ),
    (
        re.compile(
            rf"\b(?:(?:cuando|si)\s)?(?:anot(?:a|an|amos|ando|aron)|marc(?:a|an|amos|ando|aron)|"
            rf"mete|meten|metiendo|hace|hacen|haciendo)(?=\s(?:{COMPARED_ES})\s\d)", re.I,
        ),
        lambda f: "con",
    ),
    (  # 120점 이상 넣은 경기
        re.compile(
            r"(\d\s?(?:점|골|킬)\s?(?:이상|초과|이하|미만))(?:을|를)?\s?(?:득점|기록|넣|올리|올렸|냈|낸|냈던)"
            r"(?:한|할|하면|했을|은|을|으면|었을)?(?=\s)"
        ),
        lambda f: f[1],
    ),
    (  # no elo filter
        re.compile(r"\bno\s(\w+(?:\s\w+)?)\s(?:filter|limit|condition|restriction)s?\b", re.I),
        lambda f: f"without the {f[1]}",
    ),
    (
        re.compile(
            r"(?<!\S)전체(?:\s?(?:경기|게임|판))?(?:\s?중에서|에서|\s?중|의)\s"
            r"((?:(?!승률|이기|이겨|이긴|이겼|지는|진).)*?)(?:이|가|은|는)?\s?몇\s?(?:퍼센트|"
            r"프로|퍼|%)"
        ),
        lambda f: f"{f[1]} 선택 비율",
    ),
    (
        re.compile(
            r"((?:(?!승률|이기|이겨|이긴|이겼|지는|진).)*?)(?:이|가|은|는)\s전체(?:\s?(?:경기|"
            r"게임|판))?"
            r"(?:\s?중에서|에서|\s?중|의)\s?몇\s?(?:퍼센트|프로|퍼|%)"
        ),
        lambda f: f"{f[1]} 선택 비율",
    ),
    (  # se han visto las caras, they crossed paths
        re.compile(
            r"\bse\s(?:(?:han|habían|hayan)\s)?(?:visto|vieron|veían)\s(?:ya\s)?las\scaras\b", re.I
        ),
        lambda f: "se han enfrentado",
    ),
    (
        re.compile(
            r"\b(?:put|bring|add)\s(?:back\s)?(?:the\s)?(draws?|ties|mirrors?)"
            r"(?:\s(?:games|matches))?\s(?:back\s?)?(?:in(?:to\sit)?|again)?\b", re.I,
        ),
        lambda f: f"including {f[1]}",
    ),
    (
        re.compile(
            r"\b(?:vuelve\sa|volver\sa)?\s?(?:pon(?:er|ed|me)?|mete[r]?|incluir|añad(?:e|ir))\s"
            r"(?:otra\svez\s|de\snuevo\s)?(?:(?:los|las|el|la|a)\s)*"
            r"(empates?|tablas|espejos?|mirrors?)\b(?:\s(?:otra\svez|de\snuevo))?", re.I,
        ),
        lambda f: f" incluyendo {f[1]}",
    ),
    (re.compile(r"(?<!\S)안(?:좋은|좋아|좋았던|되는)(?=\s)"), lambda f: f"안 {f[0][1:]}"),
    (re.compile(r"(?<!\S)(제일|가장|젤)\s?많이\s?한(?=\s)"), lambda f: "가장 많이 플레이한"),
    (  # saca el winrate; but "saca las de KR" takes them out
        re.compile(
            r"\bsaca\s(?=(?:(?:el|la|los|las|un|una)\s)?(?:winrate|wr|tasa|porcentaje|promedio|"
            r"media|n[uú]mero|tabla|lista|gr[aá]fic[oa]|ranking|top|duraci[oó]n|total|balance)\b)",
            re.I,
        ),
        lambda f: "dime ",
    ),
    (re.compile(r"\bhow\s?['’]?bout\b", re.I), lambda f: "how about"),
    (  # the hardest opponent is the one against whom least is won
        re.compile(
            r"\b(?:(hard|tough|tricki|nasti)|easi)est"
            r"(?=\s(?:opponents?|opposition|rivals?|enem(?:y|ies)|match-?ups?)\b)", re.I,
        ),
        lambda f: "worst" if f[1] else "best",
    ),
    (
        re.compile(
            r"\b(rival(?:es)?|oponentes?|contrincantes?|adversari[oa]s?|enfrentamientos?)\s(?:m[aá]s)\s"
            r"(?:(dif[ií]cil(?:es)?|dur[oa]s?|complicad[oa]s?)|f[aá]cil(?:es)?)\b", re.I,
        ),
        lambda f: f"{'peor' if f[2] else 'mejor'} {f[1]}",
    ),
    (
        re.compile(
            r"(?<!\S)(?:(어려운|힘든|까다로운|버거운|빡센|껄끄러운)|쉬운|만만한)\s"
            r"(?=(?:상대|라이벌|매치업|종족전|상성))"
        ),
        lambda f: f"승률 {'낮은' if f[1] else '높은'} ",
    ),
    (  # mejor dime cuántas: rather, and not the best
        re.compile(
            r"^\W*mejor\s(?=[¿]?(?:dime|dame|mu[eé]strame|quiero|calcula|cu[aá]nt[oa]s?|qu[eé]|"
            r"qui[eé]n|cu[aá]l)\b)", re.I,
        ),
        lambda f: "",
    ),
    (  # mejor no, por mapa: what was asked before is taken back
        re.compile(
            r"^\W*(?:(?:mejor\sno|better\snot|actually,?\sno|no,?\s(?:wait|espera)|(?:wait|espera),?\sno"
            r"|no,\smejor)\s?[,.;:…-]+\s?|(?:아\s)?(?:아니다|아니\s?아니|아니\s잠깐만?)[,.…]?\s)"
            r"(?=\w)", re.I,
        ),
        lambda f: "",
    ),
    (  # oh, not in there. Khmer then
        re.compile(
            r"^\W*(?:(?:oh|ah|ok|okay|hm+|right|well|vale|bueno|아|음|어)[\s,.!]+)*(?:"
            r"(?:(?:it|that|he|she|they)['’\s]?(?:s|is|re|are)\s)?not\s(?:in\s)?(?:there|here|the\s"
            r"(?:table|data|list|file))|no\s(?:est[aá]|aparece|sale|existe)(?:\s(?:ah[ií]|aqu[ií]|en\s"
            r"(?:la\slista|la\stabla|los\sdatos)))?|(?:여기\s|거기\s|표에\s)?(?:없네|없구나|없군|없나\s?보네|"
            r"안\s?나오네)요?)\s?[.,;:!~…]+\s?(?=\w)", re.I,
        ),
        lambda f: "",
    ),
    (  # not the recent results but all
        re.compile(
            r"(?<!\S)최근(?:\s?(?:성적|전적|경기|기록|결과|폼|거|것|게))?(?:만)?\s?(?:말고|아니고|아니라)\s"
        ),
        lambda f: "",
    ),
    (
        re.compile(
            r"\b(?:not\s(?:just\s|only\s)?(?:the\s|my\s)?(?:recent|latest)(?:\s(?:ones|games|form|"
            r"results|matches))?|no\s(?:s[oó]lo\s|solo\s)?(?:lo|las|los|el)\s(?:m[aá]s\s)?recientes?)"
            r"\s?[,;]?\s(?:but\s|sino\s)?", re.I,
        ),
        lambda f: "",
    ),
    (  # is it because of the maps? Zerg's rate by map
        re.compile(r"(?<!\S)\S+\s?때문(?:인가|일까|인지|인\s?걸까|이야|이려나)요?\s?\?\s+(?=\S)"),
        lambda f: "",
    ),
    (  # how much is it in all
        re.compile(
            r"(?:(?<=^)|(?<=고\s))전체(?:적)?으?로(?:는|만|론)?"
            r"(?:\s(?:얼마|어때|어떻게|어떤가|몇)\S*(?:\s\S{1,3})?)?(?=\W*$)"
        ),
        lambda f: "통틀어",
    ),
    (re.compile(r"\b(?:in|en)\sgeneral(?=\W*$)", re.I), lambda f: "overall"),
    (re.compile(r"(?<!\S)(\S+)\s구분\s?없이(?=\s|$)"), lambda f: f"{f[1]} 빼고"),
    (re.compile(r"^\W*구분\s?없이(?:\s(?:전체|전부|다)로?)?(?=\W*$)"), lambda f: "다 합쳐서"),
    (
        re.compile(r"\b(?:la\s)?lista\s(?:completa|entera)\b|\btoda\sla\slista\b", re.I),
        lambda f: "la tabla",
    ),
    (
        re.compile(r"\b(?:the\s)?(?:full|whole|entire|complete)\slist\b", re.I),
        lambda f: "the table",
    ),
    (re.compile(r"(?:전체|모든)\s?(?:목록|리스트)(?:를|을|로)?"), lambda f: "표로"),
    (
        re.compile(r"\bcon\scu[aá]nt([oa]s)\s(\w+)\scuentan?\b", re.I),
        lambda f: f"cuánt{f[1]} {f[2]} tiene",
    ),
    (  # the number of Zerg games
        re.compile(
            r"\b(?:the\s)?(?:total\s)?number\sof\s(?!the\b|all\b)((?:[^\s,]+\s){1,3}?)(games|"
            r"matches|battles)\b", re.I
        ),
        lambda f: f"how many {f[1]}{f[2]}",
    ),
    (re.compile(r"\b(?:the\s)?busiest\b", re.I), lambda f: "the one with the most games"),
    (  # how many people play: who plays
        re.compile(r"\bqué\s(?:gente|persona)\b", re.I), lambda f: "quién"),
    (
        re.compile(
            r"\b(over|above|below|under|than|least|most|de|elo|mmr|rating)\s(\d{1,3})k\b", re.I
        ),
        lambda f: f"{f[1]} {f[2]}000",
    ),
))  # fmt: skip


def reword(text: str) -> str:
    """Return a question with its turns of phrase in plain words."""
    text = in_full(in_known_words(without_purpose(_FIRST.put(text))))
    return TURNS.put(kept_instead(as_figures(text)))


def _over(named: str) -> str:
    """Return "Terran over Zerg" as a matchup."""
    return re.sub(r"\sover\s", " against ", named, flags=re.IGNORECASE)
