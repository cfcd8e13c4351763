"""From whose side figures are: from the Terran side, 저그 입장에서, go Zerg's way."""

from agents.answering.text.likely import turn

TURNS = (
    turn(
        r"\b(?:go|goes|going|went)\s(?:the\s)?(\w[\w .]*?)(?:['’]s?)?\sway\b(?!\saround)",
        r"\1 win",
    ),
    turn(  # from the Terran side, from Zerg's point of view
        r"\bfrom\s(?:the\s)?(\w+)(?:['’]s)?\s(?:side|perspective|view|point\sof\sview|"
        r"viewpoint)"
        r"\b",
        lambda f: f[1],
    ),
    turn(
        r"\bdesde\s(?:el\slado|la\sperspectiva|el\spunto\sde\svista)\s"
        r"(?:de\s(?:l[oa]s?\s|el\s)?|del\s)(\w+)",
        lambda f: f[1],
    ),
    turn(
        r"(?<!\S)(\S+)\s(?:입장|시점|관점)(?:에서|으로)?(?:는|의|만)?(?=\s|[?.!]|$)",
        lambda f: f"{f[1]} 기준",
    ),
    turn(
        r"\bscor(?:es|ed|ing)\s(best|worst)\b",
        lambda f: f"is {f[1]}",
    ),
)
