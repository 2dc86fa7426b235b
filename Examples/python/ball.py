#!/usr/bin/env python3
"""A ball that Python draws, and that floats above all windows."""
import sys

import oriel

WIDTH, HEIGHT, RATE = 160, 90, 30
GROUND, BALL = b"\x30\x20\x10\0", b"\x20\x90\xff\0"


def draw(seconds: float) -> bytes:
    x, y = 80 + 60 * (abs(seconds / 2 % 2 - 1) * 2 - 1), 75 - 60 * (1 - (seconds % 1 * 2 - 1) ** 2)
    rows = []
    for row in range(HEIGHT):
        half = int(max(0, 144 - (row - y) ** 2) ** 0.5)
        left = int(x) - half
        rows.append(GROUND * left + BALL * (2 * half) + GROUND * (WIDTH - left - 2 * half))
    return b"".join(rows)


class Ball:
    def __init__(self, application: oriel.Application) -> None:
        self.number = 0
        self.view = oriel.FrameView(application)
        self.view.set_time(0)
        self.view.request_frames(self.add)
        oriel.Controller(self.view).start_when_possible(10)

    def add(self) -> None:
        while self.view.is_ready:
            time = self.number / RATE
            self.view.enqueue(oriel.Format.BGRX, WIDTH, HEIGHT, draw(time), 4 * WIDTH, time)
            self.number += 1


try:
    with oriel.Application("org.example.Ball") as application:
        Ball(application)
        application.run()
except oriel.OrielError as error:
    sys.exit(f"ball: {error}")
print("ball: end")
