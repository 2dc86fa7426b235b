"""The report of Benchmarks/players in Markdown."""

import statistics

BEGIN, END = "<!-- Benchmarks/players begins -->", "<!-- Benchmarks/players ends -->"
LIMIT = "decoding alone"
# Figure, title, digits, and whether the least and the greatest stand beside the median.
COLUMNS = [
    ("own", "player, ms", 2, False), ("compositor", "compositor, ms", 2, False), ("both", "both, ms", 2, True),
    ("switches", "switches", 1, False), ("anonymous", "anonymous, MB", 0, False), ("pss", "PSS, MB", 0, True),
    ("start", "start, ms", 0, True), ("call", "call, ms", 0, True),
]


def runs_of(result, player, clip):
    return [run for run in result["runs"] if run["player"] == player and run["clip"] == clip]


def good(runs):
    return [run for run in runs if "failed" not in run]


def spread(values, digits, is_wide=True):
    """The median, and the least and the greatest of several."""
    if not values:
        return "–"
    texts = [f"{value:.{digits}f}" for value in (statistics.median(values), min(values), max(values))]
    return texts[0] if len(values) == 1 or not is_wide else f"{texts[0]} ({texts[1]}–{texts[2]})"


def ratios(runs, others, key):
    """The ratios of the runs of the same rounds."""
    rounds = {run["round"]: run[key] for run in good(others)}
    return [run[key] / rounds[run["round"]] for run in good(runs) if run["round"] in rounds]


def row(result, name, clip):
    runs = good(runs_of(result, name, clip))
    cells = [spread([run[key] for run in runs if key in run], digits, is_wide) for key, _, digits, is_wide in COLUMNS]
    first = result["players"][0]["name"]
    against = [
        spread(ratios(runs, runs_of(result, other, clip), "both"), 2) if name != other else "1" for other in (first, LIMIT)]
    cells[3:3] = against
    seen = [run for run in runs if "wanted" in run]
    cells += [
        spread([run["shown"] * 100 for run in seen], 0, False), *(str(sum(run[key] for run in seen)) if seen else "–" for key in (
            "dropped", "late"))]
    return cells


def failures(result, clip):
    """Lines about runs that are no measurements."""
    for player in result["players"]:
        runs = runs_of(result, player["name"], clip)
        bad = [run["failed"] for run in runs if "failed" in run]
        if bad:
            reasons = "; ".join(dict.fromkeys(bad))
            yield f"- **{player['name']}**: {len(bad)} of {len(runs)} runs are no measurement: {reasons}."


def text(result):
    machine, names = result["machine"], [player["name"] for player in result["players"]]
    least, usual, most = machine["load"]
    lines = [
        f"{machine['date']}, {machine['commit']}; {machine['processor']}, {machine['cores']} cores, "
        f"{'a' if machine['gpu'] else 'no'} graphics device; {machine['system']}, Linux {machine['kernel']}, "
        f"{machine['compositor']}. Runs of each in turns: {result['rounds']}, with {result['seconds']:g} s for processor time and "
        f"as many for what is seen; other processes that ran at the beginning of a run: {least} to {most}. "
        "Medians; the least and the greatest in brackets.", "",
        *(["**Provisional**: the machine was not quiet, or there were less than three rounds.", ""]
          if usual > 0 or result["rounds"] < 3 else []),
        "| player | version | settings |", "|---|---|---|",
    ]
    for player in result["players"]:
        release = f", Debian {player['release']}" if "release" in player else ""
        lines.append(f"| {player['name']} | {player['number']}{release} | {player['note']} |")
    if result["left_out"]:
        lines += [""] + [f"- **{name}** is left out: {reason}." for name, reason in result["left_out"].items()]
    lines += ["", "![Processor time of a presented frame](pictures/players.svg)"]
    titles = [title for _, title, _, _ in COLUMNS]
    titles[3:3] = [f"of {names[0]}'s", "of decoding"]
    for clip in result["clips"]:
        lines += ["", f"### {clip}", "", "| player | " + " | ".join(titles) + " | shown, % | dropped | late |",
                  "|---" * (len(titles) + 4) + "|"]
        for name in names:
            if good(runs_of(result, name, clip)):
                lines.append(f"| {name} | " + " | ".join(row(result, name, clip)) + " |")
        bad = list(failures(result, clip))
        lines += [""] + bad if bad else []
    return "\n".join(lines) + "\n"


def write(text, document):
    """Replaces what is between the document's markers."""
    old = document.read_text()
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"oriel: {document} has no markers {BEGIN} and {END}")
    document.write_text(f"{before}{begin}\n\n{text}\n{end}{after}")
