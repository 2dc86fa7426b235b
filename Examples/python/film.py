#!/usr/bin/env python3
"""A film whose times and events Python follows; it is shown from 10 s on at twice its speed: film.py FILM"""
import ctypes
import sys

SECOND = 1_000_000_000
HANDLES_SIGNALS, PAUSED, SILENT, WINDOW = 1, 1, 4, 0
OPENED, RATE = 1, 3

oriel = ctypes.CDLL("liboriel.so.0")
oriel.oriel_last_error.restype = ctypes.c_char_p


class Event(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("kind", ctypes.c_int), ("item", ctypes.c_ssize_t), ("position", ctypes.c_int64),
        ("duration", ctypes.c_int64), ("bit_rate", ctypes.c_int64), ("rate", ctypes.c_double),
        ("error", ctypes.c_int), ("text", ctypes.c_char_p)]


def say(text):
    print("film:", text, flush=True)


def call(name, *arguments):
    if getattr(oriel, "oriel_" + name)(*arguments):
        sys.exit("film: " + oriel.oriel_last_error().decode())


def make(name, *arguments):
    handle = ctypes.c_void_p()
    call(name, *arguments, ctypes.byref(handle))
    return handle


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
def passed_second(_player, time, _data):
    say(f"at {time // SECOND} s")
    if time >= 12 * SECOND:
        call("application_stop", application)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
def passed_boundary(_player, time, _data):
    say(f"past {time / SECOND} s")
    call("player_seek_and_call", player, ctypes.c_int64(10 * SECOND), landed, None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_bool, ctypes.c_void_p)
def landed(_player, has_landed, _data):
    say(f"landed: {has_landed}")
    call("player_set_rate", player, ctypes.c_double(2))


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Event), ctypes.c_void_p)
def happened(_player, event, _data):
    event = event.contents
    if event.kind == OPENED:
        say(f"opened, {event.duration / SECOND} s")
    elif event.kind == RATE:
        say(f"rate {event.rate}")


application = make("application_new", b"org.example.Film", HANDLES_SIGNALS)
player = make("player_new", sys.argv[1].encode(), PAUSED | SILENT)
view = make("view_new", application, player, None)
call("player_observe_events", player, happened, None, None)
call("player_observe_position", player, ctypes.c_int64(SECOND), passed_second, None, None)
call("player_observe_boundaries", player, (ctypes.c_int64 * 1)(SECOND * 3 // 2), ctypes.c_size_t(1), passed_boundary,
     None, None)
call("player_set_volume_fraction", player, ctypes.c_double(0.5))
call("view_show", view, WINDOW)
call("player_play", player)
call("application_run", application)
# A view closes with a medium that can't be played, which ends the loop before further callbacks.
reason, text = ctypes.c_int(), ctypes.create_string_buffer(1000)
call("player_get_failure", player, ctypes.byref(reason))
call("player_failure", player, text, ctypes.c_size_t(len(text)), None)
if reason.value:
    say(f"failed with {reason.value}: {text.value.decode()}")
call("application_free", application)
say("end")
