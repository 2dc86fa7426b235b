/* A ball that bounces, drawn with Cairo: in a window of GTK's, and by Oriel in Picture in Picture.
 * cc bounce.c -lm $(pkg-config --cflags --libs oriel gtk4) */
#include <gtk/gtk.h>
#include <math.h>
#include <oriel.h>

enum { WIDTH = 640, HEIGHT = 360, FRAMES_PER_SECOND = 30 };

static oriel_application *application;
static oriel_view *view;
static oriel_controller *controller;
static GMainLoop *loop;
static gpointer descriptor;
static GtkWidget *window, *picture, *play;
/* What is seen now. */
static cairo_surface_t *frame;
static bool is_playing = true;

/* The rest of a program has something better to do with errors. */
static void check(oriel_error error)
{
    if (error != ORIEL_OK) g_error("%s", oriel_last_error());
}

/* ---- Drawing ---- */

static cairo_surface_t *draw(double seconds)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    double fall = fmod(seconds, 1) * 2 - 1;

    cairo_set_source_rgb(cairo, 0.06, 0.13, 0.19);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 0.19, 0.31, 0.25);
    cairo_rectangle(cairo, 0, 300, WIDTH, HEIGHT);
    cairo_fill(cairo);
    cairo_set_source_rgb(cairo, 1, 0.56, 0.13);
    cairo_arc(cairo, 50 + (WIDTH - 100) * fabs(fmod(seconds / 4, 2) - 1), 270 - 200 * (1 - fall * fall), 30, 0, 7);
    cairo_fill(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    return surface;
}

static void give_back(void *surface)
{
    cairo_surface_destroy(surface);
}

/* The same memory is the window's picture and the floating one's. */
static gboolean tick(gpointer data)
{
    int64_t time;
    oriel_plane plane;
    oriel_frame pushed = {.size = sizeof pushed, .format = ORIEL_FORMAT_BGRX, .width = WIDTH, .height = HEIGHT,
                          .planes = &plane, .plane_count = 1, .release = give_back};

    if (!is_playing) return G_SOURCE_CONTINUE;
    check(oriel_view_get_time(view, &time, NULL));
    if (frame) cairo_surface_destroy(frame);
    frame = draw(time / 1e9);
    plane.bytes = cairo_image_surface_get_data(frame);
    plane.bytes_per_row = cairo_image_surface_get_stride(frame);
    plane.size = (size_t)plane.bytes_per_row * HEIGHT;
    pushed.time = time;
    pushed.data = cairo_surface_reference(frame);
    if (oriel_view_enqueue(view, &pushed) != ORIEL_OK) give_back(frame);
    gtk_widget_queue_draw(picture);
    return G_SOURCE_CONTINUE;
}

static void paint(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
    double scale = fmin((double)width / WIDTH, (double)height / HEIGHT);

    if (!frame) return;
    cairo_translate(cairo, (width - WIDTH * scale) / 2, (height - HEIGHT * scale) / 2);
    cairo_scale(cairo, scale, scale);
    cairo_set_source_surface(cairo, frame, 0, 0);
    cairo_paint(cairo);
}

/* ---- Playback ---- */

static void set_playing(oriel_controller *controller, bool plays, void *data)
{
    is_playing = plays;
    check(oriel_view_set_rate(view, plays ? 1 : 0));
    gtk_button_set_label(GTK_BUTTON(play), plays ? "Pause" : "Play");
}

static bool is_paused(oriel_controller *controller, void *data)
{
    return !is_playing;
}

static void play_pressed(void)
{
    set_playing(controller, !is_playing, NULL);
    check(oriel_controller_invalidate_playback(controller));
}

/* ---- The window ---- */

static uint64_t request;
static int frames_shown;

/* The third frame is drawn once the second one's turn has come, by which the first was seen. */
static gboolean frame_begins(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    if (++frames_shown < 3) return G_SOURCE_CONTINUE;
    check(oriel_view_window_presented(view, request));
    return G_SOURCE_REMOVE;
}

static void show(oriel_view *view, const oriel_window_request *asked, void *data)
{
    if (asked->activation_token) gtk_window_set_startup_id(GTK_WINDOW(window), asked->activation_token);
    if (asked->state.is_full_screen) gtk_window_fullscreen(GTK_WINDOW(window));
    else gtk_window_unfullscreen(GTK_WINDOW(window));
    gtk_window_present(GTK_WINDOW(window));
    request = asked->number;
    frames_shown = 0;
    gtk_widget_add_tick_callback(picture, frame_begins, NULL, NULL);
}

static void hide(oriel_view *view, void *data)
{
    gtk_widget_set_visible(window, FALSE);
}

/* By a command. */
static void closed(oriel_view *view, void *data)
{
    g_main_loop_quit(loop);
}

static void window_changed(void)
{
    oriel_window_state state = {.is_full_screen = gtk_window_is_fullscreen(GTK_WINDOW(window))};

    check(oriel_view_window_changed(view, &state));
    check(oriel_view_window_focused(view, gtk_window_is_active(GTK_WINDOW(window))));
}

static GtkWidget *add_button(GtkWidget *box, const char *label, GCallback pressed)
{
    GtkWidget *button = gtk_button_new_with_label(label);

    g_signal_connect(button, "clicked", pressed, NULL);
    gtk_box_append(GTK_BOX(box), button);
    return button;
}

static void float_pressed(void)
{
    check(oriel_controller_start(controller));
}

static void swap_pressed(void)
{
    check(oriel_controller_swap(controller));
}

static void make_window(void)
{
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *focused;

    window = gtk_window_new();
    gtk_window_set_title(GTK_WINDOW(window), "Bounce");
    picture = gtk_drawing_area_new();
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(picture), paint, NULL, NULL);
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(picture), WIDTH);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(picture), HEIGHT);
    gtk_widget_set_vexpand(picture, TRUE);
    gtk_box_append(GTK_BOX(column), picture);
    gtk_box_append(GTK_BOX(column), row);
    play = add_button(row, "Pause", play_pressed);
    focused = add_button(row, "Picture in Picture", float_pressed);
    add_button(row, "Swap", swap_pressed);
    gtk_window_set_child(GTK_WINDOW(window), column);
    gtk_window_set_focus(GTK_WINDOW(window), focused);
    g_signal_connect_swapped(window, "close-request", G_CALLBACK(g_main_loop_quit), loop);
    g_signal_connect(window, "notify::fullscreened", window_changed, NULL);
    g_signal_connect(window, "notify::is-active", window_changed, NULL);
}

/* ---- Picture in Picture ---- */

static void restore(oriel_controller *controller, uint64_t request, void *data)
{
    check(oriel_controller_restored(controller, request, true));
}

static void did_stop(oriel_controller *controller, oriel_stop_reason reason, void *data)
{
    if (!gtk_widget_get_visible(window)) g_main_loop_quit(loop);
}

/* ---- The loop: the library is one of GLib's sources ---- */

static gboolean prepare(GSource *source, int *timeout)
{
    check(oriel_application_prepare(application, timeout));
    return *timeout == 0;
}

static gboolean is_ready(GSource *source)
{
    return g_source_query_unix_fd(source, descriptor) != 0;
}

static gboolean dispatch(GSource *source, GSourceFunc function, gpointer data)
{
    bool goes_on = false;

    if (oriel_application_dispatch(application, &goes_on) != ORIEL_OK || !goes_on) g_main_loop_quit(loop);
    return G_SOURCE_CONTINUE;
}

int main(void)
{
    static GSourceFuncs functions = {.prepare = prepare, .check = is_ready, .dispatch = dispatch};
    oriel_window ours = {.size = sizeof ours, .show = show, .hide = hide};
    oriel_view_options options = {.size = sizeof options, .window = &ours, .closed = closed};
    oriel_controller_callbacks callbacks = {.size = sizeof callbacks, .restore = restore, .did_stop = did_stop};
    oriel_playback playback = {.size = sizeof playback, .set_playing = set_playing, .is_paused = is_paused};
    GSource *source;
    int number;

    gtk_init();
    loop = g_main_loop_new(NULL, FALSE);
    check(oriel_application_new("org.example.Bounce", ORIEL_OUTLIVES_VIEWS, &application));
    check(oriel_view_new_for_frames(application, &options, &view));
    check(oriel_controller_new(view, &callbacks, &playback, &controller));
    check(oriel_view_set_time(view, 0));
    check(oriel_application_descriptor(application, &number));
    source = g_source_new(&functions, sizeof *source);
    descriptor = g_source_add_unix_fd(source, number, G_IO_IN);
    g_source_attach(source, NULL);
    make_window();
    g_timeout_add(1000 / FRAMES_PER_SECOND, tick, NULL);
    gtk_window_present(GTK_WINDOW(window));
    g_main_loop_run(loop);
    g_source_destroy(source);
    g_source_unref(source);
    check(oriel_application_free(application));
    g_print("bounce: end\n");
    return 0;
}
