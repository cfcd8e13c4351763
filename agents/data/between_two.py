"""How often two met, or drew with each other, are the games between them."""

from agents.answering.text.likely import turn

TURNS = (
    turn(  # A vs B, who's ahead?
        r"(?<=\w)(\s(?:vs\.?|versus|against|contra|대)\s[^,;:?]{2,40}?)\s?[,;:–-]\s?"
        r"(?:who(?:['’]s|\sis)\s(?:ahead|winning|leading|up|better)|who\s(?:leads|wins|won\smore)|"
        r"¿?\s?qui[eé]n\s(?:va\s(?:ganando|por\sdelante|arriba)|lidera|gana|es\smejor)|"
        r"누가\s(?:더\s)?(?:앞서|앞섰|우세|우위|잘|이겨|이기|이겼|많이\s이[겼기])\S*(?:\s?\S{1,4})?)\W*$",
        r"\1",
    ),
    turn(
        r"\b(how\smany\s(?:games|matches))\s(?:(?:were|are)\s(?:there\s)?)?(?:played\s)?"
        r"(?:between\s(?:them|the\stwo)|against\seach\sother)\W*$",
        r"\1 did they play against each other",
    ),
    turn(
        r"\bhow\s(?:often|many\stimes)\s(?:have|has|did|do)\s((?:(?!\seach\b).){2,60}?\sand\s.{2,40}?)"
        r"\s(?:met|meet|faced?|fought|play(?:ed)?)(?:\s(?:each\sother|one\sanother|off))?(?=\W*$|\s(?:in|on|during|at)\b)",
        r"how many games between \1",
    ),
    turn(  # they draw with each other
        r"\bhow\s(?:often|many\stimes)\s(?:did|have|has|do)\s((?:(?!\seach\b).){2,60}?\sand\s.{2,40}?)"
        r"\s(?:draw|drawn|tied?)(?:\swith\seach\sother)?\b",
        r"draw rate between \1",
    ),
    turn(
        r"\bhow\smany\shead[-\s]to[-\s]head\s(?:games|matches)\s(?:do|did|have)\s(.{2,60}?)\s"
        r"(?:have|had|play(?:ed)?)\b",
        r"how many games between \1",
    ),
    turn(
        r"\bcu[aá]ntas\sveces\s(?:jugaron|se\svieron\slas\scaras|se\smidieron)\s"
        r"(?!en\b|a\b|con\b|contra\b)(.{2,40}?)\sy\s(?=\w)",
        r"cuántas partidas hay entre \1 y ",
    ),
    turn(
        r"\bcu[aá]nt[oa]s\s(?:veces\s(?:han\s)?empata(?:ron|do)|(?:tablas|empates)\s(?:hicieron|firmaron))"
        r"\s(?!en\b|a\b|con\b|contra\b)(.{2,40}?)\sy\s(?=\w)",
        r"tasa de empates entre \1 y ",
    ),
    turn(  # draws between those two
        r"\bbetween\s(?:(?:those|these)\stwo(?!\s\w+s\b)|(?:the\stwo|both)\sof\sthem)\b",
        "between them",
    ),
    turn(r"\bentre\s(?:es[oa]s|est[oa]s)\sdos(?!\s\w+s\b)\b", "entre ellos"),
    turn(r"(맞붙은|붙은|만난|대결한|겨룬)\s횟수", r"\1 경기 수"),
    turn(  # se han visto las caras, they crossed paths
        r"\bse\s(?:(?:han|habían|hayan)\s)?(?:visto|vieron|veían)\s(?:ya\s)?las\scaras\b",
        "se han enfrentado",
    ),
)  # fmt: skip
