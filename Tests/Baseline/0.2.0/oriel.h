#ifndef ORIEL_H
#define ORIEL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define ORIEL_VERSION "0.2.0"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct oriel_application oriel_application;
typedef struct oriel_player oriel_player;
typedef struct oriel_view oriel_view;
typedef struct oriel_controller oriel_controller;
typedef struct oriel_screen_cast oriel_screen_cast;
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
oriel_error oriel_application_set_media_controls(oriel_application *application, const char *name);
oriel_error oriel_application_free(oriel_application *application);
oriel_error oriel_application_run(oriel_application *application);
oriel_error oriel_application_stop(oriel_application *application);
oriel_error oriel_application_descriptor(oriel_application *application, int *descriptor);
oriel_error oriel_application_prepare(oriel_application *application, int *milliseconds);
oriel_error oriel_application_dispatch(oriel_application *application, bool *goes_on);
oriel_error oriel_application_set_connection(
    oriel_application *application, void (*lost)(oriel_application *application, void *data),
    void (*restored)(oriel_application *application, void *data), void *data);
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
oriel_error oriel_player_play(oriel_player *player);
oriel_error oriel_player_set_rate(oriel_player *player, double rate);
oriel_error oriel_player_set_default_rate(oriel_player *player, double rate);
typedef enum oriel_time_control {
    ORIEL_TIME_CONTROL_PAUSED = 0,
    ORIEL_TIME_CONTROL_WAITING = 1,
    ORIEL_TIME_CONTROL_PLAYING = 2
} oriel_time_control;
oriel_error oriel_player_get_time_control(oriel_player *player, oriel_time_control *control);
oriel_error oriel_player_seek(oriel_player *player, int64_t time);
oriel_error oriel_player_seek_and_call(
    oriel_player *player, int64_t time, void (*done)(oriel_player *player, bool has_landed, void *data), void *data);
oriel_error oriel_player_seek_to_live_edge(oriel_player *player);
oriel_error oriel_player_set_speed(oriel_player *player, double speed);
oriel_error oriel_player_set_volume(oriel_player *player, int volume);
oriel_error oriel_player_set_volume_fraction(oriel_player *player, double volume);
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
typedef enum oriel_media_error {
    ORIEL_MEDIA_OK = 0,
    ORIEL_MEDIA_NO_SUCH_FILE = 1,
    ORIEL_MEDIA_IS_FOLDER = 2,
    ORIEL_MEDIA_PERMISSION_DENIED = 3,
    ORIEL_MEDIA_EMPTY_FILE = 4,
    ORIEL_MEDIA_NOT_MEDIA = 5,
    ORIEL_MEDIA_TRUNCATED = 6,
    ORIEL_MEDIA_UNSUPPORTED_CODEC = 7,
    ORIEL_MEDIA_UNSUPPORTED_AUDIO = 8,
    ORIEL_MEDIA_AUDIO_ONLY = 9,
    ORIEL_MEDIA_NO_STREAMS = 10,
    ORIEL_MEDIA_NO_SUBTITLES = 11,
    ORIEL_MEDIA_NO_SOUND = 12,
    ORIEL_MEDIA_NO_SIZE = 13,
    ORIEL_MEDIA_TOO_LARGE = 14,
    ORIEL_MEDIA_UNDECODABLE = 15,
    ORIEL_MEDIA_PICTURES_LOST = 16,
    ORIEL_MEDIA_SOUND_LOST = 17,
    ORIEL_MEDIA_NETWORK = 18,
    ORIEL_MEDIA_PAGE = 19,
    ORIEL_MEDIA_NETWORK_REFUSED = 20,
    ORIEL_MEDIA_REFERENCE_REFUSED = 21,
    ORIEL_MEDIA_ORDERED_CHAPTERS = 22,
    ORIEL_MEDIA_UNREADABLE = 23,
    ORIEL_MEDIA_CUT = 24,
    ORIEL_MEDIA_EMPTY_LIST = 25,
    ORIEL_MEDIA_LIST_NAMES_ITSELF = 26,
    ORIEL_MEDIA_INTERRUPTED = 27,
    ORIEL_MEDIA_FAILED = 28
} oriel_media_error;
oriel_error oriel_player_get_failure(oriel_player *player, oriel_media_error *reason);
oriel_error oriel_player_set_changed(
    oriel_player *player, void (*changed)(oriel_player *player, void *data), void *data);
oriel_error oriel_player_observe_position(
    oriel_player *player, int64_t interval, void (*passed)(oriel_player *player, int64_t time, void *data), void *data,
    uint64_t *observer);
oriel_error oriel_player_observe_boundaries(
    oriel_player *player, const int64_t *times, size_t count,
    void (*passed)(oriel_player *player, int64_t time, void *data), void *data, uint64_t *observer);
typedef enum oriel_player_event_kind {
    ORIEL_EVENT_OPENED = 1,
    ORIEL_EVENT_ITEM = 2,
    ORIEL_EVENT_RATE = 3,
    ORIEL_EVENT_SEEKED = 4,
    ORIEL_EVENT_LANDED = 5,
    ORIEL_EVENT_STALLED = 6,
    ORIEL_EVENT_RESUMED = 7,
    ORIEL_EVENT_LOOPED = 8,
    ORIEL_EVENT_ENDED = 9,
    ORIEL_EVENT_TRACK_LOST = 10,
    ORIEL_EVENT_SKIPPED = 11,
    ORIEL_EVENT_FAILED = 12
} oriel_player_event_kind;
typedef struct oriel_player_event {
    size_t size;
    oriel_player_event_kind kind;
    ptrdiff_t item;
    int64_t position;
    int64_t duration;
    int64_t bit_rate;
    double rate;
    oriel_media_error error;
    const char *text;
} oriel_player_event;
oriel_error oriel_player_observe_events(
    oriel_player *player, void (*happened)(oriel_player *player, const oriel_player_event *event, void *data),
    void *data, uint64_t *observer);
oriel_error oriel_player_remove_observer(oriel_player *player, uint64_t observer);
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
    ORIEL_EXITS_FULL_SCREEN = 6,
    ORIEL_OUTLIVES_PICTURE_IN_PICTURE = 7,
    ORIEL_SHOWS_MESSAGES = 8,
    ORIEL_SHOWS_PLACEHOLDER = 9
} oriel_view_setting;
oriel_error oriel_view_set(oriel_view *view, oriel_view_setting setting, bool value);
oriel_error oriel_view_set_placeholder(oriel_view *view, const char *text);
typedef struct oriel_now_playing {
    size_t size;
    const char *title;
    const char *artist;
    const char *album_title;
    const char *artwork_file;
} oriel_now_playing;
oriel_error oriel_view_set_now_playing(oriel_view *view, const oriel_now_playing *facts);
oriel_error oriel_view_set_title(oriel_view *view, const char *text);
oriel_error oriel_view_show_message(oriel_view *view, const char *text, bool is_centered, int64_t duration);
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
struct wl_display;
struct wl_surface;
oriel_error oriel_view_new_in_surface(
    oriel_application *application, oriel_player *player, struct wl_display *display, struct wl_surface *surface,
    const oriel_view_options *options, oriel_view **view);
oriel_error oriel_view_set_surface(oriel_view *view, struct wl_display *display, struct wl_surface *surface);
oriel_error oriel_view_set_frame(oriel_view *view, int x, int y, int width, int height);
typedef struct oriel_rectangle {
    int x, y, width, height;
} oriel_rectangle;
oriel_error oriel_view_set_clipped_frame(oriel_view *view, const oriel_rectangle *frame, const oriel_rectangle *clip);
oriel_error oriel_view_set_commit_needed(
    oriel_view *view, void (*needed)(oriel_view *view, void *data), void *data);
oriel_error oriel_view_set_synchronized(oriel_view *view, bool is_synchronized);
oriel_error oriel_view_stack(oriel_view *view, bool is_above, struct wl_surface *sibling);
typedef enum oriel_input_kind {
    ORIEL_POINTER_MOVED = 1,
    ORIEL_POINTER_LEFT = 2,
    ORIEL_BUTTON_PRESSED = 3,
    ORIEL_BUTTON_RELEASED = 4,
    ORIEL_TOUCH_BEGAN = 5,
    ORIEL_TOUCH_MOVED = 6,
    ORIEL_TOUCH_ENDED = 7,
    ORIEL_TOUCHES_CANCELLED = 8,
    ORIEL_KEY_PRESSED = 9,
    ORIEL_KEY_REPEATED = 10,
    ORIEL_KEY_RELEASED = 11,
    ORIEL_KEYBOARD_LEFT = 12
} oriel_input_kind;
typedef enum oriel_modifier {
    ORIEL_MODIFIER_SHIFT = 1,
    ORIEL_MODIFIER_CONTROL = 2,
    ORIEL_MODIFIER_ALT = 4,
    ORIEL_MODIFIER_LOGO = 8
} oriel_modifier;
typedef struct oriel_input {
    size_t size;
    oriel_input_kind kind;
    double x, y;
    uint32_t button;
    uint32_t keysym;
    uint32_t modifiers;
    int64_t finger;
} oriel_input;
oriel_error oriel_view_forward(oriel_view *view, const oriel_input *input, bool *is_used);
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
typedef struct oriel_camera oriel_camera;
typedef enum oriel_camera_interruption {
    ORIEL_CAMERA_NOT_INTERRUPTED = 0,
    ORIEL_CAMERA_NOT_AVAILABLE_IN_BACKGROUND = 1,
    ORIEL_CAMERA_IN_USE_BY_ANOTHER_CLIENT = 2
} oriel_camera_interruption;
typedef enum oriel_camera_end {
    ORIEL_CAMERA_DENIED = 1,
    ORIEL_CAMERA_UNAVAILABLE = 2,
    ORIEL_CAMERA_TIMED_OUT = 3,
    ORIEL_CAMERA_REVOKED = 4,
    ORIEL_CAMERA_CONNECTION_LOST = 5,
    ORIEL_CAMERA_FAILED = 6
} oriel_camera_end;
typedef struct oriel_camera_options {
    size_t size;
    const char *id;
    int width, height, rate;
    bool hides_preview;
    bool mirrors_preview;
    void (*cameras_changed)(oriel_camera *camera, void *data);
    void (*first_frame)(oriel_camera *camera, void *data);
    void (*interrupted)(oriel_camera *camera, oriel_camera_interruption reason, void *data);
    void (*interruption_ended)(oriel_camera *camera, void *data);
    void (*ended)(oriel_camera *camera, oriel_camera_end reason, const char *text, void *data);
    void (*frame)(const oriel_frame *frame, void *data);
    void *data;
} oriel_camera_options;
typedef struct oriel_camera_state {
    size_t size;
    size_t count;
    int current;
    oriel_camera_interruption interruption;
    bool is_suspended;
} oriel_camera_state;
oriel_error oriel_camera_new(oriel_view *view, const oriel_camera_options *options, oriel_camera **camera);
oriel_error oriel_camera_free(oriel_camera *camera);
oriel_error oriel_camera_get(oriel_camera *camera, oriel_camera_state *state);
oriel_error oriel_camera_get_id(oriel_camera *camera, size_t number, char *buffer, size_t size, size_t *length);
oriel_error oriel_camera_get_name(oriel_camera *camera, size_t number, char *buffer, size_t size, size_t *length);
oriel_error oriel_camera_choose(oriel_camera *camera, const char *id);
oriel_error oriel_camera_set_suspended(oriel_camera *camera, bool is_suspended);
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
typedef enum oriel_screen_cast_end {
    ORIEL_SCREEN_CAST_CANCELLED = 1,
    ORIEL_SCREEN_CAST_DENIED = 2,
    ORIEL_SCREEN_CAST_UNAVAILABLE = 3,
    ORIEL_SCREEN_CAST_TIMED_OUT = 4,
    ORIEL_SCREEN_CAST_SHOWS_ITSELF = 5,
    ORIEL_SCREEN_CAST_SOURCE_GONE = 6,
    ORIEL_SCREEN_CAST_REVOKED = 7,
    ORIEL_SCREEN_CAST_CONNECTION_LOST = 8,
    ORIEL_SCREEN_CAST_FAILED = 9
} oriel_screen_cast_end;
typedef struct oriel_screen_cast_options {
    size_t size;
    bool leaves_out_windows, leaves_out_screens;
    bool shows_pointer;
    bool persists;
    const char *restore_token;
} oriel_screen_cast_options;
typedef struct oriel_screen_cast_callbacks {
    size_t size;
    void (*granted)(oriel_screen_cast *cast, const char *restore_token, void *data);
    void (*first_frame)(oriel_screen_cast *cast, void *data);
    void (*ended)(oriel_screen_cast *cast, oriel_screen_cast_end reason, const char *text, void *data);
    void *data;
} oriel_screen_cast_callbacks;
oriel_error oriel_screen_cast_new(
    oriel_view *view, const oriel_screen_cast_options *options, const oriel_screen_cast_callbacks *callbacks,
    oriel_screen_cast **cast);
oriel_error oriel_screen_cast_free(oriel_screen_cast *cast);
oriel_error oriel_screen_cast_set_suspended(oriel_screen_cast *cast, bool is_suspended);
oriel_error oriel_screen_cast_raise_window(oriel_screen_cast *cast);
#ifdef __cplusplus
}
#endif
#endif
