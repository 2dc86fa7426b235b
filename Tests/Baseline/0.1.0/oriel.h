#ifndef ORIEL_H
#define ORIEL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define ORIEL_VERSION "0.1.0"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct oriel_application oriel_application;
typedef struct oriel_player oriel_player;
typedef struct oriel_view oriel_view;
typedef struct oriel_controller oriel_controller;
typedef enum oriel_error {
    ORIEL_OK = 0,
    ORIEL_ERROR_ARGUMENT = 1,
    ORIEL_ERROR_HANDLE = 2,
    ORIEL_ERROR_THREAD = 3,
    ORIEL_ERROR_START = 4,
    ORIEL_ERROR_CONNECTION_LOST = 5,
    ORIEL_ERROR_CLOSED = 6,
    ORIEL_ERROR_BUSY = 7,
    ORIEL_ERROR_UNSUPPORTED = 8,
    ORIEL_ERROR_FRAME = 9,
    ORIEL_ERROR_TIME = 10,
    ORIEL_ERROR_FULL = 11,
    ORIEL_ERROR_MEMORY = 12
} oriel_error;
const char *oriel_error_text(oriel_error error);
const char *oriel_last_error(void);
const char *oriel_version(void);
int64_t oriel_host_time(void);
typedef enum oriel_log_level {
    ORIEL_LOG_DEBUG = 0,
    ORIEL_LOG_INFO = 1,
    ORIEL_LOG_NOTICE = 2,
    ORIEL_LOG_WARNING = 3,
    ORIEL_LOG_ERROR = 4,
    ORIEL_LOG_NONE = 5
} oriel_log_level;
oriel_error oriel_set_log(
    oriel_log_level level, void (*log)(oriel_log_level level, const char *line, void *data), void *data);
enum {
    ORIEL_HANDLES_SIGNALS = 1,
    ORIEL_OUTLIVES_VIEWS = 2
};
oriel_error oriel_application_new(const char *id, unsigned flags, oriel_application **application);
oriel_error oriel_application_free(oriel_application *application);
oriel_error oriel_application_run(oriel_application *application);
oriel_error oriel_application_stop(oriel_application *application);
oriel_error oriel_application_descriptor(oriel_application *application, int *descriptor);
oriel_error oriel_application_prepare(oriel_application *application, int *milliseconds);
oriel_error oriel_application_dispatch(oriel_application *application, bool *goes_on);
enum {
    ORIEL_PLAYER_PAUSED = 1,
    ORIEL_PLAYER_LOOPS = 2,
    ORIEL_PLAYER_SILENT = 4,
    ORIEL_PLAYER_ALLOWS_NETWORK = 8
};
typedef enum oriel_player_status {
    ORIEL_PLAYER_OPENING = 0,
    ORIEL_PLAYER_READY = 1,
    ORIEL_PLAYER_FAILED = 2
} oriel_player_status;
typedef struct oriel_player_state {
    size_t size;
    oriel_player_status status;
    bool is_paused;
    bool has_ended;
    bool is_buffering;
    bool is_muted;
    int volume;
    double speed;
    int64_t position;
    int64_t duration;
    bool has_live_edge;
    int interstitial;
    size_t item_count;
    ptrdiff_t item;
} oriel_player_state;
typedef struct oriel_time_range {
    int64_t start, end;
} oriel_time_range;
typedef struct oriel_marker {
    int64_t time;
    const char *title;
} oriel_marker;
typedef enum oriel_gravity {
    ORIEL_GRAVITY_FIT = 0,
    ORIEL_GRAVITY_FILL = 1,
    ORIEL_GRAVITY_STRETCH = 2
} oriel_gravity;
oriel_error oriel_player_new(const char *media, unsigned flags, oriel_player **player);
oriel_error oriel_player_free(oriel_player *player);
oriel_error oriel_player_pause(oriel_player *player);
oriel_error oriel_player_resume(oriel_player *player);
oriel_error oriel_player_seek(oriel_player *player, int64_t time);
oriel_error oriel_player_seek_to_live_edge(oriel_player *player);
oriel_error oriel_player_set_speed(oriel_player *player, double speed);
oriel_error oriel_player_set_volume(oriel_player *player, int volume);
oriel_error oriel_player_set_muted(oriel_player *player, bool is_muted);
oriel_error oriel_player_set_gravity(oriel_player *player, oriel_gravity gravity);
oriel_error oriel_player_set_interstitials(oriel_player *player, const oriel_time_range *ranges, size_t count);
oriel_error oriel_player_set_markers(oriel_player *player, const oriel_marker *markers, size_t count);
oriel_error oriel_player_add(oriel_player *player, const char *media);
oriel_error oriel_player_next(oriel_player *player);
oriel_error oriel_player_previous(oriel_player *player);
oriel_error oriel_player_get(oriel_player *player, oriel_player_state *state);
oriel_error oriel_player_title(oriel_player *player, char *buffer, size_t size, size_t *length);
oriel_error oriel_player_failure(oriel_player *player, char *buffer, size_t size, size_t *length);
oriel_error oriel_player_set_changed(
    oriel_player *player, void (*changed)(oriel_player *player, void *data), void *data);
typedef struct oriel_window_state {
    bool is_full_screen;
    int width, height;
    const char *output;
} oriel_window_state;
typedef struct oriel_window_request {
    uint64_t number;
    oriel_window_state state;
    bool takes_focus;
    const char *activation_token;
} oriel_window_request;
typedef struct oriel_window {
    size_t size;
    void (*show)(oriel_view *view, const oriel_window_request *request, void *data);
    void (*hide)(oriel_view *view, void *data);
    void *data;
} oriel_window;
typedef enum oriel_corner {
    ORIEL_CORNER_DEFAULT = 0,
    ORIEL_CORNER_TOP_LEFT = 1,
    ORIEL_CORNER_TOP_RIGHT = 2,
    ORIEL_CORNER_BOTTOM_LEFT = 3,
    ORIEL_CORNER_BOTTOM_RIGHT = 4
} oriel_corner;
typedef struct oriel_view_options {
    size_t size;
    const char *name;
    const char *title;
    const oriel_window *window;
    bool hides_controls;
    bool requires_linear_playback;
    oriel_corner corner;
    int width, height;
    void (*closed)(oriel_view *view, void *data);
    void *data;
} oriel_view_options;
typedef enum oriel_mode { ORIEL_MODE_WINDOW = 0, ORIEL_MODE_FULL_SCREEN = 1 } oriel_mode;
oriel_error oriel_view_new(
    oriel_application *application, oriel_player *player, const oriel_view_options *options, oriel_view **view);
oriel_error oriel_view_new_for_frames(
    oriel_application *application, const oriel_view_options *options, oriel_view **view);
oriel_error oriel_view_free(oriel_view *view);
oriel_error oriel_view_show(oriel_view *view, oriel_mode mode);
typedef struct oriel_view_state {
    size_t size;
    bool is_full_screen;
    bool is_ready;
    bool is_closed;
    int x, y, width, height;
} oriel_view_state;
oriel_error oriel_view_get(oriel_view *view, oriel_view_state *state);
typedef enum oriel_view_setting {
    ORIEL_SHOWS_CONTROLS = 1,
    ORIEL_ALLOWS_PICTURE_IN_PICTURE = 2,
    ORIEL_KEEPS_WINDOW = 3,
    ORIEL_PAUSES_IN_BACKGROUND = 4,
    ORIEL_ENTERS_FULL_SCREEN = 5,
    ORIEL_EXITS_FULL_SCREEN = 6
} oriel_view_setting;
oriel_error oriel_view_set(oriel_view *view, oriel_view_setting setting, bool value);
oriel_error oriel_view_set_placeholder(oriel_view *view, const char *text);
typedef struct oriel_view_callbacks {
    size_t size;
    void (*will_enter_full_screen)(oriel_view *view, void *data);
    void (*did_enter_full_screen)(oriel_view *view, void *data);
    void (*will_exit_full_screen)(oriel_view *view, void *data);
    void (*did_exit_full_screen)(oriel_view *view, void *data);
    int64_t (*time_to_seek)(oriel_view *view, int64_t old_time, int64_t target_time, void *data);
    void *data;
} oriel_view_callbacks;
oriel_error oriel_view_set_callbacks(oriel_view *view, const oriel_view_callbacks *callbacks);
oriel_error oriel_view_window_presented(oriel_view *view, uint64_t request);
oriel_error oriel_view_window_changed(oriel_view *view, const oriel_window_state *state);
oriel_error oriel_view_window_visible(oriel_view *view, bool is_visible);
oriel_error oriel_view_window_focused(oriel_view *view, bool is_focused);
typedef enum oriel_format {
    ORIEL_FORMAT_I420 = 1,
    ORIEL_FORMAT_I422 = 2,
    ORIEL_FORMAT_I444 = 3,
    ORIEL_FORMAT_I010 = 4,
    ORIEL_FORMAT_NV12 = 5,
    ORIEL_FORMAT_P010 = 6,
    ORIEL_FORMAT_YUY2 = 7,
    ORIEL_FORMAT_UYVY = 8,
    ORIEL_FORMAT_GRAY = 9,
    ORIEL_FORMAT_RGBA = 10,
    ORIEL_FORMAT_RGBX = 11,
    ORIEL_FORMAT_BGRA = 12,
    ORIEL_FORMAT_BGRX = 13
} oriel_format;
typedef enum oriel_color {
    ORIEL_COLOR_DEFAULT = 0,
    ORIEL_COLOR_BT601 = 1,
    ORIEL_COLOR_BT601_FULL = 2,
    ORIEL_COLOR_BT709 = 3,
    ORIEL_COLOR_BT709_FULL = 4,
    ORIEL_COLOR_BT2020 = 5,
    ORIEL_COLOR_BT2020_FULL = 6
} oriel_color;
typedef struct oriel_plane {
    const void *bytes;
    size_t size;
    ptrdiff_t bytes_per_row;
} oriel_plane;
typedef struct oriel_frame {
    size_t size;
    oriel_format format;
    int width, height;
    const oriel_plane *planes;
    size_t plane_count;
    int64_t time;
    int64_t duration;
    oriel_color color;
    int rotation;
    bool is_flipped;
    int crop_x, crop_y, crop_width, crop_height;
    int sample_width, sample_height;
    void (*release)(void *data);
    void *data;
} oriel_frame;
oriel_error oriel_view_enqueue(oriel_view *view, const oriel_frame *frame);
oriel_error oriel_view_enqueue_copy(
    oriel_view *view, oriel_format format, int width, int height, const void *bytes, ptrdiff_t bytes_per_row,
    int64_t time);
typedef struct oriel_dmabuf_plane {
    int descriptor;
    int offset;
    int bytes_per_row;
} oriel_dmabuf_plane;
typedef struct oriel_dmabuf {
    size_t size;
    uint32_t fourcc;
    uint64_t modifier;
    int width, height;
    size_t plane_count;
    oriel_dmabuf_plane planes[4];
} oriel_dmabuf;
oriel_error oriel_view_enqueue_dmabuf(oriel_view *view, const oriel_dmabuf *buffer, const oriel_frame *frame);
typedef struct oriel_dmabuf_format {
    uint32_t fourcc;
    uint64_t modifier;
    bool is_drawn_in_place;
} oriel_dmabuf_format;
oriel_error oriel_view_dmabuf_formats(
    oriel_view *view, oriel_dmabuf_format *formats, size_t capacity, size_t *count);
oriel_error oriel_view_is_ready(oriel_view *view, bool *is_ready);
oriel_error oriel_view_request_frames(oriel_view *view, void (*wanted)(oriel_view *view, void *data), void *data);
oriel_error oriel_view_flush(oriel_view *view);
oriel_error oriel_view_remove_picture(oriel_view *view);
oriel_error oriel_view_get_time(oriel_view *view, int64_t *time, double *rate);
oriel_error oriel_view_set_time(oriel_view *view, int64_t time);
oriel_error oriel_view_set_rate(oriel_view *view, double rate);
typedef enum oriel_start_error {
    ORIEL_START_NOT_SUPPORTED = 1,
    ORIEL_START_NOT_POSSIBLE = 2,
    ORIEL_START_NOT_FOREGROUND = 3,
    ORIEL_START_TRANSITION_IN_PROGRESS = 4,
    ORIEL_START_FIRST_FRAME_TIMEOUT = 5,
    ORIEL_START_SURFACE_CLOSED = 6,
    ORIEL_START_CANCELLED = 7,
    ORIEL_START_RESTORE_REJECTED = 8,
    ORIEL_START_RESTORE_TIMED_OUT = 9,
    ORIEL_START_PEER_TERMINATED = 10,
    ORIEL_START_PEER_UNRESPONSIVE = 11,
    ORIEL_START_BROKER_LOST = 12,
    ORIEL_START_SOURCE_NOT_READY = 13
} oriel_start_error;
const char *oriel_start_error_text(oriel_start_error error);
typedef enum oriel_stop_reason {
    ORIEL_STOP_RESTORE_REQUESTED = 1,
    ORIEL_STOP_USER_CLOSED = 2,
    ORIEL_STOP_PROGRAMMATIC = 3,
    ORIEL_STOP_MEDIA_ENDED = 4,
    ORIEL_STOP_RESTORE_REJECTED = 5,
    ORIEL_STOP_RESTORE_TIMED_OUT = 6,
    ORIEL_STOP_REPLACED = 7,
    ORIEL_STOP_STOPPED_BY_OTHER_APP = 8,
    ORIEL_STOP_APP_FOREGROUNDED = 9,
    ORIEL_STOP_SURFACE_CLOSED = 10,
    ORIEL_STOP_SOURCE_LOST = 11,
    ORIEL_STOP_FAILURE = 12
} oriel_stop_reason;
typedef struct oriel_controller_callbacks {
    size_t size;
    void (*will_start)(oriel_controller *controller, void *data);
    void (*did_start)(oriel_controller *controller, void *data);
    void (*failed_to_start)(oriel_controller *controller, oriel_start_error error, void *data);
    void (*restore)(oriel_controller *controller, uint64_t request, void *data);
    void (*cancel_restore)(oriel_controller *controller, void *data);
    void (*will_stop)(oriel_controller *controller, void *data);
    void (*did_stop)(oriel_controller *controller, oriel_stop_reason reason, void *data);
    void (*will_enter_foreground)(oriel_controller *controller, void *data);
    void (*did_enter_background)(oriel_controller *controller, void *data);
    void (*changed)(oriel_controller *controller, void *data);
    void *data;
} oriel_controller_callbacks;
typedef struct oriel_playback {
    size_t size;
    void (*set_playing)(oriel_controller *controller, bool is_playing, void *data);
    bool (*is_paused)(oriel_controller *controller, void *data);
    bool (*time_range)(oriel_controller *controller, int64_t *start, int64_t *end, void *data);
    void (*skip)(oriel_controller *controller, int64_t interval, uint64_t request, void *data);
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
    bool is_possible;
    bool is_active;
    bool is_suspended;
    bool is_stashed;
    bool can_stop;
    bool is_automatic;
    int x, y, width, height;
} oriel_controller_state;
typedef enum oriel_setting {
    ORIEL_REQUIRES_LINEAR_PLAYBACK = 1,
    ORIEL_STARTS_AUTOMATICALLY_FROM_INLINE = 2,
    ORIEL_ALLOWS_AUTOMATIC_START = 3,
    ORIEL_PAUSES_WHEN_SESSION_IS_HIDDEN = 4,
    ORIEL_STOPS_WHEN_MEDIA_ENDS = 5
} oriel_setting;
oriel_error oriel_controller_new(
    oriel_view *view, const oriel_controller_callbacks *callbacks, const oriel_playback *playback,
    oriel_controller **controller);
oriel_error oriel_controller_free(oriel_controller *controller);
oriel_error oriel_controller_start(oriel_controller *controller);
oriel_error oriel_controller_start_when_possible(oriel_controller *controller, int64_t limit);
oriel_error oriel_controller_stop(oriel_controller *controller);
oriel_error oriel_controller_close(oriel_controller *controller);
oriel_error oriel_controller_return(oriel_controller *controller);
oriel_error oriel_controller_swap(oriel_controller *controller);
oriel_error oriel_controller_get(oriel_controller *controller, oriel_controller_state *state);
oriel_error oriel_controller_set(oriel_controller *controller, oriel_setting setting, bool value);
oriel_error oriel_controller_move(oriel_controller *controller, oriel_corner corner);
oriel_error oriel_controller_resize(oriel_controller *controller, int width, int height);
oriel_error oriel_controller_restored(oriel_controller *controller, uint64_t request, bool is_restored);
oriel_error oriel_controller_skipped(oriel_controller *controller, uint64_t request);
oriel_error oriel_controller_invalidate_playback(oriel_controller *controller);
#ifdef __cplusplus
}
#endif
#endif
