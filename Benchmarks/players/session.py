#!/usr/bin/env python3
"""Measures one player once, within a compositor that oriel-lab has started: session.py ORDER

ORDER is a JSON file: the player and the clip (of players.toml), and the rest that Order.__init__ names. The result is one
JSON object on standard output: the figures, or `failed` with the reason. Times are in milliseconds, memory is in MB.

A picture is where a capture of the screen shows the clip's stamp: a third of the picture's width with the frame's number.
"""

import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import counters

# Seconds that the capture takes to begin.
READY = 0.7
# Seconds between the first picture, or a change of place, and what is measured next.
SETTLE = 1
# Seconds that a call into Picture in Picture may take.
CALL = 2
# Milliseconds that oriel-lab keeps its keyboard before and after a key.
KEY_PAUSE = 200
REFRESH = 1 / 60


class Failed(Exception):
    """The run is no measurement; says why."""


class Order:
    def __init__(self, player, clip, size, file, page, oriel, lab, seconds, root=None):
        self.player, self.clip, self.size = player, clip, size
        self.lab, self.seconds, self.root = lab, seconds, root
        self.home = tempfile.mkdtemp(prefix="home-", dir=pathlib.Path(file).parent)
        self.names = {
            "clip": file, "page": page, "home": self.home, "oriel": oriel, "zoom": size[0] / clip["size"][0]}
        self.shared = [str(pathlib.Path(file).parent), str(pathlib.Path(os.environ["XDG_RUNTIME_DIR"]).parent)]
        # The session's user, who isn't root in sway.
        self.user = os.stat(os.environ["XDG_RUNTIME_DIR"])
        for name, text in player.get("files", {}).items():
            pathlib.Path(self.home, name).write_text(text)
        if os.getuid() == 0:
            for path in [self.home, *pathlib.Path(self.home).iterdir()]:
                os.chown(path, self.user.st_uid, self.user.st_gid)

    def line(self, command):
        """A command line as it is run: with its names filled in, as the session's user, in its release's folder."""
        line = [word.format(**self.names) for word in command]
        if os.getuid() == 0 and self.user.st_uid != 0:
            line = ["setpriv", f"--reuid={self.user.st_uid}", f"--regid={self.user.st_gid}", "--clear-groups", "--", *line]
        return entering(self.root, self.shared, line) if self.root else line

    def start(self, command, **options):
        environment = {**os.environ, "HOME": self.home, **self.player.get("env", {})}
        return subprocess.Popen(
            self.line(command), stdin=subprocess.DEVNULL, env=environment, cwd="/", start_new_session=True, **options)


def entering(root, shared, line):
    """The command that runs another one in a release's folder, which sees `shared`."""
    script = (
        'root=$1; shift; mount --rbind /dev "$root/dev"; mount -t proc proc "$root/proc"; mount -t tmpfs tmpfs "$root/tmp"\n'
        'while [ "$1" != -- ]; do mkdir -p "$root$1"; mount --bind "$1" "$root$1"; shift; done; shift\n'
        'unset LD_LIBRARY_PATH; exec chroot "$root" "$@"')
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", script, "sh", root, *shared, "--", *line]


class Capture:
    """A capture of the screen for some seconds."""

    def __init__(self, lab, seconds):
        self.child = subprocess.Popen(
            [lab, "watch-compositions", "--seconds", str(seconds + READY), "--json"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        time.sleep(READY)
        self.began = time.monotonic()
        self.ends = self.began + seconds

    def pictures(self):
        """Time, index and width of each picture of these seconds, once they are over."""
        output, error = self.child.communicate()
        if self.child.returncode != 0:
            raise Failed(f"the screen could not be captured: {last_line(error)}")
        result = []
        for composition in map(json.loads, output.splitlines()):
            for stamp in composition["stamps"]:
                width = stamp["picture"]["width"] * 3
                if self.began <= composition["time"] < self.ends:
                    result.append((composition["time"], stamp["index"], width))
        return result


def last_line(text):
    return (text.strip().splitlines() or ["it says nothing"])[-1][-200:]


def is_small(width, wanted):
    # A stamp's edges are read to a few pixels, and count three times.
    return abs(width - wanted) <= max(24, wanted / 10)


class Run:
    def __init__(self, order):
        self.order = order
        self.compositor = counters.peer(f"{os.environ['XDG_RUNTIME_DIR']}/{os.environ['WAYLAND_DISPLAY']}")
        self.log = tempfile.TemporaryFile("w+", errors="replace")
        self.process = self.watch = None

    def capture(self, seconds):
        self.watch = Capture(self.order.lab, seconds)
        return self.watch

    def check(self):
        """Ends the run if the compositor or the player has."""
        if not counters.is_running(self.compositor):
            raise Failed("the compositor ended")
        if self.process.poll() is not None:
            self.log.seek(0)
            raise Failed(f"the player ended by itself: {last_line(self.log.read())}")

    def wait(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.check()
            time.sleep(min(0.2, max(0, end - time.monotonic())))
        self.check()

    def measure(self):
        order, figures = self.order, {}
        player, wanted = order.player, order.size[0]
        is_blind = player.get("blind", False)
        patience = player.get("patience", 3)
        capture = None if is_blind else self.capture(patience)
        began = time.monotonic()
        self.process = order.start(player["command"], stdout=self.log, stderr=self.log)
        if capture:
            first = self.first(capture, began, f"showed no picture within {patience} s")
            figures["start"] = (first - began) * 1000
            if "call" in player and "leave" not in player:
                figures["call"] = self.call(player["call"])
        self.wait(SETTLE)
        work = counters.Work(self.process.pid)
        served = counters.processor_time(self.compositor)
        began = time.monotonic()
        try:
            self.wait(order.seconds)
        finally:
            time_, switches = work.end()
        lasted = time.monotonic() - began
        served = counters.processor_time(self.compositor) - served
        processes = counters.family(self.process.pid)
        figures["anonymous"] = counters.memory(processes, "Anonymous")
        figures["pss"] = counters.memory(processes, "Pss")
        rate = order.clip["rate"]
        if not is_blind:
            shown = self.steady(self.capture(order.seconds), wanted)
            figures.update(shown)
            rate *= shown["shown"]
        frames = lasted * rate
        figures["own"] = time_ / frames * 1000
        figures["compositor"] = 0 if is_blind else served / frames * 1000
        figures["both"] = figures["own"] + figures["compositor"]
        figures["switches"] = switches / frames
        if figures["own"] < 0.1:
            raise Failed("none of its processes was found at work")
        if "leave" in player:
            order.start(player["leave"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).wait(10)
            self.wait(SETTLE)
            figures["call"] = self.call(player["call"])
        return figures

    def first(self, capture, since, otherwise, width=None):
        """The time of the first picture since a time, of this width if one is named."""
        pictures = capture.pictures()
        self.check()
        times = [at for at, _, wide in pictures if at > since and (width is None or is_small(wide, width))]
        if not times:
            raise Failed(otherwise)
        return min(times)

    def call(self, call):
        """Milliseconds from the call to the first picture in Picture in Picture."""
        capture = self.capture(CALL)
        if isinstance(call, str):
            subprocess.run([self.order.lab, "key", call, "--pause", str(KEY_PAUSE)], check=True, stderr=self.log)
            called = time.monotonic() - KEY_PAUSE / 1000
        else:
            called = time.monotonic()
            self.order.start(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return (self.first(capture, called, "went into no Picture in Picture", self.order.size[0]) - called) * 1000

    def steady(self, capture, wanted):
        """What a capture in play shows: the share of the clip's frames that was presented, frames left out, and frames
        that came more than one and a half refreshes later than the others."""
        pictures = capture.pictures()
        self.check()
        if not pictures:
            raise Failed("showed no picture while it was measured")
        width = statistics.median(wide for _, _, wide in pictures)
        if not is_small(width, wanted):
            raise Failed(f"showed a picture {width:.0f} wide instead of {wanted}")
        seen = {}
        for at, index, _ in pictures:
            seen.setdefault(index, at)
        rate = self.order.clip["rate"]
        first, last = min(seen), max(seen)
        share = len(seen) / (self.order.seconds * rate)
        if share < 0.1:
            raise Failed(f"showed {len(seen)} of {self.order.seconds * rate:.0f} frames")
        delays = {index: at - index / rate for index, at in seen.items()}
        usual = statistics.median(delays.values())
        return {
            "shown": min(1, share), "wanted": last - first + 1, "dropped": last - first + 1 - len(seen),
            "late": sum(delay > usual + 1.5 * REFRESH for delay in delays.values()),
        }

    def end(self):
        self.log.close()
        if self.watch:
            self.watch.child.kill()
            self.watch.child.communicate()
        if not self.process:
            return
        processes = counters.family(self.process.pid)
        for sign in [signal.SIGTERM, signal.SIGKILL]:
            for process in processes:
                try:
                    os.kill(process, sign)
                except ProcessLookupError:
                    pass
            deadline = time.monotonic() + 2
            while time.monotonic() < deadline and any(map(counters.is_running, processes)):
                self.process.poll()
                time.sleep(0.05)


def main():
    with open(sys.argv[1]) as file:
        order = json.load(file)
    run = Run(Order(**order))
    try:
        figures = run.measure()
    except Failed as failure:
        figures = {"failed": str(failure)}
    finally:
        run.end()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
