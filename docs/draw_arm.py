#!/usr/bin/env python3
"""Draws docs/arm.svg: the parts of the arm, and one that moves, simulated by the program.

    docs/draw_arm.py path/to/lowpass > docs/arm.svg
"""
import json
import math
import subprocess
import sys
from pathlib import Path

TRACE = Path(__file__).parent.parent / "tests/data/traces/C09_p05_p90_curl.json"
DORSAL, VENTRAL, TRANSVERSAL = "#b0413e", "#3b6ea5", "#5a8f4e"
SKIN, INK, WATER = "#f3dcc4", "#222", "#4a90b8"


def line(a, b, colour, width, dash=""):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" '
            f'stroke="{colour}" stroke-width="{width}"{dashes}/>')


def text(x, y, words, colour=INK, anchor="middle", size=13):
    return (f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" '
            f'font-size="{size}">{words}</text>')


def arm(upper, lower, radius=3.5, width=3):
    """Compartments, muscles, nodes; points are already on the page."""
    out = []
    for i in range(1, len(upper)):
        corners = [upper[i - 1], upper[i], lower[i], lower[i - 1]]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        out.append(f'<polygon points="{points}" fill="{SKIN}" stroke="none"/>')
    for i in range(1, len(upper)):
        out.append(line(upper[i - 1], upper[i], DORSAL, width))
        out.append(line(lower[i - 1], lower[i], VENTRAL, width))
        out.append(line(upper[i], lower[i], TRANSVERSAL, width))
    out.append(line(upper[0], lower[0], INK, width))
    for x, y in upper + lower:
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{INK}"/>')
    return out


def parts():
    """A straight arm of four compartments with its names."""
    x = [90 + 115 * i for i in range(5)]
    half = [48 - 3 * i for i in range(5)]
    upper = [(a, 140 - h) for a, h in zip(x, half)]
    lower = [(a, 140 + h) for a, h in zip(x, half)]
    out = [line((20, 40), (700, 40), WATER, 1.5, "6 4"),
           text(690, 33, "surface: gravity acts at and above it", WATER, "end")]
    out += arm(upper, lower, 4.5, 4)
    for i in range(5):
        out.append(text(x[i], upper[i][1] - 12, f"u<tspan dy='3' font-size='9'>{i}</tspan>"))
        out.append(text(x[i], lower[i][1] + 21, f"l<tspan dy='3' font-size='9'>{i}</tspan>"))
    out.append(f'<circle cx="{x[0]}" cy="140" r="4" fill="white" stroke="{INK}" stroke-width="1.5"/>')
    out.append(text(x[0] - 12, 144, "c", anchor="end"))
    out.append(f'<path d="M {x[0]} 112 A 28 28 0 0 0 {x[0] - 24} 126" fill="none" stroke="{INK}"/>')
    out.append(text(x[0] - 32, 120, "θ, ω", anchor="end"))
    out.append(text(147, 85, "dorsal muscle", DORSAL))
    out.append(text(262, 205, "ventral muscle", VENTRAL))
    out.append(text(x[2] - 8, 132, "transversal", TRANSVERSAL, "end"))
    out.append(text(x[2] - 8, 148, "muscle", TRANSVERSAL, "end"))
    out.append(text((x[3] + x[4]) / 2, 144, "pressure"))
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        cx, cy = (x[3] + x[4]) / 2 + dx * 33, 140 + dy * 14
        out.append(f'<path d="M {cx} {cy} l {dx * 14} {dy * 14}" stroke="{INK}" '
                   f'marker-end="url(#tip)"/>')
    out.append(text(147, 144, "compartment 1"))
    out.append(text(x[4] + 14, 144, "tip", anchor="start"))
    return out


def poses(program):
    """An arm that stands up out of its base and curls, as the program simulates it."""
    run = json.loads(TRACE.read_text())
    run["steps"] = [0, 20, 100]
    states = json.loads(subprocess.run([program, "simulate", "--json", "-"], input=json.dumps(run),
                                       capture_output=True, text=True, check=True).stdout)["states"]
    nodes, p = run["nodes"], run["p"]
    cx = (nodes[0][0] + nodes[p + 1][0]) / 2
    cy = (nodes[0][1] + nodes[p + 1][1]) / 2
    radius = math.hypot(nodes[0][0] - cx, nodes[0][1] - cy)
    out = []
    for k, (state, step) in enumerate(zip(states, run["steps"])):
        def place(x, y):
            return (150 + 210 * k + 42 * x, 440 - 42 * y)
        dx, dy = radius * math.cos(state[0]), radius * math.sin(state[0])
        rows = [(state[2 + 4 * i], state[3 + 4 * i]) for i in range(2 * p)]
        upper = [place(cx + dx, cy + dy)] + [place(*r) for r in rows[:p]]
        lower = [place(cx - dx, cy - dy)] + [place(*r) for r in rows[p:]]
        out += arm(upper, lower, 2.5, 2)
        out.append(text(150 + 210 * k, 482, f"t = {5 * step}"))
    return out


def main():
    body = parts() + poses(sys.argv[1])
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 495" '
          'font-family="sans-serif">\n<rect width="720" height="495" fill="white"/>\n'
          f'<defs><marker id="tip" orient="auto" markerWidth="6" markerHeight="6" refX="3" refY="3">'
          f'<path d="M0 0 L6 3 L0 6 z" fill="{INK}"/></marker></defs>')
    print("\n".join(body))
    print("</svg>")


main()
