#!/usr/bin/env python3
"""A film whose times and events Python follows; it is shown from 10 s on at twice its speed: film.py FILM"""
import sys

import oriel
from oriel import EventKind


def say(text: str) -> None:
    print("film:", text, flush=True)


class Film:
    def __init__(self, file: str, application: oriel.Application) -> None:
        self.application = application
        self.player = oriel.Player(file, paused=True, silent=True)
        self.view = oriel.PlayerView(application, self.player)
        self.player.observe_events(self.happened)
        self.player.observe_position(1, self.passed_second)
        self.player.observe_boundaries([1.5], self.passed_boundary)
        self.player.set_volume(0.5)
        self.view.show()
        self.player.play()

    def happened(self, event: oriel.PlayerEvent) -> None:
        if event.kind == EventKind.OPENED:
            say(f"opened, {event.duration} s")
        elif event.kind == EventKind.RATE:
            say(f"rate {event.rate}")

    def passed_second(self, time: float) -> None:
        say(f"at {int(time)} s")
        if time >= 12:
            self.application.stop()

    def passed_boundary(self, time: float) -> None:
        say(f"past {time} s")
        self.player.seek(10, self.landed)

    def landed(self, has_landed: bool) -> None:
        say(f"landed: {has_landed}")
        self.player.set_rate(2)


try:
    with oriel.Application("org.example.Film") as application:
        film = Film(sys.argv[1], application)
        application.run()
        # A view closes with a medium that can't be played, which ends the loop before further callbacks.
        if film.player.failure:
            say(f"failed: {film.player.failure}")
except oriel.OrielError as error:
    sys.exit(f"film: {error}")
say("end")
