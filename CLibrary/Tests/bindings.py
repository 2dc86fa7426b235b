#!/usr/bin/env python3
"""Uses Python's module as programs do, mistakes included, and prints what happens: bindings.py FILM"""
import sys
import threading
from typing import Callable

import oriel


def say(*words: object) -> None:
    print(*words, flush=True)


def fails(label: str, act: Callable[[], object]) -> None:
    try:
        act()
    except oriel.OrielError as error:
        say(label + ":", error.code.name)


def fault() -> None:
    raise ValueError("of a callback")


def floats(film: str) -> None:
    with oriel.Application("org.example.Bindings") as application, oriel.Player(film, silent=True) as player:
        fails("a second application", lambda: oriel.Application("org.example.Other"))
        view = oriel.PlayerView(application, player, on_close=lambda: say("closed"))
        other = threading.Thread(target=lambda: fails("another thread", player.play))
        other.start()
        other.join()

        def did_start() -> None:
            say("floats:", controller.state.is_active, controller.state.transition.name)
            controller.stop()

        def restore(done: Callable[[bool], None]) -> None:
            say("restore")
            done(True)

        def did_stop(reason: oriel.StopReason) -> None:
            say("stopped:", reason.name)
            state = player.state
            say(f"{state.status.name.lower()}: {player.title}, {state.item_count} item, {state.interstitial}")
            video, subtitles = oriel.TrackKind.VIDEO, oriel.TrackKind.SUBTITLES
            player.select_track(subtitles, None)
            say(f"tracks: {len(player.tracks(video))} {player.selected_track(video)}, then "
                f"{player.selected_track(subtitles)} of {player.tracks(subtitles)}")
            view.close()

        controller = oriel.Controller(
            view, on_will_start=fault, on_did_start=did_start, on_restore=restore, on_will_stop=lambda: say("will stop"),
            on_did_stop=did_stop, on_failed_to_start=lambda error: say(oriel.start_error_text(error)))
        view.show()
        player.play()
        controller.start_when_possible(10)
        application.run()
    fails("a closed player", player.play)


def exits(film: str) -> None:
    with oriel.Application("org.example.Bindings") as application, oriel.Player(film, silent=True) as player:
        view = oriel.PlayerView(application, player, on_close=lambda: say("closed"))
        player.observe_position(0.5, lambda time: sys.exit(7) if time >= 0.5 else None)
        view.show()
        player.play()
        try:
            application.run()
        except SystemExit as end:
            say("exit:", end.code)


floats(sys.argv[1])
exits(sys.argv[1])
say("kept:", len(oriel._functions))
