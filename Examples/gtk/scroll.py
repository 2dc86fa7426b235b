#!/usr/bin/env python3
"""Films on a page that scrolls, with Oriel's controls over each. Usage: scroll.py FILM…

Needs liboriel-gtk4 (scripts/install-gtk), python3-gi and gir1.2-gtk-4.0.
"""
import os
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("OrielGtk", "0")
from gi.repository import GLib, Gtk, OrielGtk

if len(sys.argv) < 2:
    sys.exit("usage: scroll.py FILM…")
GLib.set_prgname("org.example.Scroll")
Gtk.init()
loop = GLib.MainLoop()
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin_start=24, margin_end=24, margin_bottom=24)
for film in sys.argv[1:]:
    page.append(Gtk.Label(label=os.path.basename(film), xalign=0, margin_top=24, css_classes=["title-2"]))
    video = OrielGtk.Video(media=film, controls=True)
    page.append(video)
    video.play()
# Each video is as high as its width allows, not as low as possible.
viewport = Gtk.Viewport(child=page, vscroll_policy=Gtk.ScrollablePolicy.NATURAL)
scrolled = Gtk.ScrolledWindow(child=viewport, hscrollbar_policy=Gtk.PolicyType.NEVER)
window = Gtk.Window(title="Scroll", default_width=640, default_height=400, child=scrolled)
window.connect("close-request", lambda _: loop.quit())
window.present()
loop.run()
