"""What is taken out of the games, or put back: take EU out, put the draws back in."""

from agents.answering.text.likely import turn

TURNS = (
    turn(  # not the final but all of them: without the condition
        r"^\W*(\S+)\s?말고\s?(?:그냥\s)?전체(?:로|는)?(?:\s?(?:보여\s?줘|알려\s?줘))?\W*$",
        lambda f: f"{f[1]} 빼고",
    ),
    turn(  # delete the draws: of the figures, no data is changed
        r"^\W*(?:(?:please|now|and|can\syou|could\syou)\s)*(?:remove|delete|erase)\s(?:all\s)?"
        r"(?:(?:the|those)\s)?(?:draws|ties)(?:\splease)?\W*$",
        "without draws",
    ),
    turn(
        r"^\W*(?:(?:por\sfavor|ahora|y|puedes)\s)*(?:quit|elimin|borr|sac)(?:a|ar|ame|alos|e)\s"
        r"(?:todos\s)?(?:los\s)?empates(?:,?\spor\sfavor)?\W*$",
        "sin empates",
    ),
    turn(
        r"^\W*무승부\s?(?:는|를|들은|들을)?\s?(?:다\s|모두\s|전부\s)?(?:지워|지우고|삭제|"
        r"없애|제거)\S*"
        r"(?:\s(?:줘|주세요))?\W*$",
        "무승부 빼고",
    ),
    turn(  # take EU out
        r"^((?:and|now|ok|please)\s)*(?:take|leave|cut|throw|filter|kick)\s"
        r"(?!out\b)([^,;?]{1,40}?)\s(?:back\s)?out(?=\s(?:too|please|again)\b|[\s.!?]*$)",
        lambda f: f"without {f[2]}",
    ),
    turn(  # put the draws back in, bring KR back, EU back in
        r"^((?:and|now|ok|please)\s)*(?:(?:put|bring|add|get|take|"
        r"let)\s)?(?!back\b)([^,;?]{1,40}?)"
        r"\sback(?:\sin)?(?=\s(?:too|please|again)\b|[\s.!?]*$)",
        lambda f: f"include {f[2]}",
    ),
    turn(
        r"^((?:and|now|ok|please)\s)*(?:bring|put|add)\sback\s(?:in\s)?([^,;?]{1,40}?)"
        r"(?=\s(?:too|please|again)\b|[\s.!?]*$)",
        lambda f: f"include {f[2]}",
    ),
    turn(
        r"^(?:y\s|ahora\s)?(?:vuelve\sa\s(?:poner|incluir|meter|a[ñn]adir)|"
        r"pon(?:er)?\sotra\svez|"
        r"recupera|devuelve)\s(.{1,40}?)(?=[\s.!?]*$)",
        lambda f: f"incluye {f[1]}",
    ),
    turn(  # no elo filter
        r"\bno\s(\w+(?:\s\w+)?)\s(?:filter|limit|condition|restriction)s?\b",
        lambda f: f"without the {f[1]}",
    ),
    turn(
        r"\b(?:put|bring|add)\s(?:back\s)?(?:the\s)?(draws?|ties|mirrors?)"
        r"(?:\s(?:games|matches))?\s(?:back\s?)?(?:in(?:to\sit)?|again)?\b",
        lambda f: f"including {f[1]}",
    ),
    turn(
        r"\b(?:vuelve\sa|volver\sa)?\s?(?:pon(?:er|ed|me)?|mete[r]?|incluir|añad(?:e|ir))\s"
        r"(?:otra\svez\s|de\snuevo\s)?(?:(?:los|las|el|la|a)\s)*"
        r"(empates?|tablas|espejos?|mirrors?)\b(?:\s(?:otra\svez|de\snuevo))?",
        lambda f: f" incluyendo {f[1]}",
    ),
    turn(
        r"(?<!\S)(\S+)\s구분\s?없이(?=\s|$)",
        lambda f: f"{f[1]} 빼고",
    ),
    turn(
        r"^\W*구분\s?없이(?:\s(?:전체|전부|다)로?)?(?=\W*$)",
        "다 합쳐서",
    ),
)
