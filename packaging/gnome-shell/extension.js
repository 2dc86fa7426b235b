// SPDX-License-Identifier: MIT

// Keeps the overlays of Oriel, which are ordinary windows on GNOME, above other windows and on every workspace, in a
// corner of the work area, and out of Alt+Tab and the overview. Clients choose the place by the D-Bus method `Place`.

import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';

import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import {MessageDialogContent} from 'resource:///org/gnome/shell/ui/dialog.js';
import {ModalDialog} from 'resource:///org/gnome/shell/ui/modalDialog.js';

import {Programs, executable} from './programs.js';

Gio._promisify(Gio.DBusConnection.prototype, 'call');

// Tag and title of the overlays of `oriel` and of apps that use the library. Other programs' windows may have either:
// `Programs` says which may float.
const TAG = 'pip';
const TITLE = 'Picture-in-Picture';
const APP_ID = 'oriel';
// Windows of the desktop's portal are questions to the user.
const PORTAL = 'xdg-desktop-portal';

const NAME = 'oriel.PictureInPicture1';
const PATH = '/oriel/PictureInPicture1';
const INTERFACE = `<node><interface name="${NAME}">
    <!-- Places an overlay. pid: process that opened it; 0 for any. index: number of the overlay among those of the
         process, from 0, in the order of opening. place: corner (s: top-left, top-right, bottom-left, bottom-right) of
         the work area, x and y (i) the distances from it; output (s: a connector); width and height (i); above (b). All
         in logical pixels. found: whether the overlay is open; if not, the place is kept for it. -->
    <method name="Place">
        <arg type="u" name="pid" direction="in"/>
        <arg type="u" name="index" direction="in"/>
        <arg type="a{sv}" name="place" direction="in"/>
        <arg type="b" name="found" direction="out"/>
    </method>
    <!-- The overlays in the order of opening: pid (u), x, y, width and height (i) on the desktop, above (b). -->
    <property name="Overlays" type="aa{sv}" access="read"/>
</interface></node>`;

const MARGIN = 20;
// Places for overlays that are not open yet; more than one process will ever have at once.
const MOST_WISHES = 32;

const limited = (value, low, high) => Math.max(low, Math.min(value, Math.max(low, high)));

class Overlay {
    constructor(window) {
        this.window = window;
        this.pid = Math.max(0, window.get_pid());
        this._before = {
            above: window.is_above(),
            everywhere: window.is_on_all_workspaces(),
            hidden: window.is_skip_taskbar(),
        };
        this._place = null;
        this._output = null;
        this._isAbove = true;
        this._idle = 0;
        this._later = 0;
        this._isShown = false;
        // The client or the user has resized it: it keeps its distance from its corner.
        window.connectObject('size-changed', () => this._settleLater(), 'focus', () => this._yield(), this);
    }

    // A move inside the signal would be forgotten: mutter notes the place that it had in mind only after the signal.
    _settleLater() {
        this._later ||= global.compositor.get_laters().add(Meta.LaterType.BEFORE_REDRAW, () => {
            this._later = 0;
            this.settle();
            return GLib.SOURCE_REMOVE;
        });
    }

    // The compositor has given it its first place.
    show() {
        if (this._isShown)
            return;
        this._isShown = true;
        this.window.stick();
        this.window.hide_from_window_list();
        this.setAbove(this._isAbove);
        this.settle();
        if (this.window.has_focus())
            this._yield();
    }

    // An overlay gets the keyboard by a hand alone: not as a new window, nor as the last one when others go.
    _yield() {
        if (this._idle || Clutter.get_current_event())
            return;
        this._idle = GLib.idle_add(GLib.PRIORITY_DEFAULT, () => {
            this._idle = 0;
            const workspace = global.workspace_manager.get_active_workspace();
            const others = global.display.get_tab_list(Meta.TabList.NORMAL, workspace);
            if (this.window.has_focus())
                others.find(window => !window.minimized)?.focus(global.get_current_time());
            return GLib.SOURCE_REMOVE;
        });
    }

    setAbove(isAbove) {
        this._isAbove = isAbove;
        this.stack();
    }

    // Above other windows, but not while a dialogue waits for the user, which the overlay might cover.
    stack() {
        if (!this._isShown)
            return;
        const focus = global.display.focus_window;
        const isQuestion = focus?.get_window_type() === Meta.WindowType.MODAL_DIALOG ||
            focus?.wm_class?.startsWith(PORTAL);
        if (this._isAbove && !isQuestion)
            this.window.make_above();
        else
            this.window.unmake_above();
    }

    // Takes a place as `Place` does. Values of another type than the interface's are ignored.
    take(place) {
        const number = key => Number.isInteger(place[key]) ? place[key] : null;
        const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(number);
        const corner = /^(top|bottom)-(left|right)$/.exec(place.corner);
        if (corner || x !== null && y !== null) {
            const [isBottom, isRight] = [corner?.[1] === 'bottom', corner?.[2] === 'right'];
            this._place = {isBottom, isRight, dx: x ?? MARGIN, dy: y ?? MARGIN};
        }
        if (typeof place.output === 'string')
            this._output = place.output;
        if (typeof place.above === 'boolean')
            this.setAbove(place.above);
        this.settle(width > 0 && height > 0 ? {width, height} : null);
    }

    // Notes the place that the user has moved it to: its distances from the nearest corner.
    note() {
        const [frame, area] = [this.window.get_frame_rect(), this.window.get_work_area_current_monitor()];
        const [left, top] = [frame.x - area.x, frame.y - area.y];
        const [right, bottom] = [area.width - left - frame.width, area.height - top - frame.height];
        const [isRight, isBottom] = [right < left, bottom < top];
        this._place = {isBottom, isRight, dx: isRight ? right : left, dy: isBottom ? bottom : top};
    }

    // Moves it to its place in the work area of its monitor, unless a hand is on it or it fills a part of the screen.
    settle(size = null) {
        const window = this.window;
        if (!this._isShown || global.display.is_grabbed() || window.fullscreen ||
            window.get_maximize_flags() !== 0)
            return;
        const monitors = global.backend.get_monitor_manager();
        const monitor = this._output ? monitors.get_monitor_for_connector(this._output) : -1;
        this._output = null;
        if (monitor >= 0 && monitor !== window.get_monitor())
            window.move_to_monitor(monitor);
        const [frame, area] = [window.get_frame_rect(), window.get_work_area_current_monitor()];
        const {width, height} = size ?? frame;
        const {isBottom, isRight, dx, dy} = this._place;
        const x = area.x + limited(isRight ? area.width - width - dx : dx, 0, area.width - width);
        const y = area.y + limited(isBottom ? area.height - height - dy : dy, 0, area.height - height);
        if (size)
            window.move_resize_frame(true, x, y, width, height);
        else if (x !== frame.x || y !== frame.y)
            window.move_frame(true, x, y);
    }

    // The window goes, or the extension ends.
    forget() {
        this.window.disconnectObject(this);
        if (this._idle)
            GLib.source_remove(this._idle);
        if (this._later)
            global.compositor.get_laters().remove(this._later);
        this._idle = this._later = 0;
    }

    release() {
        this.forget();
        this.setAbove(this._before.above);
        if (!this._before.everywhere)
            this.window.unstick();
        if (!this._before.hidden)
            this.window.show_in_window_list();
    }
}

export default class OrielExtension extends Extension {
    // Windows that had their place before the screen was locked, which disables extensions: they stay there.
    _placed = new Set();

    enable() {
        this._programs = new Programs();
        this._overlays = new Map();
        this._wishes = new Map();
        // Windows whose program is being looked up, and processes that have asked for an overlay of their own.
        this._unsure = new Set();
        this._asking = new Set();
        this._dialog = null;
        global.display.connectObject(
            'window-created', (_display, window) => this._watch(window),
            'grab-op-end', (_display, window) => this._overlays.get(window)?.note(),
            'notify::focus-window', () => this._overlays.forEach(overlay => overlay.stack()),
            'workareas-changed', () => this._overlays.forEach(overlay => overlay.settle()), this);
        global.get_window_actors().forEach(actor => this._watch(actor.meta_window));
        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._object.export(Gio.DBus.session, PATH);
        this._name = Gio.DBus.session.own_name(NAME, Gio.BusNameOwnerFlags.NONE, null, null);
    }

    disable() {
        Gio.DBus.session.unown_name(this._name);
        this._object.unexport();
        global.display.disconnectObject(this);
        global.get_window_actors().forEach(actor => actor.meta_window.disconnectObject(this));
        this._overlays.forEach(overlay => overlay.release());
        this._placed = new Set([...this._overlays.keys()].map(window => window.get_id()));
        this._dialog?.destroy();
        this._unsure.clear();
        this._programs = this._overlays = this._wishes = this._asking = this._dialog = this._object = null;
    }

    // A window gets its tag, title and application id after it is created, and its first place when it is shown.
    _watch(window) {
        const look = () => this._look(window);
        window.connectObject(
            'notify::tag', look, 'notify::title', look, 'notify::wm-class', look,
            'shown', () => this._overlays.get(window)?.show(),
            'unmanaged', () => this._forget(window), this);
        look();
    }

    // Lets the window of an allowed program float. The user is asked about another program only if the process has
    // asked for its overlay on the bus.
    async _look(window) {
        const unsure = this._unsure;
        const pid = window.get_pid();
        if (this._overlays.has(window) || unsure.has(window) || window.tag !== TAG || pid <= 0 ||
            window.title !== TITLE && window.wm_class !== APP_ID ||
            window.get_client_type() !== Meta.WindowClientType.WAYLAND)
            return;
        unsure.add(window);
        const programs = this._programs;
        const path = await executable(pid);
        const mayFloat = path ? await programs.mayFloat(path) : false;
        // The window may be gone, or the extension disabled.
        if (!unsure.delete(window))
            return;
        if (mayFloat)
            this._float(window);
        else if (mayFloat === null && this._asking.has(pid))
            this._ask(path);
    }

    _float(window) {
        const overlay = new Overlay(window);
        this._overlays.set(window, overlay);
        const key = this._key(overlay.pid, this._of(overlay.pid).indexOf(overlay));
        overlay.take({corner: 'bottom-right'});
        overlay.take(this._wishes.get(key) ?? {});
        this._wishes.delete(key);
        if (this._placed.delete(window.get_id()))
            overlay.note();
        // A new window has no size yet.
        if (window.get_frame_rect().width > 0)
            overlay.show();
    }

    // Asks whether a program may float. One question at a time; the next one comes with the program's next overlay.
    _ask(path) {
        if (this._dialog)
            return;
        const dialog = new ModalDialog();
        this._dialog = dialog;
        dialog.contentLayout.add_child(new MessageDialogContent({
            title: 'Keep video above other windows?',
            description: `${path} wants to keep its video above other windows, on every workspace.`,
        }));
        const answer = isAllowed => async () => {
            const programs = this._programs;
            dialog.close();
            await programs.note(path, isAllowed).catch(error => console.error(error));
            if (programs === this._programs)
                this._lookAgain();
        };
        dialog.setButtons([
            {label: 'Refuse', action: answer(false), key: Clutter.KEY_Escape},
            {label: 'Allow', action: answer(true)},
        ]);
        dialog.connect('destroy', () => this._dialog === dialog && (this._dialog = null));
        dialog.open();
    }

    _lookAgain() {
        global.get_window_actors().forEach(actor => this._look(actor.meta_window));
    }

    _forget(window) {
        window.disconnectObject(this);
        this._unsure.delete(window);
        this._overlays.get(window)?.forget();
        this._overlays.delete(window);
    }

    _of(pid) {
        return [...this._overlays.values()].filter(overlay => pid === 0 || overlay.pid === pid);
    }

    _key(pid, index) {
        return `${pid} ${index}`;
    }

    // The D-Bus interface's method.
    PlaceAsync([pid, index, place], invocation) {
        invocation.return_value(new GLib.Variant('(b)', [this._place(pid, index, place)]));
        this._hear(pid, invocation.get_sender());
    }

    _place(pid, index, place) {
        const values = Object.fromEntries(Object.entries(place).map(([key, value]) => [key, value.recursiveUnpack()]));
        const overlay = this._of(pid)[index];
        if (overlay) {
            overlay.take(values);
        } else {
            this._wishes.set(this._key(pid, index), values);
            if (this._wishes.size > MOST_WISHES)
                this._wishes.delete(this._wishes.keys().next().value);
        }
        return overlay !== undefined;
    }

    // Notes that a process asks for an overlay of its own, if the bus knows the sender as this process.
    async _hear(pid, sender) {
        const asking = this._asking;
        if (asking.has(pid))
            return;
        const bus = 'org.freedesktop.DBus';
        const answer = await Gio.DBus.session.call(
            bus, '/org/freedesktop/DBus', bus, 'GetConnectionUnixProcessID', new GLib.Variant('(s)', [sender]), null,
            Gio.DBusCallFlags.NONE, -1, null).catch(() => null);
        if (answer?.deepUnpack()[0] !== pid || asking !== this._asking)
            return;
        asking.add(pid);
        if (asking.size > MOST_WISHES)
            asking.delete(asking.keys().next().value);
        this._lookAgain();
    }

    // The D-Bus interface's property.
    get Overlays() {
        return this._of(0).map(({pid, window}) => {
            const {x, y, width, height} = window.get_frame_rect();
            const numbers = Object.entries({x, y, width, height}).map(([key, n]) => [key, GLib.Variant.new_int32(n)]);
            return {
                ...Object.fromEntries(numbers),
                pid: GLib.Variant.new_uint32(pid),
                above: GLib.Variant.new_boolean(window.is_above()),
            };
        });
    }
}
