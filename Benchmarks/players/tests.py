#!/usr/bin/env python3
"""Bad runs are reported as such: tests of Benchmarks/players with stand-ins for players, the compositor and oriel-lab."""

import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

sys.dont_write_bytecode = True

import comparison
import counters
import report
import session

# Stands in for `oriel-lab`: sees each picture of a film, at `rate` frames a second, once the player is there, also those
# before it began, so that no delay of a busy machine is taken for a dropped frame.
LAB = """
import json, os, sys, time
if sys.argv[1] == "key": sys.exit(time.sleep(0.4))
if {broken}: sys.exit("no screen to capture")
for _ in range(2000):
    if os.path.exists("{started}"): break
    time.sleep(0.01)
end = time.monotonic() + float(sys.argv[3])
time.sleep(float(sys.argv[3]))
for number in range(int((end - 30) * 60), int(end * 60)):
    stamp = {{"index": int(number * {rate} // 60) % 60000, "picture": {{"width": {width} // 3}}}}
    print(json.dumps({{"time": number / 60, "stamps": [stamp] if {visible} else []}}))
"""
# Stands in for a compositor: listens, and ends after some seconds.
COMPOSITOR = "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(9); time.sleep(float(sys.argv[2]))"
# Computes for 10 ms and waits for a moment, time and again: where nothing else runs, one that only computes never switches.
BUSY = """
import time
end = {seconds} + time.monotonic()
while (now := time.monotonic()) < end:
    while time.monotonic() < now + 0.01: pass
    time.sleep(0.001)
"""


class BadRuns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"] = folder.name, "socket"
        session.READY = session.SETTLE = 0.05
        # A key of a stand-in takes the start of Python besides, a second on a busy machine.
        session.CALL = 3

    def script(self, name, text):
        path = self.folder / name
        path.write_text(f"#!{sys.executable}\n{textwrap.dedent(text)}")
        path.chmod(0o755)
        return str(path)

    def lab(self, rate=30, width=480, visible=True, broken=False):
        return self.script("lab", LAB.format(
            rate=rate, width=width, visible=visible, broken=broken, started=self.folder / "started"))

    def player(self, text):
        """A table of a player that runs a program in Python, whose start is over before its pictures are seen."""
        started = f"open({str(self.folder / 'started')!r}, 'w').close()\n"
        return {"name": "stand-in", "command": [self.script("player", started + text)], "patience": 0.4}

    def measure(self, player, lab=None, compositor=60):
        """The figures, or why there are none."""
        server = subprocess.Popen([sys.executable, "-c", COMPOSITOR, str(self.folder / "socket"), str(compositor)])
        while not (self.folder / "socket").exists():
            time.sleep(0.01)
        time.sleep(0.05)
        film = self.folder / "film"
        run = session.Run(session.Order(
            player, {"name": "film", "rate": 30, "size": [1920, 1080]}, [480, 270], str(film), "page", "oriel", lab or self.lab(), 0.6))
        try:
            return run.measure()
        except session.Failed as failure:
            return str(failure)
        finally:
            run.end()
            self.assertFalse(run.process and counters.is_running(run.process.pid))
            server.kill()
            server.wait()

    def test_a_player_that_plays_is_measured(self):
        figures = self.measure(self.player(BUSY.format(seconds=20)) | {"call": "p"})
        self.assertIsInstance(figures, dict, figures)
        self.assertGreater(figures["shown"], 0.8)
        self.assertLess(figures["dropped"], 4)
        for kind in ["start", "call", "own", "anonymous", "pss", "both", "switches"]:
            self.assertGreater(figures[kind], 0, kind)

    def test_a_player_that_does_not_start(self):
        self.assertIn("ended by itself: no such film", self.measure(self.player("import sys; sys.exit('no such film')")))

    def test_a_player_that_dies_while_it_is_measured(self):
        self.assertIn("ended by itself", self.measure(self.player(BUSY.format(seconds=1.0))))

    def test_a_player_that_shows_nothing(self):
        player = self.player(BUSY.format(seconds=20))
        self.assertEqual(self.measure(player, self.lab(visible=False)), "showed no picture within 0.4 s")

    def test_a_clip_that_stands_still(self):
        self.assertIn("showed 1 of 18 frames", self.measure(self.player(BUSY.format(seconds=20)), self.lab(rate=0)))

    def test_a_picture_of_another_size(self):
        figures = self.measure(self.player(BUSY.format(seconds=20)), self.lab(width=1280))
        self.assertRegex(figures, "127. wide instead of 480")

    def test_a_player_that_goes_into_no_picture_in_picture(self):
        player = self.player(BUSY.format(seconds=20)) | {"call": "p"}
        self.assertEqual(self.measure(player, self.lab(width=1280)), "went into no Picture in Picture")

    def test_a_player_whose_work_is_done_elsewhere(self):
        self.assertIn("found at work", self.measure(self.player("import time; time.sleep(20)")))

    def test_a_compositor_that_ends(self):
        self.assertEqual(self.measure(self.player(BUSY.format(seconds=20)), compositor=0.8), "the compositor ended")

    def test_a_screen_that_is_not_captured(self):
        reason = self.measure(self.player(BUSY.format(seconds=20)), self.lab(broken=True))
        self.assertEqual(reason, "the screen could not be captured: no screen to capture")

    def test_a_session_that_ends_with_its_compositor(self):
        lab = self.script("lab", "import sys; sys.exit('the compositor ended by itself')")
        order = {"lab": lab, "size": [480, 270], "player": {}}
        self.assertEqual(comparison.run(order, self.folder), {"failed": "the compositor ended by itself"})

    def test_a_player_that_is_not_there(self):
        reason = comparison.prepare({"version": ["no-such-player"]}, {})
        self.assertEqual(reason, "no-such-player isn't installed")

    def test_the_work_of_processes_that_end_counts(self):
        root = subprocess.Popen([sys.executable, "-c", textwrap.dedent("""
            import pathlib, subprocess, sys, time
            time.sleep(0.2)
            subprocess.run([sys.executable, "-c", "import time\\nwhile time.process_time() < 0.8: pass"])
            pathlib.Path(sys.argv[1]).touch()
            time.sleep(60)
            """), str(self.folder / "done")])
        self.addCleanup(lambda: (root.kill(), root.wait()))
        work = counters.Work(root.pid)
        while root.poll() is None and not (self.folder / "done").exists():
            time.sleep(0.05)
        self.assertGreater(work.end()[0], 0.3)

    def test_bad_runs_are_no_numbers_in_the_report(self):
        good = {"own": 2, "compositor": 1, "both": 3, "switches": 4, "anonymous": 5, "pss": 6, "start": 7, "shown": 1,
                "wanted": 90, "dropped": 0, "late": 0}
        runs = [{"player": "good", "clip": "film", "round": turn, **good} for turn in range(2)]
        runs += [{"player": "mixed", "clip": "film", "round": 0, "failed": "it fell"},
                 {"player": "mixed", "clip": "film", "round": 1, **good, "own": 5, "both": 6}]
        runs += [{"player": "bad", "clip": "film", "round": turn, "failed": "it fell"} for turn in range(2)]
        text = report.text({
            "machine": {**comparison.machine(), "load": [0, 0, 1]}, "seconds": 4, "rounds": 2, "clips": ["film"],
            "players": [{"name": name, "note": "", "number": "1"} for name in ["good", "mixed", "bad"]],
            "left_out": {"absent": "absent isn't installed"}, "runs": runs})
        table = text[text.index("### film"):]
        self.assertIn("| mixed | 5.00 | 1.00 | 6.00 | 2.00 |", table)
        self.assertNotIn("| bad |", table)
        self.assertIn("**bad**: 2 of 2 runs are no measurement: it fell", table)
        self.assertIn("**mixed**: 1 of 2 runs are no measurement: it fell", table)
        self.assertIn("**absent** is left out: absent isn't installed", text)

    def test_a_name_that_is_none_is_an_error_that_lists_them(self):
        tables = [{"name": "Oriel"}, {"name": "Oriel, gles"}, {"name": "VLC"}]
        self.assertEqual(comparison.chosen(tables, ["Oriel"], "--only"), tables[:2])
        self.assertEqual(comparison.chosen(tables, None, "--only"), tables)
        with self.assertRaisesRegex(SystemExit, "--only oriel; there are: Oriel; Oriel, gles; VLC"):
            comparison.chosen(tables, ["VLC", "oriel"], "--only")


if __name__ == "__main__":
    unittest.main()
