#!/usr/bin/env python3
"""Measures players within a private compositor for scripts/bench, and reports the figures.

  compare.py steady FILE CASE PLAYER SECONDS -- COMMAND [--- COMMAND...]
      plays, and after three seconds measures for SECONDS: processor time of the players and of the compositor, the players'
      anonymous memory and proportional share (PSS), their context switches, and the frames that they report as dropped.
  compare.py start FILE CASE PLAYER LAB -- COMMAND
      measures the time from the program's start to the first composition with a stamped frame.
  compare.py report FILE [JSON]
      prints the medians, and the ratio of each pair of runs.

FILE has one JSON object a line. Times are in seconds, memory in MB, processor time in per cent of a core.
"""

import collections
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

TICK = os.sysconf("SC_CLK_TCK")
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def family(process):
    """A process and its descendants."""
    result = [process]
    for parent in result:
        try:
            with open(f"/proc/{parent}/task/{parent}/children") as file:
                result += [int(child) for child in file.read().split()]
        except OSError:
            pass
    return result


def processor_time(process):
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def context_switches(process):
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            with open(f"/proc/{process}/task/{thread}/status") as file:
                total += sum(map(int, re.findall(r"ctxt_switches:\s+(\d+)", file.read())))
        except FileNotFoundError:  # It has ended meanwhile.
            pass
    return total


def memory(process, kind):
    with open(f"/proc/{process}/smaps_rollup") as file:
        return int(re.search(rf"^{kind}:\s+(\d+)", file.read(), re.MULTILINE).group(1)) / 1024


def compositor():
    answer = subprocess.run(["pgrep", "-n", "-x", "sway", "-u", str(os.getuid())], capture_output=True, text=True)
    return int(answer.stdout)


def dropped_by_oriel(program):
    answer = subprocess.run([program, "status", "--json"], capture_output=True, text=True)
    return sum(player["frames"]["dropped"] for player in json.loads(answer.stdout)["players"])


def dropped_by_mpv(path):
    total = 0
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(2)
        connection.connect(path)
        answers = connection.makefile()
        for number, name in enumerate(["frame-drop-count", "decoder-frame-drop-count"]):
            request = {"command": ["get_property", name], "request_id": number}
            connection.sendall(json.dumps(request).encode() + b"\n")
            while (answer := json.loads(answers.readline())).get("request_id") != number:
                pass
            total += answer.get("data") or 0
    return total


def steady(file, case, player, seconds, commands):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        if player == "mpv":
            subprocess.run(["swaymsg", "-q", 'for_window [app_id="mpv"] floating enable, border none'], **QUIET)
            for number, command in enumerate(commands):
                paths.append(f"{folder}/{number}")
                command.insert(1, f"--input-ipc-server={paths[-1]}")

        def dropped():
            if player == "oriel":
                return dropped_by_oriel(commands[0][0])
            return sum(dropped_by_mpv(path) for path in paths) if paths else None

        players = [subprocess.Popen(command, **QUIET) for command in commands]
        server = compositor() if player != "ffmpeg" else None
        time.sleep(3)
        for one, command in zip(players, commands):
            if one.poll() is not None:
                sys.exit(f"{player} ended by itself: {' '.join(command)}")
        drops = dropped()
        processes = [one for player_ in players for one in family(player_.pid)]
        began = time.monotonic()
        before = sum(map(processor_time, processes)), sum(map(context_switches, processes))
        served = processor_time(server) if server else 0
        time.sleep(seconds)
        lasted = time.monotonic() - began
        after = sum(map(processor_time, processes)), sum(map(context_switches, processes))
        served = processor_time(server) - served if server else 0
        figures = {
            "case": case, "player": player, "seconds": lasted,
            "cpu": (after[0] - before[0] + served) / lasted * 100,
            "compositor": served / lasted * 100,
            "anonymous": sum(memory(process, "Anonymous") for process in processes),
            "memory": sum(memory(process, "Pss") for process in processes),
            "switches": (after[1] - before[1]) / lasted,
        }
        if drops is not None:
            # mpv's count begins anew at each turn of its loop; unknown values are not reported.
            more = dropped() - drops
            if more >= 0:
                figures["dropped"] = more
        for one in players:
            one.terminate()
        for one in players:
            one.wait()
    write(file, figures)


def start(file, case, player, lab, command):
    watch = subprocess.Popen([lab, "watch-compositions", "--seconds", "3", "--json"], stdout=subprocess.PIPE, text=True)
    time.sleep(0.7)
    if player == "mpv":
        subprocess.run(["swaymsg", "-q", 'for_window [app_id="mpv"] fullscreen enable'], **QUIET)
    began = time.monotonic()
    one = subprocess.Popen(command, **QUIET)
    compositions = map(json.loads, watch.communicate()[0].splitlines())
    one.send_signal(signal.SIGTERM)
    one.wait()
    seen = [composition["time"] for composition in compositions if composition["stamps"] and composition["time"] > began]
    if not seen:
        sys.exit(f"{player} showed no picture in time")
    write(file, {"case": case, "player": player, "start": (min(seen) - began) * 1000})


def write(file, figures):
    with open(file, "a") as samples:
        samples.write(json.dumps(figures) + "\n")


KINDS = [
    ("cpu", "CPU, % of a core", "{:.1f}"), ("anonymous", "anonymous memory, MB", "{:.0f}"),
    ("memory", "memory (PSS), MB", "{:.0f}"),
    ("switches", "switches a second", "{:.0f}"), ("start", "start, ms", "{:.0f}"),
]


def report(file, target):
    cases = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(file) as samples:
        for line in samples:
            figures = json.loads(line)
            cases[figures["case"]][figures["player"]].append(figures)
    result = {}
    print("Medians of alternating runs; the ratio is the median of the pairs' ratios, with the least and the greatest.\n")
    print("| case | | Oriel | mpv | ratio |\n|---|---|---|---|---|")
    for case, players in cases.items():
        ours, theirs = players.get("oriel", []), players.get("mpv", [])
        for kind, title, form in KINDS:
            if not ours or kind not in ours[0] or not theirs:
                continue
            pairs = [(a[kind], b[kind]) for a, b in zip(ours, theirs)]
            ratios = sorted(a / b for a, b in pairs)
            medians = [statistics.median(column) for column in zip(*pairs)]
            ratio = statistics.median(ratios)
            result[f"{case} {kind}"] = {
                "oriel": medians[0], "mpv": medians[1], "ratio": ratio, "least": ratios[0], "greatest": ratios[-1],
                "pairs": len(pairs),
            }
            values = " | ".join(map(form.format, medians))
            print(f"| {case} | {title} | {values} | {ratio:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}) |")
    print()
    for case, players in cases.items():
        for player, runs in players.items():
            if "dropped" in runs[0]:
                drops, seconds = sum(run["dropped"] for run in runs), sum(run["seconds"] for run in runs)
                result[f"{case} dropped"] = {**result.get(f"{case} dropped", {}), player: drops, f"{player} seconds": seconds}
                print(f"- {case}, {player}: {drops} frames dropped in {seconds:.0f} s")
            elif player == "ffmpeg":
                alone = statistics.median(run["cpu"] for run in runs)
                result[f"{case} decoding alone"] = alone
                print(f"- {case}, decoding alone: {alone:.1f} % of a core")
    if target:
        with open(target, "w") as file:
            json.dump(result, file, indent=1)


def commands_of(arguments):
    result = [[]]
    for argument in arguments:
        if argument == "---":
            result.append([])
        else:
            result[-1].append(argument)
    return result


def main():
    arguments = sys.argv[1:]
    rest = []
    if "--" in arguments:
        place = arguments.index("--")
        arguments, rest = arguments[:place], arguments[place + 1:]
    match arguments:
        case ["steady", file, case, player, seconds]:
            steady(file, case, player, float(seconds), commands_of(rest))
        case ["start", file, case, player, lab]:
            start(file, case, player, lab, rest)
        case ["report", file, *target]:
            report(file, target[0] if target else None)
        case _:
            sys.exit(__doc__)


main()
