#!/usr/bin/env python3
"""A player with the app's own controls below the video: time, play and pause, volume, Picture in Picture.
Usage: player.py FILM

Needs liboriel-gtk4 (scripts/install-gtk), python3-gi and gir1.2-gtk-4.0.
"""
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("OrielGtk", "0")
from gi.repository import GLib, GObject, Gtk, OrielGtk

# The widget's times are microseconds.
SECOND = 1_000_000


class Player(Gtk.Box):
    def __init__(self, film):
        super().__init__(orientation=Gtk.Orientation.VERTICAL)
        self.video = OrielGtk.Video(media=film, vexpand=True)
        self.button = Gtk.Button()
        self.time = Gtk.Scale(hexpand=True, adjustment=Gtk.Adjustment(step_increment=5, page_increment=30))
        self.time.connect("change-value", self.moved)
        self.label = Gtk.Label(css_classes=["numeric"])
        volume = Gtk.VolumeButton(value=1)
        volume.bind_property("value", self.video, "volume", GObject.BindingFlags.BIDIRECTIONAL)
        floats = Gtk.Button(icon_name="view-restore-symbolic", tooltip_text="Picture in Picture")
        controls = Gtk.Box(spacing=6, margin_top=6, margin_bottom=6, margin_start=6, margin_end=6)
        for widget in [self.button, self.time, self.label, volume, floats]:
            controls.append(widget)
        self.append(self.video)
        self.append(controls)
        # A button finds only the actions of its parents, and the video is none of them.
        for button, act in [(self.button, "video.toggle-playing"), (floats, "video.toggle-picture-in-picture")]:
            button.connect("clicked", lambda _, name: self.video.activate_action(name, None), act)
        self.video.connect("notify::playing", self.follow)
        self.video.connect("notify::error", lambda video, _: print(f"player: {video.get_error()}", flush=True))
        self.follow()
        GLib.timeout_add(250, self.tick)
        self.focused = floats

    def follow(self, *_):
        is_playing = self.video.get_playing()
        self.button.set_icon_name("media-playback-pause-symbolic" if is_playing else "media-playback-start-symbolic")
        self.button.set_tooltip_text("Pause" if is_playing else "Play")

    def tick(self):
        length = max(0, self.video.get_duration() // SECOND)
        position = self.video.get_position() // SECOND
        self.time.set_range(0, max(1, length))
        self.time.set_value(position)
        self.label.set_text(f"{position // 60}:{position % 60:02} / {length // 60}:{length % 60:02}")
        return GLib.SOURCE_CONTINUE

    def moved(self, _, kind, value):
        self.video.seek(int(value * SECOND))
        return False


if len(sys.argv) != 2:
    sys.exit("usage: player.py FILM")
GLib.set_prgname("org.example.Player")
Gtk.init()
loop = GLib.MainLoop()
player = Player(sys.argv[1])
window = Gtk.Window(title="Player", default_width=800, default_height=520, child=player)
window.connect("close-request", lambda _: loop.quit())
window.set_focus(player.focused)
player.video.connect("closed", lambda _: loop.quit())
player.video.play()
window.present()
loop.run()
