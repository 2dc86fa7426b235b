"""Counters of a tree of processes, by /proc."""

import os
import re
import socket
import struct
import threading
import time


def family(process):
    """A process and its descendants."""
    result = [process]
    for parent in result:
        try:
            for thread in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{thread}/children") as file:
                    result += [int(child) for child in file.read().split()]
        except OSError:  # It has ended meanwhile.
            pass
    return result


def processor_time(process):
    """Seconds that all threads of a process have run, those that have ended too."""
    # The number of the process's clock, as clock_getcpuclockid(3) makes it.
    return time.clock_gettime((~process << 3) | 2)


def context_switches(process):
    """The context switches of each thread of a process."""
    result = {}
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            with open(f"/proc/{process}/task/{thread}/status") as file:
                result[process, thread] = sum(map(int, re.findall(r"ctxt_switches:\s+(\d+)", file.read())))
        except OSError:
            pass
    return result


def memory(processes, kind):
    """MB of a kind (`Anonymous`, `Pss`) that processes have."""
    total = 0
    for process in processes:
        try:
            with open(f"/proc/{process}/smaps_rollup") as file:
                total += int(re.search(rf"^{kind}:\s+(\d+)", file.read(), re.MULTILINE).group(1)) / 1024
        except (FileNotFoundError, ProcessLookupError):
            pass
    return total


def is_running(process):
    """Whether a process is there and no zombie."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def peer(path):
    """The process that listens on a socket."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        return struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]


class Work:
    """The work of a tree of processes from now on. A thread looks four times a second, so that the work of a process or
    a thread that ends in between counts too, except for its last quarter of a second."""

    def __init__(self, root):
        self.root = root
        self.times, self.switches = {}, {}
        self.first = self.look()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.keep_looking)
        self.thread.start()

    def look(self):
        for process in family(self.root):
            try:
                self.times[process] = processor_time(process)
                self.switches.update(context_switches(process))
            except OSError:
                pass
        return sum(self.times.values()), sum(self.switches.values())

    def keep_looking(self):
        while not self.over.wait(0.25):
            self.look()

    def end(self):
        """Seconds of processor time and context switches since the beginning."""
        self.over.set()
        self.thread.join()
        return tuple(now - before for now, before in zip(self.look(), self.first))
