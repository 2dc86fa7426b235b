/* Makes every mistake a program in C can make: each returns a code and a sentence, traps nothing and leaks nothing.
 * Needs a compositor. Plays FILM; with "user" the caller presses the key Right whenever it prints "press Right". */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <oriel.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int checks, failures;

static void expect(bool holds, const char *what, int line)
{
    checks++;
    if (holds) return;
    failures++;
    fprintf(stderr, "misuse.c:%d: %s; last error: %s\n", line, what, oriel_last_error());
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)
#define FAILS(error, call) expect((call) == ORIEL_ERROR_##error, #call " is " #error, __LINE__)
#define WORKS(call) expect((call) == ORIEL_OK, #call, __LINE__)

static oriel_application *application;
static oriel_player *player;
static oriel_view *view, *pictures;
static oriel_controller *controller;

/* Calls each function with an invalid handle and otherwise valid arguments. */
static void every_function(oriel_application *a, oriel_player *p, oriel_view *v, oriel_controller *c, oriel_error error)
{
    int number;
    bool truth;
    int64_t time;
    size_t length;
    char text[8];
    oriel_player_state player_state = {.size = sizeof player_state};
    oriel_controller_state controller_state = {.size = sizeof controller_state};
    oriel_window_state window_state = {0};
    oriel_view_state view_state = {.size = sizeof view_state};
    oriel_plane plane = {text, sizeof text, 4};
    oriel_frame frame = {.size = sizeof frame, .format = ORIEL_FORMAT_BGRX, .width = 1, .height = 2, .planes = &plane,
                         .plane_count = 1};
    oriel_dmabuf buffer = {.size = sizeof buffer};
    oriel_rectangle rectangle = {0, 0, 1, 1};
    oriel_input input = {.size = sizeof input, .kind = ORIEL_POINTER_LEFT};
    oriel_camera_state camera_state = {.size = sizeof camera_state};
    oriel_camera *camera = (oriel_camera *)1;
    oriel_view *new_view = (oriel_view *)1;
    oriel_controller *new_controller = (oriel_controller *)1;
    oriel_screen_cast *new_cast = (oriel_screen_cast *)1, *cast = (oriel_screen_cast *)c;
#define GIVES(call) expect((call) == error, #call, __LINE__)
    GIVES(oriel_application_run(a));
    GIVES(oriel_application_stop(a));
    GIVES(oriel_application_set_media_controls(a, NULL));
    GIVES(oriel_application_descriptor(a, &number));
    GIVES(oriel_application_prepare(a, &number));
    GIVES(oriel_application_dispatch(a, &truth));
    GIVES(oriel_application_set_connection(a, NULL, NULL, NULL));
    GIVES(oriel_player_pause(p));
    GIVES(oriel_player_play(p));
    GIVES(oriel_player_set_rate(p, 1));
    GIVES(oriel_player_set_default_rate(p, 1));
    GIVES(oriel_player_get_time_control(p, (oriel_time_control *)&number));
    GIVES(oriel_player_set_volume_fraction(p, 1));
    GIVES(oriel_player_get_failure(p, (oriel_media_error *)&number));
    GIVES(oriel_player_observe_position(p, 1, NULL, NULL, NULL));
    GIVES(oriel_player_observe_boundaries(p, NULL, 0, NULL, NULL, NULL));
    GIVES(oriel_player_observe_events(p, NULL, NULL, NULL));
    GIVES(oriel_player_remove_observer(p, 1));
    GIVES(oriel_player_seek(p, 0));
    GIVES(oriel_player_seek_and_call(p, 0, NULL, NULL));
    GIVES(oriel_player_set_speed(p, 1));
    GIVES(oriel_player_set_volume(p, 100));
    GIVES(oriel_player_set_muted(p, true));
    GIVES(oriel_player_get(p, &player_state));
    GIVES(oriel_player_title(p, text, sizeof text, &length));
    GIVES(oriel_player_failure(p, text, sizeof text, &length));
    GIVES(oriel_player_set_changed(p, NULL, NULL));
    GIVES(oriel_player_seek_to_live_edge(p));
    GIVES(oriel_player_set_gravity(p, ORIEL_GRAVITY_FILL));
    GIVES(oriel_player_set_crop(p, 0, 0, 1, 1));
    GIVES(oriel_player_set_crops_black_bars(p, true));
    GIVES(oriel_player_set_zoom(p, 2, 0.5, 0.5));
    GIVES(oriel_player_set_interstitials(p, NULL, 0));
    GIVES(oriel_player_set_markers(p, NULL, 0));
    GIVES(oriel_player_add(p, "film"));
    GIVES(oriel_player_next(p));
    GIVES(oriel_player_previous(p));
    GIVES(oriel_player_get_tracks(p, ORIEL_TRACK_SOUND, &length, NULL));
    GIVES(oriel_player_track_name(p, ORIEL_TRACK_SOUND, 0, text, sizeof text, &length));
    GIVES(oriel_player_select_track(p, ORIEL_TRACK_SOUND, -1));
    GIVES(oriel_view_new(a, p, NULL, &new_view));
    EXPECT(new_view == NULL);
    new_view = (oriel_view *)1;
    GIVES(oriel_view_new_for_frames(a, NULL, &new_view));
    EXPECT(new_view == NULL);
    GIVES(oriel_view_show(v, ORIEL_MODE_WINDOW));
    GIVES(oriel_view_get(v, &view_state));
    GIVES(oriel_view_set(v, ORIEL_SHOWS_CONTROLS, true));
    GIVES(oriel_view_set_placeholder(v, NULL));
    GIVES(oriel_view_set_now_playing(v, NULL));
    GIVES(oriel_view_set_overlay(v, NULL));
    GIVES(oriel_view_choose_crop(v, NULL));
    GIVES(oriel_view_set_title(v, NULL));
    GIVES(oriel_view_show_message(v, NULL, true, 0));
    GIVES(oriel_view_set_callbacks(v, NULL));
    GIVES(oriel_view_window_presented(v, 1));
    GIVES(oriel_view_window_changed(v, &window_state));
    GIVES(oriel_view_window_visible(v, true));
    GIVES(oriel_view_window_focused(v, true));
    GIVES(oriel_view_note_user_action(v));
    GIVES(oriel_view_remove_picture(v));
    GIVES(oriel_view_set_surface(v, NULL, NULL));
    GIVES(oriel_view_set_toplevel(v, NULL));
    GIVES(oriel_view_set_frame(v, 0, 0, 1, 1));
    GIVES(oriel_view_set_clipped_frame(v, &rectangle, NULL));
    GIVES(oriel_view_set_commit_needed(v, NULL, NULL));
    GIVES(oriel_view_set_synchronized(v, true));
    GIVES(oriel_view_stack(v, true, NULL));
    GIVES(oriel_view_forward(v, &input, &truth));
    GIVES(oriel_camera_new(v, NULL, &camera));
    EXPECT(camera == NULL);
    camera = (oriel_camera *)v;
    GIVES(oriel_camera_get(camera, &camera_state));
    GIVES(oriel_camera_get_id(camera, 0, text, sizeof text, &length));
    GIVES(oriel_camera_get_name(camera, 0, text, sizeof text, &length));
    GIVES(oriel_camera_choose(camera, NULL));
    GIVES(oriel_camera_set_suspended(camera, true));
    GIVES(oriel_controller_new(v, NULL, NULL, &new_controller));
    EXPECT(new_controller == NULL);
    GIVES(oriel_controller_start(c));
    GIVES(oriel_controller_start_when_possible(c, 1));
    GIVES(oriel_controller_stop(c));
    GIVES(oriel_controller_close(c));
    GIVES(oriel_controller_return(c));
    GIVES(oriel_controller_swap(c));
    GIVES(oriel_controller_get(c, &controller_state));
    GIVES(oriel_controller_set(c, ORIEL_STOPS_WHEN_MEDIA_ENDS, true));
    GIVES(oriel_controller_move(c, ORIEL_CORNER_TOP_LEFT));
    GIVES(oriel_controller_resize(c, 100, 100));
    GIVES(oriel_controller_invalidate_playback(c));
    GIVES(oriel_screen_cast_new(v, NULL, NULL, &new_cast));
    EXPECT(new_cast == NULL);
    GIVES(oriel_screen_cast_set_suspended(cast, true));
    GIVES(oriel_screen_cast_raise_window(cast));
    if (error == ORIEL_ERROR_THREAD) return;
    /* For any thread. */
    GIVES(oriel_view_enqueue(v, &frame));
    GIVES(oriel_view_enqueue_copy(v, ORIEL_FORMAT_BGRX, 1, 2, text, 4, 0));
    GIVES(oriel_view_enqueue_dmabuf(v, &buffer, &frame));
    GIVES(oriel_view_dmabuf_formats(v, NULL, 0, &length));
    GIVES(oriel_view_is_ready(v, &truth));
    GIVES(oriel_view_request_frames(v, NULL, NULL));
    GIVES(oriel_view_flush(v));
    GIVES(oriel_view_get_time(v, &time, NULL));
    GIVES(oriel_view_set_time(v, 0));
    GIVES(oriel_view_set_rate(v, 1));
    GIVES(oriel_controller_restored(c, 1, true));
    GIVES(oriel_controller_skipped(c, 1));
    EXPECT(oriel_last_error()[0] != 0);
}

/* Interstitials, markers and lists, also of an empty player. */
static void parts_of_a_medium(void)
{
    oriel_time_range ranges[] = {{5, 7}, {3, 3}, {INT64_MIN, INT64_MAX}}, backwards = {INT64_MAX, INT64_MIN};
    oriel_marker markers[] = {{9, "end"}, {INT64_MIN, NULL}, {0, ""}}, wrong = {0, "\xff"};
    oriel_player_state state = {.size = sizeof state};
    char text[8];
    size_t count;
    ptrdiff_t selected;

    WORKS(oriel_player_set_interstitials(player, ranges, 3));
    WORKS(oriel_player_get(player, &state));
    EXPECT(state.interstitial == 0 && state.item_count == 1 && !state.has_live_edge);
    WORKS(oriel_player_set_interstitials(player, NULL, 0));
    WORKS(oriel_player_get(player, &state));
    EXPECT(state.interstitial == -1);
    FAILS(ARGUMENT, oriel_player_set_interstitials(player, NULL, 1));
    FAILS(ARGUMENT, oriel_player_set_interstitials(player, ranges, SIZE_MAX));
    FAILS(ARGUMENT, oriel_player_set_interstitials(player, &backwards, 1));
    WORKS(oriel_player_set_markers(player, markers, 3));
    WORKS(oriel_player_set_markers(player, markers, 0));
    WORKS(oriel_player_set_markers(player, NULL, 0));
    WORKS(oriel_player_set_markers(player, NULL, 7));
    FAILS(ARGUMENT, oriel_player_set_markers(player, markers, SIZE_MAX));
    FAILS(ARGUMENT, oriel_player_set_markers(player, &wrong, 1));
    WORKS(oriel_player_set_gravity(player, ORIEL_GRAVITY_STRETCH));
    FAILS(ARGUMENT, oriel_player_set_gravity(player, (oriel_gravity)9));
    WORKS(oriel_player_set_crop(player, 0.25, -1, 0.5, 3));
    FAILS(ARGUMENT, oriel_player_set_crop(player, 1, 0, 1, 1));
    FAILS(ARGUMENT, oriel_player_set_crop(player, 0, 0, NAN, 1));
    FAILS(ARGUMENT, oriel_player_set_crop(player, 0, 0, INFINITY, -1));
    WORKS(oriel_player_set_crops_black_bars(player, true));
    WORKS(oriel_player_set_crops_black_bars(player, false));
    WORKS(oriel_player_set_zoom(player, 1e300, -5, 7));
    WORKS(oriel_player_set_zoom(player, 0, 0.5, 0.5));
    FAILS(ARGUMENT, oriel_player_set_zoom(player, NAN, 0.5, 0.5));
    FAILS(ARGUMENT, oriel_player_set_zoom(player, 2, INFINITY, 0.5));
    WORKS(oriel_player_seek_to_live_edge(player));
    FAILS(ARGUMENT, oriel_player_add(player, NULL));
    FAILS(ARGUMENT, oriel_player_add(player, "\xff"));
    FAILS(UNSUPPORTED, oriel_player_add(player, "/proc/self/fdinfo"));
    WORKS(oriel_player_add(player, "/nonexistent.mkv"));
    WORKS(oriel_player_get(player, &state));
    EXPECT(state.item_count == 2 && state.item <= 1);
    WORKS(oriel_player_previous(player));
    WORKS(oriel_player_next(player));
    WORKS(oriel_player_next(player));
    WORKS(oriel_player_get_tracks(player, ORIEL_TRACK_SUBTITLES, &count, &selected));
    EXPECT(count == 0 && selected == -1);
    WORKS(oriel_player_get_tracks(player, ORIEL_TRACK_VIDEO, NULL, NULL));
    FAILS(ARGUMENT, oriel_player_get_tracks(player, (oriel_track_kind)3, &count, &selected));
    FAILS(ARGUMENT, oriel_player_track_name(player, ORIEL_TRACK_SUBTITLES, 0, text, sizeof text, NULL));
    FAILS(ARGUMENT, oriel_player_track_name(player, ORIEL_TRACK_SOUND, SIZE_MAX, text, sizeof text, NULL));
    FAILS(ARGUMENT, oriel_player_select_track(player, ORIEL_TRACK_SUBTITLES, 0));
    FAILS(ARGUMENT, oriel_player_select_track(player, ORIEL_TRACK_SOUND, -2));
    FAILS(ARGUMENT, oriel_player_select_track(player, (oriel_track_kind)-1, -1));
    WORKS(oriel_player_select_track(player, ORIEL_TRACK_SUBTITLES, -1));
}

static int passes, happenings;
static uint64_t happening;

static void passed(oriel_player *which, int64_t time, void *data)
{
    EXPECT(time >= 0 && data == &passes);
    passes++;
    WORKS(oriel_player_remove_observer(which, 0));
}

/* Is called once: it ends its own observer. */
static void happened(oriel_player *which, const oriel_player_event *event, void *data)
{
    EXPECT(event->size == sizeof *event && event->kind >= ORIEL_EVENT_OPENED && event->kind <= ORIEL_EVENT_FAILED);
    EXPECT((event->text != NULL) == (event->error != ORIEL_MEDIA_OK) && data == &happenings);
    happenings++;
    WORKS(oriel_player_remove_observer(which, happening));
}

/* Rates, volumes and observers of a player without a loop. */
static void rates_and_observers(void)
{
    const double wrong[] = {-1, -1e300, 0.0 / 0.0, -1.0 / 0.0};
    const int64_t times[] = {5, INT64_MIN, INT64_MAX, 5, 0};
    oriel_player_state state = {.size = sizeof state};
    oriel_time_control control = (oriel_time_control)9;
    oriel_media_error reason = (oriel_media_error)99;
    uint64_t observer = 7, first = 0;
    size_t index;

    for (index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        FAILS(ARGUMENT, oriel_player_set_rate(player, wrong[index]));
        FAILS(ARGUMENT, oriel_player_set_default_rate(player, wrong[index]));
    }
    WORKS(oriel_player_set_default_rate(player, 1.5));
    WORKS(oriel_player_play(player));
    WORKS(oriel_player_get(player, &state));
    EXPECT(!state.is_paused && state.speed == 1.5);
    FAILS(ARGUMENT, oriel_player_get_time_control(player, NULL));
    WORKS(oriel_player_get_time_control(player, &control));
    EXPECT(control == ORIEL_TIME_CONTROL_WAITING);
    WORKS(oriel_player_set_rate(player, 1e300));
    WORKS(oriel_player_get(player, &state));
    EXPECT(state.speed == 8);
    WORKS(oriel_player_set_rate(player, 0));
    WORKS(oriel_player_get_time_control(player, &control));
    EXPECT(control == ORIEL_TIME_CONTROL_PAUSED);
    FAILS(ARGUMENT, oriel_player_set_volume_fraction(player, 0.0 / 0.0));
    WORKS(oriel_player_set_volume_fraction(player, 0.5));
    WORKS(oriel_player_get(player, &state));
    EXPECT(state.volume == 50);
    WORKS(oriel_player_set_volume_fraction(player, 80));
    WORKS(oriel_player_get(player, &state));
    EXPECT(state.volume == 100);
    FAILS(ARGUMENT, oriel_player_get_failure(player, NULL));
    WORKS(oriel_player_get_failure(player, &reason));
    EXPECT(reason == ORIEL_MEDIA_OK || reason == ORIEL_MEDIA_NO_SUCH_FILE);
    FAILS(ARGUMENT, oriel_player_observe_position(player, 1, NULL, NULL, &observer));
    EXPECT(observer == 0);
    FAILS(ARGUMENT, oriel_player_observe_position(player, 0, passed, NULL, NULL));
    FAILS(ARGUMENT, oriel_player_observe_position(player, INT64_MIN, passed, NULL, NULL));
    FAILS(ARGUMENT, oriel_player_observe_boundaries(player, NULL, 1, passed, NULL, NULL));
    FAILS(ARGUMENT, oriel_player_observe_boundaries(player, times, SIZE_MAX, passed, NULL, NULL));
    FAILS(ARGUMENT, oriel_player_observe_boundaries(player, times, 5, NULL, NULL, NULL));
    FAILS(ARGUMENT, oriel_player_observe_events(player, NULL, NULL, NULL));
    WORKS(oriel_player_remove_observer(player, UINT64_MAX));
    for (index = 0; index < 4096; index++) {
        oriel_error error = index % 2 ? oriel_player_observe_boundaries(player, times, 5, passed, &passes, &observer)
                                      : oriel_player_observe_position(player, INT64_MAX, passed, &passes, &observer);
        if (error != ORIEL_OK || observer == 0) break;
        if (index == 0) first = observer;
    }
    EXPECT(index == 4096);
    FAILS(FULL, oriel_player_observe_events(player, happened, NULL, &observer));
    EXPECT(observer == 0);
    WORKS(oriel_player_remove_observer(player, first));
    WORKS(oriel_player_observe_events(player, happened, NULL, &observer));
    EXPECT(observer != 0 && observer != first);
}

static void no_arguments(void)
{
    oriel_player_state unsized = {0};
    oriel_view_options options = {.size = 3};
    oriel_view *new_view;
    oriel_controller_state larger = {.size = sizeof larger + 8};

    FAILS(ARGUMENT, oriel_application_new(NULL, 0, &application));
    FAILS(ARGUMENT, oriel_application_new("org.example.Misuse", 0, NULL));
    FAILS(ARGUMENT, oriel_application_new("org.example.\xff", 0, &application));
    FAILS(ARGUMENT, oriel_application_new("org.example.Misuse", 1u << 31, &application));
    FAILS(ARGUMENT, oriel_player_new(NULL, 0, &player));
    FAILS(ARGUMENT, oriel_player_new("film", 0, NULL));
    FAILS(ARGUMENT, oriel_player_new("film", ~0u, &player));
    FAILS(ARGUMENT, oriel_set_log((oriel_log_level)77, NULL, NULL));
    EXPECT(application == NULL && player == NULL);
    /* NULL is nothing to free. */
    WORKS(oriel_application_free(NULL));
    WORKS(oriel_player_free(NULL));
    WORKS(oriel_view_free(NULL));
    WORKS(oriel_controller_free(NULL));
    WORKS(oriel_screen_cast_free(NULL));
    WORKS(oriel_player_new("/nonexistent", 0, &player));
    FAILS(ARGUMENT, oriel_player_get(player, NULL));
    FAILS(ARGUMENT, oriel_player_get(player, &unsized));
    FAILS(ARGUMENT, oriel_player_title(player, NULL, 5, NULL));
    WORKS(oriel_player_title(player, NULL, 0, NULL));
    rates_and_observers();
    parts_of_a_medium();
    FAILS(ARGUMENT, oriel_player_set_speed(player, 0.0 / 0.0));
    WORKS(oriel_player_set_speed(player, 1e300));
    WORKS(oriel_player_set_volume(player, -2147483647 - 1));
    WORKS(oriel_player_seek(player, INT64_MAX));
    WORKS(oriel_player_seek(player, INT64_MIN));
    FAILS(ARGUMENT, oriel_player_seek_and_call(player, 0, NULL, NULL));
    WORKS(oriel_player_free(player));
    FAILS(HANDLE, oriel_player_free(player));
    FAILS(ARGUMENT, oriel_controller_get(NULL, &larger));
    WORKS(oriel_application_new("org.example.Misuse", 0, &application));
    FAILS(ARGUMENT, oriel_view_new_for_frames(application, &options, &new_view));
    FAILS(ARGUMENT, oriel_application_descriptor(application, NULL));
    FAILS(ARGUMENT, oriel_application_prepare(application, NULL));
    FAILS(ARGUMENT, oriel_application_dispatch(application, NULL));
    options = (oriel_view_options){.size = sizeof options, .width = -1, .height = 5};
    FAILS(ARGUMENT, oriel_view_new_for_frames(application, &options, &new_view));
    options = (oriel_view_options){.size = sizeof options, .corner = (oriel_corner)9};
    FAILS(ARGUMENT, oriel_view_new_for_frames(application, &options, &new_view));
    options = (oriel_view_options){.size = sizeof options, .name = "\xc3"};
    FAILS(ARGUMENT, oriel_view_new_for_frames(application, &options, &new_view));
    options = (oriel_view_options){.size = sizeof options, .window = &(oriel_window){.size = 1}};
    FAILS(ARGUMENT, oriel_view_new_for_frames(application, &options, &new_view));
    WORKS(oriel_application_free(application));
    FAILS(HANDLE, oriel_application_free(application));
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int releases;

static void release(void *data)
{
    pthread_mutex_lock(&lock);
    releases++;
    pthread_mutex_unlock(&lock);
    *(int *)data += 1;
}

/* Counts descriptors of this program's own file; threads of the library open and close others meanwhile. */
static int descriptors_of_program(void)
{
    char program[512] = {0}, path[64], name[512];
    int count = 0, number;

    EXPECT(readlink("/proc/self/exe", program, sizeof program - 1) > 0);
    for (number = 0; number < 1024; number++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", number);
        memset(name, 0, sizeof name);
        count += readlink(path, name, sizeof name - 1) > 0 && strcmp(name, program) == 0;
    }
    return count;
}

/* Frames in buffers: any mappable file is one for the processor, such as this program's own. */
static void buffers(void)
{
    static int given_back;
    int file = open("/proc/self/exe", O_RDONLY);
    oriel_dmabuf good = {.size = sizeof good, .fourcc = 0x34325258 /* XR24 */, .width = 16, .height = 16,
                         .plane_count = 1, .planes = {{file, 64, 64}}}, bad;
    oriel_frame frame = {.size = sizeof frame, .time = 3, .release = release, .data = &given_back}, wrong = frame;
    oriel_dmabuf_format formats[64];
    size_t count = 0, index, drawn = 0;

#define BAD_BUFFER(error, ...) bad = good, __VA_ARGS__, FAILS(error, oriel_view_enqueue_dmabuf(pictures, &bad, &frame))
    EXPECT(file >= 0);
    FAILS(ARGUMENT, oriel_view_enqueue_dmabuf(pictures, NULL, &frame));
    FAILS(ARGUMENT, oriel_view_enqueue_dmabuf(pictures, &good, NULL));
    FAILS(UNSUPPORTED, oriel_view_enqueue_dmabuf(view, &good, &frame));
    wrong.size--;
    FAILS(ARGUMENT, oriel_view_enqueue_dmabuf(pictures, &good, &wrong));
    BAD_BUFFER(ARGUMENT, bad.size = 8);
    BAD_BUFFER(FRAME, bad.fourcc = 0);
    BAD_BUFFER(FRAME, bad.modifier = 1);
    BAD_BUFFER(UNSUPPORTED, bad.modifier = 0x0123456789abcdef);
    BAD_BUFFER(FRAME, bad.plane_count = 0);
    BAD_BUFFER(FRAME, bad.plane_count = SIZE_MAX);
    BAD_BUFFER(FRAME, bad.width = INT32_MIN);
    BAD_BUFFER(FRAME, bad.height = 0);
    BAD_BUFFER(FRAME, bad.planes[0].descriptor = -1);
    BAD_BUFFER(FRAME, bad.planes[0].offset = -1);
    BAD_BUFFER(FRAME, bad.planes[0].offset = INT32_MAX);
    BAD_BUFFER(FRAME, bad.planes[0].bytes_per_row = 63);
    BAD_BUFFER(FRAME, bad.planes[0].bytes_per_row = INT32_MIN);
    FAILS(ARGUMENT, oriel_view_dmabuf_formats(pictures, NULL, 1, &count));
    WORKS(oriel_view_dmabuf_formats(pictures, formats, 64, &count));
    for (index = 0; index < count && index < 64; index++) drawn += formats[index].fourcc == good.fourcc;
    EXPECT(count > 5 && drawn >= 1);
    WORKS(oriel_view_flush(pictures));
    EXPECT(given_back == 0 && descriptors_of_program() == 1);
    WORKS(oriel_view_enqueue_dmabuf(pictures, &good, &frame));
    EXPECT(given_back == 0 && descriptors_of_program() == 2);
    WORKS(oriel_view_flush(pictures));
    EXPECT(given_back == 1 && descriptors_of_program() == 1);
    frame.release = NULL;
    WORKS(oriel_view_enqueue_dmabuf(pictures, &good, &frame));
    close(file);
}

/* Runs on a thread of its own: every function of the main thread, then frames, good and bad. */
static void *other_thread(void *data)
{
    static unsigned char bytes[16 * 64];
    static int frames[64];
    oriel_plane planes[5] = {{bytes, sizeof bytes, 64}, {bytes, sizeof bytes, 64}, {bytes, sizeof bytes, 64}};
    oriel_frame good = {.size = sizeof good, .format = ORIEL_FORMAT_BGRX, .width = 16, .height = 16, .planes = planes,
                        .plane_count = 1, .time = 1, .release = release, .data = &frames[0]}, bad;
    oriel_application *new_application = (oriel_application *)1;
    oriel_player *new_player = (oriel_player *)1;
    int taken = 0, index;
    int64_t time;
    bool is_ready;

    (void)data;
    every_function(application, player, view, controller, ORIEL_ERROR_THREAD);
    FAILS(THREAD, oriel_application_new("org.example.Misuse", 0, &new_application));
    FAILS(THREAD, oriel_player_new("film", 0, &new_player));
    EXPECT(new_application == NULL && new_player == NULL);
    FAILS(THREAD, oriel_application_free(application));
    FAILS(THREAD, oriel_player_free(player));
    FAILS(THREAD, oriel_view_free(view));
    FAILS(THREAD, oriel_controller_free(controller));
    EXPECT(strstr(oriel_last_error(), "thread") != NULL);

#define BAD(error, ...) bad = good, __VA_ARGS__, FAILS(error, oriel_view_enqueue(pictures, &bad))
    FAILS(ARGUMENT, oriel_view_enqueue(pictures, NULL));
    BAD(ARGUMENT, bad.size = 8);
    BAD(ARGUMENT, bad.planes = NULL);
    BAD(ARGUMENT, bad.format = (oriel_format)0);
    BAD(ARGUMENT, bad.format = (oriel_format)99);
    BAD(ARGUMENT, bad.color = (oriel_color)99);
    BAD(ARGUMENT, bad.rotation = 45);
    BAD(FRAME, bad.plane_count = 0);
    BAD(FRAME, bad.plane_count = 2);
    BAD(FRAME, bad.plane_count = SIZE_MAX);
    BAD(FRAME, bad.width = 0);
    BAD(FRAME, bad.width = -16);
    BAD(FRAME, bad.height = INT32_MAX);
    BAD(FRAME, bad.format = ORIEL_FORMAT_I420);
    BAD(FRAME, bad.crop_x = 8, bad.crop_width = 9, bad.crop_height = 1);
    BAD(FRAME, bad.crop_x = INT32_MIN, bad.crop_width = INT32_MAX, bad.crop_height = 1);
    BAD(FRAME, bad.sample_width = 1);
    BAD(FRAME, bad.duration = -1);
    BAD(FRAME, planes[0].bytes_per_row = 63);
    BAD(FRAME, planes[0].bytes_per_row = -64);
    BAD(FRAME, planes[0].bytes_per_row = PTRDIFF_MAX);
    BAD(FRAME, planes[0].bytes_per_row = PTRDIFF_MIN);
    planes[0].bytes_per_row = 64;
    BAD(FRAME, planes[0].size = sizeof bytes - 1);
    BAD(ARGUMENT, planes[0].size = SIZE_MAX);
    BAD(ARGUMENT, planes[0].bytes = NULL);
    planes[0] = planes[1];
    /* The same where it would be copied. */
    good.release = NULL;
    BAD(FRAME, planes[0].bytes_per_row = 63);
    planes[0].bytes_per_row = 64;
    good.release = release;
    FAILS(ARGUMENT, oriel_view_enqueue_copy(pictures, ORIEL_FORMAT_BGRX, 16, 16, NULL, 64, 1));
    FAILS(FRAME, oriel_view_enqueue_copy(pictures, ORIEL_FORMAT_BGRX, 16, 16, bytes, 63, 1));
    FAILS(FRAME, oriel_view_enqueue_copy(pictures, ORIEL_FORMAT_BGRX, 16, 16, bytes, -64, 1));
    FAILS(FRAME, oriel_view_enqueue_copy(pictures, ORIEL_FORMAT_BGRX, 16, 16, bytes, PTRDIFF_MIN, 1));
    FAILS(FRAME, oriel_view_enqueue_copy(pictures, ORIEL_FORMAT_BGRX, INT32_MIN, INT32_MIN, bytes, 64, 1));
    FAILS(FRAME, oriel_view_enqueue_copy(pictures, ORIEL_FORMAT_NV12, 16, 16, bytes, 64, 1));
    FAILS(UNSUPPORTED, oriel_view_enqueue(view, &good));
    FAILS(UNSUPPORTED, oriel_view_flush(view));
    FAILS(ARGUMENT, oriel_view_is_ready(pictures, NULL));
    FAILS(ARGUMENT, oriel_view_set_rate(pictures, -1));
    FAILS(ARGUMENT, oriel_view_set_rate(pictures, 0.0 / 0.0));
    EXPECT(releases == 0);

    WORKS(oriel_view_set_time(pictures, INT64_MIN));
    WORKS(oriel_view_set_time(pictures, INT64_MAX));
    WORKS(oriel_view_set_rate(pictures, 0));
    WORKS(oriel_view_set_time(pictures, 0));
    WORKS(oriel_view_get_time(pictures, &time, NULL));
    EXPECT(time == 0);
    for (index = 0; index < 64; index++) {
        good.time = index + 1;
        good.data = &frames[index];
        if (oriel_view_enqueue(pictures, &good) != ORIEL_OK) break;
        taken++;
    }
    EXPECT(taken >= 32 && taken < 64);
    FAILS(FULL, oriel_view_enqueue(pictures, &good));
    good.time = 1;
    FAILS(TIME, oriel_view_enqueue(pictures, &good));
    WORKS(oriel_view_is_ready(pictures, &is_ready));
    EXPECT(!is_ready);
    WORKS(oriel_view_flush(pictures));
    good.data = &frames[63];
    WORKS(oriel_view_enqueue(pictures, &good));
    good.release = NULL;
    good.time = 2;
    WORKS(oriel_view_enqueue(pictures, &good));
    WORKS(oriel_view_enqueue_copy(pictures, ORIEL_FORMAT_GRAY, 16, 16, bytes, 16, 3));
    for (index = 0; index < 63; index++) EXPECT(frames[index] <= 1);
    buffers();
    return NULL;
}

static void turn(int times)
{
    struct pollfd wait = {.events = POLLIN};
    int limit;
    bool goes_on;

    WORKS(oriel_application_descriptor(application, &wait.fd));
    while (times-- > 0) {
        WORKS(oriel_application_prepare(application, &limit));
        poll(&wait, 1, limit < 0 || limit > 20 ? 20 : limit);
        WORKS(oriel_application_dispatch(application, &goes_on));
    }
}

static int descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;

    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

/* Players that no view shows leak nothing. The first one causes the library's own allocations; the others' threads
 * end in time. */
static void players_let_go(const char *film)
{
    int before = 0, index, tries;

    for (index = 0; index < 20; index++) {
        WORKS(oriel_player_new(index % 2 ? film : "/nonexistent", 0, &player));
        WORKS(oriel_player_free(player));
        if (index == 0) before = descriptors();
    }
    for (tries = 0; tries < 500 && descriptors() > before; tries++) poll(NULL, 0, 10);
    EXPECT(descriptors() <= before);
}

/* ---- Callbacks that use their rights ---- */

static bool has_stopped, was_restored, was_closed;
static uint64_t request;

static void did_start(oriel_controller *started, void *data)
{
    bool goes_on;

    EXPECT(started == controller && data == &controller);
    FAILS(BUSY, oriel_application_run(application));
    WORKS(oriel_application_dispatch(application, &goes_on));
    WORKS(oriel_controller_return(started));
}

static void restore(oriel_controller *restored, uint64_t number, void *data)
{
    (void)data;
    request = number;
    FAILS(ARGUMENT, oriel_controller_restored(restored, number + 1, true));
    WORKS(oriel_controller_restored(restored, number, true));
    FAILS(ARGUMENT, oriel_controller_restored(restored, number, false));
    was_restored = true;
}

/* Its own callback frees it, and the view. */
static void did_stop(oriel_controller *stopped, oriel_stop_reason reason, void *data)
{
    (void)data;
    EXPECT(reason == ORIEL_STOP_RESTORE_REQUESTED);
    WORKS(oriel_controller_free(stopped));
    FAILS(HANDLE, oriel_controller_start(stopped));
    FAILS(HANDLE, oriel_controller_restored(stopped, request, true));
    WORKS(oriel_view_free(view));
    FAILS(HANDLE, oriel_view_show(view, ORIEL_MODE_WINDOW));
    has_stopped = true;
}

static void show(oriel_view *shown, const oriel_window_request *asked, void *data)
{
    (void)data;
    WORKS(oriel_view_window_presented(shown, asked->number + 1));
    WORKS(oriel_view_window_presented(shown, asked->number));
    WORKS(oriel_view_window_presented(shown, asked->number));
}

static void closed(oriel_view *which, void *data)
{
    (void)data;
    EXPECT(which == view);
    was_closed = true;
    /* Which may be what is under way. */
    WORKS(oriel_view_free(which));
}

static int camera_ends;

static void camera_ended(oriel_camera *camera, oriel_camera_end reason, const char *text, void *data)
{
    /* No PipeWire runs here, or its library is missing. */
    EXPECT(camera == *(oriel_camera **)data && reason == ORIEL_CAMERA_UNAVAILABLE && text[0]);
    camera_ends++;
}

/* A camera where none can be, of a view of a player and of one of frames. */
static void a_camera(void)
{
    oriel_camera *camera, *other;
    oriel_camera_options options = {.size = sizeof options, .ended = camera_ended, .data = &camera};
    oriel_camera_state state = {.size = sizeof state};
    char text[8];
    size_t length;
    int turns;

    FAILS(UNSUPPORTED, oriel_camera_new(view, NULL, &camera));
    FAILS(ARGUMENT, oriel_camera_new(pictures, NULL, NULL));
    options.width = -1;
    FAILS(ARGUMENT, oriel_camera_new(pictures, &options, &camera));
    options.width = 0;
    options.rate = -1;
    FAILS(ARGUMENT, oriel_camera_new(pictures, &options, &camera));
    options.rate = 0;
    options.id = "\xff";
    FAILS(ARGUMENT, oriel_camera_new(pictures, &options, &camera));
    options.id = NULL;
    options.size--;
    FAILS(ARGUMENT, oriel_camera_new(pictures, &options, &camera));
    EXPECT(camera == NULL);
    options.size++;
    WORKS(oriel_camera_new(pictures, &options, &camera));
    WORKS(oriel_camera_new(pictures, NULL, &other));
    WORKS(oriel_camera_get(camera, &state));
    EXPECT(state.count == 0 && state.current == -1 && state.interruption == ORIEL_CAMERA_NOT_INTERRUPTED);
    FAILS(ARGUMENT, oriel_camera_get(camera, NULL));
    FAILS(ARGUMENT, oriel_camera_get_id(camera, 0, text, sizeof text, &length));
    FAILS(ARGUMENT, oriel_camera_get_name(camera, SIZE_MAX, text, sizeof text, &length));
    FAILS(ARGUMENT, oriel_camera_choose(camera, "none"));
    FAILS(ARGUMENT, oriel_camera_choose(camera, "\xff"));
    WORKS(oriel_camera_choose(camera, NULL));
    WORKS(oriel_camera_set_suspended(camera, true));
    WORKS(oriel_camera_get(camera, &state));
    EXPECT(state.is_suspended);
    WORKS(oriel_camera_set_suspended(camera, false));
    for (turns = 0; turns < 1000 && !camera_ends; turns++) turn(1);
    EXPECT(camera_ends == 1);
    WORKS(oriel_camera_free(camera));
    WORKS(oriel_camera_free(NULL));
    FAILS(HANDLE, oriel_camera_free(camera));
    FAILS(HANDLE, oriel_camera_get((oriel_camera *)pictures, &state));
    /* The other one is freed with its view. */
}

static void a_life(const char *film)
{
    oriel_window window = {.size = sizeof window, .show = show};
    oriel_view_options options = {.size = sizeof options, .window = &window, .closed = closed};
    oriel_controller_callbacks callbacks = {.size = sizeof callbacks, .did_start = did_start, .restore = restore,
                                            .did_stop = did_stop, .data = &controller};
    oriel_playback playback = {.size = sizeof playback};
    oriel_application *second;
    oriel_controller *other;
    oriel_view *none;
    oriel_window_state state = {.width = -1};
    oriel_player_state played = {.size = sizeof played};
    oriel_view_state shown = {.size = sizeof shown};
    oriel_view_callbacks heard = {.size = sizeof heard};
    oriel_rectangle rectangle = {0, 0, 1, 1};
    oriel_input input = {.size = sizeof input, .kind = ORIEL_POINTER_LEFT};
    int setting;
    pthread_t thread;
    char title[64];
    size_t length;
    int turns;

    WORKS(oriel_application_new("org.example.Misuse", ORIEL_OUTLIVES_VIEWS, &application));
    FAILS(BUSY, oriel_application_new("org.example.Misuse", 0, &second));
    EXPECT(second == NULL);
    WORKS(oriel_player_new(film, ORIEL_PLAYER_SILENT | ORIEL_PLAYER_LOOPS, &player));
    passes = 0;
    WORKS(oriel_player_observe_position(player, 1, passed, &passes, NULL));
    WORKS(oriel_player_observe_events(player, happened, &happenings, &happening));
    WORKS(oriel_view_new(application, player, &options, &view));
    FAILS(UNSUPPORTED, oriel_controller_new(view, &callbacks, &playback, &controller));
    callbacks.size--;
    FAILS(ARGUMENT, oriel_controller_new(view, &callbacks, NULL, &controller));
    callbacks.size++;
    WORKS(oriel_controller_new(view, &callbacks, NULL, &controller));
    FAILS(BUSY, oriel_controller_new(view, NULL, NULL, &other));
    WORKS(oriel_view_new_for_frames(application, NULL, &pictures));
    FAILS(UNSUPPORTED, oriel_view_window_presented(pictures, 1));
    a_camera();
    FAILS(ARGUMENT, oriel_view_show(view, (oriel_mode)9));
    for (setting = ORIEL_SHOWS_CONTROLS; setting <= ORIEL_SHOWS_MESSAGES; setting++) {
        WORKS(oriel_view_set(view, (oriel_view_setting)setting, false));
        WORKS(oriel_view_set(view, (oriel_view_setting)setting, true));
    }
    FAILS(ARGUMENT, oriel_view_set(view, (oriel_view_setting)0, true));
    FAILS(ARGUMENT, oriel_view_set(view, (oriel_view_setting)99, true));
    WORKS(oriel_view_set(pictures, ORIEL_KEEPS_WINDOW, true));
    FAILS(UNSUPPORTED, oriel_view_set(pictures, ORIEL_ENTERS_FULL_SCREEN, true));
    WORKS(oriel_view_set_placeholder(view, ""));
    WORKS(oriel_application_set_media_controls(application, "Misuse"));
    FAILS(ARGUMENT, oriel_application_set_media_controls(application, "\xff"));
    WORKS(oriel_view_set_now_playing(view, &(oriel_now_playing){.size = sizeof(oriel_now_playing), .title = "Film"}));
    FAILS(ARGUMENT, oriel_view_set_now_playing(view, &(oriel_now_playing){.size = 3}));
    FAILS(
        ARGUMENT,
        oriel_view_set_now_playing(
            view, &(oriel_now_playing){.size = sizeof(oriel_now_playing), .artist = "\xff"}));
    WORKS(oriel_view_set_now_playing(view, NULL));
    oriel_overlay_options looks = {.size = sizeof looks, .buttons = "play  close speed", .corner_radius = 10000};
    looks.peek_opacity = 0.0 / 0.0;
    WORKS(oriel_view_set_overlay(view, &looks));
    looks.buttons = "play stop";
    FAILS(ARGUMENT, oriel_view_set_overlay(view, &looks));
    looks.buttons = "\xff";
    FAILS(ARGUMENT, oriel_view_set_overlay(view, &looks));
    looks.buttons = "";
    WORKS(oriel_view_set_overlay(view, &looks));
    FAILS(ARGUMENT, oriel_view_set_overlay(view, &(oriel_overlay_options){.size = 1}));
    WORKS(oriel_view_set_overlay(view, NULL));
    bool chooses = true;
    WORKS(oriel_view_choose_crop(view, &chooses));
    WORKS(oriel_view_choose_crop(view, NULL));
    WORKS(oriel_application_set_media_controls(application, NULL));
    FAILS(ARGUMENT, oriel_view_set_placeholder(view, "\xff"));
    WORKS(oriel_view_set_title(view, "A title"));
    WORKS(oriel_view_set_title(pictures, NULL));
    FAILS(ARGUMENT, oriel_view_set_title(view, "\xff"));
    WORKS(oriel_view_show_message(view, "A message", true, INT64_MAX));
    WORKS(oriel_view_show_message(pictures, "A message", false, INT64_MIN));
    FAILS(ARGUMENT, oriel_view_show_message(view, "\xff", false, 1));
    WORKS(oriel_view_set_callbacks(view, &heard));
    FAILS(UNSUPPORTED, oriel_view_set_callbacks(pictures, &heard));
    heard.size++;
    FAILS(ARGUMENT, oriel_view_set_callbacks(view, &heard));
    FAILS(UNSUPPORTED, oriel_view_set_clipped_frame(view, &rectangle, NULL));
    FAILS(UNSUPPORTED, oriel_view_forward(pictures, &input, NULL));
    FAILS(ARGUMENT, oriel_view_get(view, NULL));
    WORKS(oriel_view_get(view, &shown));
    EXPECT(!shown.is_full_screen && !shown.is_closed && shown.width == 0);
    FAILS(ARGUMENT, oriel_view_window_changed(view, NULL));
    FAILS(ARGUMENT, oriel_view_window_changed(view, &state));
    FAILS(ARGUMENT, oriel_controller_set(controller, (oriel_setting)99, true));
    FAILS(ARGUMENT, oriel_controller_resize(controller, 0, 0));
    FAILS(UNSUPPORTED, oriel_controller_resize(controller, 100, 100));
    FAILS(UNSUPPORTED, oriel_controller_move(controller, ORIEL_CORNER_TOP_LEFT));
    FAILS(ARGUMENT, oriel_controller_restored(controller, 1, true));
    FAILS(ARGUMENT, oriel_controller_skipped(controller, 0));
    /* A share of a window, which is freed with its view. */
    oriel_screen_cast *cast, *other_cast;
    oriel_screen_cast_options shared = {.size = sizeof shared, .leaves_out_windows = true, .restore_token = "\xff"};
    FAILS(UNSUPPORTED, oriel_screen_cast_new(view, NULL, NULL, &cast));
    FAILS(ARGUMENT, oriel_screen_cast_new(pictures, &shared, NULL, &cast));
    shared.leaves_out_screens = true, shared.restore_token = NULL;
    FAILS(ARGUMENT, oriel_screen_cast_new(pictures, &shared, NULL, &cast));
    shared.leaves_out_screens = false;
    WORKS(oriel_screen_cast_new(pictures, &shared, NULL, &cast));
    FAILS(BUSY, oriel_screen_cast_new(pictures, NULL, NULL, &other_cast));
    WORKS(oriel_screen_cast_set_suspended(cast, true));
    FAILS(UNSUPPORTED, oriel_screen_cast_raise_window(cast));
    WORKS(oriel_screen_cast_free(cast));
    FAILS(HANDLE, oriel_screen_cast_free(cast));
    WORKS(oriel_screen_cast_new(pictures, NULL, NULL, &cast));
    /* Handles of other kinds. */
    every_function((oriel_application *)view, (oriel_player *)application, (oriel_view *)controller,
                   (oriel_controller *)player, ORIEL_ERROR_HANDLE);
    pthread_create(&thread, NULL, other_thread, NULL);
    pthread_join(thread, NULL);
    turn(5);
    /* Observers end with the view, so both are awaited before did_stop frees it. */
    for (turns = 0; turns < 1000 && (passes < 2 || happenings == 0); turns++) turn(1);
    EXPECT(passes > 1);
    EXPECT(happenings == 1);
    /* Into Picture in Picture and back; did_stop frees. */
    WORKS(oriel_controller_start_when_possible(controller, 10000000000));
    for (turns = 0; turns < 1000 && !has_stopped; turns++) turn(1);
    EXPECT(has_stopped && was_restored && was_closed);
    WORKS(oriel_player_title(player, title, SIZE_MAX, &length));
    WORKS(oriel_player_title(player, title, 4, &length));
    EXPECT(strlen(title) < 4 && length >= strlen(title));
    WORKS(oriel_player_get(player, &played));
    EXPECT(played.status == ORIEL_PLAYER_READY && played.duration > 0);
    FAILS(CLOSED, oriel_view_new(application, player, NULL, &none));
    turn(5);
    WORKS(oriel_view_free(pictures));
    FAILS(HANDLE, oriel_screen_cast_set_suspended(cast, true));
    turn(5);
    EXPECT(releases >= 33);
    WORKS(oriel_application_stop(application));
    WORKS(oriel_application_run(application));
    FAILS(CLOSED, oriel_application_run(application));
    FAILS(CLOSED, oriel_view_new_for_frames(application, NULL, &none));
    WORKS(oriel_application_free(application));
    WORKS(oriel_player_free(player));
    /* What was freed. */
    every_function(application, player, view, controller, ORIEL_ERROR_HANDLE);
}

/* ---- Full screen, in a window of the library's ---- */

static char heard_words[8];

static void hear(char word)
{
    size_t length = strlen(heard_words);

    if (length + 1 < sizeof heard_words) heard_words[length] = word;
}

static void will_enter(oriel_view *which, void *data)
{
    EXPECT(which == view && data == &view);
    hear('W');
}

static void did_enter(oriel_view *which, void *data)
{
    oriel_view_state state = {.size = sizeof state};

    (void)data;
    hear('D');
    WORKS(oriel_view_get(which, &state));
    EXPECT(state.is_full_screen && state.is_ready && state.width > 0 && state.height > 0);
    WORKS(oriel_view_show(which, ORIEL_MODE_WINDOW));
}

static void will_exit(oriel_view *which, void *data)
{
    (void)which, (void)data;
    hear('w');
}

/* Callbacks are freed with their source. */
static void did_exit(oriel_view *which, void *data)
{
    (void)data;
    hear('d');
    WORKS(oriel_view_set_callbacks(which, NULL));
    WORKS(oriel_view_free(which));
}

static void a_full_screen(const char *film)
{
    oriel_view_callbacks callbacks = {.size = sizeof callbacks, .will_enter_full_screen = will_enter,
                                      .did_enter_full_screen = did_enter, .will_exit_full_screen = will_exit,
                                      .did_exit_full_screen = did_exit, .data = &view};
    int turns;

    WORKS(oriel_application_new("org.example.Misuse", ORIEL_OUTLIVES_VIEWS, &application));
    WORKS(oriel_player_new(film, ORIEL_PLAYER_SILENT | ORIEL_PLAYER_PAUSED, &player));
    WORKS(oriel_view_new(application, player, NULL, &view));
    WORKS(oriel_view_set_callbacks(view, &callbacks));
    WORKS(oriel_view_show(view, ORIEL_MODE_FULL_SCREEN));
    for (turns = 0; turns < 1000 && strlen(heard_words) < 4; turns++) turn(1);
    EXPECT(strcmp(heard_words, "WDwd") == 0);
    WORKS(oriel_application_free(application));
    WORKS(oriel_player_free(player));
}

/* ---- Where a user's skips lead ---- */

static int64_t asked_for, answer;
static int questions;

static int64_t time_to_seek(oriel_view *which, int64_t old_time, int64_t target_time, void *data)
{
    EXPECT(which == view && data == &answer && old_time >= 0 && target_time > old_time);
    asked_for = target_time;
    questions++;
    return answer;
}

/* Answers a press of the key Right, which the reader of "press Right" makes. */
static void a_skip(int64_t leads_to, oriel_player_state *state)
{
    int before = questions, turns;

    answer = leads_to;
    printf("press Right\n");
    fflush(stdout);
    for (turns = 0; turns < 1000 && questions == before; turns++) turn(1);
    EXPECT(questions == before + 1);
    turn(20);
    WORKS(oriel_player_get(player, state));
}

static void a_navigation(const char *film)
{
    oriel_view_callbacks callbacks = {.size = sizeof callbacks, .time_to_seek = time_to_seek, .data = &answer};
    oriel_player_state state = {.size = sizeof state};
    oriel_view_state shown = {.size = sizeof shown};
    int turns;

    WORKS(oriel_application_new("org.example.Misuse", ORIEL_OUTLIVES_VIEWS, &application));
    WORKS(oriel_player_new(film, ORIEL_PLAYER_SILENT | ORIEL_PLAYER_PAUSED, &player));
    WORKS(oriel_view_new(application, player, NULL, &view));
    WORKS(oriel_view_set_callbacks(view, &callbacks));
    WORKS(oriel_view_show(view, ORIEL_MODE_FULL_SCREEN));
    for (turns = 0; turns < 1000 && shown.width == 0; turns++) {
        turn(1);
        WORKS(oriel_view_get(view, &shown));
    }
    turn(50);
    /* The program's own seeks are not asked about. */
    WORKS(oriel_player_seek(player, 1000000000));
    turn(20);
    EXPECT(questions == 0);
    a_skip(2000000000, &state);
    EXPECT(asked_for > 1000000000 && state.position > 1900000000 && state.position < 2100000000);
    /* Times that are none. */
    a_skip(INT64_MIN, &state);
    EXPECT(state.position >= 0 && state.position < 100000000);
    a_skip(INT64_MAX, &state);
    EXPECT(state.position > 2000000000 && state.status == ORIEL_PLAYER_READY);
    WORKS(oriel_application_free(application));
    WORKS(oriel_player_free(player));
}

/* A child of fork has none of the library's threads. */
static void a_fork(void)
{
    oriel_application *application = NULL;
    int status = -1;
    pid_t child;

    WORKS(oriel_application_new("org.example.Misuse", 0, &application));
    child = fork();
    if (child == 0) {
        oriel_application *other = NULL;
        int is_refused = oriel_application_new("org.example.Child", 0, &other) == ORIEL_ERROR_THREAD && !other
            && strstr(oriel_last_error(), "fork") && oriel_application_free(application) == ORIEL_ERROR_THREAD;
        _exit(is_refused ? 0 : 1);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    WORKS(oriel_application_free(application));
}

/* Counts and checks the lines of the log. */
static void log_line(oriel_log_level level, const char *line, void *data)
{
    EXPECT(level >= ORIEL_LOG_DEBUG && level <= ORIEL_LOG_ERROR && line[0] != 0);
    ++*(int *)data;
}

int main(int count, char **arguments)
{
    int error, lines = 0;

    if (count < 2) return fprintf(stderr, "usage: misuse FILM [user]\n"), 2;
    EXPECT(strcmp(oriel_version(), ORIEL_VERSION) == 0);
    EXPECT(strcmp(oriel_last_error(), "") == 0);
    for (error = -2; error < 20; error++) {
        EXPECT(oriel_error_text((oriel_error)error)[0] != 0);
        EXPECT(oriel_start_error_text((oriel_start_error)error)[0] != 0);
    }
    EXPECT(oriel_host_time() > 0);
    every_function(NULL, NULL, NULL, NULL, ORIEL_ERROR_ARGUMENT);
    every_function((oriel_application *)7777, (oriel_player *)main, (oriel_view *)-1, (oriel_controller *)&lines,
                   ORIEL_ERROR_HANDLE);
    WORKS(oriel_set_log(ORIEL_LOG_DEBUG, log_line, &lines));
    no_arguments();
    a_fork();
    players_let_go(arguments[1]);
    a_life(arguments[1]);
    a_full_screen(arguments[1]);
    if (count > 2) a_navigation(arguments[1]);
    EXPECT(lines > 0);
    WORKS(oriel_set_log(ORIEL_LOG_NONE, NULL, NULL));
    printf("misuse: %d checks, %d failures\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
