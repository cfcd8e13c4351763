"""What rows are told apart and ranked by: on different maps, 맵 단위로, order the players by."""

from agents.answering.text.likely import turn

_COUNT_KO = r"(?:경기|게임|판|대국|매치)\s?수"
TURNS = (
    turn(
        r"\bwho(?:['’]s|\sis|\swas|\scomes?|\scame|\sfinishe[sd])\sfirst\b",
        "who is in first place",
    ),
    turn(  # and no more is said: they are listed
        r"\b(how\smany)\s(?:different|distinct|unique|separate)\s(\w+)"
        r"(?:\s(?:are\sthere|exist|(?:were|are|have\sbeen|was|get)\s(?:played|used|picked|seen))|"
        r"\s(?:appear|show\sup))?(?:\sin\s(?:the\s|this\s)?(?:data|table|file|total|all))?(?=\W*$)",
        r"\1 \2 are there",
    ),
    turn(
        r"\b(?:order|sort|arrange)\s(?:the\s|all\s)*(?!them\b|it\b|that\b|this\b|those\b|table\b|"
        r"rows?\b|results?\b|list\b|answer\b)([a-z]{3,})\sby\b",
        r"rank the \1 by",
    ),
    turn(
        r"\b(?:on|in|with|across|at)\s(?:the\s)?(?:different|various|individual)\s"
        r"(?!ways?\b)(\w+)",
        r"by \1",
    ),
    turn(r"\bcada\sun[oa]\sde\s(?:los|las)\s(?=\w{4})", "por "),
    turn(r"\s?\bde\scada\sun[oa](?=\W*$)", ""),
    turn(
        r"\ben\s(?:(?:los|las)\s)?(?:distint|diferent)[aoe]s\s(?=\w{4})",
        "por ",
    ),
    turn(
        r"\b(?:ordena(?:r|me)?|ord[eé]name|clasifica(?:r)?)\s(?:a\s)?(?:los|las)\s(\w+)\s"
        r"(?:por|seg[uú]n)\b",
        r"ranking de \1 por",
    ),
    turn(
        r"(경기|게임|판|대국)(?:를|을)?\s(?:제일\s|가장\s)?많이\s(?:한|뛴|치른|둔)\s순(?:서)?(?:으로|대로|로)?",
        r"\1 수 많은 순으로",
    ),
    turn(rf"(?<=[가-힣])당\s(?={_COUNT_KO})", "별 "),
    turn(r"(?<!\S)(?!시간|때|기간|실력)([가-힣]+)에\s따(?:른|라|라서)(?=\s)", r"\1별"),
    turn(r"(?<=[가-힣])\s단위로(?<!분 단위로)(?<!초 단위로)", "별로"),
    turn(r"별로\s?(?:봤을|볼|나눴을)\s?때", "별로"),
    turn(r"다승\s?(?:1위|1등|선두)", "가장 많이 이긴 선수"),
    turn(r"다패\s?(?:1위|1등)", "가장 많이 패배한 선수"),
    turn(
        r"다승왕(?:은|이|을)?",
        "가장 많이 이긴 선수",
    ),
    turn(
        r"\b(?:la\s)?lista\s(?:completa|entera)\b|\btoda\sla\slista\b",
        "la tabla",
    ),
    turn(
        r"\b(?:the\s)?(?:full|whole|entire|complete)\slist\b",
        "the table",
    ),
    turn(
        r"(?:전체|모든)\s?(?:목록|리스트)(?:를|을|로)?",
        "표로",
    ),
)  # fmt: skip
