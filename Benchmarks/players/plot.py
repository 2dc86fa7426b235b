"""The plot of Benchmarks/players: processor time of a presented frame, as SVG."""

import statistics
import xml.etree.ElementTree as tree

import report

WIDTH, NAMES, BAR, GAP = 860, 210, 14, 6
COLORS = {"player": "#2a6f97", "compositor": "#a9d6e5", "limit": "#c1121f", "text": "#333"}


def middle(runs, key):
    values = [run[key] for run in report.good(runs)]
    return statistics.median(values) if values else None


def write(result, path):
    names = [player["name"] for player in result["players"] if player["name"] != report.LIMIT]
    panel = 40 + len(names) * (BAR + GAP)
    height = 40 + panel * len(result["clips"])
    svg = tree.Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {height}", "font-family": "sans-serif",
        "font-size": "12"})

    def add(kind, text=None, **attributes):
        attributes = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
        tree.SubElement(svg, kind, attributes).text = text

    add("rect", width=WIDTH, height=height, fill="white")
    x = NAMES
    for key, title in [
        ("player", "player"), ("compositor", "compositor"), ("limit", "decoding alone"),
    ]:
        add("rect", x=x, y=12, width=12, height=12, fill=COLORS[key])
        add("text", title, x=x + 18, y=22, fill=COLORS["text"])
        x += 105
    add("text", "ms of a processor for each presented frame", x=WIDTH - 10, y=22, text_anchor="end", fill=COLORS["text"])
    y = 40
    for clip in result["clips"]:
        runs = {name: report.runs_of(result, name, clip) for name in names}
        limit = middle(report.runs_of(result, report.LIMIT, clip), "both")
        longest = max([middle(runs[name], "both") or 0 for name in names] + [limit or 0]) or 1
        scale = (WIDTH - NAMES - 60) / longest
        add("text", clip, x=10, y=y + 18, font_weight="bold", fill=COLORS["text"])
        top = y = y + 28
        for name in names:
            add("text", name, x=NAMES - 8, y=y + 11, text_anchor="end", fill=COLORS["text"])
            both = middle(runs[name], "both")
            if both is None:
                add("text", "no measurement" if runs[name] else "not run", x=NAMES + 4, y=y + 11, fill=COLORS["text"])
            else:
                own = middle(runs[name], "own")
                add("rect", x=NAMES, y=y, width=f"{own * scale:.1f}", height=BAR, fill=COLORS["player"])
                add("rect", x=f"{NAMES + own * scale:.1f}", y=y, width=f"{max(0, both - own) * scale:.1f}", height=BAR,
                    fill=COLORS["compositor"])
                add("text", f"{both:.1f}", x=f"{NAMES + both * scale + 5:.1f}", y=y + 11, fill=COLORS["text"])
            y += BAR + GAP
        if limit:
            at = f"{NAMES + limit * scale:.1f}"
            add("line", x1=at, x2=at, y1=top - 4, y2=y - GAP + 4, stroke=COLORS["limit"], stroke_width=1.5)
        y += 12
    tree.indent(svg)
    path.parent.mkdir(parents=True, exist_ok=True)
    tree.ElementTree(svg).write(path, encoding="unicode")
