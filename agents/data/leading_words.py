"""Words that lead up to a question, and what they take back, are left out: better not, by map."""

from agents.answering.text.likely import turn

TURNS = (
    turn(  # mete también a los vikingos
        r"^\W*(?:y\s)?(?:mete|meted|met[eé]|mete)\s(?:(?:tambi[eé]n\s)(?:a\s)?|a\s(?=l[oa]s\s|el\s|la\s))",
        "añade ",
    ),
    turn(  # saca el winrate; but "saca las de KR" takes them out
        r"\bsaca\s(?=(?:(?:el|la|los|las|un|una)\s)?(?:winrate|wr|tasa|porcentaje|promedio|"
        r"media|n[uú]mero|tabla|lista|gr[aá]fic[oa]|ranking|top|duraci[oó]n|total|balance)\b)",
        "dime ",
    ),
    turn(
        r"\bhow\s?['’]?bout\b",
        "how about",
    ),
    turn(  # mejor dime cuántas: rather, and not the best
        r"^\W*mejor\s(?=[¿]?(?:dime|dame|mu[eé]strame|quiero|calcula|cu[aá]nt[oa]s?|qu[eé]|"
        r"qui[eé]n|cu[aá]l)\b)",
        "",
    ),
    turn(  # mejor no, por mapa: what was asked before is taken back
        r"^\W*(?:(?:mejor\sno|better\snot|actually,?\sno|no,?\s(?:wait|espera)|(?:wait|espera),?\sno"
        r"|no,\smejor)\s?[,.;:…-]+\s?|(?:아\s)?(?:아니다|아니\s?아니|아니\s잠깐만?)[,.…]?\s)"
        r"(?=\w)",
        "",
    ),
    turn(  # oh, not in there. Khmer then
        r"^\W*(?:(?:oh|ah|ok|okay|hm+|right|well|vale|bueno|아|음|어)[\s,.!]+)*(?:"
        r"(?:(?:it|that|he|she|they)['’\s]?(?:s|is|re|are)\s)?not\s(?:in\s)?(?:there|here|the\s"
        r"(?:table|data|list|file))|no\s(?:est[aá]|aparece|sale|existe)(?:\s(?:ah[ií]|aqu[ií]|en\s"
        r"(?:la\slista|la\stabla|los\sdatos)))?|(?:여기\s|거기\s|표에\s)?(?:없네|없구나|없군|없나\s?보네|"
        r"안\s?나오네)요?)\s?[.,;:!~…]+\s?(?=\w)",
        "",
    ),
    turn(  # is it because of the maps? Zerg's rate by map
        r"(?<!\S)\S+\s?때문(?:인가|일까|인지|인\s?걸까|이야|이려나)요?\s?\?\s+(?=\S)",
        "",
    ),
)
