"""A desktop of another Debian release, without a screen, and players on it: shared by kwin, gnome-shell and sway-portal."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Failure(Exception):
    pass


def wait(for_what, condition, seconds=20):
    """Waits until the condition is neither false nor None, and returns its value."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failure(f"{for_what}: not within {seconds} s")
        time.sleep(0.1)


failures = 0


def check(text, is_so, found=""):
    """Prints a line, and counts it if it is a failure."""
    global failures
    print(f"{'ok    ' if is_so else 'FAILED'}  {text}{'' if is_so else f': {found}'}", flush=True)
    failures += not is_so


class Desktop:
    """Programs in the release's folder, and players of this machine on them. Subclasses set `environment`."""

    # Before the command of a player, such as one that changes the account.
    prefix = ()

    def __init__(self, name, binaries, pictures):
        self.binaries, self.pictures, self.children = binaries, pictures, []
        # Shared with the release's folder.
        self.run = pathlib.Path(tempfile.mkdtemp(prefix=f"oriel-{name}-", dir="/tmp"))
        self.log_path = self.run / "log"
        self.log = open(self.log_path, "wb")

    def start(self, command):
        child = subprocess.Popen(
            [str(word) for word in command], stdout=self.log, stderr=self.log, env=self.environment,
            start_new_session=True)
        self.children.append(child)
        return child

    def end(self):
        """Ends all programs; returns what they have printed."""
        for child in reversed(self.children):
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGTERM)
        for child in self.children:
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
        self.log.close()
        log = self.log_path.read_text(errors="replace")
        shutil.rmtree(self.run, ignore_errors=True)
        return log

    def command(self, *arguments):
        return subprocess.run(
            [*self.prefix, self.binaries / "oriel", *arguments], env=self.environment, capture_output=True, text=True,
            timeout=30)

    def oriel(self, *arguments):
        command = self.command(*arguments)
        if command.returncode != 0:
            raise Failure(f"oriel {' '.join(arguments)}: {command.stderr.strip()}")

    def status(self, player):
        text = self.command("status", "--json").stdout
        return next((other for other in json.loads(text or '{"players":[]}')["players"] if other["id"] == player), None)

    def play(self, *arguments):
        return self.start([*self.prefix, self.binaries / "oriel", "play", "--audio", "none", "--loop", *arguments])


def main(packages, version, size, make, run, faults):
    """Makes the release's folder and clips, runs the checks on a desktop, and returns the exit status.

    `version` is a command in the folder, `make` makes the desktop, `faults` finds faults in what its programs print.
    """
    binaries = pathlib.Path(sys.argv[1]).resolve()
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    root = subprocess.run(
        [ROOT / "scripts/parts/release-root", "forky", *packages], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    if not root:
        return 0
    print(subprocess.run(["chroot", root, *version], capture_output=True, text=True).stdout.strip().rstrip(","))
    with tempfile.TemporaryDirectory(prefix="oriel-clips-") as folder:
        # Players of other accounts read them.
        os.chmod(folder, 0o755)
        clips = {}
        for color in ("red", "green"):
            clips[color] = f"{folder}/{color}.mp4"
            subprocess.run([binaries / "oriel-lab", "clip", clips[color], "--stream", color, "--size", size,
                            "--frames", "900"], check=True, stdout=subprocess.DEVNULL)
        desktop = make(root, binaries, pictures)
        try:
            desktop.begin()
            run(desktop, clips)
        except Failure as failure:
            check("the run", False, failure)
        finally:
            log = desktop.end()
    found = [line for line in log.splitlines() if faults(line)]
    check("nothing else has anything to say", not found, "\n".join(found))
    if failures:
        print(log[-4000:], file=sys.stderr)
    return 1 if failures else 0
