"""What a small floating video costs: measures the players of players.toml in alternating runs, each in a private sway
without a screen, with the same clips, and prints a table in Markdown. `scripts/bench` builds and runs it."""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib

import plot
import report
import session

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Seconds that a clip lasts, longer than a run.
CLIP = 28
PAGE = """<!doctype html><title>film</title><style>body {{ margin: 0 }} video {{ width: 100vw; height: 100vh }}</style>
<video src="{}" autoplay muted></video>
<script>onkeydown = () => document.querySelector("video").requestPictureInPicture()</script>
"""


def say(text):
    print(text, file=sys.stderr, flush=True)


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *map(str, arguments)], check=True)


def make_clip(lab, clip, folder):
    """Makes a clip once: hills, in a corner of which each frame has its number as a stamp, a third as wide as the picture."""
    target = folder / (re.sub(r"\W+", "-", f"{clip['name']} {CLIP}") + ".mp4")
    if target.exists():
        return target
    say(f"making {clip['name']}")
    hills, stamps, part = folder / "hills.mp4", folder / f"stamps-{clip['rate']}.mp4", folder / "part.mp4"
    frames = CLIP * clip["rate"]
    if not hills.exists():
        subprocess.run([lab, "clip", part, "--pretty", "hills", "--size", "1920x1080", "--rate", "60", "--frames", "600"],
                       check=True)
        part.rename(hills)
    if not stamps.exists():
        subprocess.run([lab, "clip", part, "--size", "672x384", "--rate", str(clip["rate"]), "--frames", str(frames)], check=True)
        part.rename(stamps)
    width, height = clip["size"]
    margin = height // 36
    ffmpeg(
        "-stream_loop", -1, "-i", hills, "-i", stamps, "-filter_complex",
        f"[0]fps={clip['rate']},scale={width}:{height}:flags=bicubic[a];[1]scale={width // 3}:{height // 3}:flags=neighbor[b];"
        f"[a][b]overlay=W-w-{margin}:H-h-{margin}:shortest=1", "-frames:v", frames, *clip["encoder"],
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", part)
    part.rename(target)
    return target


def prepare(player, names):
    """Finds a player's folder and version. Returns why it is left out, or nothing."""
    release = player.get("release")
    if release:
        made = subprocess.run(
            [ROOT / "scripts/parts/release-root", release["suite"], *release["packages"]], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        player["root"] = made.stdout.strip()
        if made.returncode != 0 or not player["root"]:
            return f"there is no folder of {release['suite']}: {session.last_line(made.stderr)}"
    root = player.get("root")
    program = player["version"][0].format(**names)
    if not shutil.which(program, path=":".join(f"{root}{folder}" for folder in ["/usr/bin", "/usr/games"]) if root else None):
        return f"{program} isn't installed"
    command = [word.format(**names) for word in player["version"]]
    # VLC refuses to be run by root.
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] if os.getuid() == 0 else []
    answer = subprocess.run((["chroot", root] if root else []) + user + command, capture_output=True, text=True, cwd="/")
    number = re.search(r"(?<!\S)v?(\d+(?:\.\d+)+\w*)", answer.stdout)
    player["number"] = number.group(1) if number else "of unknown version"
    return None


def run(order, work):
    """One run in a compositor of its own."""
    width, height = order["size"]
    config = work / "sway"
    rule = order["player"].get("rule")
    # wlroots waits 1000 / 63 ms, rounded down, and a little more: 62 refreshes a second. With 60 Hz there are 59, too few for
    # a clip with 60 frames.
    output_line = "output HEADLESS-1 mode --custom 1280x720@63Hz\n"
    config.write_text(output_line + (
        f"for_window {rule} floating enable, border none, resize set {width} {height}, move position {1260 - width} {700 - height}\n"
        if rule else ""))
    file = work / "order.json"
    file.write_text(json.dumps(order))
    answer = subprocess.run(
        [order["lab"], "compositor", "sway", "--as-caller", "--config", config, "--", sys.executable, HERE / "session.py", file],
        capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    try:
        return json.loads(answer.stdout)
    except ValueError:  # oriel-lab ends the session with its compositor.
        return {"failed": session.last_line(answer.stderr)}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def machine():
    with open("/proc/cpuinfo") as file:
        processor = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.MULTILINE)
    return {
        "date": datetime.date.today().isoformat(), "commit": output("git", "describe", "--always", "--dirty", "--abbrev=8"),
        "processor": processor.group(1) if processor else platform.machine(), "cores": os.cpu_count(),
        "system": platform.freedesktop_os_release()["PRETTY_NAME"], "kernel": platform.release(),
        "compositor": output("sway", "--version"), "gpu": os.path.exists("/dev/dri"),
    }


def load():
    """How many processes wait for a processor: before a run, so that the players aren't in it."""
    with open("/proc/loadavg") as file:
        return int(file.read().split()[3].partition("/")[0]) - 1


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/players", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one round, of one clip")
    parser.add_argument("--rounds", type=int, help="how often everything is run; 3 by default")
    parser.add_argument("--seconds", type=float, default=3, help="how long each run is measured, twice")
    parser.add_argument("--only", action="append", help="a player, by its name or the beginning of it")
    parser.add_argument("--clip", action="append", help="a clip, by its name or the beginning of it")
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="the folder with oriel and oriel-lab")
    parser.add_argument("--clips", type=pathlib.Path, help="the folder that keeps the clips")
    parser.add_argument("--samples", type=pathlib.Path, default=pathlib.Path("players.json"), help="the file for all figures")
    parser.add_argument("--report", action="store_true", help="measure nothing: report the figures of --samples")
    parser.add_argument("--write", type=pathlib.Path, metavar="DOCUMENT",
                        help="write the report between the document's markers, and the plot beside its pictures")
    arguments = parser.parse_args()
    if not arguments.report:
        arguments.samples.write_text(json.dumps(measure(arguments), indent=1))
    result = json.loads(arguments.samples.read_text())
    text = report.text(result)
    print(text)
    picture = arguments.samples.with_suffix(".svg")
    if arguments.write:
        report.write(text, arguments.write)
        picture = arguments.write.parent / "pictures" / "players.svg"
    plot.write(result, picture)
    say(f"written: {picture}")


def chosen(tables, names, option):
    """The tables that an option names; all of them without it."""
    for name in names or []:
        if not any(table["name"].startswith(name) for table in tables):
            sys.exit(f"oriel: no name begins with {option} {name}; there are: " + "; ".join(table["name"] for table in tables))
    return [table for table in tables if not names or any(table["name"].startswith(name) for name in names)]


def measure(arguments):
    table = tomllib.loads((HERE / "players.toml").read_text())
    players, clips = chosen(table["player"], arguments.only, "--only"), chosen(table["clip"], arguments.clip, "--clip")
    rounds = arguments.rounds or (1 if arguments.quick else 3)
    if arguments.quick and not arguments.clip:
        clips = [clip for clip in clips if clip["name"] == "1080p60 H.264"]
    with tempfile.TemporaryDirectory(prefix="oriel-players-") as folder:
        work = pathlib.Path(folder)
        work.chmod(0o755)
        # The session's user runs these programs and reads these files.
        lab, oriel = (shutil.copy(arguments.bin / name, work) for name in ["oriel-lab", "oriel"])
        store = arguments.clips or work
        store.mkdir(parents=True, exist_ok=True)
        left_out = {}
        for player in players:
            if reason := prepare(player, {"oriel": oriel}):
                left_out[player["name"]] = reason
        players = [player for player in players if player["name"] not in left_out]
        if not players:
            sys.exit("oriel: " + "; ".join(f"{name} is left out: {reason}" for name, reason in left_out.items()))
        files = {}
        for clip in clips:
            file = shutil.copy(make_clip(lab, clip, store), work) if arguments.clips else make_clip(lab, clip, work)
            page = work / f"{pathlib.Path(file).stem}.html"
            page.write_text(PAGE.format(pathlib.Path(file).name))
            files[clip["name"]] = str(file), str(page)
        runs, loads = [], []
        for turn in range(rounds):
            for clip in clips:
                for player in players:
                    before = [one for one in runs if (one["player"], one["clip"]) == (player["name"], clip["name"])]
                    if len(before) == 2 and all("failed" in one for one in before):
                        continue
                    loads.append(load())
                    file, page = files[clip["name"]]
                    order = {
                        "player": player, "clip": clip, "size": table["size"], "file": file, "page": page, "oriel": oriel,
                        "lab": lab, "seconds": arguments.seconds, "root": player.get("root"),
                    }
                    figures = run(order, work)
                    runs.append({"player": player["name"], "clip": clip["name"], "round": turn, **figures})
                    say(f"{turn + 1}/{rounds} {clip['name']}, {player['name']}: " + (figures.get("failed") or ", ".join(
                        f"{name} {value:.4g}" for name, value in figures.items())))
        return {
            "machine": {**machine(), "load": [min(loads), statistics.median(loads), max(loads)]}, "seconds": arguments.seconds, "rounds": rounds,
            "size": table["size"], "players": [{key: player[key] for key in ["name", "note", "number"]} | (
                {"release": player["release"]["suite"]} if "release" in player else {}) for player in players],
            "clips": [clip["name"] for clip in clips], "left_out": left_out, "runs": runs,
        }

