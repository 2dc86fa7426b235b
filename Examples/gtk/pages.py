#!/usr/bin/env python3
"""A list of films and a page that plays one. The page can be left while its video floats; the video's return brings the
page back. Usage: pages.py FILM…

Needs liboriel-gtk4 (scripts/install-gtk), python3-gi and gir1.2-gtk-4.0.
"""
import os
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("OrielGtk", "0")
from gi.repository import GLib, Gtk, OrielGtk


class PlayerPage(Gtk.Box):
    """A video, and the app's own controls below it."""

    def __init__(self, app, film):
        super().__init__(orientation=Gtk.Orientation.VERTICAL)
        self.app = app
        self.video = OrielGtk.Video(media=film, vexpand=True)
        self.video.connect("restore", self.restore)
        self.video.connect("did-stop", self.stopped)
        self.video.connect("failed-to-start", lambda _, error: app.say(f"failed: {error}"))
        self.video.connect("notify::error", lambda video, _: app.say(f"error: {video.get_error()}"))
        controls = Gtk.Box(spacing=6, margin_top=6, margin_bottom=6, margin_start=6, margin_end=6)
        for label, name, press in [
            ("Back", "go-previous-symbolic", self.leave),
            ("Play or pause", "media-playback-start-symbolic", self.toggle),
            ("Picture in Picture", "view-restore-symbolic", self.float),
        ]:
            button = Gtk.Button(icon_name=name, tooltip_text=label)
            button.connect("clicked", press)
            controls.append(button)
        # The last one has the focus.
        self.focused = button
        self.append(self.video)
        self.append(controls)
        keys = Gtk.ShortcutController(scope=Gtk.ShortcutScope.MANAGED)
        keys.add_shortcut(
            Gtk.Shortcut.new(Gtk.ShortcutTrigger.parse_string("Escape"), Gtk.CallbackAction.new(self.escape)))
        self.add_controller(keys)
        self.video.play()

    def escape(self, *_):
        self.leave()
        return True

    def leave(self, *_):
        self.app.leave(self)

    def toggle(self, *_):
        if self.video.get_playing():
            self.video.pause()
        else:
            self.video.play()

    def float(self, *_):
        self.video.start_picture_in_picture()

    def restore(self, _):
        self.app.say("restore")
        self.app.enter(self)
        return True

    def stopped(self, _, reason):
        self.app.say("stopped")
        self.app.forget(self)


class Pages:
    def __init__(self, films):
        self.loop = GLib.MainLoop()
        self.films = films
        # The page that was left while its video floats.
        self.floating = None

    def say(self, text):
        print(f"pages: {text}", flush=True)

    def run(self):
        self.window = Gtk.Window(title="Pages", default_width=800, default_height=520)
        self.window.connect("close-request", lambda _: self.loop.quit())
        self.stack = Gtk.Stack(transition_type=Gtk.StackTransitionType.NONE)
        films = Gtk.ListBox()
        for film in self.films:
            films.append(Gtk.Label(label=os.path.basename(film), xalign=0, margin_top=6, margin_bottom=6, margin_start=6))
        films.connect("row-activated", lambda _, row: self.open(self.films[row.get_index()]))
        self.stack.add_named(films, "films")
        self.window.set_child(self.stack)
        if len(self.films) == 1:
            self.open(self.films[0])
        self.window.present()
        self.loop.run()

    def open(self, film):
        """Shows a film's page: the one that floats, if it is the same film's."""
        if self.floating and self.floating.video.get_media() == film:
            self.floating.video.stop_picture_in_picture()
        else:
            self.enter(PlayerPage(self, film))

    def enter(self, page):
        self.floating = None
        if page.get_parent() is None:
            self.stack.add_named(page, "player")
        self.stack.set_visible_child(page)
        self.window.set_focus(page.focused)
        if self.window.get_visible():
            self.window.present()

    def leave(self, page):
        """Goes back to the list. A floating video goes on, and its page is kept."""
        if page.video.get_picture_in_picture():
            self.floating = page
        self.stack.set_visible_child_name("films")
        self.stack.remove(page)
        if not self.floating:
            page.video.set_media(None)
        self.say("left" if self.floating else "closed")

    def forget(self, page):
        if self.floating is page:
            self.floating = None


if len(sys.argv) < 2:
    sys.exit("usage: pages.py FILM…")
GLib.set_prgname("org.example.Pages")
Gtk.init()
Pages(sys.argv[1:]).run()
