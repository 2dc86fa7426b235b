/*
 * Oriel: Picture in Picture for Wayland, for programs in C and what calls C. docs/c.md shows how to begin.
 *
 * Threads. Functions belong to the main thread, the one that main() runs on, unless they say "Any thread"; elsewhere they do
 * nothing and return ORIEL_ERROR_THREAD. Callbacks come on the main thread, out of oriel_application_run, _prepare and _dispatch and
 * never inside another function, unless they say otherwise; oriel_application_free calls those of what ends by it. None comes once
 * its handle is freed. Callbacks may call any function; what they ask of a controller happens once they have returned.
 *
 * Handles are numbers in the shape of pointers, never given twice. One that was freed, is of another kind or was never given is
 * recognised: ORIEL_ERROR_HANDLE.
 *
 * Ownership. What *_new gives, *_free takes back; NULL is nothing to take back. Strings and structures are copied before a function
 * returns, the memory of frames excepted (see oriel_frame). Strings that callbacks get are theirs until they return. Strings are
 * UTF-8.
 *
 * Errors. A function that can fail returns ORIEL_OK, or why it did nothing; oriel_last_error says it in words. What it writes
 * through a pointer is written only with ORIEL_OK, handles excepted, which are NULL otherwise.
 *
 * Times are nanoseconds, lengths on the screen logical pixels.
 *
 * Structures with a member `size` may grow at their ends: it is sizeof of the structure, and what isn't set is zero.
 *
 * State of the process: the handles, one application at a time, the log's receiver, and each thread's last error. The library is not
 * unloaded by dlclose, and is of no use to a child of fork before exec.
 */
#ifndef ORIEL_H
#define ORIEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header. The first number of the library's file name (liboriel.so.0) changes when programs have to be compiled
 * anew. */
#define ORIEL_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* A program's connection to its compositor and to the other players of the user's session. */
typedef struct oriel_application oriel_application;
/* A medium that is played. */
typedef struct oriel_player oriel_player;
/* Where a player's picture, or frames that the program makes, are shown. */
typedef struct oriel_view oriel_view;
/* Puts a view's picture into Picture in Picture and back. */
typedef struct oriel_controller oriel_controller;

/* ---- Errors ---- */

typedef enum oriel_error {
    ORIEL_OK = 0,
    /* NULL, text that is not UTF-8, a number out of its range, a structure of no known size. */
    ORIEL_ERROR_ARGUMENT = 1,
    /* Not a handle of this kind, or one that was freed. */
    ORIEL_ERROR_HANDLE = 2,
    /* Called on a thread that it does not belong to. */
    ORIEL_ERROR_THREAD = 3,
    /* There is no compositor, or it lacks what is needed, or the system refuses a descriptor. */
    ORIEL_ERROR_START = 4,
    /* The compositor ended, or ended its connection to this program. */
    ORIEL_ERROR_CONNECTION_LOST = 5,
    /* The application or the view has ended. */
    ORIEL_ERROR_CLOSED = 6,
    /* It is there already, or belongs to another one. */
    ORIEL_ERROR_BUSY = 7,
    /* Nothing of this compositor's can float, or this view has no such thing. */
    ORIEL_ERROR_UNSUPPORTED = 8,
    /* A frame's planes, sizes or numbers are not what its format says. */
    ORIEL_ERROR_FRAME = 9,
    /* A frame's time is not later than the one's before. */
    ORIEL_ERROR_TIME = 10,
    /* Too many frames wait. */
    ORIEL_ERROR_FULL = 11,
    /* There is no memory. */
    ORIEL_ERROR_MEMORY = 12
} oriel_error;

/* What a code means, in a few words; of an unknown one, that it is unknown. Any thread. It lasts as long as the process. */
const char *oriel_error_text(oriel_error error);

/* What was wrong when a function last failed on this thread, in one sentence without a full stop; "" if none has. Any thread. It lasts
 * until another one fails on this thread, or the thread ends. */
const char *oriel_last_error(void);

/* The library's version: ORIEL_VERSION of the header that it was built with. Any thread. */
const char *oriel_version(void);

/* The clock by which frames are shown unless another time is set: CLOCK_MONOTONIC. Any thread. */
int64_t oriel_host_time(void);

typedef enum oriel_log_level {
    ORIEL_LOG_DEBUG = 0,
    ORIEL_LOG_INFO = 1,
    ORIEL_LOG_NOTICE = 2,
    ORIEL_LOG_WARNING = 3,
    ORIEL_LOG_ERROR = 4,
    ORIEL_LOG_NONE = 5
} oriel_log_level;

/* Receives the log's lines from `level` on. Unless this is called, warnings and errors go to standard error.
 * - log: NULL for standard error. Called on any thread, one call at a time; it must not call this library.
 * Any thread. */
oriel_error oriel_set_log(
    oriel_log_level level, void (*log)(oriel_log_level level, const char *line, void *data), void *data);

/* ---- The application ---- */

enum {
    /* SIGINT, SIGTERM and SIGHUP end oriel_application_run as _stop does. They are blocked in this thread and those that it starts
     * meanwhile, until the application's end. */
    ORIEL_HANDLES_SIGNALS = 1,
    /* _run goes on when the last view has closed. */
    ORIEL_OUTLIVES_VIEWS = 2
};

/* Connects to the compositor that WAYLAND_DISPLAY names and to the session's other players. One at a time. The library has to have been
 * loaded by the main thread. SIGPIPE is ignored from then on, unless the program has a rule for it.
 * - id: the name of its desktop file without .desktop, such as "org.example.Cinema".
 * - flags: ORIEL_HANDLES_SIGNALS, ORIEL_OUTLIVES_VIEWS.
 * Fails with ORIEL_ERROR_BUSY while there is another one, and ORIEL_ERROR_START. */
oriel_error oriel_application_new(const char *id, unsigned flags, oriel_application **application);

/* Closes its views as oriel_view_free does, leaves the session and the compositor, and frees it with all its views and their
 * controllers. Inside a callback the closing waits until that has returned. */
oriel_error oriel_application_free(oriel_application *application);

/* Shows, plays and answers until oriel_application_stop, the last view's end (ORIEL_OUTLIVES_VIEWS) or a signal that it handles;
 * then closes its views. Once. Not in a callback: ORIEL_ERROR_BUSY. Fails with ORIEL_ERROR_CONNECTION_LOST, and
 * ORIEL_ERROR_CLOSED the second time. */
oriel_error oriel_application_run(oriel_application *application);

/* Ends oriel_application_run; oriel_application_dispatch says so. */
oriel_error oriel_application_stop(oriel_application *application);

/* What a loop of the program's own waits for besides its other things: it can be read when there is something to dispatch, timers
 * included. The same until the application's end; not to be read, written or closed. */
oriel_error oriel_application_descriptor(oriel_application *application, int *descriptor);

/* To be called right before each wait: draws what is to be drawn and sends what was asked. Nothing is held while the program waits.
 * - milliseconds: how long it may wait, as poll takes it: 0 for not at all, -1 for as long as nothing comes. */
oriel_error oriel_application_prepare(oriel_application *application, int *milliseconds);

/* To be called after each wait, whatever ended it: takes in what has come and calls whom it concerns. It doesn't wait.
 * - goes_on: false once it was stopped or its last view has closed: oriel_application_free is what remains.
 * Fails with ORIEL_ERROR_CONNECTION_LOST. */
oriel_error oriel_application_dispatch(oriel_application *application, bool *goes_on);

/* ---- The player ---- */

enum {
    /* Stands at its first frame until oriel_player_resume. */
    ORIEL_PLAYER_PAUSED = 1,
    /* Begins again after its last frame, without a gap. */
    ORIEL_PLAYER_LOOPS = 2,
    /* Its sound is not decoded. */
    ORIEL_PLAYER_SILENT = 4,
    /* A local file may name addresses on the network. */
    ORIEL_PLAYER_ALLOWS_NETWORK = 8
};

typedef enum oriel_player_status {
    ORIEL_PLAYER_OPENING = 0,
    ORIEL_PLAYER_READY = 1,
    /* It can't be played, or not to its end. Final; oriel_player_failure says why. */
    ORIEL_PLAYER_FAILED = 2
} oriel_player_status;

typedef struct oriel_player_state {
    size_t size;
    oriel_player_status status;
    bool is_paused;
    bool has_ended;
    /* It waits for its medium. */
    bool is_buffering;
    bool is_muted;
    /* Per cent, 0 to 130. */
    int volume;
    /* Media seconds per second. */
    double speed;
    /* Since the medium's beginning. */
    int64_t position;
    /* -1 where it isn't known. */
    int64_t duration;
    /* It comes live, and oriel_player_seek_to_live_edge leads to where it is by now. */
    bool has_live_edge;
    /* The interstitial that is played, by its place among those in the order of their beginnings; -1 for none. */
    int interstitial;
    /* Of how many items its list is, and which is played; -1 for none. */
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

/* How a picture sits where its shape differs from that of what shows it. */
typedef enum oriel_gravity {
    /* All of it, between bars. */
    ORIEL_GRAVITY_FIT = 0,
    /* All of the surface; what stands over is cut off. */
    ORIEL_GRAVITY_FILL = 1,
    /* All of it on all of the surface. */
    ORIEL_GRAVITY_STRETCH = 2
} oriel_gravity;

/* Opens a medium, on threads of its own. It plays once a view shows it. What is wrong with the medium comes as a status.
 * - media: a file's path, "-" for standard input, or an address.
 * - flags: ORIEL_PLAYER_PAUSED and so on. */
oriel_error oriel_player_new(const char *media, unsigned flags, oriel_player **player);

/* The handle's end. A view that shows it keeps what it plays until it is closed itself. */
oriel_error oriel_player_free(oriel_player *player);

/* Stops at the present frame. */
oriel_error oriel_player_pause(oriel_player *player);

/* Goes on; from the beginning where it had ended. */
oriel_error oriel_player_resume(oriel_player *player);

/* Goes to a time; the picture stays until that one's has come. */
oriel_error oriel_player_seek(oriel_player *player, int64_t time);

/* Goes to where a live stream is by now. Nothing where there is no such place. */
oriel_error oriel_player_seek_to_live_edge(oriel_player *player);

/* Plays at another speed, 0.1 to 8; what lies beyond is brought there. ORIEL_ERROR_ARGUMENT for what is no number. */
oriel_error oriel_player_set_speed(oriel_player *player, double speed);

/* Per cent, 0 to 130; what lies beyond is brought there. */
oriel_error oriel_player_set_volume(oriel_player *player, int volume);

/* Whether nothing is heard of it. */
oriel_error oriel_player_set_muted(oriel_player *player, bool is_muted);

/* How its picture sits, at once, also on one that stands. */
oriel_error oriel_player_set_gravity(oriel_player *player, oriel_gravity gravity);

/* Marks where the present item holds what is beside the point, advertisements or legal text, on the bar; they forbid nothing by
 * themselves (ORIEL_REQUIRES_LINEAR_PLAYBACK, oriel_view_callbacks.time_to_seek). None with another item.
 * - ranges: in any order; empty ones are left out. NULL where `count` is 0.
 * Fails with ORIEL_ERROR_ARGUMENT where one ends before it begins. */
oriel_error oriel_player_set_interstitials(oriel_player *player, const oriel_time_range *ranges, size_t count);

/* Chapters of the program's own in the place of the present item's, on the bar, for keys and for commands.
 * - markers: in any order. NULL for the medium's own, which come back with another item too. */
oriel_error oriel_player_set_markers(oriel_player *player, const oriel_marker *markers, size_t count);

/* Puts a medium, or what a folder or a playlist holds, behind the others of its list; in an empty list it is played at once. Reads
 * folders and lists.
 * Fails with ORIEL_ERROR_UNSUPPORTED where nothing in it can be played. */
oriel_error oriel_player_add(oriel_player *player, const char *media);

/* Plays the next item of its list at once, or the one before. Nothing where there is none. */
oriel_error oriel_player_next(oriel_player *player);
oriel_error oriel_player_previous(oriel_player *player);

/* How it stands now.
 * - state: its `size` is set by the caller. */
oriel_error oriel_player_get(oriel_player *player, oriel_player_state *state);

/* The medium's title, else its file's name, as snprintf writes it: at most `size` bytes with the 0 at their end.
 * - length: how many bytes all of it has, without the 0. NULL where nobody asks. */
oriel_error oriel_player_title(oriel_player *player, char *buffer, size_t size, size_t *length);

/* Why it can't be played, in the same way; "" where it can. */
oriel_error oriel_player_failure(oriel_player *player, char *buffer, size_t size, size_t *length);

/* Calls after each change of its state, but for the position going on.
 * - changed: NULL for nobody. */
oriel_error oriel_player_set_changed(
    oriel_player *player, void (*changed)(oriel_player *player, void *data), void *data);

/* ---- Views ---- */

/* How a window is on the screen. */
typedef struct oriel_window_state {
    bool is_full_screen;
    /* Of a window; 0 where it doesn't matter. */
    int width, height;
    /* Full screen on the output of this connector name; NULL where it doesn't matter. */
    const char *output;
} oriel_window_state;

/* What the program's window is asked to be. */
typedef struct oriel_window_request {
    /* What oriel_view_window_presented is told. */
    uint64_t number;
    oriel_window_state state;
    /* Whether its user wants to look at it: false where another picture stands in front, or Picture in Picture ended otherwise. */
    bool takes_focus;
    /* With which it may raise itself and take the keyboard (xdg_activation_v1; gtk_window_set_startup_id); NULL where the compositor
     * gives none. */
    const char *activation_token;
} oriel_window_request;

/* A window of the program's own, made with GTK, Qt, SDL or anything, on a connection of its own. The view then has none: its picture is
 * seen in Picture in Picture alone, and what the window shows of it is the program's business. */
typedef struct oriel_window {
    size_t size;
    /* The picture comes back, or takes another's place: show the window, and call oriel_view_window_presented once its first picture is
     * on the screen. The floating picture stays until then, for a second at most. NULL where the program shows no window. */
    void (*show)(oriel_view *view, const oriel_window_request *request, void *data);
    /* The picture has left the window and was seen floating: the window may go, or say that its picture is elsewhere. Also where
     * a window that was asked for is no longer wanted. NULL for nothing. */
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
    /* By which `oriel` commands know it, made unique in the session; NULL for the file's or the application's. */
    const char *name;
    /* Of a window of the library's; NULL for the medium's own. */
    const char *title;
    /* The program's window; NULL for one of the library's. */
    const oriel_window *window;
    /* No controls over the picture in its window; the floating one has them. */
    bool hides_controls;
    /* Nobody may skip or seek. */
    bool requires_linear_playback;
    /* Where and how large Picture in Picture begins; 0 for what is usual. */
    oriel_corner corner;
    int width, height;
    /* The view has closed, by its user, the program or a command. Its handle is still to be freed. Inside oriel_view_free where
     * that closes it. NULL for nothing. */
    void (*closed)(oriel_view *view, void *data);
    void *data;
} oriel_view_options;

typedef enum oriel_mode { ORIEL_MODE_WINDOW = 0, ORIEL_MODE_FULL_SCREEN = 1 } oriel_mode;

/* A view of what a player plays. Another one for the same player takes over what the first shows, and closes that.
 * - options: NULL for what is usual.
 * Fails with ORIEL_ERROR_CLOSED where the application has ended or a view of the player's was closed, and ORIEL_ERROR_START. */
oriel_error oriel_view_new(
    oriel_application *application, oriel_player *player, const oriel_view_options *options, oriel_view **view);

/* A view of frames that the program makes: see oriel_view_enqueue. As oriel_view_new otherwise. */
oriel_error oriel_view_new_for_frames(
    oriel_application *application, const oriel_view_options *options, oriel_view **view);

/* Closes it, unless it has closed: its Picture in Picture, its window, its player's medium. Frees it, and its controller. */
oriel_error oriel_view_free(oriel_view *view);

/* Shows it in a window of the library's, at once or with its first picture; a picture in Picture in Picture comes back. Nothing else
 * where the window is the program's. Fails with ORIEL_ERROR_CLOSED. */
oriel_error oriel_view_show(oriel_view *view, oriel_mode mode);

typedef struct oriel_view_state {
    size_t size;
    /* Its window is full screen, or comes back so. */
    bool is_full_screen;
    /* There is a picture to show. */
    bool is_ready;
    /* It was closed, by whomever. */
    bool is_closed;
    /* Where the picture is in the window or the overlay that shows it, bars left out; of no size where nothing is shown. */
    int x, y, width, height;
} oriel_view_state;

/* How it stands now.
 * - state: its `size` is set by the caller. */
oriel_error oriel_view_get(oriel_view *view, oriel_view_state *state);

typedef enum oriel_view_setting {
    /* Controls come over the picture in its window when a pointer moves on it. True, but for oriel_view_options.hides_controls. */
    ORIEL_SHOWS_CONTROLS = 1,
    /* Its picture may go into Picture in Picture; false brings one back that floats. True unless set. */
    ORIEL_ALLOWS_PICTURE_IN_PICTURE = 2,
    /* A window of the library's stays while its picture floats, with a placeholder; from the next start on. */
    ORIEL_KEEPS_WINDOW = 3,
    /* What plays pauses while its window can't be seen, unless it floats, and goes on afterwards. */
    ORIEL_PAUSES_IN_BACKGROUND = 4,
    /* Its window is full screen from when playback begins, or goes on; not of frames. */
    ORIEL_ENTERS_FULL_SCREEN = 5,
    /* Its full screen becomes a window when playback has ended; not of frames. */
    ORIEL_EXITS_FULL_SCREEN = 6,
    /* The view stays open, paused, when its user closes Picture in Picture; oriel_view_show brings its window back. False unless set:
     * then a view without a window closes. */
    ORIEL_OUTLIVES_PICTURE_IN_PICTURE = 7
} oriel_view_setting;

/* Sets one of its settings. Fails with ORIEL_ERROR_UNSUPPORTED for what a view of frames hasn't. */
oriel_error oriel_view_set(oriel_view *view, oriel_view_setting setting, bool value);

/* What the placeholder says in a window that stays.
 * - text: NULL for what is usual, "" for a dark ground without words. */
oriel_error oriel_view_set_placeholder(oriel_view *view, const char *text);

/* What is heard of a window of the library's that becomes full screen or a window, each where it is not NULL, and whoever asked for it.
 * Each `will` is followed by its `did`, unless the view is closed first. */
typedef struct oriel_view_callbacks {
    size_t size;
    void (*will_enter_full_screen)(oriel_view *view, void *data);
    void (*did_enter_full_screen)(oriel_view *view, void *data);
    void (*will_exit_full_screen)(oriel_view *view, void *data);
    void (*did_exit_full_screen)(oriel_view *view, void *data);
    /* Its user goes from one time to another, by key, control or command: where to, then. NULL for where they want. */
    int64_t (*time_to_seek)(oriel_view *view, int64_t old_time, int64_t target_time, void *data);
    void *data;
} oriel_view_callbacks;

/* Whom a view of a player calls; NULL for nobody. Fails with ORIEL_ERROR_UNSUPPORTED for a view of frames. */
oriel_error oriel_view_set_callbacks(oriel_view *view, const oriel_view_callbacks *callbacks);

/* The window's first picture is on the screen, as oriel_window.show asked.
 * - request: its number. One that was answered, or that another has followed, is of no effect.
 * Fails with ORIEL_ERROR_UNSUPPORTED where the window isn't the program's, here and in the next three. */
oriel_error oriel_view_window_presented(oriel_view *view, uint64_t request);

/* The window is in this state now: to be told when it is made and whenever it is another. */
oriel_error oriel_view_window_changed(oriel_view *view, const oriel_window_state *state);

/* Its user can see the window, or no longer: minimised, on another workspace, behind others. */
oriel_error oriel_view_window_visible(oriel_view *view, bool is_visible);

/* It got the keyboard, or lost it. */
oriel_error oriel_view_window_focused(oriel_view *view, bool is_focused);

/* ---- Frames ---- */

/* How samples lie in memory. */
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

/* What the numbers of a frame mean. */
typedef enum oriel_color {
    /* BT.709, for pictures below 720 rows BT.601; limited. */
    ORIEL_COLOR_DEFAULT = 0,
    ORIEL_COLOR_BT601 = 1,
    ORIEL_COLOR_BT601_FULL = 2,
    ORIEL_COLOR_BT709 = 3,
    ORIEL_COLOR_BT709_FULL = 4,
    ORIEL_COLOR_BT2020 = 5,
    ORIEL_COLOR_BT2020_FULL = 6
} oriel_color;

typedef struct oriel_plane {
    /* From the first row's first sample on. */
    const void *bytes;
    /* How many there are. */
    size_t size;
    /* How far a row's beginning is from the next one's, in bytes. */
    ptrdiff_t bytes_per_row;
} oriel_plane;

/* A picture and when it is to be seen. */
typedef struct oriel_frame {
    size_t size;
    oriel_format format;
    /* In samples, 1 to 16,384. */
    int width, height;
    /* As many as the format has. */
    const oriel_plane *planes;
    size_t plane_count;
    /* When it is seen, by the view's clock: oriel_host_time unless set. */
    int64_t time;
    /* How long; 0 for until the next one. */
    int64_t duration;
    oriel_color color;
    /* Clockwise: 0, 90, 180 or 270. */
    int rotation;
    /* Mirrored left to right, before it is turned. */
    bool is_flipped;
    /* The part of it that is shown, before it is turned; of no size for all. */
    int crop_x, crop_y, crop_width, crop_height;
    /* A sample's width to its height; 0 for 1. */
    int sample_width, sample_height;
    /* Nothing reads the planes any more. They must not change until then. Called once, on any thread, also out of the library's
     * functions, if the frame was taken: oriel_view_enqueue returned ORIEL_OK; not otherwise. NULL: the planes are copied before
     * oriel_view_enqueue returns, which costs a millisecond for a large picture. */
    void (*release)(void *data);
    void *data;
} oriel_frame;

/* Adds a frame to those that wait for their time. The first is seen at once. Never waits. Any thread.
 * Fails, besides for what is wrong with the frame (ORIEL_ERROR_FRAME), where its time is not later than the one's before
 * (ORIEL_ERROR_TIME), where four times as much waits as is good (ORIEL_ERROR_FULL), after the view's end (ORIEL_ERROR_CLOSED), and
 * where the view shows a player (ORIEL_ERROR_UNSUPPORTED), here and in the following. */
oriel_error oriel_view_enqueue(oriel_view *view, const oriel_frame *frame);

/* As oriel_view_enqueue, of a picture in one plane, which is copied.
 * - bytes: `height` rows that begin `bytes_per_row` bytes apart. */
oriel_error oriel_view_enqueue_copy(
    oriel_view *view, oriel_format format, int width, int height, const void *bytes, ptrdiff_t bytes_per_row,
    int64_t time);

/* A picture in a buffer that a graphics driver shares: linux-dmabuf's parameters. */
typedef struct oriel_dmabuf_plane {
    int descriptor;
    /* Where in it the plane begins, in bytes. */
    int offset;
    /* How far a row's beginning is from the next one's, in bytes; of tiles, what the driver says. */
    int bytes_per_row;
} oriel_dmabuf_plane;

typedef struct oriel_dmabuf {
    size_t size;
    /* DRM_FORMAT_* and DRM_FORMAT_MOD_* of drm_fourcc.h. */
    uint32_t fourcc;
    uint64_t modifier;
    /* In samples. */
    int width, height;
    /* As many as the format has, and those of its modifier. */
    size_t plane_count;
    oriel_dmabuf_plane planes[4];
} oriel_dmabuf;

/* As oriel_view_enqueue, of a frame in such a buffer. The graphics driver draws it where it lies, or the processor reads its rows; both
 * wait for the rendering that was submitted before, where the driver takes part in the kernel's implicit synchronisation; with one that
 * doesn't, call glFinish first. A file that can be mapped will do for the processor.
 * - buffer: its descriptors are duplicated, and stay the program's.
 * - frame: what else there is to say. Its `format`, `width`, `height`, `planes` and `plane_count` are not looked at, and `release` may be
 *   NULL where nobody waits for it.
 * Fails, besides, with ORIEL_ERROR_UNSUPPORTED for a format that isn't among oriel_view_dmabuf_formats. */
oriel_error oriel_view_enqueue_dmabuf(oriel_view *view, const oriel_dmabuf *buffer, const oriel_frame *frame);

typedef struct oriel_dmabuf_format {
    uint32_t fourcc;
    uint64_t modifier;
    /* The graphics driver reads the buffer itself; false where the processor reads it. */
    bool is_drawn_in_place;
} oriel_dmabuf_format;

/* Which buffers frames may be in now, the best first; another list where something else draws, such as after a driver's failure. Any
 * thread.
 * - formats: at most `capacity` of them are written. NULL where that is 0.
 * - count: how many there are. NULL where nobody asks. */
oriel_error oriel_view_dmabuf_formats(
    oriel_view *view, oriel_dmabuf_format *formats, size_t capacity, size_t *count);

/* Whether fewer frames wait than are good: eight, or 128 MiB. Any thread. */
oriel_error oriel_view_is_ready(oriel_view *view, bool *is_ready);

/* Calls whenever more frames are wanted, again after each that was shown. Any thread.
 * - wanted: adds frames while oriel_view_is_ready says so. NULL for nobody. */
oriel_error oriel_view_request_frames(oriel_view *view, void (*wanted)(oriel_view *view, void *data), void *data);

/* Drops the frames that wait; the picture stays, and the next frame's time may be any. Any thread. */
oriel_error oriel_view_flush(oriel_view *view);

/* The same, and there is no picture until the next frame. */
oriel_error oriel_view_remove_picture(oriel_view *view);

/* What the clock reads by which its frames are shown, and how fast it runs. Any thread.
 * - time, rate: NULL where nobody asks. */
oriel_error oriel_view_get_time(oriel_view *view, int64_t *time, double *rate);

/* Lets the clock read another time and go on. Any thread. */
oriel_error oriel_view_set_time(oriel_view *view, int64_t time);

/* Lets the clock run at another rate, 0.01 to 100, or 0 for a standstill. Any thread. */
oriel_error oriel_view_set_rate(oriel_view *view, double rate);

/* ---- Picture in Picture ---- */

/* Why Picture in Picture did not start. */
typedef enum oriel_start_error {
    /* Nothing of this compositor's can float. */
    ORIEL_START_NOT_SUPPORTED = 1,
    /* oriel_controller_state.is_possible was false. */
    ORIEL_START_NOT_POSSIBLE = 2,
    /* The program is not in front, and its user did not ask. */
    ORIEL_START_NOT_FOREGROUND = 3,
    /* Another transition is under way. */
    ORIEL_START_TRANSITION_IN_PROGRESS = 4,
    /* No picture came on the screen in time. */
    ORIEL_START_FIRST_FRAME_TIMEOUT = 5,
    /* The compositor closed the surface. */
    ORIEL_START_SURFACE_CLOSED = 6,
    /* A stop, Escape or the session's lock came first. */
    ORIEL_START_CANCELLED = 7,
    /* Of the other program of a swap: it did not take its picture back, or not in time, ended, or does not answer. */
    ORIEL_START_RESTORE_REJECTED = 8,
    ORIEL_START_RESTORE_TIMED_OUT = 9,
    ORIEL_START_PEER_TERMINATED = 10,
    ORIEL_START_PEER_UNRESPONSIVE = 11,
    /* What coordinates the session's players is gone or silent. */
    ORIEL_START_BROKER_LOST = 12,
    /* There is no picture any more. */
    ORIEL_START_SOURCE_NOT_READY = 13
} oriel_start_error;

/* What a start's error means, in a sentence without a full stop. Any thread. It lasts as long as the process. */
const char *oriel_start_error_text(oriel_start_error error);

/* Why Picture in Picture ended. */
typedef enum oriel_stop_reason {
    /* The picture went back into its window: the return button, or a swap. */
    ORIEL_STOP_RESTORE_REQUESTED = 1,
    ORIEL_STOP_USER_CLOSED = 2,
    /* The program asked. */
    ORIEL_STOP_PROGRAMMATIC = 3,
    ORIEL_STOP_MEDIA_ENDED = 4,
    /* The restore was answered with false, or nobody answers any. */
    ORIEL_STOP_RESTORE_REJECTED = 5,
    ORIEL_STOP_RESTORE_TIMED_OUT = 6,
    /* Another program's picture took the place. */
    ORIEL_STOP_REPLACED = 7,
    ORIEL_STOP_STOPPED_BY_OTHER_APP = 8,
    ORIEL_STOP_APP_FOREGROUNDED = 9,
    ORIEL_STOP_SURFACE_CLOSED = 10,
    ORIEL_STOP_SOURCE_LOST = 11,
    ORIEL_STOP_FAILURE = 12
} oriel_stop_reason;

/* What is heard of a controller, each where it is not NULL:
 *
 *     will_start -> did_start | failed_to_start
 *     did_start -> ... -> [restore] -> will_stop -> did_stop
 */
typedef struct oriel_controller_callbacks {
    size_t size;
    void (*will_start)(oriel_controller *controller, void *data);
    void (*did_start)(oriel_controller *controller, void *data);
    void (*failed_to_start)(oriel_controller *controller, oriel_start_error error, void *data);
    /* Bring the user interface back that the picture came from, then call oriel_controller_restored, within five seconds. Where this is
     * NULL nothing comes back: Picture in Picture ends. */
    void (*restore)(oriel_controller *controller, uint64_t request, void *data);
    /* A restore was called off: its answer is not wanted, and Picture in Picture goes on. */
    void (*cancel_restore)(oriel_controller *controller, void *data);
    void (*will_stop)(oriel_controller *controller, void *data);
    void (*did_stop)(oriel_controller *controller, oriel_stop_reason reason, void *data);
    /* A swap brings this program's window back, or unmapped it. */
    void (*will_enter_foreground)(oriel_controller *controller, void *data);
    void (*did_enter_background)(oriel_controller *controller, void *data);
    /* Something of oriel_controller_state is another. */
    void (*changed)(oriel_controller *controller, void *data);
    void *data;
} oriel_controller_callbacks;

/* How the program plays the frames that it makes, for keys, controls and commands. */
typedef struct oriel_playback {
    size_t size;
    /* Play, or pause. */
    void (*set_playing)(oriel_controller *controller, bool is_playing, void *data);
    /* Asked after that, and after oriel_controller_invalidate_playback. NULL for never. */
    bool (*is_paused)(oriel_controller *controller, void *data);
    /* What can be gone to, by the view's clock; false where it comes as it happens. NULL for that. */
    bool (*time_range)(oriel_controller *controller, int64_t *start, int64_t *end, void *data);
    /* Skip by this much, back where it is negative, then call oriel_controller_skipped, within five seconds. NULL: nothing happens. */
    void (*skip)(oriel_controller *controller, int64_t interval, uint64_t request, void *data);
    /* The floating picture has this size on the screen, in pixels: a good one to draw in. NULL for nothing. */
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
    /* A start would be granted now. */
    bool is_possible;
    /* From just before did_start to just before did_stop. */
    bool is_active;
    /* Active, but hidden and paused: by a call, or by the session's lock. */
    bool is_suspended;
    /* Pushed past the edge by its user. */
    bool is_stashed;
    /* Some program's picture floats and can be stopped. */
    bool can_stop;
    /* It began by itself. */
    bool is_automatic;
    /* Where it floats on its output; of no size where it doesn't, and where only the compositor knows. */
    int x, y, width, height;
} oriel_controller_state;

typedef enum oriel_setting {
    /* No skipping, no seeking, by controls, keys or commands. */
    ORIEL_REQUIRES_LINEAR_PLAYBACK = 1,
    /* It starts by itself when the window of a playing picture can be seen no longer. From full screen it does so without. */
    ORIEL_STARTS_AUTOMATICALLY_FROM_INLINE = 2,
    /* The user's own setting: false refuses every automatic start. True unless set. */
    ORIEL_ALLOWS_AUTOMATIC_START = 3,
    /* What plays in its window pauses while the session is locked. */
    ORIEL_PAUSES_WHEN_SESSION_IS_HIDDEN = 4,
    /* Picture in Picture ends with the medium. */
    ORIEL_STOPS_WHEN_MEDIA_ENDS = 5
} oriel_setting;

/* The controller of a view.
 * - callbacks: NULL for none: then nothing comes back from Picture in Picture.
 * - playback: of a view of frames, else NULL; without, nothing can be paused or skipped.
 * Fails with ORIEL_ERROR_UNSUPPORTED where nothing can float, ORIEL_ERROR_BUSY where the view has one, ORIEL_ERROR_CLOSED. */
oriel_error oriel_controller_new(
    oriel_view *view, const oriel_controller_callbacks *callbacks, const oriel_playback *playback,
    oriel_controller **controller);

/* Frees it: its picture goes, and nobody is told. */
oriel_error oriel_controller_free(oriel_controller *controller);

/* Starts Picture in Picture; in full screen, where another picture floats that can be restored, the two change places. */
oriel_error oriel_controller_start(oriel_controller *controller);

/* Starts as soon as it is possible; fails (failed_to_start) after `limit`. */
oriel_error oriel_controller_start_when_possible(oriel_controller *controller, int64_t limit);

/* Brings the picture back: restore, will_stop, did_stop. */
oriel_error oriel_controller_stop(oriel_controller *controller);

/* Ends Picture in Picture without a restore, and pauses. */
oriel_error oriel_controller_close(oriel_controller *controller);

/* Brings the picture back as its return button does. */
oriel_error oriel_controller_return(oriel_controller *controller);

/* This picture and another program's change places. Nothing where there is none. */
oriel_error oriel_controller_swap(oriel_controller *controller);

/* How it stands now.
 * - state: its `size` is set by the caller. */
oriel_error oriel_controller_get(oriel_controller *controller, oriel_controller_state *state);

/* Sets one of its settings. */
oriel_error oriel_controller_set(oriel_controller *controller, oriel_setting setting, bool value);

/* Lets the floating picture glide to a corner. Fails with ORIEL_ERROR_UNSUPPORTED where there is none, or only the compositor can move
 * it. */
oriel_error oriel_controller_move(oriel_controller *controller, oriel_corner corner);

/* Gives it another size, of which its shape may take less. Fails with ORIEL_ERROR_UNSUPPORTED where there is none. */
oriel_error oriel_controller_resize(oriel_controller *controller, int width, int height);

/* Answers oriel_controller_callbacks.restore: the user interface is back, or could not be brought back. Any thread.
 * Fails with ORIEL_ERROR_ARGUMENT where no such request waits: the first answer counts. */
oriel_error oriel_controller_restored(oriel_controller *controller, uint64_t request, bool is_restored);

/* Answers oriel_playback.skip, in the same way. Any thread. */
oriel_error oriel_controller_skipped(oriel_controller *controller, uint64_t request);

/* What oriel_playback says is another: it is asked anew. */
oriel_error oriel_controller_invalidate_playback(oriel_controller *controller);

#ifdef __cplusplus
}
#endif

#endif
