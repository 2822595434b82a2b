"""Line plots with logarithmic axes as SVG, for the figures of docs/."""

import math

COLOURS = ["#1b6ca8", "#c8553d", "#4a7c59", "#8a5a9e", "#b8860b", "#3a3a3a"]
WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 230, 40, 55


def _ticks(low: float, high: float, base: int) -> list[float]:
    first, last = math.ceil(math.log(low, base) - 1e-9), math.floor(math.log(high, base) + 1e-9)
    return [float(base) ** e for e in range(first, last + 1)]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def line_plot(title: str, x_label: str, y_label: str, series: dict[str, list[tuple[float, float]]],
              x_base: int = 2, y_base: int = 10, y_range: tuple[float, float] | None = None,
              level: float | None = None) -> str:
    """`series` are named lists of (x, y), all positive; `level` is a dashed horizontal line."""
    points = [p for line in series.values() for p in line]
    x_low, x_high = min(x for x, _ in points), max(x for x, _ in points)
    y_low, y_high = y_range or (min(y for _, y in points), max(y for _, y in points))

    def at(x: float, y: float) -> str:
        u = math.log(x / x_low) / math.log(x_high / x_low)
        v = math.log(y / y_low) / math.log(y_high / y_low)
        return f"{LEFT + u * (WIDTH - LEFT - RIGHT):.1f},{HEIGHT - BOTTOM - v * (HEIGHT - TOP - BOTTOM):.1f}"

    def line(a: str, b: str, style: str) -> str:
        (x1, y1), (x2, y2) = a.split(","), b.split(",")
        return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>'

    def text(x: float, y: float, words: str, extra: str = "") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" {extra}>{words}</text>'

    grid = 'stroke="#dddddd"'
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
           f'font-family="sans-serif" font-size="12"><title>{title}</title>',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           text(LEFT, 22, title, 'font-size="14" font-weight="bold"')]
    for x in _ticks(x_low, x_high, x_base):
        out.append(line(at(x, y_low), at(x, y_high), grid))
        px, py = map(float, at(x, y_low).split(","))
        out.append(text(px, py + 18, _number(x), 'text-anchor="middle"'))
    for y in _ticks(y_low, y_high, y_base):
        out.append(line(at(x_low, y), at(x_high, y), grid))
        px, py = map(float, at(x_low, y).split(","))
        out.append(text(px - 6, py + 4, _number(y), 'text-anchor="end"'))
    if level is not None:
        out.append(line(at(x_low, level), at(x_high, level), 'stroke="#555555" stroke-dasharray="5 4"'))
    for i, (name, points) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(at(x, min(max(y, y_low), y_high)) for x, y in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y in points:
            px, py = at(x, min(max(y, y_low), y_high)).split(",")
            out.append(f'<circle cx="{px}" cy="{py}" r="3" fill="{colour}"/>')
        out.append(text(WIDTH - RIGHT + 14, TOP + 12 + 20 * i, name, f'fill="{colour}"'))
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, x_label, 'text-anchor="middle"'))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    out.append(text(18, middle, y_label, f'text-anchor="middle" transform="rotate(-90 18 {middle:.1f})"'))
    return "\n".join(out) + "\n</svg>\n"
