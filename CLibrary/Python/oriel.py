"""Picture in Picture for Wayland: the library for C (oriel.h, docs/c.md) as objects of Python, over ctypes.

    with oriel.Application("org.example.Float") as application:
        view = oriel.PlayerView(application, oriel.Player("film.mkv"))
        oriel.Controller(view, on_restore=lambda done: done(True)).start_when_possible(10)
        application.run()

Times are seconds. Objects belong to the main thread, which has to import this module; on another thread a call raises
`OrielError` with `ErrorCode.THREAD`, except where it says "any thread". Callbacks run on the main thread, inside
`Application.run` or `dispatch`. An exception in a callback is given to `sys.excepthook`, which prints it; `SystemExit`
and `KeyboardInterrupt` end the loop, and `run` or `dispatch` raises them. An object lives until its `close` or the
application's, whether or not the program keeps it. `call` calls functions of oriel.h that have no method here.
"""
from __future__ import annotations

import ctypes
import itertools
import os
import pathlib
import sys
from collections.abc import Callable, Sequence
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_ssize_t, c_uint64, c_void_p
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Optional, TypeVar, Union

# Reasons why a function did nothing, why Picture in Picture did not start, and why it ended.
ErrorCode = IntEnum("ErrorCode", "ARGUMENT HANDLE THREAD START CONNECTION_LOST CLOSED BUSY UNSUPPORTED FRAME TIME FULL "
                    "MEMORY")
StartError = IntEnum("StartError", "NOT_SUPPORTED NOT_POSSIBLE NOT_FOREGROUND TRANSITION_IN_PROGRESS "
                     "FIRST_FRAME_TIMEOUT SURFACE_CLOSED CANCELLED RESTORE_REJECTED RESTORE_TIMED_OUT PEER_TERMINATED "
                     "PEER_UNRESPONSIVE BROKER_LOST SOURCE_NOT_READY")
StopReason = IntEnum("StopReason", "RESTORE_REQUESTED USER_CLOSED PROGRAMMATIC MEDIA_ENDED RESTORE_REJECTED "
                     "RESTORE_TIMED_OUT REPLACED STOPPED_BY_OTHER_APP APP_FOREGROUNDED SURFACE_CLOSED SOURCE_LOST "
                     "FAILURE")
Transition = IntEnum("Transition", "IDLE REQUESTING STARTING ACTIVE RESTORING STOPPING", start=0)
Setting = IntEnum("Setting", "REQUIRES_LINEAR_PLAYBACK STARTS_AUTOMATICALLY_FROM_INLINE ALLOWS_AUTOMATIC_START "
                  "PAUSES_WHEN_SESSION_IS_HIDDEN STOPS_WHEN_MEDIA_ENDS")
Corner = IntEnum("Corner", "DEFAULT TOP_LEFT TOP_RIGHT BOTTOM_LEFT BOTTOM_RIGHT", start=0)
Mode = IntEnum("Mode", "WINDOW FULL_SCREEN", start=0)
Status = IntEnum("Status", "OPENING READY FAILED", start=0)
EventKind = IntEnum("EventKind", "OPENED ITEM RATE SEEKED LANDED STALLED RESUMED LOOPED ENDED TRACK_LOST "
                    "SKIPPED FAILED")
TrackKind = IntEnum("TrackKind", "VIDEO SOUND SUBTITLES", start=0)
# Layouts of a frame in one plane.
Format = IntEnum("Format", "YUY2 UYVY GRAY RGBA RGBX BGRA BGRX", start=7)

Seconds = float
# Nil and unknown numbers of C are negative.
MaybeSeconds = Optional[float]
MaybeNumber = Optional[int]
MaybeIndex = Optional[int]
Media = Union[str, "os.PathLike[str]"]
Anything = TypeVar("Anything", bound="Handle")
State = TypeVar("State")


class OrielError(Exception):
    """A function did nothing, for the reason `code`; the text says why in one sentence."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = _known(ErrorCode, code)


@dataclass(frozen=True)
class PlayerState:
    """State of a player; None stands for unknown, and for none."""
    status: Status
    is_paused: bool
    has_ended: bool
    is_buffering: bool
    is_muted: bool
    volume: int
    speed: float
    position: Seconds
    duration: MaybeSeconds
    has_live_edge: bool
    interstitial: MaybeIndex
    item_count: MaybeNumber
    item: MaybeNumber


@dataclass(frozen=True)
class PlayerEvent:
    """An event of a player; None stands for unknown, and for none. `error` is an oriel_media_error."""
    kind: EventKind
    item: MaybeNumber
    position: Seconds
    duration: MaybeSeconds
    bit_rate: MaybeNumber
    rate: float
    error: int
    text: Optional[str]


@dataclass(frozen=True)
class ControllerState:
    """State of a controller, and the floating picture's place in logical pixels."""
    transition: Transition
    is_possible: bool
    is_active: bool
    is_suspended: bool
    is_stashed: bool
    can_stop: bool
    is_automatic: bool
    x: int
    y: int
    width: int
    height: int


# ---- The library ----

# In the folder that this module was installed beside, or else the system's.
_beside = pathlib.Path(__file__).resolve().parents[2] / "liboriel.so.0"
_library = ctypes.CDLL(str(_beside) if _beside.exists() else "liboriel.so.0")
for _name in ["last_error", "version", "start_error_text"]:
    getattr(_library, "oriel_" + _name).restype = c_char_p
# The program's functions by the numbers that C gives back as `data`; the C functions themselves stay for ever.
_functions: dict[int, Any] = {}
_numbers = itertools.count(1)
_ends: list[BaseException] = []


def call(name: str, *arguments: object) -> None:
    """Calls a function of oriel.h by its name without the prefix, such as call("player_next", player.handle). Numbers
    that aren't an int in C are given as types of ctypes. Raises `OrielError`."""
    code = getattr(_library, "oriel_" + name)(*arguments)
    if code:
        raise OrielError(code, _library.oriel_last_error().decode())


def version() -> str:
    """Version of the library. Any thread."""
    return str(_library.oriel_version().decode())


def start_error_text(error: StartError) -> str:
    """A start error in one sentence. Any thread."""
    return str(_library.oriel_start_error_text(int(error)).decode())


def _known(kind: Any, value: int) -> Any:
    """A value by its name; the number if the library is newer than this module."""
    return kind(value) if value in kind._value2member_map_ else value


def _time(seconds: float) -> c_int64:
    return c_int64(round(seconds * 1e9))


def _text(string: str | None) -> bytes | None:
    return None if string is None else string.encode(errors="surrogateescape")


def _guarded(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function of the program; no exception leaves it."""
    try:
        return function(*arguments)
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
    except BaseException as end:
        _ends.append(end)
        for application in Application._all:
            application.stop()
    return 0


def _callback(*parameters: Any, result: Any = None, member: str = "") -> Any:
    """A C function that gets these parameters between the handle and `data`: the number of a function of the program's,
    or of several by the members of a structure."""

    def run(_handle: int, *arguments: Any) -> Any:
        function = _functions.get(arguments[-1])
        if isinstance(function, dict):
            function = function.get(member)
        return _guarded(function, *arguments[:-1]) if function else 0

    return ctypes.CFUNCTYPE(result, c_void_p, *parameters, c_void_p)(run)


def _structure(*members: tuple[str, Any]) -> Any:
    """A structure of C that begins with its size, made with values for other members."""

    def __init__(self: Any, **values: Any) -> None:
        ctypes.Structure.__init__(self, ctypes.sizeof(self), **values)

    return type("Structure", (ctypes.Structure,), {"__init__": __init__, "_fields_": [("size", c_size_t), *members]})


_types = {"bool": c_bool, "float": c_double, "Seconds": c_int64, "MaybeSeconds": c_int64, "MaybeNumber": c_ssize_t,
          "Optional[str]": c_char_p}
_enumerations = {kind.__name__: kind for kind in [Status, EventKind, Transition]}


def _structure_of(kind: Any) -> Any:
    """The structure of C with the members of a class."""
    return _structure(*((field.name, _types.get(str(field.type), c_int)) for field in fields(kind)))


def _value(hint: str, member: Any) -> Any:
    if hint.startswith("Maybe") and member < 0:
        return None
    if isinstance(member, bytes):
        return member.decode()
    if hint in _enumerations:
        return _known(_enumerations[hint], member)
    return member / 1e9 if hint.endswith("Seconds") else member


def _read(kind: type[State], source: Any) -> State:
    """An object with the values of a structure."""
    names: Any = fields(kind)  # type: ignore[arg-type]
    return kind(*(_value(str(field.type), getattr(source, field.name)) for field in names))


_PlayerState, _Event = _structure_of(PlayerState), _structure_of(PlayerEvent)
_ControllerState = _structure_of(ControllerState)
_plain, _with_time = _callback(), _callback(c_int64)
_with_bool, _with_event = _callback(c_bool), _callback(POINTER(_Event))
_members: dict[str, list[Any]] = {
    "will_start": [], "did_start": [], "failed_to_start": [c_int], "restore": [c_uint64], "cancel_restore": [],
    "will_stop": [], "did_stop": [c_int], "will_enter_foreground": [], "did_enter_background": [], "changed": []}
_controller_callbacks = {name: _callback(*types, member=name) for name, types in _members.items()}
_ControllerCallbacks = _structure(
    *((name, type(callback)) for name, callback in _controller_callbacks.items()), ("data", c_void_p))
_ViewOptions = _structure(
    ("name", c_char_p), ("title", c_char_p), ("window", c_void_p), ("hides_controls", c_bool),
    ("requires_linear_playback", c_bool), ("corner", c_int), ("width", c_int), ("height", c_int),
    ("closed", type(_plain)), ("data", c_void_p))


# ---- Objects ----

class Handle:
    """An object of the library; `handle` is for `call`."""
    _kind = ""

    def __init__(self) -> None:
        self.handle = c_void_p()
        # Numbers of functions, with those of observers.
        self._kept: dict[int, int] = {}

    def close(self) -> None:
        """Frees it and its callbacks; a second time does nothing."""
        try:
            if self.handle:
                self._call("free")
        except OrielError as error:
            # The application's end has freed it.
            if error.code != ErrorCode.HANDLE:
                raise
        self._end()

    def _end(self) -> None:
        self.handle = c_void_p()
        for number in list(self._kept):
            self._forget(number)

    def __enter__(self: Anything) -> Anything:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, name: str, *arguments: Any) -> None:
        call(f"{self._kind}_{name}", self.handle, *arguments)

    def _make(self, name: str, *arguments: Any) -> None:
        call(f"{self._kind}_{name}", *arguments, byref(self.handle))

    def _keep(self, function: Any) -> c_void_p:
        """A number for C's `data`."""
        number = next(_numbers)
        _functions[number] = function
        self._kept[number] = 0
        return c_void_p(number)

    def _forget(self, number: int) -> None:
        self._kept.pop(number, None)
        _functions.pop(number, None)

    def _state(self, kind: type[State], structure: Any) -> State:
        self._call("get", byref(structure))
        return _read(kind, structure)

    def _long_text(self, name: str, *arguments: object) -> str:
        length = c_size_t()
        self._call(name, *arguments, None, c_size_t(0), byref(length))
        buffer = ctypes.create_string_buffer(length.value + 1)
        self._call(name, *arguments, buffer, c_size_t(len(buffer)), None)
        return buffer.value.decode(errors="replace")


class Application(Handle):
    """The connection to the compositor and to the session's other players; one at a time. `id` is the name of the
    program's desktop file without .desktop."""
    _kind = "application"
    _all: list[Application] = []

    def __init__(self, id: str, *, handles_signals: bool = True, outlives_views: bool = False) -> None:
        super().__init__()
        self._make("new", _text(id), handles_signals | outlives_views << 1)
        self._parts: list[Handle] = []
        self._all.append(self)

    def close(self) -> None:
        """Closes it with its views and controllers."""
        super().close()
        for part in self._parts:
            part._end()
        if self in self._all:
            self._all.remove(self)

    def run(self) -> None:
        """Runs the loop until `stop`, the last view's end or a signal."""
        self._call("run")
        self._raise_end()

    def stop(self) -> None: self._call("stop")

    def set_media_controls(self, name: str | None) -> None:
        """Puts the program among the desktop's media players (MPRIS), by its name for people; None to leave."""
        self._call("set_media_controls", _text(name))

    def fileno(self) -> int:
        """For a loop of the program's own: it calls `prepare`, waits until this descriptor is readable, and calls
        `dispatch`."""
        descriptor = c_int()
        self._call("descriptor", byref(descriptor))
        return descriptor.value

    def prepare(self) -> float | None:
        """Draws, and returns how many seconds the program may wait at most; None for no limit."""
        milliseconds = c_int()
        self._call("prepare", byref(milliseconds))
        return None if milliseconds.value < 0 else milliseconds.value / 1000

    def dispatch(self) -> bool:
        """Reads events and runs callbacks, without waiting; false once the application was stopped."""
        goes_on = c_bool()
        self._call("dispatch", byref(goes_on))
        self._raise_end()
        return goes_on.value

    def _raise_end(self) -> None:
        if _ends:
            raise _ends.pop()


class Player(Handle):
    """Plays a file, an address, or "-" for standard input, once a view shows it. Its faults come as a status."""
    _kind = "player"

    def __init__(self, media: Media, *, paused: bool = False, loops: bool = False, silent: bool = False,
                 allows_network: bool = False) -> None:
        super().__init__()
        self._make("new", os.fsencode(media), paused | loops << 1 | silent << 2 | allows_network << 3)

    @property
    def state(self) -> PlayerState:
        return self._state(PlayerState, _PlayerState())

    @property
    def title(self) -> str:
        """The medium's title, or else its file's name."""
        return self._long_text("title")

    @property
    def failure(self) -> str:
        """Why the medium can't be played; "" if it can."""
        return self._long_text("failure")

    def play(self) -> None:
        """Plays at the default rate; from the beginning after the end."""
        self._call("play")

    def pause(self) -> None: self._call("pause")

    def set_rate(self, rate: float) -> None:
        """Plays at this rate, 0.1 to 8; 0 pauses."""
        self._call("set_rate", c_double(rate))

    def set_volume(self, volume: float) -> None:
        """As a fraction; 1 is the medium's own."""
        self._call("set_volume_fraction", c_double(volume))

    def set_muted(self, is_muted: bool) -> None: self._call("set_muted", is_muted)

    def seek(self, time: Seconds, done: Callable[[bool], object] | None = None) -> None:
        """Seeks; `done` is called once, with whether the picture has come."""

        def landed(has_landed: bool) -> None:
            self._forget(number.value or 0)
            if done:
                done(has_landed)

        number = self._keep(landed)
        self._call("seek_and_call", _time(time), _with_bool, number)

    def add(self, media: Media) -> None:
        """Appends a medium, or the content of a folder or playlist, to the list."""
        self._call("add", os.fsencode(media))

    def next(self) -> None: self._call("next")

    def previous(self) -> None: self._call("previous")

    def tracks(self, kind: TrackKind) -> list[str]:
        """Names of the tracks of a kind for a menu; none before the medium is open."""
        count = c_size_t()
        self._call("get_tracks", int(kind), byref(count), None)
        return [self._long_text("track_name", int(kind), c_size_t(index)) for index in range(count.value)]

    def selected_track(self, kind: TrackKind) -> int | None:
        """Index of the selected track of a kind."""
        selected = c_ssize_t()
        self._call("get_tracks", int(kind), None, byref(selected))
        return None if selected.value < 0 else selected.value

    def select_track(self, kind: TrackKind, index: int | None) -> None:
        self._call("select_track", int(kind), c_ssize_t(-1 if index is None else index))

    def on_change(self, changed: Callable[[], object]) -> None:
        """Has a function called at each change of state, except the position advancing, instead of the former one."""
        self._call("set_changed", _plain, self._keep(changed))

    def observe_position(self, interval: Seconds, passed: Callable[[Seconds], object]) -> int:
        """Calls a function with the time at each multiple of an interval, of at least 0.01 s. Returns a number for
        `remove_observer`, as the next two do."""
        return self._observe("position", _with_time, lambda time: passed(time / 1e9), _time(interval))

    def observe_boundaries(self, times: Sequence[Seconds], passed: Callable[[Seconds], object]) -> int:
        """Calls a function with each of these times that playback passes."""
        array = (c_int64 * len(times))(*(_time(time) for time in times))
        return self._observe("boundaries", _with_time, lambda time: passed(time / 1e9), array, c_size_t(len(times)))

    def observe_events(self, happened: Callable[[PlayerEvent], object]) -> int:
        return self._observe("events", _with_event, lambda event: happened(_read(PlayerEvent, event.contents)))

    def remove_observer(self, observer: int) -> None:
        self._call("remove_observer", c_uint64(observer))
        for number in [number for number, kept in self._kept.items() if kept == observer]:
            self._forget(number)

    def _observe(self, name: str, callback: Any, function: Callable[[Any], object], *arguments: Any) -> int:
        observer, number = c_uint64(), self._keep(function)
        self._call("observe_" + name, *arguments, callback, number, byref(observer))
        self._kept[number.value or 0] = observer.value
        return observer.value


class View(Handle):
    """The place that shows a picture: `PlayerView` or `FrameView`."""
    _kind = "view"

    def __init__(
            self, application: Application, *, name: str | None = None, title: str | None = None,
            hides_controls: bool = False, requires_linear_playback: bool = False, corner: Corner = Corner.DEFAULT,
            size: tuple[int, int] = (0, 0), on_close: Callable[[], object] | None = None) -> None:
        """`name` is for commands of oriel; `corner` and `size` in logical pixels are where Picture in Picture begins;
        `on_close` is called when the view has closed, by its user, the program or a command."""
        super().__init__()
        self.application = application
        application._parts.append(self)
        self._options = _ViewOptions(
            name=_text(name), title=_text(title), hides_controls=hides_controls,
            requires_linear_playback=requires_linear_playback, corner=corner, width=size[0], height=size[1],
            closed=_plain, data=self._keep(on_close))

    def show(self, mode: Mode = Mode.WINDOW) -> None:
        """Shows the view in a window; a floating picture comes back."""
        self._call("show", int(mode))

    def show_message(self, text: str | None, duration: Seconds = 3, is_centered: bool = False) -> None:
        """Shows a message over the picture; None hides it."""
        self._call("show_message", _text(text), is_centered, _time(duration))


class PlayerView(View):
    """Shows a player's picture."""

    def __init__(self, application: Application, player: Player, **options: Any) -> None:
        """The options are those of `View`."""
        super().__init__(application, **options)
        self.player = player
        self._make("new", application.handle, player.handle, byref(self._options))


class FrameView(View):
    """Shows pictures that the program draws. All that it adds to `View` may be called on any thread."""

    def __init__(self, application: Application, **options: Any) -> None:
        """The options are those of `View`."""
        super().__init__(application, **options)
        self._make("new_for_frames", application.handle, byref(self._options))

    @property
    def is_ready(self) -> bool:
        """More frames are wanted."""
        is_ready = c_bool()
        self._call("is_ready", byref(is_ready))
        return is_ready.value

    def enqueue(self, format: Format, width: int, height: int, rows: bytes, bytes_per_row: int, time: Seconds) -> None:
        """Queues a copy of a picture, for a time of the view's clock."""
        if height * bytes_per_row > len(rows):
            raise ValueError(f"{len(rows)} bytes are too few for {height} rows of {bytes_per_row}")
        self._call("enqueue_copy", int(format), width, height, rows, c_ssize_t(bytes_per_row), _time(time))

    def request_frames(self, wanted: Callable[[], object]) -> None:
        """Has a function called whenever more frames are wanted: it adds some while `is_ready`."""
        self._call("request_frames", _plain, self._keep(wanted))

    def flush(self) -> None:
        """Drops the queued frames; the next may have any time."""
        self._call("flush")

    @property
    def time(self) -> Seconds:
        """The clock by which frames are shown: the system's (CLOCK_MONOTONIC) until it is set."""
        time = c_int64()
        self._call("get_time", byref(time), None)
        return time.value / 1e9

    def set_time(self, time: Seconds) -> None: self._call("set_time", _time(time))

    def set_rate(self, rate: float) -> None:
        """The clock's rate, 0.01 to 100; 0 stops it."""
        self._call("set_rate", c_double(rate))


class Controller(Handle):
    """Moves a view's picture into Picture in Picture and back; its callbacks come in AVKit's order."""
    _kind = "controller"

    def __init__(
            self, view: View, *, on_will_start: Callable[[], object] | None = None,
            on_did_start: Callable[[], object] | None = None,
            on_failed_to_start: Callable[[StartError], object] | None = None,
            on_restore: Callable[[Callable[[bool], None]], object] | None = None,
            on_cancel_restore: Callable[[], object] | None = None, on_will_stop: Callable[[], object] | None = None,
            on_did_stop: Callable[[StopReason], object] | None = None,
            on_will_enter_foreground: Callable[[], object] | None = None,
            on_did_enter_background: Callable[[], object] | None = None,
            on_change: Callable[[], object] | None = None) -> None:
        """`on_restore` brings back what the picture came from, then calls the function it gets with whether it is back,
        on any thread and within five seconds; without it Picture in Picture ends and the picture doesn't come back."""
        super().__init__()
        view.application._parts.append(self)
        functions: dict[str, Any] = {
            "will_start": on_will_start, "did_start": on_did_start, "cancel_restore": on_cancel_restore,
            "will_stop": on_will_stop, "will_enter_foreground": on_will_enter_foreground,
            "did_enter_background": on_did_enter_background, "changed": on_change}
        if on_failed_to_start:
            functions["failed_to_start"] = lambda error: on_failed_to_start(_known(StartError, error))
        if on_did_stop:
            functions["did_stop"] = lambda reason: on_did_stop(_known(StopReason, reason))
        if on_restore:
            functions["restore"] = lambda request: self._restore(request, on_restore)
        given = {name: _controller_callbacks[name] for name, function in functions.items() if function}
        self._make("new", view.handle, byref(_ControllerCallbacks(data=self._keep(functions), **given)), None)

    @property
    def state(self) -> ControllerState:
        return self._state(ControllerState, _ControllerState())

    def start(self) -> None:
        """Starts Picture in Picture: `on_will_start`, then `on_did_start` or `on_failed_to_start`."""
        self._call("start")

    def start_when_possible(self, limit: Seconds) -> None:
        """Starts as soon as it is possible; fails after `limit`."""
        self._call("start_when_possible", _time(limit))

    def stop(self) -> None:
        """Brings the picture back."""
        self._call("stop")

    def end(self) -> None:
        """Ends Picture in Picture without bringing the picture back, and pauses (oriel_controller_close)."""
        call("controller_close", self.handle)

    def swap(self) -> None:
        """Swaps this picture with another program's."""
        self._call("swap")

    def set(self, setting: Setting, value: bool) -> None: self._call("set", int(setting), value)

    def move(self, corner: Corner) -> None: self._call("move", int(corner))

    def resize(self, width: int, height: int) -> None:
        """Fits the floating picture into a size in logical pixels."""
        self._call("resize", width, height)

    def _restore(self, request: int, function: Callable[[Callable[[bool], None]], object]) -> None:
        answer: Callable[[bool], None] = lambda is_back: self._call("restored", c_uint64(request), is_back)
        try:
            function(answer)
        except BaseException:
            answer(False)
            raise
