#!/usr/bin/env python3
"""A ball that Python draws, and that floats above all windows."""
import ctypes
import sys

WIDTH, HEIGHT, RATE = 160, 90, 30
BGRX, HANDLES_SIGNALS = 13, 1
GROUND, BALL = b"\x30\x20\x10\0", b"\x20\x90\xff\0"

oriel = ctypes.CDLL("liboriel.so.0")
oriel.oriel_last_error.restype = ctypes.c_char_p


def call(name, *arguments):
    if getattr(oriel, "oriel_" + name)(*arguments):
        sys.exit("ball: " + oriel.oriel_last_error().decode())


def make(name, *arguments):
    handle = ctypes.c_void_p()
    call(name, *arguments, ctypes.byref(handle))
    return handle


def draw(seconds):
    x, y = 80 + 60 * (abs(seconds / 2 % 2 - 1) * 2 - 1), 75 - 60 * (1 - (seconds % 1 * 2 - 1) ** 2)
    rows = []
    for row in range(HEIGHT):
        half = int(max(0, 144 - (row - y) ** 2) ** 0.5)
        left = int(x) - half
        rows.append(GROUND * left + BALL * (2 * half) + GROUND * (WIDTH - left - 2 * half))
    return b"".join(rows)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
def wanted(_view, _data):
    global number
    ready = ctypes.c_bool(True)
    while not oriel.oriel_view_is_ready(view, ctypes.byref(ready)) and ready:
        time = ctypes.c_int64(number * 1_000_000_000 // RATE)
        call("view_enqueue_copy", view, BGRX, WIDTH, HEIGHT, draw(number / RATE), ctypes.c_ssize_t(4 * WIDTH), time)
        number += 1


number = 0
application = make("application_new", b"org.example.Ball", HANDLES_SIGNALS)
view = make("view_new_for_frames", application, None)
controller = make("controller_new", view, None, None)
call("view_set_time", view, ctypes.c_int64(0))
call("view_request_frames", view, wanted, None)
call("controller_start_when_possible", controller, ctypes.c_int64(10_000_000_000))
call("application_run", application)
call("application_free", application)
print("ball: end")
