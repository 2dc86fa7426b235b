/*
 * Oriel: Picture in Picture for Wayland, for programs in C and languages that call C. docs/c.md shows how to begin.
 *
 * Threads. Functions belong to the main thread, the one that main() runs on, unless they say "Any thread"; on another
 * thread they do nothing and return ORIEL_ERROR_THREAD. Callbacks run on the main thread, from oriel_application_run,
 * _prepare and _dispatch and never inside another function, unless they say otherwise; oriel_application_free runs the
 * callbacks of everything it ends. No callback runs once its handle is freed. Callbacks may call any function; their
 * requests to a controller take effect once they have returned.
 *
 * Handles are numbers in the shape of pointers, never given twice. A handle that was freed, is of another kind or was
 * never given is recognised: ORIEL_ERROR_HANDLE.
 *
 * Ownership. Each *_new has a *_free, which ignores NULL. Strings and structures are copied before a function returns,
 * except the memory of frames (see oriel_frame). Strings passed to callbacks are valid until they return. Strings are
 * UTF-8.
 *
 * Errors. A function that can fail returns ORIEL_OK, or why it did nothing; oriel_last_error explains it. Results are
 * written through pointers only with ORIEL_OK, except handles, which are NULL otherwise.
 *
 * Times are nanoseconds, lengths on the screen logical pixels.
 *
 * Structures with a member `size` may grow at their ends: `size` is the sizeof the structure, and members that aren't
 * set are zero.
 *
 * State of the process: the handles, one application at a time, the log's receiver, and each thread's last error.
 * dlclose doesn't unload the library, and a child of fork can't use it before exec: where the process used it, the
 * functions of the main thread return ORIEL_ERROR_THREAD.
 */
#ifndef ORIEL_H
#define ORIEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Version of this header. The first number of the library's file name (liboriel.so.0) changes when programs have to
 * be recompiled. */
#define ORIEL_VERSION "0.2.0"

#ifdef __cplusplus
extern "C" {
#endif

/* A program's connection to its compositor and to the other players of the user's session. */
typedef struct oriel_application oriel_application;
/* Plays one or several media. */
typedef struct oriel_player oriel_player;
/* Shows a player's picture, or frames that the program makes. */
typedef struct oriel_view oriel_view;
/* Moves a view's picture into Picture in Picture and back. */
typedef struct oriel_controller oriel_controller;
/* Shows a window or screen of the desktop in a view. */
typedef struct oriel_screen_cast oriel_screen_cast;

/* ---- Errors ---- */

typedef enum oriel_error {
    ORIEL_OK = 0,
    /* NULL, text that is not UTF-8, a number out of its range, a structure of unknown size. */
    ORIEL_ERROR_ARGUMENT = 1,
    /* Not a handle of this kind, or one that was freed. */
    ORIEL_ERROR_HANDLE = 2,
    /* Called on the wrong thread, or in a child of fork. */
    ORIEL_ERROR_THREAD = 3,
    /* No compositor, a compositor without a needed protocol, or no free descriptor. */
    ORIEL_ERROR_START = 4,
    /* No compositor came back within ten seconds, or two protocol errors came within a minute. */
    ORIEL_ERROR_CONNECTION_LOST = 5,
    /* The application or the view has ended. */
    ORIEL_ERROR_CLOSED = 6,
    /* It exists already, or belongs to another object. */
    ORIEL_ERROR_BUSY = 7,
    /* This compositor can't float a picture, or this view lacks the feature. */
    ORIEL_ERROR_UNSUPPORTED = 8,
    /* A frame's planes, sizes or numbers don't match its format. */
    ORIEL_ERROR_FRAME = 9,
    /* A frame's time is not later than the previous frame's. */
    ORIEL_ERROR_TIME = 10,
    /* Too many frames wait. */
    ORIEL_ERROR_FULL = 11,
    /* Out of memory. */
    ORIEL_ERROR_MEMORY = 12
} oriel_error;

/* Returns a code's meaning in a few words, also for an unknown code. Any thread. The string lasts as long as the
 * process. */
const char *oriel_error_text(oriel_error error);

/* Returns why a function last failed on this thread, in one sentence without a full stop; "" if none has. Any
 * thread. The string lasts until another function fails on this thread, or the thread ends. */
const char *oriel_last_error(void);

/* Returns the library's version: ORIEL_VERSION of the header it was built with. Any thread. */
const char *oriel_version(void);

/* Returns CLOCK_MONOTONIC, the clock by which frames are shown unless another time is set. Any thread. */
int64_t oriel_host_time(void);

typedef enum oriel_log_level {
    ORIEL_LOG_DEBUG = 0,
    ORIEL_LOG_INFO = 1,
    ORIEL_LOG_NOTICE = 2,
    ORIEL_LOG_WARNING = 3,
    ORIEL_LOG_ERROR = 4,
    ORIEL_LOG_NONE = 5
} oriel_log_level;

/* Sets a receiver for log lines from `level` on. By default warnings and errors go to standard error.
 * - log: NULL for standard error. Called on any thread, one call at a time; it must not call this library.
 * Any thread. */
oriel_error oriel_set_log(
    oriel_log_level level, void (*log)(oriel_log_level level, const char *line, void *data), void *data);

/* ---- The application ---- */

enum {
    /* SIGINT, SIGTERM and SIGHUP end oriel_application_run as _stop does. They are blocked in this thread and in
     * threads it starts, until the application's end. */
    ORIEL_HANDLES_SIGNALS = 1,
    /* _run continues after the last view has closed. */
    ORIEL_OUTLIVES_VIEWS = 2
};

/* Connects to the compositor that WAYLAND_DISPLAY names and to the session's other players. One at a time. The main
 * thread has to have loaded the library. SIGPIPE is ignored from then on, unless the program handles it.
 * - id: the name of its desktop file without .desktop, such as "org.example.Cinema".
 * - flags: ORIEL_HANDLES_SIGNALS, ORIEL_OUTLIVES_VIEWS.
 * Fails with ORIEL_ERROR_BUSY while another application exists, and with ORIEL_ERROR_START. */
oriel_error oriel_application_new(const char *id, unsigned flags, oriel_application **application);

/* Puts the program among the desktop's media players (MPRIS): media keys, panels and headsets control the view that is
 * heard, or else one that plays. Desktops take the icon from the desktop entry that the application's id names.
 * - name: the program's name for people; NULL to leave. */
oriel_error oriel_application_set_media_controls(oriel_application *application, const char *name);

/* Closes the views as oriel_view_free does, disconnects from the session and the compositor, and frees the
 * application with its views and controllers. Inside a callback the closing waits until the callback has returned. */
oriel_error oriel_application_free(oriel_application *application);

/* Runs the loop until oriel_application_stop, the last view's end (ORIEL_OUTLIVES_VIEWS) or a handled signal; then
 * closes the views. Runs once. Not in a callback: ORIEL_ERROR_BUSY. Fails with ORIEL_ERROR_CONNECTION_LOST, and with
 * ORIEL_ERROR_CLOSED the second time. */
oriel_error oriel_application_run(oriel_application *application);

/* Ends oriel_application_run; oriel_application_dispatch then reports it. */
oriel_error oriel_application_stop(oriel_application *application);

/* Gives the descriptor that a program's own loop waits for: it is readable when there is something to dispatch,
 * timers included. It stays the same until the application's end. Don't read, write or close it. */
oriel_error oriel_application_descriptor(oriel_application *application, int *descriptor);

/* Draws and sends pending requests; call it right before each wait. Holds nothing while the program waits.
 * - milliseconds: how long the program may wait, as poll takes it: 0 for not at all, -1 for no limit. */
oriel_error oriel_application_prepare(oriel_application *application, int *milliseconds);

/* Reads events and runs callbacks; call it after each wait. Doesn't wait.
 * - goes_on: false once the application was stopped or its last view has closed: then call oriel_application_free.
 * Fails with ORIEL_ERROR_CONNECTION_LOST. */
oriel_error oriel_application_dispatch(oriel_application *application, bool *goes_on);

/* Sets callbacks for the loss of the connection to the compositor. Meanwhile views show nothing, playback goes on, and
 * Picture in Picture is suspended; all of it returns on the next connection. A program's own window is its own matter.
 * - lost: the connection was lost, and a new one is sought. NULL for none.
 * - restored: the views return. NULL for none. */
oriel_error oriel_application_set_connection(
    oriel_application *application, void (*lost)(oriel_application *application, void *data),
    void (*restored)(oriel_application *application, void *data), void *data);

/* ---- The player ---- */

enum {
    /* Stops at its first frame until oriel_player_play. */
    ORIEL_PLAYER_PAUSED = 1,
    /* Begins again after the last frame, without a gap. */
    ORIEL_PLAYER_LOOPS = 2,
    /* Does not decode sound. */
    ORIEL_PLAYER_SILENT = 4,
    /* A local file may name addresses on the network. */
    ORIEL_PLAYER_ALLOWS_NETWORK = 8
};

typedef enum oriel_player_status {
    ORIEL_PLAYER_OPENING = 0,
    ORIEL_PLAYER_READY = 1,
    /* The medium can't be played, or not to its end. Final; oriel_player_failure says why. */
    ORIEL_PLAYER_FAILED = 2
} oriel_player_status;

typedef struct oriel_player_state {
    size_t size;
    oriel_player_status status;
    bool is_paused;
    bool has_ended;
    /* The player waits for its medium. */
    bool is_buffering;
    bool is_muted;
    /* In per cent, 0 to 130. */
    int volume;
    /* Media seconds per second; while paused, the default rate. */
    double speed;
    /* From the medium's beginning, in nanoseconds. */
    int64_t position;
    /* In nanoseconds; -1 if unknown. */
    int64_t duration;
    /* The medium is live, and oriel_player_seek_to_live_edge seeks to its latest part. */
    bool has_live_edge;
    /* Index of the interstitial that plays, in the order of their beginnings; -1 for none. */
    int interstitial;
    /* Number of items in the list, and the index of the one that plays; -1 for none. */
    size_t item_count;
    ptrdiff_t item;
} oriel_player_state;

/* A part of a medium. */
typedef struct oriel_time_range {
    int64_t start, end;
} oriel_time_range;

/* Where a part of a medium begins. */
typedef struct oriel_marker {
    int64_t time;
    /* NULL for none. */
    const char *title;
} oriel_marker;

/* How a picture fits a surface of another shape. */
typedef enum oriel_gravity {
    /* The whole picture, with bars. */
    ORIEL_GRAVITY_FIT = 0,
    /* The whole surface; the excess is cut off. */
    ORIEL_GRAVITY_FILL = 1,
    /* The whole picture on the whole surface, stretched. */
    ORIEL_GRAVITY_STRETCH = 2
} oriel_gravity;

/* Opens a medium, on threads of its own. It plays once a view shows it. Faults of the medium come as a status.
 * - media: a file's path, "-" for standard input, or an address.
 * - flags: ORIEL_PLAYER_PAUSED and so on. */
oriel_error oriel_player_new(const char *media, unsigned flags, oriel_player **player);

/* Frees the handle. A view that shows the player keeps its medium until the view is closed. */
oriel_error oriel_player_free(oriel_player *player);

/* Pauses at the present frame. */
oriel_error oriel_player_pause(oriel_player *player);

/* Plays at the default rate; from the beginning after its end. */
oriel_error oriel_player_play(oriel_player *player);

/* Sets the rate: 0 pauses, another value plays at once at that speed, 0.1 to 8; values above 0 are clamped. The default
 * rate stays. ORIEL_ERROR_ARGUMENT for a negative value, as no medium is played backward, and for NaN. */
oriel_error oriel_player_set_rate(oriel_player *player, double rate);

/* Sets the speed that oriel_player_play begins with, 0.1 to 8; values from 0 on are clamped. It is 1 unless set here or
 * by oriel_player_set_speed. ORIEL_ERROR_ARGUMENT for a negative value and NaN. */
oriel_error oriel_player_set_default_rate(oriel_player *player, double rate);

typedef enum oriel_time_control {
    /* Paused, ended or failed. */
    ORIEL_TIME_CONTROL_PAUSED = 0,
    /* It would play, and waits for the medium, for the frame of a seek, or for the network. */
    ORIEL_TIME_CONTROL_WAITING = 1,
    ORIEL_TIME_CONTROL_PLAYING = 2
} oriel_time_control;

/* Reads whether playback is paused, waits or is in progress. */
oriel_error oriel_player_get_time_control(oriel_player *player, oriel_time_control *control);

/* Seeks to a time; the picture stays until the new one has come. */
oriel_error oriel_player_seek(oriel_player *player, int64_t time);

/* Seeks to a time, as oriel_player_seek does.
 * - done: called once, later, from the loop: with true when the picture has come; with false if another seek or another
 *   item came before, the medium failed, or it can't be sought in. Not called once the player is freed. */
oriel_error oriel_player_seek_and_call(
    oriel_player *player, int64_t time, void (*done)(oriel_player *player, bool has_landed, void *data), void *data);

/* Seeks to the live edge. Does nothing without one. */
oriel_error oriel_player_seek_to_live_edge(oriel_player *player);

/* Sets the speed, at once, and the default rate: 0.1 to 8; other values are clamped. ORIEL_ERROR_ARGUMENT for NaN. */
oriel_error oriel_player_set_speed(oriel_player *player, double speed);

/* Sets the volume in per cent, 0 to 130; other values are clamped. */
oriel_error oriel_player_set_volume(oriel_player *player, int volume);

/* Sets the volume as a fraction, 0 to 1, where 1 is the medium's own; other values are clamped. ORIEL_ERROR_ARGUMENT
 * for NaN. */
oriel_error oriel_player_set_volume_fraction(oriel_player *player, double volume);

/* Mutes or unmutes the player. */
oriel_error oriel_player_set_muted(oriel_player *player, bool is_muted);

/* Changes how the picture fits its surface, at once, also while paused. */
oriel_error oriel_player_set_gravity(oriel_player *player, oriel_gravity gravity);

/* Shows a part of the video, at once, in parts of its width and height, 0 to 1, before any rotation but the medium's
 * own. The overlay takes its shape. What lies outside is cut off; 0, 0, 1, 1 is the whole video. ORIEL_ERROR_ARGUMENT
 * if nothing is left. */
oriel_error oriel_player_set_crop(oriel_player *player, double x, double y, double width, double height);

/* Cuts black bars off, which are looked for while the video is shown; or shows the whole video. */
oriel_error oriel_player_set_crops_black_bars(oriel_player *player, bool crops);

/* Enlarges the picture within its surface: 1 to 8; other values are clamped. The point `x`, `y`, in parts of the
 * picture's width and height, comes to the middle, as far as no edge of the picture does. ORIEL_ERROR_ARGUMENT for NaN
 * and infinity. */
oriel_error oriel_player_set_zoom(oriel_player *player, double zoom, double x, double y);

/* Marks interstitials of the present item on the bar, such as advertisements or legal text. They forbid nothing by
 * themselves (ORIEL_REQUIRES_LINEAR_PLAYBACK, oriel_view_callbacks.time_to_seek). Another item has none.
 * - ranges: in any order; empty ones are ignored. NULL if `count` is 0.
 * Fails with ORIEL_ERROR_ARGUMENT if a range ends before it begins. */
oriel_error oriel_player_set_interstitials(oriel_player *player, const oriel_time_range *ranges, size_t count);

/* Replaces the present item's chapters, on the bar, for keys and for commands.
 * - markers: in any order. NULL restores the medium's own, and so does another item. */
oriel_error oriel_player_set_markers(oriel_player *player, const oriel_marker *markers, size_t count);

/* Appends a medium, or the content of a folder or playlist, to the list; in an empty list it plays at once. Reads
 * folders and lists.
 * Fails with ORIEL_ERROR_UNSUPPORTED if nothing in it can be played. */
oriel_error oriel_player_add(oriel_player *player, const char *media);

/* Plays the next or previous item of the list at once. Does nothing without one. */
oriel_error oriel_player_next(oriel_player *player);
oriel_error oriel_player_previous(oriel_player *player);

typedef enum oriel_track_kind {
    ORIEL_TRACK_VIDEO = 0,
    ORIEL_TRACK_SOUND = 1,
    ORIEL_TRACK_SUBTITLES = 2
} oriel_track_kind;

/* Reads the number of the medium's tracks of a kind, those of additional files included, and the selected one.
 * - count: 0 before the medium is open. May be NULL.
 * - selected: its index; -1 for none. May be NULL. */
oriel_error oriel_player_get_tracks(
    oriel_player *player, oriel_track_kind kind, size_t *count, ptrdiff_t *selected);

/* Writes a track's name for a menu, as in the library's own, as oriel_player_title does.
 * Fails with ORIEL_ERROR_ARGUMENT if there is no such track. */
oriel_error oriel_player_track_name(
    oriel_player *player, oriel_track_kind kind, size_t index, char *buffer, size_t size, size_t *length);

/* Selects a track during playback.
 * - index: -1 for none, which has no effect on the video, nor on the sound of a medium that has only sound.
 * Fails with ORIEL_ERROR_ARGUMENT if there is no such track. */
oriel_error oriel_player_select_track(oriel_player *player, oriel_track_kind kind, ptrdiff_t index);

/* Reads the present state.
 * - state: the caller sets its `size`. */
oriel_error oriel_player_get(oriel_player *player, oriel_player_state *state);

/* Writes the medium's title, else its file's name, as snprintf does: at most `size` bytes with a 0 at their end.
 * - length: the full number of bytes, without the 0. May be NULL. */
oriel_error oriel_player_title(oriel_player *player, char *buffer, size_t size, size_t *length);

/* Writes why the medium can't be played, in the same way; "" if it can. */
oriel_error oriel_player_failure(oriel_player *player, char *buffer, size_t size, size_t *length);

/* Reason why a medium, an item or a track can't be played. */
typedef enum oriel_media_error {
    ORIEL_MEDIA_OK = 0,
    ORIEL_MEDIA_NO_SUCH_FILE = 1,
    ORIEL_MEDIA_IS_FOLDER = 2,
    ORIEL_MEDIA_PERMISSION_DENIED = 3,
    ORIEL_MEDIA_EMPTY_FILE = 4,
    /* Of no format that libavformat recognises. */
    ORIEL_MEDIA_NOT_MEDIA = 5,
    /* It ends, or is damaged, before the parts needed to play it. */
    ORIEL_MEDIA_TRUNCATED = 6,
    /* No decoder for the video, or for the sound. */
    ORIEL_MEDIA_UNSUPPORTED_CODEC = 7,
    ORIEL_MEDIA_UNSUPPORTED_AUDIO = 8,
    ORIEL_MEDIA_AUDIO_ONLY = 9,
    ORIEL_MEDIA_NO_STREAMS = 10,
    ORIEL_MEDIA_NO_SUBTITLES = 11,
    ORIEL_MEDIA_NO_SOUND = 12,
    ORIEL_MEDIA_NO_SIZE = 13,
    ORIEL_MEDIA_TOO_LARGE = 14,
    ORIEL_MEDIA_UNDECODABLE = 15,
    /* The video, or the sound, can't be decoded from a time on; the rest is played. */
    ORIEL_MEDIA_PICTURES_LOST = 16,
    ORIEL_MEDIA_SOUND_LOST = 17,
    ORIEL_MEDIA_NETWORK = 18,
    /* A web page without media. */
    ORIEL_MEDIA_PAGE = 19,
    /* A local file names an address on the network (ORIEL_PLAYER_ALLOWS_NETWORK). */
    ORIEL_MEDIA_NETWORK_REFUSED = 20,
    /* It names a file, device or pipe that it may not open. */
    ORIEL_MEDIA_REFERENCE_REFUSED = 21,
    ORIEL_MEDIA_ORDERED_CHAPTERS = 22,
    ORIEL_MEDIA_UNREADABLE = 23,
    /* A part of a list or file is left out. */
    ORIEL_MEDIA_CUT = 24,
    ORIEL_MEDIA_EMPTY_LIST = 25,
    ORIEL_MEDIA_LIST_NAMES_ITSELF = 26,
    /* The player was closed while the medium was being opened. */
    ORIEL_MEDIA_INTERRUPTED = 27,
    /* Memory ran out, or a reason without a number. */
    ORIEL_MEDIA_FAILED = 28
} oriel_media_error;

/* Reads why the medium can't be played, as a number: ORIEL_MEDIA_OK if it can. */
oriel_error oriel_player_get_failure(oriel_player *player, oriel_media_error *reason);

/* Sets a callback for each change of state, except the position advancing.
 * - changed: NULL for none. */
oriel_error oriel_player_set_changed(
    oriel_player *player, void (*changed)(oriel_player *player, void *data), void *data);

/* Observes the position: at once, at each multiple of an interval during playback, and whenever playback begins or
 * stops or the position jumps. A paused player wakes for no observer.
 * - interval: of media time; at least 10 ms.
 * - passed: gets the media time.
 * - observer: a number for oriel_player_remove_observer. May be NULL.
 * Observers end with the player, its view or its handle. Fails with ORIEL_ERROR_FULL beyond 4,096 observers. */
oriel_error oriel_player_observe_position(
    oriel_player *player, int64_t interval, void (*passed)(oriel_player *player, int64_t time, void *data), void *data,
    uint64_t *observer);

/* Observes media times that playback passes; a seek over one doesn't. Otherwise as oriel_player_observe_position.
 * - times: in any order; negative ones are never passed. NULL if `count` is 0. */
oriel_error oriel_player_observe_boundaries(
    oriel_player *player, const int64_t *times, size_t count,
    void (*passed)(oriel_player *player, int64_t time, void *data), void *data, uint64_t *observer);

typedef enum oriel_player_event_kind {
    /* The medium is open: `duration`, `bit_rate`. */
    ORIEL_EVENT_OPENED = 1,
    /* Another item is the present one, or none. */
    ORIEL_EVENT_ITEM = 2,
    /* Playback was paused or resumed, or its rate was changed: `rate`. */
    ORIEL_EVENT_RATE = 3,
    ORIEL_EVENT_SEEKED = 4,
    /* The last seek is complete. */
    ORIEL_EVENT_LANDED = 5,
    /* Playback waits for frames, and goes on: `duration` is then that of the wait. */
    ORIEL_EVENT_STALLED = 6,
    ORIEL_EVENT_RESUMED = 7,
    ORIEL_EVENT_LOOPED = 8,
    ORIEL_EVENT_ENDED = 9,
    /* A track can't be played while the rest is: `error`, `text`. */
    ORIEL_EVENT_TRACK_LOST = 10,
    /* An item can't be played and was skipped: `error`, `text`. */
    ORIEL_EVENT_SKIPPED = 11,
    /* The present medium can't be played, or not to its end: `error`, `text`. */
    ORIEL_EVENT_FAILED = 12
} oriel_player_event_kind;

typedef struct oriel_player_event {
    /* Number of bytes, of the library's version. */
    size_t size;
    oriel_player_event_kind kind;
    /* Index of the item it happened in, for a skipped one its own; -1 if it is in the list no more. */
    ptrdiff_t item;
    /* Media time, in nanoseconds. */
    int64_t position;
    /* In nanoseconds; -1 if unknown. */
    int64_t duration;
    /* In bits a second; -1 if unknown. */
    int64_t bit_rate;
    /* Media seconds per second; 0 while paused. */
    double rate;
    oriel_media_error error;
    /* The error as a sentence; NULL without one. */
    const char *text;
} oriel_player_event;

/* Observes what happens, with its values, for logs and statistics. A slow program loses the oldest beyond 256 events.
 * - happened: gets an event, which is valid until it returns.
 * - observer: a number for oriel_player_remove_observer. May be NULL. */
oriel_error oriel_player_observe_events(
    oriel_player *player, void (*happened)(oriel_player *player, const oriel_player_event *event, void *data),
    void *data, uint64_t *observer);

/* Ends an observer, which is not called any more. An unknown number has no effect. */
oriel_error oriel_player_remove_observer(oriel_player *player, uint64_t observer);

/* ---- Views ---- */

/* Size and mode of a window. */
typedef struct oriel_window_state {
    bool is_full_screen;
    /* Of a window; 0 for any. */
    int width, height;
    /* Connector name of the output of a full screen; NULL for any. */
    const char *output;
} oriel_window_state;

/* Request to the program's window. */
typedef struct oriel_window_request {
    /* Number to pass to oriel_view_window_presented. */
    uint64_t number;
    oriel_window_state state;
    /* The window should take focus: false if another picture is in front, or Picture in Picture ended otherwise. */
    bool takes_focus;
    /* Activation token to raise the window and take the keyboard (xdg_activation_v1; gtk_window_set_startup_id);
     * NULL if the compositor gives none. */
    const char *activation_token;
} oriel_window_request;

/* A window of the program's own, made with GTK, Qt, SDL or anything, on a connection of its own. The view then has
 * none: its picture is shown only in Picture in Picture, and the program decides what the window shows. */
typedef struct oriel_window {
    size_t size;
    /* The picture comes back, or replaces another one: show the window, and call oriel_view_window_presented once
     * its first picture is on the screen. The floating picture stays until then, for a second at most. NULL if the
     * program shows no window. */
    void (*show)(oriel_view *view, const oriel_window_request *request, void *data);
    /* The picture has left the window and was seen floating: hide the window, or show that its picture is elsewhere.
     * Also called if a requested window is no longer wanted. NULL for no action. */
    void (*hide)(oriel_view *view, void *data);
    void *data;
} oriel_window;

typedef enum oriel_corner {
    /* Bottom right. */
    ORIEL_CORNER_DEFAULT = 0,
    ORIEL_CORNER_TOP_LEFT = 1,
    ORIEL_CORNER_TOP_RIGHT = 2,
    ORIEL_CORNER_BOTTOM_LEFT = 3,
    ORIEL_CORNER_BOTTOM_RIGHT = 4
} oriel_corner;

typedef struct oriel_view_options {
    size_t size;
    /* Name for `oriel` commands, made unique in the session; NULL for the file's or the application's. */
    const char *name;
    /* Title of a library window; NULL for the medium's own. */
    const char *title;
    /* The program's window; NULL for a library window. */
    const oriel_window *window;
    /* Hides the controls in the window; the floating picture keeps them. */
    bool hides_controls;
    /* Forbids skipping and seeking. */
    bool requires_linear_playback;
    /* Place and size at which Picture in Picture begins; 0 for the defaults. */
    oriel_corner corner;
    int width, height;
    /* The view has closed, by its user, the program or a command. Free its handle afterwards. Runs inside
     * oriel_view_free if that closes the view. NULL for no action. */
    void (*closed)(oriel_view *view, void *data);
    void *data;
} oriel_view_options;

typedef enum oriel_mode { ORIEL_MODE_WINDOW = 0, ORIEL_MODE_FULL_SCREEN = 1 } oriel_mode;

/* Creates a view of a player. A second view for the same player takes over the first one's picture and closes it.
 * - options: NULL for the defaults.
 * Fails with ORIEL_ERROR_CLOSED if the application has ended or a view of the player was closed, and with
 * ORIEL_ERROR_START. */
oriel_error oriel_view_new(
    oriel_application *application, oriel_player *player, const oriel_view_options *options, oriel_view **view);

/* Creates a view of frames that the program makes: see oriel_view_enqueue. Otherwise as oriel_view_new. */
oriel_error oriel_view_new_for_frames(
    oriel_application *application, const oriel_view_options *options, oriel_view **view);

/* Closes the view unless it has closed: its Picture in Picture, its window, its player's medium. Frees it and its
 * controller. */
oriel_error oriel_view_free(oriel_view *view);

/* Shows the view in a library window, at once or with its first picture; a floating picture comes back. With a
 * window of the program it only brings the picture back. Fails with ORIEL_ERROR_CLOSED. */
oriel_error oriel_view_show(oriel_view *view, oriel_mode mode);

typedef struct oriel_view_state {
    size_t size;
    /* The window is full screen, or comes back so. */
    bool is_full_screen;
    /* There is a picture to show. */
    bool is_ready;
    /* The view was closed. */
    bool is_closed;
    /* Place of the picture in its window or overlay, without bars; empty if nothing is shown. */
    int x, y, width, height;
} oriel_view_state;

/* Reads the present state.
 * - state: the caller sets its `size`. */
oriel_error oriel_view_get(oriel_view *view, oriel_view_state *state);

typedef enum oriel_view_setting {
    /* Controls appear over the picture in its window when a pointer moves on it. True unless
     * oriel_view_options.hides_controls is set. */
    ORIEL_SHOWS_CONTROLS = 1,
    /* The picture may go into Picture in Picture; false brings a floating one back. True unless set. */
    ORIEL_ALLOWS_PICTURE_IN_PICTURE = 2,
    /* A library window stays while its picture floats, with a placeholder; from the next start on. */
    ORIEL_KEEPS_WINDOW = 3,
    /* Playback pauses while the window is not visible, unless the picture floats, and goes on afterwards. */
    ORIEL_PAUSES_IN_BACKGROUND = 4,
    /* The window becomes full screen when playback begins or continues; not for frames. */
    ORIEL_ENTERS_FULL_SCREEN = 5,
    /* Full screen becomes a window when playback has ended; not for frames. */
    ORIEL_EXITS_FULL_SCREEN = 6,
    /* The view stays open, paused, when its user closes Picture in Picture; oriel_view_show brings its window back.
     * False unless set: then a view without a window closes. */
    ORIEL_OUTLIVES_PICTURE_IN_PICTURE = 7,
    /* The library draws its messages over the picture, such as the volume or a failed start. True unless set. */
    ORIEL_SHOWS_MESSAGES = 8,
    /* A placeholder stands in the program's surface while the picture floats; otherwise the program's own drawing is
     * seen there. True unless set. */
    ORIEL_SHOWS_PLACEHOLDER = 9
} oriel_view_setting;

/* Changes a setting. Fails with ORIEL_ERROR_UNSUPPORTED for settings that a view of frames lacks. */
oriel_error oriel_view_set(oriel_view *view, oriel_view_setting setting, bool value);

/* Sets the placeholder's text in a window that stays.
 * - text: NULL for the default, "" for a dark ground without text. */
oriel_error oriel_view_set_placeholder(oriel_view *view, const char *text);

/* How the floating picture looks and answers the pointer. */
typedef struct oriel_overlay_options {
    size_t size;
    /* Its buttons, in their order, by the names of `[pip] buttons` in the configuration, separated by spaces, such as
     * "play close speed"; NULL for the usual ones, "" for none. */
    const char *buttons;
    /* Radius of its round corners in logical pixels, at most 64; 0 is the default, below it they are square. */
    int corner_radius;
    /* The picture fades under the pointer, and clicks reach what lies below, instead of showing controls. */
    bool peeks;
    /* Opacity meanwhile, 0.05 to 1; other values are clamped, 0 is the default. */
    double peek_opacity;
} oriel_overlay_options;

/* Changes the floating picture's looks, now and later.
 * - options: NULL for the defaults.
 * Fails with ORIEL_ERROR_ARGUMENT for a button that doesn't exist, and changes nothing then. */
oriel_error oriel_view_set_overlay(oriel_view *view, const oriel_overlay_options *options);

/* Shows a frame over the picture with which the user chooses a part of it, in the window or on the floating picture.
 * - is_shown: whether there was a picture to choose from; may be NULL. */
oriel_error oriel_view_choose_crop(oriel_view *view, bool *is_shown);

/* Facts for the desktop's media controls; NULL for the medium's own. */
typedef struct oriel_now_playing {
    size_t size;
    const char *title;
    /* Artist, author or channel. */
    const char *artist;
    /* Album, series or show. */
    const char *album_title;
    /* Path of a picture that all of the user's programs can read; NULL for the first frame. */
    const char *artwork_file;
} oriel_now_playing;

/* Sets what the desktop's media controls say of the view; NULL to take all from the medium. The texts are copied. */
oriel_error oriel_view_set_now_playing(oriel_view *view, const oriel_now_playing *facts);

/* Sets the title of a library window.
 * - text: NULL for the medium's own title. */
oriel_error oriel_view_set_title(oriel_view *view, const char *text);

/* Shows a message of the program's over the picture, in the place of the last one.
 * - text: NULL or "" hides the message.
 * - is_centered: in the centre, up to eight lines, instead of one line in the upper left corner.
 * - duration: in nanoseconds; zero or less hides the message. */
oriel_error oriel_view_show_message(oriel_view *view, const char *text, bool is_centered, int64_t duration);

/* Callbacks for a library window that enters or leaves full screen, for any reason; each may be NULL. Each `will` is
 * followed by its `did`, unless the view is closed first. */
typedef struct oriel_view_callbacks {
    size_t size;
    void (*will_enter_full_screen)(oriel_view *view, void *data);
    void (*did_enter_full_screen)(oriel_view *view, void *data);
    void (*will_exit_full_screen)(oriel_view *view, void *data);
    void (*did_exit_full_screen)(oriel_view *view, void *data);
    /* Returns the time to seek to when the user seeks by key, control or command. NULL for the time the user chose. */
    int64_t (*time_to_seek)(oriel_view *view, int64_t old_time, int64_t target_time, void *data);
    void *data;
} oriel_view_callbacks;

/* Sets a player view's callbacks; NULL for none. Fails with ORIEL_ERROR_UNSUPPORTED for a view of frames. */
oriel_error oriel_view_set_callbacks(oriel_view *view, const oriel_view_callbacks *callbacks);

/* Reports that the window's first picture is on the screen, as oriel_window.show requested.
 * - request: its number. An answered or superseded request has no effect.
 * Fails with ORIEL_ERROR_UNSUPPORTED if the window isn't the program's; the next three functions do too. */
oriel_error oriel_view_window_presented(oriel_view *view, uint64_t request);

/* Reports the window's state; call it when the window is created and whenever the state changes. */
oriel_error oriel_view_window_changed(oriel_view *view, const oriel_window_state *state);

/* Reports whether the user can see the window: false if minimised, on another workspace, or behind others. */
oriel_error oriel_view_window_visible(oriel_view *view, bool is_visible);

/* Reports that the window got or lost the keyboard. */
oriel_error oriel_view_window_focused(oriel_view *view, bool is_focused);

/* Says that the user has just acted on the program's own controls for the view: a button, a menu, a key. A start within
 * 5 seconds counts as the user's: it isn't refused with ORIEL_START_NOT_FOREGROUND while the window can't be seen. */
oriel_error oriel_view_note_user_action(oriel_view *view);

/* ---- Inside a surface of the program's ---- */

struct wl_display;
struct wl_surface;

/* Creates a view whose picture is inside a surface of the program's, made with GTK, Qt, SDL or anything: a subsurface
 * on the program's own connection. It is lifted from there into Picture in Picture, and returns there. It takes no
 * input; pointer and keys are the program's, which may forward them (oriel_view_forward). oriel_view_set_frame gives it
 * its place.
 *
 * The program may destroy the surface before the view once the picture was there, and disconnect the display at any
 * time. It takes the view out first (oriel_view_set_surface) if the picture isn't there: its frame is empty or
 * clipped away, or ORIEL_SHOWS_PLACEHOLDER is off.
 * - player: NULL for a view of frames that the program makes.
 * - display, surface: of the program; in GTK 4 gdk_wayland_display_get_wl_display and
 *   gdk_wayland_surface_get_wl_surface.
 * - options: as for oriel_view_new. options.window is asked to show itself when the picture returns, and need not
 *   answer.
 * Fails with ORIEL_ERROR_START if the pointers are of other objects or the display isn't connected. */
oriel_error oriel_view_new_in_surface(
    oriel_application *application, oriel_player *player, struct wl_display *display, struct wl_surface *surface,
    const oriel_view_options *options, oriel_view **view);

/* Moves the picture into another surface of the program's; NULL takes it out, and the player goes on unseen.
 * This function and those below up to oriel_view_forward fail with ORIEL_ERROR_UNSUPPORTED for a view that wasn't made for a surface. */
oriel_error oriel_view_set_surface(oriel_view *view, struct wl_display *display, struct wl_surface *surface);

/* Names the program's window that has the surface, by which the screen stays on while the picture moves there. Without
 * it the desktop's Inhibit call keeps the screen on, which not every desktop answers.
 * - toplevel: of a mapped window, with the role xdg_toplevel; often the surface itself. NULL from before the program
 *   unmaps or destroys the window; oriel_view_set_surface with another surface means NULL too.
 * Fails with ORIEL_ERROR_START if the pointer is of another object or of another display. */
oriel_error oriel_view_set_toplevel(oriel_view *view, struct wl_surface *toplevel);

/* Sets the picture's rectangle in the surface, in its logical coordinates; an empty one shows nothing. The size is used
 * at once, the position with the program's next commit of the surface. */
oriel_error oriel_view_set_frame(oriel_view *view, int x, int y, int width, int height);

/* A rectangle in logical coordinates; empty if its width or height is 0 or less. */
typedef struct oriel_rectangle {
    int x, y, width, height;
} oriel_rectangle;

/* Sets the picture's rectangle, as oriel_view_set_frame does, and the part of the surface where it can be seen: the
 * visible part of a scrolled page, or the window's content. While the view is synchronised, both take effect with the
 * program's next commit, in one refresh with the program's own drawing.
 * - clip: NULL for all of the surface. */
oriel_error oriel_view_set_clipped_frame(oriel_view *view, const oriel_rectangle *frame, const oriel_rectangle *clip);

/* Sets a callback for when the surface needs a commit of the program's, because the picture was added to it, moved or
 * stacked anew. Not needed by a program that draws its window all the time.
 * - needed: NULL for none. */
oriel_error oriel_view_set_commit_needed(
    oriel_view *view, void (*needed)(oriel_view *view, void *data), void *data);

/* Lets frames wait for the program's next commit of the surface, or not: for the time in which it resizes its
 * window. */
oriel_error oriel_view_set_synchronized(oriel_view *view, bool is_synchronized);

/* Stacks the picture right above, or below, the surface of one of the program's subsurfaces, or the program's surface
 * itself; with the program's next commit of the surface. Another surface ends the program's connection. */
oriel_error oriel_view_stack(oriel_view *view, bool is_above, struct wl_surface *sibling);

typedef enum oriel_input_kind {
    /* The pointer moved to x, y; outside of the view this is the same as ORIEL_POINTER_LEFT. */
    ORIEL_POINTER_MOVED = 1,
    /* The pointer left the surface. */
    ORIEL_POINTER_LEFT = 2,
    /* `button` was pressed, or released, at the last position. */
    ORIEL_BUTTON_PRESSED = 3,
    ORIEL_BUTTON_RELEASED = 4,
    /* `finger` touched the screen at x, y, moved there, or was lifted. */
    ORIEL_TOUCH_BEGAN = 5,
    ORIEL_TOUCH_MOVED = 6,
    ORIEL_TOUCH_ENDED = 7,
    /* All fingers were taken for a gesture of the compositor's or the toolkit's. */
    ORIEL_TOUCHES_CANCELLED = 8,
    /* A key was pressed, repeats while it is held, or was released. */
    ORIEL_KEY_PRESSED = 9,
    ORIEL_KEY_REPEATED = 10,
    ORIEL_KEY_RELEASED = 11,
    /* The program's widget for the view, or its window, lost the keyboard. */
    ORIEL_KEYBOARD_LEFT = 12
} oriel_input_kind;

/* Bits of oriel_input.modifiers. */
typedef enum oriel_modifier {
    ORIEL_MODIFIER_SHIFT = 1,
    ORIEL_MODIFIER_CONTROL = 2,
    ORIEL_MODIFIER_ALT = 4,
    ORIEL_MODIFIER_LOGO = 8
} oriel_modifier;

typedef struct oriel_input {
    size_t size;
    oriel_input_kind kind;
    /* In the logical coordinates of the program's surface. */
    double x, y;
    /* As in linux/input-event-codes.h; the left one is 0x110. */
    uint32_t button;
    /* As xkbcommon numbers it (gdk_key_event_get_keyval), with its modifiers applied. */
    uint32_t keysym;
    /* Of oriel_modifier. */
    uint32_t modifiers;
    int64_t finger;
} oriel_input;

/* Hands an event of the program's window to the library's controls over the picture. They appear as in a window of the
 * library's and act as there, unless the view's options hide them; keys have the library's bindings, except those for
 * the window itself. A program with controls of its own forwards nothing.
 * - is_used: receives whether the event had a meaning for a control or a key binding; otherwise it is the program's,
 *   like a click beside the controls. May be NULL. */
oriel_error oriel_view_forward(oriel_view *view, const oriel_input *input, bool *is_used);

/* ---- Frames ---- */

/* Layout of samples in memory. */
typedef enum oriel_format {
    /* Planes Y, U, V; colour at half the width and half the height. */
    ORIEL_FORMAT_I420 = 1,
    /* Planes Y, U, V; colour at half the width. */
    ORIEL_FORMAT_I422 = 2,
    /* Planes Y, U, V of one size. */
    ORIEL_FORMAT_I444 = 3,
    /* As I420 with ten bits, the low ones of little-endian words. */
    ORIEL_FORMAT_I010 = 4,
    /* Planes Y, and U and V in turn; colour at half the width and half the height. */
    ORIEL_FORMAT_NV12 = 5,
    /* As NV12 with ten bits, the high ones of little-endian words. */
    ORIEL_FORMAT_P010 = 6,
    /* One plane: Y, U, Y, V for two samples. */
    ORIEL_FORMAT_YUY2 = 7,
    /* One plane: U, Y, V, Y for two samples. */
    ORIEL_FORMAT_UYVY = 8,
    /* One plane of brightness. */
    ORIEL_FORMAT_GRAY = 9,
    /* One plane, a byte each in this order; colours were multiplied by alpha. */
    ORIEL_FORMAT_RGBA = 10,
    /* The same, the fourth byte unused. */
    ORIEL_FORMAT_RGBX = 11,
    /* Blue first: Cairo's ARGB32, Wayland's argb8888. */
    ORIEL_FORMAT_BGRA = 12,
    /* The same, the fourth byte unused: Cairo's RGB24. */
    ORIEL_FORMAT_BGRX = 13
} oriel_format;

/* Colour encoding of a frame. */
typedef enum oriel_color {
    /* BT.709, below 720 rows BT.601; limited range. */
    ORIEL_COLOR_DEFAULT = 0,
    ORIEL_COLOR_BT601 = 1,
    ORIEL_COLOR_BT601_FULL = 2,
    ORIEL_COLOR_BT709 = 3,
    ORIEL_COLOR_BT709_FULL = 4,
    ORIEL_COLOR_BT2020 = 5,
    ORIEL_COLOR_BT2020_FULL = 6
} oriel_color;

typedef struct oriel_plane {
    /* Address of the first row's first sample. */
    const void *bytes;
    /* Number of bytes. */
    size_t size;
    /* Distance from a row's beginning to the next one's, in bytes. */
    ptrdiff_t bytes_per_row;
} oriel_plane;

/* A picture and the time at which it is shown. */
typedef struct oriel_frame {
    size_t size;
    oriel_format format;
    /* In samples, 1 to 16,384. */
    int width, height;
    /* As many planes as the format has. */
    const oriel_plane *planes;
    size_t plane_count;
    /* Time at which it is shown, by the view's clock, in nanoseconds; the clock is oriel_host_time unless set. */
    int64_t time;
    /* In nanoseconds; 0 for until the next frame. */
    int64_t duration;
    oriel_color color;
    /* In degrees clockwise: 0, 90, 180 or 270. */
    int rotation;
    /* Mirrors left to right, before the rotation. */
    bool is_flipped;
    /* The part that is shown, before the rotation; empty for all. */
    int crop_x, crop_y, crop_width, crop_height;
    /* Sample width and height as a ratio; 0 for 1. */
    int sample_width, sample_height;
    /* Called when the library no longer reads the planes, which must not change until then. Called once, on any
     * thread, also from within the library's functions, if oriel_view_enqueue returned ORIEL_OK; not otherwise.
     * NULL: the planes are copied before oriel_view_enqueue returns, which costs a millisecond for a large picture. */
    void (*release)(void *data);
    void *data;
} oriel_frame;

/* Queues a frame. The first is shown at once. Never waits. Any thread.
 * Fails with ORIEL_ERROR_FRAME for a faulty frame, ORIEL_ERROR_TIME if its time is not later than the previous
 * one's, ORIEL_ERROR_FULL if four times the ready limit is queued, ORIEL_ERROR_CLOSED after the view's end, and
 * ORIEL_ERROR_UNSUPPORTED if the view shows a player, as do the following functions. */
oriel_error oriel_view_enqueue(oriel_view *view, const oriel_frame *frame);

/* Queues a copied picture in one plane; otherwise as oriel_view_enqueue.
 * - bytes: `height` rows that begin `bytes_per_row` bytes apart. */
oriel_error oriel_view_enqueue_copy(
    oriel_view *view, oriel_format format, int width, int height, const void *bytes, ptrdiff_t bytes_per_row,
    int64_t time);

/* Plane of a buffer that a graphics driver shares: linux-dmabuf's parameters. */
typedef struct oriel_dmabuf_plane {
    int descriptor;
    /* Offset of the plane in it, in bytes. */
    int offset;
    /* Distance from a row's beginning to the next one's, in bytes; for tiles, the driver's value. */
    int bytes_per_row;
} oriel_dmabuf_plane;

typedef struct oriel_dmabuf {
    size_t size;
    /* DRM_FORMAT_* and DRM_FORMAT_MOD_* of drm_fourcc.h. */
    uint32_t fourcc;
    uint64_t modifier;
    /* In samples. */
    int width, height;
    /* As many planes as the format and its modifier have. */
    size_t plane_count;
    oriel_dmabuf_plane planes[4];
} oriel_dmabuf;

/* Queues a frame in such a buffer; otherwise as oriel_view_enqueue. The graphics driver draws it in place, or the
 * processor reads its rows. Both wait for rendering submitted before if the driver uses the kernel's implicit
 * synchronisation; with one that doesn't, call glFinish first. For the processor a mappable file is enough.
 * - buffer: its descriptors are duplicated, and stay the program's. A memory file (memfd_create) is accepted too:
 *   sealed with F_SEAL_SHRINK it is read in place, otherwise it is copied, with one log line.
 * - frame: the remaining values. Its `format`, `width`, `height`, `planes` and `plane_count` are ignored, and
 *   `release` may be NULL.
 * Also fails with ORIEL_ERROR_UNSUPPORTED for a format that isn't among oriel_view_dmabuf_formats. */
oriel_error oriel_view_enqueue_dmabuf(oriel_view *view, const oriel_dmabuf *buffer, const oriel_frame *frame);

typedef struct oriel_dmabuf_format {
    uint32_t fourcc;
    uint64_t modifier;
    /* The graphics driver reads the buffer itself; false if the processor reads it. */
    bool is_drawn_in_place;
} oriel_dmabuf_format;

/* Lists the formats of buffers that frames may be in now, the best first. The list changes with the renderer, such
 * as after a driver's failure. Any thread.
 * - formats: at most `capacity` of them are written. NULL if that is 0.
 * - count: number of formats. May be NULL. */
oriel_error oriel_view_dmabuf_formats(
    oriel_view *view, oriel_dmabuf_format *formats, size_t capacity, size_t *count);

/* Tells whether more frames are wanted: fewer than eight, and less than 128 MiB, wait. Any thread. */
oriel_error oriel_view_is_ready(oriel_view *view, bool *is_ready);

/* Sets a callback for whenever more frames are wanted, again after each that was shown. Any thread.
 * - wanted: adds frames while oriel_view_is_ready says so. NULL for none. */
oriel_error oriel_view_request_frames(oriel_view *view, void (*wanted)(oriel_view *view, void *data), void *data);

/* Drops the queued frames; the picture stays, and the next frame may have any time. Any thread. */
oriel_error oriel_view_flush(oriel_view *view);

/* Drops the queued frames and the picture, until the next frame. Any thread. */
oriel_error oriel_view_remove_picture(oriel_view *view);

/* Reads the time and rate of the clock by which frames are shown. Any thread.
 * - time, rate: may be NULL. */
oriel_error oriel_view_get_time(oriel_view *view, int64_t *time, double *rate);

/* Sets the clock's time; the clock runs on. Any thread. */
oriel_error oriel_view_set_time(oriel_view *view, int64_t time);

/* Sets the clock's rate, 0.01 to 100, or 0 to stop it. Any thread. */
oriel_error oriel_view_set_rate(oriel_view *view, double rate);

/* ---- Cameras ---- */

/* Films with a camera of PipeWire's, which the user permits in the desktop's dialogue if it has one, and shows it in a
 * view of frames. It is closed while the view's picture is out of sight: stashed, or behind the session's lock. */
typedef struct oriel_camera oriel_camera;

/* Reason why a camera does not film for the moment. */
typedef enum oriel_camera_interruption {
    ORIEL_CAMERA_NOT_INTERRUPTED = 0,
    /* The view's picture is out of sight. */
    ORIEL_CAMERA_NOT_AVAILABLE_IN_BACKGROUND = 1,
    /* Another program uses the camera alone, or the camera sends no pictures. */
    ORIEL_CAMERA_IN_USE_BY_ANOTHER_CLIENT = 2
} oriel_camera_interruption;

/* Reason for a camera's end. */
typedef enum oriel_camera_end {
    /* The user refuses, now or once before. */
    ORIEL_CAMERA_DENIED = 1,
    /* No PipeWire, or not its library. */
    ORIEL_CAMERA_UNAVAILABLE = 2,
    /* The desktop or its user did not answer in time. */
    ORIEL_CAMERA_TIMED_OUT = 3,
    /* The user has taken the permission back. */
    ORIEL_CAMERA_REVOKED = 4,
    /* The connection to PipeWire was lost, and no other came within ten seconds. */
    ORIEL_CAMERA_CONNECTION_LOST = 5,
    /* The desktop or PipeWire fails. */
    ORIEL_CAMERA_FAILED = 6
} oriel_camera_end;

typedef struct oriel_camera_options {
    size_t size;
    /* Id of the camera that films (oriel_camera_get_id); NULL for the usual one. */
    const char *id;
    /* Size of its pictures in pixels, and their number a second; 0 for 1280x720 and 30. A camera sends what it has
     * that comes closest. */
    int width, height, rate;
    /* Leaves the view's picture to the program. */
    bool hides_preview;
    /* Mirrors the view's picture left to right, as people know themselves. */
    bool mirrors_preview;
    /* The cameras are known, or one was plugged in or unplugged, or another one films. NULL for no action, as for the
     * following ones. */
    void (*cameras_changed)(oriel_camera *camera, void *data);
    void (*first_frame)(oriel_camera *camera, void *data);
    /* The camera stops for a while; interruption_ended follows before another interruption. */
    void (*interrupted)(oriel_camera *camera, oriel_camera_interruption reason, void *data);
    void (*interruption_ended)(oriel_camera *camera, void *data);
    /* The camera has ended.
     * - text: the reason in a sentence without a full stop. */
    void (*ended)(oriel_camera *camera, oriel_camera_end reason, const char *text, void *data);
    /* A frame to send, not mirrored; valid until the function returns. On the camera's own thread; oriel_camera_free
     * doesn't wait for a call that runs. */
    void (*frame)(const oriel_frame *frame, void *data);
    void *data;
} oriel_camera_options;

typedef struct oriel_camera_state {
    size_t size;
    /* Number of cameras; they are numbered from 0. */
    size_t count;
    /* Number of the one that films, or will; -1 for none. */
    int current;
    oriel_camera_interruption interruption;
    bool is_suspended;
} oriel_camera_state;

/* Asks for a camera, and films until oriel_camera_free. The camera is closed with the view, and freed with it by
 * oriel_view_free.
 * - view: a view of frames.
 * - options: NULL for the defaults.
 * Fails with ORIEL_ERROR_UNSUPPORTED for a view of a player, ORIEL_ERROR_CLOSED, and ORIEL_ERROR_START if the system
 * refuses a thread. */
oriel_error oriel_camera_new(oriel_view *view, const oriel_camera_options *options, oriel_camera **camera);

/* Closes the camera and frees it. */
oriel_error oriel_camera_free(oriel_camera *camera);

/* Reads the present state.
 * - state: the caller sets its `size`. */
oriel_error oriel_camera_get(oriel_camera *camera, oriel_camera_state *state);

/* Copies the id of the camera with a number, cut to `size` with its final 0. An id stays the same for a camera in its
 * place.
 * - length: receives the whole length; may be NULL. */
oriel_error oriel_camera_get_id(oriel_camera *camera, size_t number, char *buffer, size_t size, size_t *length);

/* Copies the name for people of the camera with a number, as oriel_camera_get_id does. */
oriel_error oriel_camera_get_name(oriel_camera *camera, size_t number, char *buffer, size_t size, size_t *length);

/* Films with another camera.
 * - id: NULL for the usual one. Fails with ORIEL_ERROR_ARGUMENT for an unknown one. */
oriel_error oriel_camera_choose(oriel_camera *camera, const char *id);

/* Closes the camera, or opens it again, as by a call's button. */
oriel_error oriel_camera_set_suspended(oriel_camera *camera, bool is_suspended);

/* ---- Picture in Picture ---- */

/* Reason why Picture in Picture did not start. */
typedef enum oriel_start_error {
    /* This compositor can't float a picture. */
    ORIEL_START_NOT_SUPPORTED = 1,
    /* oriel_controller_state.is_possible was false. */
    ORIEL_START_NOT_POSSIBLE = 2,
    /* The program is not in front, and its user did not request it. */
    ORIEL_START_NOT_FOREGROUND = 3,
    /* Another transition is running. */
    ORIEL_START_TRANSITION_IN_PROGRESS = 4,
    /* No picture appeared in time. */
    ORIEL_START_FIRST_FRAME_TIMEOUT = 5,
    /* The compositor closed the surface. */
    ORIEL_START_SURFACE_CLOSED = 6,
    /* A stop, Escape or the session's lock came first. */
    ORIEL_START_CANCELLED = 7,
    /* The other program of a swap did not take its picture back, or not in time, ended, or does not answer. */
    ORIEL_START_RESTORE_REJECTED = 8,
    ORIEL_START_RESTORE_TIMED_OUT = 9,
    ORIEL_START_PEER_TERMINATED = 10,
    ORIEL_START_PEER_UNRESPONSIVE = 11,
    /* The broker, which coordinates the session's players, is gone or silent. */
    ORIEL_START_BROKER_LOST = 12,
    /* The source has no picture any more. */
    ORIEL_START_SOURCE_NOT_READY = 13
} oriel_start_error;

/* Returns a start error's meaning in a sentence without a full stop. Any thread. The string lasts as long as the
 * process. */
const char *oriel_start_error_text(oriel_start_error error);

/* Reason why Picture in Picture ended. */
typedef enum oriel_stop_reason {
    /* The picture went back into its window: the return button, or a swap. */
    ORIEL_STOP_RESTORE_REQUESTED = 1,
    ORIEL_STOP_USER_CLOSED = 2,
    /* The program ended it. */
    ORIEL_STOP_PROGRAMMATIC = 3,
    ORIEL_STOP_MEDIA_ENDED = 4,
    /* The restore was answered with false, or the program has no restore callback. */
    ORIEL_STOP_RESTORE_REJECTED = 5,
    ORIEL_STOP_RESTORE_TIMED_OUT = 6,
    /* Another program's picture replaced it. */
    ORIEL_STOP_REPLACED = 7,
    ORIEL_STOP_STOPPED_BY_OTHER_APP = 8,
    ORIEL_STOP_APP_FOREGROUNDED = 9,
    ORIEL_STOP_SURFACE_CLOSED = 10,
    ORIEL_STOP_SOURCE_LOST = 11,
    ORIEL_STOP_FAILURE = 12
} oriel_stop_reason;

/* Callbacks of a controller, in this order; each may be NULL:
 *
 *     will_start -> did_start | failed_to_start
 *     did_start -> ... -> [restore] -> will_stop -> did_stop
 */
typedef struct oriel_controller_callbacks {
    size_t size;
    void (*will_start)(oriel_controller *controller, void *data);
    void (*did_start)(oriel_controller *controller, void *data);
    void (*failed_to_start)(oriel_controller *controller, oriel_start_error error, void *data);
    /* Bring back the user interface that the picture came from, then call oriel_controller_restored, within five
     * seconds. If this is NULL, Picture in Picture ends without it. */
    void (*restore)(oriel_controller *controller, uint64_t request, void *data);
    /* A restore was cancelled: its answer is ignored, and Picture in Picture continues. */
    void (*cancel_restore)(oriel_controller *controller, void *data);
    void (*will_stop)(oriel_controller *controller, void *data);
    void (*did_stop)(oriel_controller *controller, oriel_stop_reason reason, void *data);
    /* A swap brings this program's window back, or hid it. */
    void (*will_enter_foreground)(oriel_controller *controller, void *data);
    void (*did_enter_background)(oriel_controller *controller, void *data);
    /* A member of oriel_controller_state changed. */
    void (*changed)(oriel_controller *controller, void *data);
    void *data;
} oriel_controller_callbacks;

/* Playback of the program's own frames, for keys, controls and commands. */
typedef struct oriel_playback {
    size_t size;
    /* Play, or pause. */
    void (*set_playing)(oriel_controller *controller, bool is_playing, void *data);
    /* Called after set_playing, and after oriel_controller_invalidate_playback. NULL for never paused. */
    bool (*is_paused)(oriel_controller *controller, void *data);
    /* The range that can be sought, by the view's clock; false for a live source. NULL for live. */
    bool (*time_range)(oriel_controller *controller, int64_t *start, int64_t *end, void *data);
    /* Skip by this interval, negative for back, then call oriel_controller_skipped, within five seconds. NULL for no
     * skips. */
    void (*skip)(oriel_controller *controller, int64_t interval, uint64_t request, void *data);
    /* The floating picture's size on the screen in pixels: a good size to draw in. NULL for no action. */
    void (*render_size)(oriel_controller *controller, int width, int height, void *data);
    void *data;
} oriel_playback;

typedef enum oriel_transition {
    ORIEL_TRANSITION_IDLE = 0,
    ORIEL_TRANSITION_REQUESTING = 1,
    ORIEL_TRANSITION_STARTING = 2,
    ORIEL_TRANSITION_ACTIVE = 3,
    ORIEL_TRANSITION_RESTORING = 4,
    ORIEL_TRANSITION_STOPPING = 5
} oriel_transition;

typedef struct oriel_controller_state {
    size_t size;
    oriel_transition transition;
    /* A start would succeed now. */
    bool is_possible;
    /* True from just before did_start to just before did_stop. */
    bool is_active;
    /* Active, but hidden and paused: by a call, or by the session's lock. */
    bool is_suspended;
    /* The user pushed it past the edge. */
    bool is_stashed;
    /* A program's picture floats and can be stopped. */
    bool can_stop;
    /* Picture in Picture began by itself. */
    bool is_automatic;
    /* Place of the overlay on its output; empty if it doesn't float or only the compositor knows. */
    int x, y, width, height;
} oriel_controller_state;

typedef enum oriel_setting {
    /* Forbids skipping and seeking, by controls, keys or commands. */
    ORIEL_REQUIRES_LINEAR_PLAYBACK = 1,
    /* Starts by itself when the window of a playing picture is no longer visible. A full screen does so without this
     * setting. */
    ORIEL_STARTS_AUTOMATICALLY_FROM_INLINE = 2,
    /* The user's own choice: false refuses every automatic start. True unless set. */
    ORIEL_ALLOWS_AUTOMATIC_START = 3,
    /* Playback in the window pauses while the session is locked. */
    ORIEL_PAUSES_WHEN_SESSION_IS_HIDDEN = 4,
    /* Picture in Picture ends with the medium. */
    ORIEL_STOPS_WHEN_MEDIA_ENDS = 5
} oriel_setting;

/* Creates a view's controller.
 * - callbacks: NULL for none: then the picture never comes back from Picture in Picture.
 * - playback: for a view of frames, else NULL; without it nothing can be paused or skipped.
 * Fails with ORIEL_ERROR_UNSUPPORTED if the compositor can't float a picture, ORIEL_ERROR_BUSY if the view has a
 * controller, and ORIEL_ERROR_CLOSED. */
oriel_error oriel_controller_new(
    oriel_view *view, const oriel_controller_callbacks *callbacks, const oriel_playback *playback,
    oriel_controller **controller);

/* Frees the controller: its floating picture goes, without a callback. */
oriel_error oriel_controller_free(oriel_controller *controller);

/* Starts Picture in Picture. In full screen, with another floating picture that can be restored, the two swap. */
oriel_error oriel_controller_start(oriel_controller *controller);

/* Starts as soon as it is possible; fails (failed_to_start) after `limit`. */
oriel_error oriel_controller_start_when_possible(oriel_controller *controller, int64_t limit);

/* Brings the picture back: restore, will_stop, did_stop. */
oriel_error oriel_controller_stop(oriel_controller *controller);

/* Ends Picture in Picture without a restore, and pauses. */
oriel_error oriel_controller_close(oriel_controller *controller);

/* Brings the picture back as the overlay's return button does. */
oriel_error oriel_controller_return(oriel_controller *controller);

/* Swaps this picture with another program's. Does nothing without one. */
oriel_error oriel_controller_swap(oriel_controller *controller);

/* Reads the present state.
 * - state: the caller sets its `size`. */
oriel_error oriel_controller_get(oriel_controller *controller, oriel_controller_state *state);

/* Changes a setting. */
oriel_error oriel_controller_set(oriel_controller *controller, oriel_setting setting, bool value);

/* Moves the floating picture to a corner. Fails with ORIEL_ERROR_UNSUPPORTED without one, or if only the compositor
 * can move it. */
oriel_error oriel_controller_move(oriel_controller *controller, oriel_corner corner);

/* Resizes the floating picture to fit into a size. Fails with ORIEL_ERROR_UNSUPPORTED without one. */
oriel_error oriel_controller_resize(oriel_controller *controller, int width, int height);

/* Answers oriel_controller_callbacks.restore: the user interface is back, or could not be brought back. Any thread.
 * Fails with ORIEL_ERROR_ARGUMENT if no such request waits: the first answer counts. */
oriel_error oriel_controller_restored(oriel_controller *controller, uint64_t request, bool is_restored);

/* Answers oriel_playback.skip, in the same way. Any thread. */
oriel_error oriel_controller_skipped(oriel_controller *controller, uint64_t request);

/* Reads oriel_playback's values anew. */
oriel_error oriel_controller_invalidate_playback(oriel_controller *controller);

/* ---- A window or screen of the desktop ---- */

/* Reason for a screen cast's end. */
typedef enum oriel_screen_cast_end {
    /* The user has cancelled the desktop's dialogue. */
    ORIEL_SCREEN_CAST_CANCELLED = 1,
    /* The desktop refuses. */
    ORIEL_SCREEN_CAST_DENIED = 2,
    /* This desktop or this machine can't share windows or screens. */
    ORIEL_SCREEN_CAST_UNAVAILABLE = 3,
    /* The desktop, its user or the source did not answer in time. */
    ORIEL_SCREEN_CAST_TIMED_OUT = 4,
    /* The chosen screen is the only one, so the picture would show itself. */
    ORIEL_SCREEN_CAST_SHOWS_ITSELF = 5,
    /* The shared window or screen is gone. */
    ORIEL_SCREEN_CAST_SOURCE_GONE = 6,
    /* The desktop has ended the share. */
    ORIEL_SCREEN_CAST_REVOKED = 7,
    /* PipeWire has ended. */
    ORIEL_SCREEN_CAST_CONNECTION_LOST = 8,
    /* The desktop or PipeWire fails. */
    ORIEL_SCREEN_CAST_FAILED = 9
} oriel_screen_cast_end;

typedef struct oriel_screen_cast_options {
    size_t size;
    /* Leave windows, or screens, out of the dialogue; not both. */
    bool leaves_out_windows, leaves_out_screens;
    /* Shows the pointer in the picture, where the desktop can. */
    bool shows_pointer;
    /* Has the desktop remember the choice: `granted` receives a token for another time. */
    bool persists;
    /* Token of a remembered choice, which needs no dialogue. It counts once. NULL for none. */
    const char *restore_token;
} oriel_screen_cast_options;

typedef struct oriel_screen_cast_callbacks {
    size_t size;
    /* The user has chosen.
     * - restore_token: NULL if the desktop remembers nothing. */
    void (*granted)(oriel_screen_cast *cast, const char *restore_token, void *data);
    /* The view has a picture. */
    void (*first_frame)(oriel_screen_cast *cast, void *data);
    /* There is no share, or no longer; the view keeps the last picture. The last callback.
     * - text: the reason as one sentence, without a full stop. */
    void (*ended)(oriel_screen_cast *cast, oriel_screen_cast_end reason, const char *text, void *data);
    void *data;
} oriel_screen_cast_callbacks;

/* Asks the user, in the desktop's own dialogue (the ScreenCast portal), which window or screen a view shows, live. Its
 * frames come from PipeWire, which is loaded now. No sound comes with it.
 * - view: of oriel_view_new_for_frames, for this share alone.
 * - options, callbacks: NULL for the defaults, and for none.
 * Fails with ORIEL_ERROR_UNSUPPORTED if the view shows a player, ORIEL_ERROR_BUSY if it has a screen cast, and with
 * ORIEL_ERROR_CLOSED and ORIEL_ERROR_START. */
oriel_error oriel_screen_cast_new(
    oriel_view *view, const oriel_screen_cast_options *options, const oriel_screen_cast_callbacks *callbacks,
    oriel_screen_cast **cast);

/* Ends the share, without a callback. oriel_view_free does so too. */
oriel_error oriel_screen_cast_free(oriel_screen_cast *cast);

/* Asks the source for no frames while the picture is paused or out of sight, or for frames again. */
oriel_error oriel_screen_cast_set_suspended(oriel_screen_cast *cast, bool is_suspended);

/* Raises the shared window, if the compositor lists windows and only one of them can be it. Fails with
 * ORIEL_ERROR_UNSUPPORTED otherwise. */
oriel_error oriel_screen_cast_raise_window(oriel_screen_cast *cast);

#ifdef __cplusplus
}
#endif

#endif
