"""Small drawings of measurements, as SVG: one panel for what was varied, a line for each figure."""

from collections.abc import Sequence
from typing import NamedTuple

_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 300, 230, 60, 190
_LINE = 11  # of text, in pixels


class Curve(NamedTuple):
    """A figure over the places of its panel; its numbers are written with so many decimals."""

    name: str
    colour: str
    values: Sequence[float]
    decimals: int = 0


class Panel(NamedTuple):
    """What was varied, its values from left to right, and the lines; `together`: on one scale."""

    title: str
    places: Sequence[str]
    lines: Sequence[Curve]
    together: bool = False


def plotted(panels: Sequence[Panel]) -> str:
    """Return the panels beside each other."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH * len(panels)}'
        f' {_HEIGHT + 30}" font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for number, panel in enumerate(panels):
        parts += _drawn(panel, number * _WIDTH + _LEFT)
    return "\n".join([*parts, "</svg>", ""])


def _drawn(panel: Panel, x0: int) -> list[str]:
    step = (_WIDTH - _LEFT - 30) / max(1, len(panel.places) - 1)
    parts = [f'<text x="{x0}" y="18" font-weight="bold">{panel.title}</text>']
    highest = max(max(line.values) for line in panel.lines)
    heights = [
        [_BOTTOM - value / top * (_BOTTOM - 35) for value in line.values]
        for line in panel.lines
        for top in [(highest if panel.together else max(line.values)) * 1.1]
    ]
    for below, (line, own) in enumerate(zip(panel.lines, heights, strict=True)):
        across = [x0 + step * n for n in range(len(own))]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, own, strict=True))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{line.colour}"/>')
        for n, (x, value) in enumerate(zip(across, line.values, strict=True)):
            label = _label_height(own[n], [other[n] for other in heights])
            parts.append(f'<circle cx="{x:.1f}" cy="{own[n]:.1f}" r="3" fill="{line.colour}"/>')
            parts.append(
                f'<text x="{x:.1f}" y="{label:.1f}" fill="{line.colour}" text-anchor="middle">'
                f"{value:,.{line.decimals}f}</text>"
            )
        y = _BOTTOM + 38 + 14 * below
        parts.append(f'<text x="{x0}" y="{y}" fill="{line.colour}">{line.name}</text>')
    for n, place in enumerate(panel.places):
        parts.append(
            f'<text x="{x0 + step * n:.1f}" y="{_BOTTOM + 18}" text-anchor="middle">{place}</text>'
        )
    parts.append(
        f'<line x1="{x0 - 12}" y1="{_BOTTOM}" x2="{x0 + _WIDTH - _LEFT - 15}" y2="{_BOTTOM}"'
        ' stroke="#888"/>'
    )
    return parts


def _label_height(own: float, all_here: Sequence[float]) -> float:
    """Return where the number of a spot stands: above it, and above those of the spots below it."""
    label: float = _BOTTOM + _LINE
    for height in sorted((one for one in all_here if one >= own), reverse=True):
        label = min(height - 6, label - _LINE)
    return label
