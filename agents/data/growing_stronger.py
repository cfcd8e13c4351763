"""Whether a side has become stronger is the trend of its win rate."""

from agents.answering.text.likely import turn

_BETTER_EN = r"(?:better|worse|stronger|weaker)"
_MORE_EN = r"(?:(?:any|much|a\sbit|a\slot|even|actually|really)\s)*"
_WHO_EN = r"((?!(?:i|we|you|it|they|he|she|my|this|that|there)\b)\w[\w .'-]{0,40}?)"
TURNS = (
    turn(  # has Terran become stronger; "Terran becomes" is no name
        rf"\b(?:has|have|is|are|was|were|did|does|do)\s{_WHO_EN}\s(?:been\s)?{_MORE_EN}"
        rf"(?:becom(?:e|ing)|get(?:ting)?|got(?:ten)?|grow(?:n|ing)?)\s{_MORE_EN}{_BETTER_EN}\b",
        r"\1 win rate trend",
    ),
    turn(
        r"\b(?:se\s)?(?:ha|han|est[aá]n?|estaba)\s(?:(?:vuelto|volviendo|hecho|haciendo|puesto|"
        r"poniendo)\s(?:m[aá]s\s)?(?:fuerte|d[eé]bil|mejor|peor)(?:es|s)?|"
        r"(?:mejorando|empeorando|subiendo|bajando|cayendo))\b",
        "tendencia",
    ),
    turn(  # ¿mejoré este año?
        r"(?<!\w)(?:he\smejorado|he\sempeorado|mejor[eé]|empeor[eé]|mejoramos|empeoramos)(?!\w)"
        r"(?!\s(?:mi|en\squ[eé]|con\squ[eé]|m[aá]s)\b)",
        "mi tendencia",
    ),
    turn(  # but not 강해 "졌어": who became strong lost nothing
        r"(?:(?<=\s)|(?<=승률이\s)|(?<=[이가은는]))\s?(?:(?:더|점점|많이)\s)?"
        r"(?:강해|약해|세|쎄|쌔|나아|나빠|좋아)(?:졌|지고\s?있)[가-힣]*",
        " 승률 추이",
    ),
)  # fmt: skip
