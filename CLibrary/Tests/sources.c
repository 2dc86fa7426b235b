/* A camera's or a shared window's frames in C. Needs a compositor, PipeWire and a portal.
 *   sources camera FILE  saves the camera's 30th frame, with rows that follow one another, closes and opens the camera
 *                        again, and ends
 *   sources cast         shows what the desktop shares until the desktop ends it
 * Prints what it hears. */
#define _POSIX_C_SOURCE 200809L
#include <oriel.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Also counted on the camera's thread. */
static atomic_int checks, failures;

static void expect(bool holds, const char *what, int line)
{
    checks++;
    if (holds) return;
    failures++;
    fprintf(stderr, "sources.c:%d: %s; last error: %s\n", line, what, oriel_last_error());
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)
#define WORKS(call) expect((call) == ORIEL_OK, #call, __LINE__)

static oriel_application *application;
static oriel_view *view;
static pthread_t main_thread;
static atomic_int frames;
static const char *file;
static bool has_cameras, has_first_frame, has_ended;

/* Turns the loop until a condition holds, or for 20 s. */
#define TURN_UNTIL(condition)                        \
    do {                                             \
        int turn;                                    \
        for (turn = 0; turn < 1000 && !(condition); turn++) turn_once(); \
        EXPECT(condition);                           \
    } while (0)

static void turn_once(void)
{
    struct pollfd wait = {.events = POLLIN};
    bool goes_on;
    int limit;

    WORKS(oriel_application_descriptor(application, &wait.fd));
    WORKS(oriel_application_prepare(application, &limit));
    poll(&wait, 1, limit < 0 || limit > 20 ? 20 : limit);
    WORKS(oriel_application_dispatch(application, &goes_on));
}

static void say(const char *line)
{
    printf("%s\n", line);
    fflush(stdout);
}

/* ---- A camera ---- */

static void save(const oriel_frame *frame)
{
    FILE *output = fopen(file, "wb");
    int row;

    for (row = 0; output && row < frame->height; row++) {
        fwrite((const char *)frame->planes[0].bytes + row * frame->planes[0].bytes_per_row, 4, frame->width, output);
    }
    EXPECT(output && fclose(output) == 0);
}

/* On the camera's thread. */
static void take_frame(const oriel_frame *frame, void *data)
{
    int number = atomic_load(&frames) + 1;

    if (number == 30) {
        EXPECT(data == &frames);
        EXPECT(!pthread_equal(pthread_self(), main_thread));
        EXPECT(frame->size >= sizeof *frame);
        EXPECT(frame->format == ORIEL_FORMAT_BGRX && frame->plane_count == 1);
        EXPECT(frame->width == 560 && frame->height == 320);
        EXPECT(frame->color == ORIEL_COLOR_BT601);
        EXPECT(frame->planes[0].bytes_per_row >= 560 * 4);
        EXPECT(frame->planes[0].size >= (size_t)frame->planes[0].bytes_per_row * 319 + 560 * 4);
        EXPECT(frame->time > 0 && frame->time <= oriel_host_time() + 1000000000);
        save(frame);
    }
    atomic_store(&frames, number);
}

static void cameras_changed(oriel_camera *camera, void *data)
{
    EXPECT(camera != NULL && data == &frames);
    has_cameras = true;
}

static void camera_first_frame(oriel_camera *camera, void *data)
{
    EXPECT(camera != NULL && data == &frames);
    has_first_frame = true;
}

static void camera_ended(oriel_camera *camera, oriel_camera_end reason, const char *text, void *data)
{
    (void)camera, (void)reason, (void)data;
    printf("ended: %s\n", text);
    has_ended = true;
}

static void film(void)
{
    oriel_camera_options options = {
        .size = sizeof options, .width = 560, .height = 320, .cameras_changed = cameras_changed,
        .first_frame = camera_first_frame, .ended = camera_ended, .frame = take_frame, .data = &frames};
    oriel_camera_state state = {.size = sizeof state};
    oriel_camera *camera;
    char name[64];
    size_t length;
    int count, turns;

    WORKS(oriel_camera_new(view, &options, &camera));
    TURN_UNTIL(has_cameras && has_first_frame && atomic_load(&frames) >= 30);
    WORKS(oriel_camera_get(camera, &state));
    EXPECT(state.count == 1 && state.current == 0 && !state.is_suspended);
    EXPECT(state.interruption == ORIEL_CAMERA_NOT_INTERRUPTED);
    WORKS(oriel_camera_get_id(camera, 0, name, sizeof name, &length));
    EXPECT(strcmp(name, "front") == 0 && length == 5);
    say("saved");
    WORKS(oriel_camera_set_suspended(camera, true));
    WORKS(oriel_camera_get(camera, &state));
    EXPECT(state.is_suspended);
    /* A frame may be on its way. */
    for (turns = 0; turns < 10; turns++) turn_once();
    count = atomic_load(&frames);
    for (turns = 0; turns < 25; turns++) turn_once();
    EXPECT(atomic_load(&frames) == count);
    WORKS(oriel_camera_set_suspended(camera, false));
    TURN_UNTIL(atomic_load(&frames) > count + 5);
    WORKS(oriel_camera_choose(camera, "front"));
    EXPECT(oriel_camera_choose(camera, "none") == ORIEL_ERROR_ARGUMENT);
    WORKS(oriel_camera_free(camera));
    EXPECT(oriel_camera_get(camera, &state) == ORIEL_ERROR_HANDLE);
    EXPECT(!has_ended);
}

/* ---- A shared window ---- */

static void granted(oriel_screen_cast *cast, const char *token, void *data)
{
    EXPECT(cast != NULL && data == &frames);
    printf("granted: %s\n", token ? token : "no token");
    fflush(stdout);
}

static void cast_first_frame(oriel_screen_cast *cast, void *data)
{
    EXPECT(cast != NULL && data == &frames);
    has_first_frame = true;
    say("first frame");
}

static void cast_ended(oriel_screen_cast *cast, oriel_screen_cast_end reason, const char *text, void *data)
{
    EXPECT(cast != NULL && data == &frames);
    EXPECT(reason == ORIEL_SCREEN_CAST_REVOKED);
    printf("ended: %s\n", text);
    fflush(stdout);
    has_ended = true;
}

static void cast(void)
{
    oriel_screen_cast_options options = {.size = sizeof options, .leaves_out_screens = true, .persists = true};
    oriel_screen_cast_callbacks callbacks = {
        .size = sizeof callbacks, .granted = granted, .first_frame = cast_first_frame, .ended = cast_ended,
        .data = &frames};
    oriel_screen_cast *cast, *second = NULL;

    WORKS(oriel_screen_cast_new(view, &options, &callbacks, &cast));
    EXPECT(oriel_screen_cast_new(view, &options, &callbacks, &second) == ORIEL_ERROR_BUSY && second == NULL);
    TURN_UNTIL(has_first_frame);
    WORKS(oriel_screen_cast_set_suspended(cast, true));
    WORKS(oriel_screen_cast_set_suspended(cast, false));
    TURN_UNTIL(has_ended);
    WORKS(oriel_screen_cast_free(cast));
    EXPECT(oriel_screen_cast_set_suspended(cast, true) == ORIEL_ERROR_HANDLE);
}

int main(int count, char **arguments)
{
    bool films = count == 3 && strcmp(arguments[1], "camera") == 0;

    if (!films && (count != 2 || strcmp(arguments[1], "cast") != 0)) {
        fprintf(stderr, "usage: sources camera FILE | sources cast\n");
        return 2;
    }
    main_thread = pthread_self();
    WORKS(oriel_application_new("org.example.Sources", ORIEL_OUTLIVES_VIEWS, &application));
    WORKS(oriel_view_new_for_frames(application, NULL, &view));
    WORKS(oriel_view_show(view, ORIEL_MODE_WINDOW));
    if (films) {
        file = arguments[2];
        film();
    } else {
        cast();
    }
    WORKS(oriel_view_free(view));
    WORKS(oriel_application_free(application));
    printf("sources: %d checks, %d failures\n", (int)checks, (int)failures);
    return failures == 0 ? 0 : 1;
}
