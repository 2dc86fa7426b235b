#include "oriel-gtk.h"

#include "application.h"

#include <gdk/wayland/gdkwayland.h>

struct _OrielVideo {
    GtkWidget parent_instance;

    char *media;
    char *error;
    gboolean plays, is_automatic, is_muted;
    /* Forwards its input to the library's controls. */
    gboolean has_controls;
    /* The key that is held, whose presses repeat; 0 if none is. */
    guint held_key;
    double volume, rate;
    gboolean is_buffering, has_ended, is_linear;
    /* The tracks of each oriel_track_kind: names, and the selected one. */
    char **tracks[3];
    int selected[3];

    gboolean uses_application, is_closing, has_closed;
    oriel_player *player;
    oriel_view *view;
    oriel_controller *controller;
    /* The last values that were notified. */
    gboolean floats, is_possible;

    /* The frame clock's signal while the widget is mapped. */
    GdkFrameClock *clock;
    gulong layout, after_paint;
    /* The picture's rectangle in the window's surface, and the part of it that parents and window leave visible. */
    oriel_rectangle frame, clip;
    /* The picture's next commit waits for the window's. */
    gboolean is_synchronized;
    /* Changes with each drawing that is for a commit alone. */
    gboolean parity;
};

G_DEFINE_FINAL_TYPE(OrielVideo, oriel_video, GTK_TYPE_WIDGET)

enum {
    PROP_MEDIA = 1,
    PROP_PLAYING,
    PROP_VOLUME,
    PROP_MUTED,
    PROP_ERROR,
    PROP_PICTURE_IN_PICTURE,
    PROP_PICTURE_IN_PICTURE_POSSIBLE,
    PROP_AUTOMATIC,
    PROP_CONTROLS,
    PROP_RATE,
    PROP_BUFFERING,
    PROP_ENDED,
    PROP_LINEAR_PLAYBACK,
    PROP_AUDIO_TRACKS,
    PROP_AUDIO_TRACK,
    PROP_SUBTITLE_TRACKS,
    PROP_SUBTITLE_TRACK,
    PROPERTIES
};
static GParamSpec *properties[PROPERTIES];

enum { WILL_START, DID_START, FAILED_TO_START, RESTORE, WILL_STOP, DID_STOP, CLOSED, SIGNALS };
static guint signals[SIGNALS];

/* ---- Errors ---- */

static void set_error(OrielVideo *self, const char *error)
{
    if (g_strcmp0(self->error, error) == 0) return;
    g_free(self->error);
    self->error = g_strdup(error);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_ERROR]);
}

/* Notes why a function of the library failed. */
static gboolean is_ok(OrielVideo *self, oriel_error result)
{
    if (result != ORIEL_OK) set_error(self, oriel_last_error());
    return result == ORIEL_OK;
}

/* ---- What the library tells ---- */

/* Keeps a value, and tells of its change. */
static void note(OrielVideo *self, gboolean *kept, gboolean value, guint property)
{
    if (value == *kept) return;
    *kept = value;
    g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
}

/* Names the widget after the film, for screen readers. */
static void describe(OrielVideo *self)
{
    char title[1024];
    char *label;

    if (oriel_player_title(self->player, title, sizeof title, NULL) != ORIEL_OK) return;
    label = g_utf8_make_valid(title, -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_free(label);
}

/* Keeps the tracks of a kind, and tells of their change, the list first. Without a player there are none. */
static void note_tracks(OrielVideo *self, oriel_track_kind kind, guint list_property, guint selected_property)
{
    size_t count = 0, length;
    ptrdiff_t selected = -1;
    char **names;

    if (self->player) oriel_player_get_tracks(self->player, kind, &count, &selected);
    names = g_new0(char *, count + 1);
    for (size_t index = 0; index < count; index++) {
        length = 0;
        oriel_player_track_name(self->player, kind, index, NULL, 0, &length);
        names[index] = g_malloc0(length + 1);
        oriel_player_track_name(self->player, kind, index, names[index], length + 1, NULL);
    }
    if (g_strv_equal((const char *const *)names, (const char *const *)self->tracks[kind])) {
        g_strfreev(names);
    } else {
        g_strfreev(self->tracks[kind]);
        self->tracks[kind] = names;
        g_object_notify_by_pspec(G_OBJECT(self), properties[list_property]);
    }
    note(self, &self->selected[kind], (int)selected, selected_property);
}

static void note_all_tracks(OrielVideo *self)
{
    note_tracks(self, ORIEL_TRACK_SOUND, PROP_AUDIO_TRACKS, PROP_AUDIO_TRACK);
    note_tracks(self, ORIEL_TRACK_SUBTITLES, PROP_SUBTITLE_TRACKS, PROP_SUBTITLE_TRACK);
}

static void player_changed(oriel_player *player, void *data)
{
    OrielVideo *self = data;
    oriel_player_state state = {.size = sizeof state};
    char *failure;
    size_t length;

    if (oriel_player_get(player, &state) != ORIEL_OK) return;
    if (state.status == ORIEL_PLAYER_FAILED && oriel_player_failure(player, NULL, 0, &length) == ORIEL_OK) {
        failure = g_malloc(length + 1);
        oriel_player_failure(player, failure, length + 1, NULL);
        set_error(self, failure);
        g_free(failure);
    }
    describe(self);
    note_all_tracks(self);
    note(self, &self->plays, !state.is_paused && !state.has_ended, PROP_PLAYING);
    note(self, &self->is_muted, state.is_muted, PROP_MUTED);
    note(self, &self->is_buffering, state.is_buffering, PROP_BUFFERING);
    note(self, &self->has_ended, state.has_ended, PROP_ENDED);
    if (ABS(state.speed - self->rate) > 0.0001) {
        self->rate = state.speed;
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RATE]);
    }
    if (ABS(state.volume / 100.0 - self->volume) > 0.001) {
        self->volume = state.volume / 100.0;
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_VOLUME]);
    }
}

static void controller_changed(oriel_controller *controller, void *data)
{
    OrielVideo *self = data;
    oriel_controller_state state = {.size = sizeof state};

    if (oriel_controller_get(controller, &state) != ORIEL_OK) return;
    note(self, &self->floats, state.is_active, PROP_PICTURE_IN_PICTURE);
    if (state.is_possible != self->is_possible) {
        self->is_possible = state.is_possible;
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_PICTURE_IN_PICTURE_POSSIBLE]);
        gtk_widget_action_set_enabled(
            GTK_WIDGET(self), "video.toggle-picture-in-picture", state.is_possible || state.is_active);
    }
}

static void will_start(oriel_controller *controller, void *data) { g_signal_emit(data, signals[WILL_START], 0); }

static void did_start(oriel_controller *controller, void *data)
{
    controller_changed(controller, data);
    g_signal_emit(data, signals[DID_START], 0);
}

static void failed_to_start(oriel_controller *controller, oriel_start_error error, void *data)
{
    g_signal_emit(data, signals[FAILED_TO_START], 0, oriel_start_error_text(error));
}

static void restore(oriel_controller *controller, uint64_t request, void *data)
{
    gboolean is_restored = FALSE;

    g_signal_emit(data, signals[RESTORE], 0, &is_restored);
    oriel_controller_restored(controller, request, is_restored);
}

static void will_stop(oriel_controller *controller, void *data) { g_signal_emit(data, signals[WILL_STOP], 0); }

static void did_stop(oriel_controller *controller, oriel_stop_reason reason, void *data)
{
    controller_changed(controller, data);
    g_signal_emit(data, signals[DID_STOP], 0, (guint)reason);
}

/* Lets GTK commit the window's surface in its next frame. It leaves a frame out in which nothing has changed. */
static void commit_window(OrielVideo *self)
{
    self->parity = !self->parity;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void window_wanted(oriel_view *view, const oriel_window_request *request, void *data)
{
    OrielVideo *self = data;
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));

    if (!root || !GTK_IS_WINDOW(root)) return;
    if (request->activation_token) gtk_window_set_startup_id(GTK_WINDOW(root), request->activation_token);
    if (request->state.is_full_screen) gtk_window_fullscreen(GTK_WINDOW(root));
    if (request->takes_focus) gtk_window_present(GTK_WINDOW(root));
    commit_window(self);
}

static void close_media(OrielVideo *self);

static void close_later(void *data)
{
    OrielVideo *self = data;

    if (self->has_closed) close_media(self);
    g_object_unref(self);
}

/* By a command; the widget's own closing is no news. */
static void view_closed(oriel_view *view, void *data)
{
    OrielVideo *self = data;

    if (self->is_closing) return;
    self->has_closed = TRUE;
    g_idle_add_once(close_later, g_object_ref(self));
    g_signal_emit(self, signals[CLOSED], 0);
}

/* ---- The picture's place ---- */

static void set_frame(OrielVideo *self, oriel_rectangle frame, oriel_rectangle clip)
{
    if (memcmp(&frame, &self->frame, sizeof frame) == 0 && memcmp(&clip, &self->clip, sizeof clip) == 0) return;
    self->frame = frame;
    self->clip = clip;
    if (!self->view) return;
    /* In one refresh with what GTK draws. */
    if (!self->is_synchronized) oriel_view_set_synchronized(self->view, true);
    self->is_synchronized = TRUE;
    oriel_view_set_clipped_frame(self->view, &frame, &clip);
    commit_window(self);
}

static void painted(GdkFrameClock *clock, OrielVideo *self)
{
    if (self->is_synchronized && self->view) oriel_view_set_synchronized(self->view, false);
    self->is_synchronized = FALSE;
}

static oriel_rectangle rounded(const graphene_rect_t *rectangle, double x, double y)
{
    int left = (int)lround(rectangle->origin.x + x), top = (int)lround(rectangle->origin.y + y);

    return (oriel_rectangle){
        left, top, (int)lround(rectangle->origin.x + x + rectangle->size.width) - left,
        (int)lround(rectangle->origin.y + y + rectangle->size.height) - top};
}

/* The part of the window that is left by those of the widget's parents that clip their children. */
static graphene_rect_t visible_part(GtkWidget *widget, GtkWidget *native)
{
    graphene_rect_t part = GRAPHENE_RECT_INIT(0, 0, gtk_widget_get_width(native), gtk_widget_get_height(native)), bounds;

    for (GtkWidget *parent = gtk_widget_get_parent(widget); parent && parent != native;
         parent = gtk_widget_get_parent(parent))
        if (gtk_widget_get_overflow(parent) == GTK_OVERFLOW_HIDDEN &&
            gtk_widget_compute_bounds(parent, native, &bounds) && !graphene_rect_intersection(&part, &bounds, &part))
            return (graphene_rect_t)GRAPHENE_RECT_INIT(0, 0, 0, 0);
    return part;
}

/* The frame clock's layout phase: the window is laid out, and drawn after this. It also comes when a parent scrolls, which
 * allocates nothing anew here. */
static void laid_out(GdkFrameClock *clock, OrielVideo *self)
{
    GtkNative *native = gtk_widget_get_native(GTK_WIDGET(self));
    graphene_rect_t bounds, part;
    double x, y;

    if (!native || !gtk_widget_compute_bounds(GTK_WIDGET(self), GTK_WIDGET(native), &bounds)) return;
    part = visible_part(GTK_WIDGET(self), GTK_WIDGET(native));
    gtk_native_get_surface_transform(native, &x, &y);
    set_frame(self, rounded(&bounds, x, y), rounded(&part, x, y));
}

static void commit_needed(oriel_view *view, void *data) { commit_window(data); }

/* ---- Input for the library's controls ---- */

static gboolean forward(OrielVideo *self, oriel_input input)
{
    bool is_used = false;

    input.size = sizeof input;
    return self->view && self->has_controls && oriel_view_forward(self->view, &input, &is_used) == ORIEL_OK && is_used;
}

/* A position of the widget's in its window's surface. */
static void to_surface(OrielVideo *self, double *x, double *y)
{
    *x += self->frame.x;
    *y += self->frame.y;
}

static void pointer_moved(GtkEventControllerMotion *motion, double x, double y, OrielVideo *self)
{
    to_surface(self, &x, &y);
    forward(self, (oriel_input){.kind = ORIEL_POINTER_MOVED, .x = x, .y = y});
}

static void pointer_left(GtkEventControllerMotion *motion, OrielVideo *self)
{
    forward(self, (oriel_input){.kind = ORIEL_POINTER_LEFT});
}

static void keyboard_left(GtkEventControllerFocus *focus, OrielVideo *self)
{
    self->held_key = 0;
    forward(self, (oriel_input){.kind = ORIEL_KEYBOARD_LEFT});
}

/* linux/input-event-codes.h numbers the buttons otherwise. */
static uint32_t button_code(guint button) { return button == 2 ? 0x112 : button == 3 ? 0x111 : 0x110; }

static uint32_t modifiers(GdkModifierType state)
{
    return (state & GDK_SHIFT_MASK ? ORIEL_MODIFIER_SHIFT : 0) | (state & GDK_CONTROL_MASK ? ORIEL_MODIFIER_CONTROL : 0) |
           (state & GDK_ALT_MASK ? ORIEL_MODIFIER_ALT : 0) | (state & GDK_SUPER_MASK ? ORIEL_MODIFIER_LOGO : 0);
}

static gboolean forward_touch(OrielVideo *self, GdkEvent *event, oriel_input_kind kind)
{
    oriel_input input = {.kind = kind, .finger = (int64_t)(intptr_t)gdk_event_get_event_sequence(event)};

    gdk_event_get_position(event, &input.x, &input.y);
    return forward(self, input);
}

/* Buttons, fingers and keys. Each is the program's if it is of no use here. */
static gboolean handle(GtkEventControllerLegacy *controller, GdkEvent *event, OrielVideo *self)
{
    GdkEventType type = gdk_event_get_event_type(event);
    oriel_input input = {0};

    switch (type) {
    case GDK_BUTTON_PRESS:
    case GDK_BUTTON_RELEASE:
        if (type == GDK_BUTTON_PRESS && self->has_controls) gtk_widget_grab_focus(GTK_WIDGET(self));
        return forward(self, (oriel_input){
            .kind = type == GDK_BUTTON_PRESS ? ORIEL_BUTTON_PRESSED : ORIEL_BUTTON_RELEASED,
            .button = button_code(gdk_button_event_get_button(event))});
    case GDK_TOUCH_BEGIN: return forward_touch(self, event, ORIEL_TOUCH_BEGAN);
    case GDK_TOUCH_UPDATE: return forward_touch(self, event, ORIEL_TOUCH_MOVED);
    case GDK_TOUCH_END: return forward_touch(self, event, ORIEL_TOUCH_ENDED);
    case GDK_TOUCH_CANCEL: return forward_touch(self, event, ORIEL_TOUCHES_CANCELLED);
    case GDK_KEY_PRESS:
    case GDK_KEY_RELEASE:
        input.keysym = gdk_key_event_get_keyval(event);
        input.modifiers = modifiers(gdk_event_get_modifier_state(event));
        input.kind = type == GDK_KEY_RELEASE               ? ORIEL_KEY_RELEASED
                     : input.keysym == self->held_key      ? ORIEL_KEY_REPEATED
                                                           : ORIEL_KEY_PRESSED;
        self->held_key = type == GDK_KEY_PRESS ? input.keysym : 0;
        return forward(self, input);
    default: return FALSE;
    }
}

static void listen(OrielVideo *self)
{
    GtkEventController *motion = gtk_event_controller_motion_new(), *focus = gtk_event_controller_focus_new();
    GtkEventController *others = gtk_event_controller_legacy_new();

    g_signal_connect(motion, "enter", G_CALLBACK(pointer_moved), self);
    g_signal_connect(motion, "motion", G_CALLBACK(pointer_moved), self);
    g_signal_connect(motion, "leave", G_CALLBACK(pointer_left), self);
    g_signal_connect(focus, "leave", G_CALLBACK(keyboard_left), self);
    g_signal_connect(others, "event", G_CALLBACK(handle), self);
    gtk_widget_add_controller(GTK_WIDGET(self), motion);
    gtk_widget_add_controller(GTK_WIDGET(self), focus);
    gtk_widget_add_controller(GTK_WIDGET(self), others);
}

/* Lets the window keep the screen on. A widget in a popover has another surface. */
static void name_window(OrielVideo *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    GdkSurface *surface = root ? gtk_native_get_surface(GTK_NATIVE(root)) : NULL;

    if (surface && GDK_IS_WAYLAND_TOPLEVEL(surface))
        oriel_view_set_toplevel(self->view, gdk_wayland_surface_get_wl_surface(surface));
}

/* Puts the picture into the window that the widget is in now. */
static void enter_window(OrielVideo *self)
{
    GdkSurface *surface = gtk_native_get_surface(gtk_widget_get_native(GTK_WIDGET(self)));

    if (!self->view || !GDK_IS_WAYLAND_SURFACE(surface)) return;
    if (is_ok(self, oriel_view_set_surface(
            self->view, gdk_wayland_display_get_wl_display(gdk_surface_get_display(surface)),
            gdk_wayland_surface_get_wl_surface(surface))))
        name_window(self);
}

/* The next layout sets the frame. */
static void forget_frame(OrielVideo *self) { self->frame = self->clip = (oriel_rectangle){0}; }

static void open_media(OrielVideo *self)
{
    oriel_window window = {.size = sizeof window, .show = window_wanted, .data = self};
    oriel_view_options options = {.size = sizeof options, .window = &window, .closed = view_closed, .data = self};
    oriel_controller_callbacks callbacks = {
        .size = sizeof callbacks, .will_start = will_start, .did_start = did_start, .failed_to_start = failed_to_start,
        .restore = restore, .will_stop = will_stop, .did_stop = did_stop, .changed = controller_changed, .data = self};
    GdkSurface *surface = gtk_native_get_surface(gtk_widget_get_native(GTK_WIDGET(self)));
    oriel_application *application;

    if (self->view || !self->media) return;
    if (!GDK_IS_WAYLAND_SURFACE(surface)) {
        set_error(self, "the display isn't a Wayland compositor's");
        return;
    }
    application = oriel_gtk_application_use();
    if (!application) {
        set_error(self, oriel_last_error());
        return;
    }
    self->uses_application = TRUE;
    if (!is_ok(self, oriel_player_new(self->media, self->plays ? 0 : ORIEL_PLAYER_PAUSED, &self->player)) ||
        !is_ok(self, oriel_view_new_in_surface(
            application, self->player, gdk_wayland_display_get_wl_display(gdk_surface_get_display(surface)),
            gdk_wayland_surface_get_wl_surface(surface), &options, &self->view)) ||
        !is_ok(self, oriel_controller_new(self->view, &callbacks, NULL, &self->controller))) {
        close_media(self);
        return;
    }
    name_window(self);
    oriel_view_set_commit_needed(self->view, commit_needed, self);
    oriel_view_set(self->view, ORIEL_OUTLIVES_PICTURE_IN_PICTURE, true);
    oriel_controller_set(self->controller, ORIEL_STARTS_AUTOMATICALLY_FROM_INLINE, self->is_automatic);
    oriel_controller_set(self->controller, ORIEL_REQUIRES_LINEAR_PLAYBACK, self->is_linear);
    oriel_player_set_speed(self->player, self->rate);
    oriel_player_set_volume(self->player, (int)lround(self->volume * 100));
    oriel_player_set_muted(self->player, self->is_muted);
    oriel_player_set_changed(self->player, player_changed, self);
    set_error(self, NULL);
    describe(self);
    forget_frame(self);
}

static void close_media(OrielVideo *self)
{
    self->is_closing = TRUE;
    g_clear_pointer(&self->controller, oriel_controller_free);
    g_clear_pointer(&self->view, oriel_view_free);
    if (self->player) oriel_player_set_changed(self->player, NULL, NULL);
    g_clear_pointer(&self->player, oriel_player_free);
    if (self->uses_application) oriel_gtk_application_release();
    self->uses_application = self->is_closing = self->has_closed = FALSE;
    forget_frame(self);
    note(self, &self->floats, FALSE, PROP_PICTURE_IN_PICTURE);
    note(self, &self->is_buffering, FALSE, PROP_BUFFERING);
    note(self, &self->has_ended, FALSE, PROP_ENDED);
    note_all_tracks(self);
}

/* ---- The widget ---- */

static void oriel_video_map(GtkWidget *widget)
{
    OrielVideo *self = ORIEL_VIDEO(widget);

    GTK_WIDGET_CLASS(oriel_video_parent_class)->map(widget);
    if (self->view) enter_window(self);
    else open_media(self);
    forget_frame(self);
    self->clock = g_object_ref(gtk_widget_get_frame_clock(widget));
    self->layout = g_signal_connect_after(self->clock, "layout", G_CALLBACK(laid_out), self);
    self->after_paint = g_signal_connect_after(self->clock, "after-paint", G_CALLBACK(painted), self);
    if (self->view) oriel_view_window_visible(self->view, true);
    gtk_widget_queue_resize(widget);
}

static void oriel_video_unmap(GtkWidget *widget)
{
    OrielVideo *self = ORIEL_VIDEO(widget);

    g_clear_signal_handler(&self->layout, self->clock);
    g_clear_signal_handler(&self->after_paint, self->clock);
    g_clear_object(&self->clock);
    painted(NULL, self);
    if (self->view) {
        oriel_view_window_visible(self->view, false);
        oriel_view_set_surface(self->view, NULL, NULL);
    }
    GTK_WIDGET_CLASS(oriel_video_parent_class)->unmap(widget);
}

static void oriel_video_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    gtk_snapshot_append_color(
        snapshot, &(GdkRGBA){0, 0, ORIEL_VIDEO(widget)->parity ? 1 / 1024.0f : 0, 1},
        &GRAPHENE_RECT_INIT(0, 0, gtk_widget_get_width(widget), gtk_widget_get_height(widget)));
}

static void oriel_video_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline)
{
    *minimum = 0;
    *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 360;
    /* A height that is rounded down would leave bars of a pixel beside the picture. */
    if (for_size > 0) *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? for_size * 16 / 9 : (for_size * 9 + 15) / 16;
}

static GtkSizeRequestMode oriel_video_get_request_mode(GtkWidget *widget) { return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH; }

static void oriel_video_dispose(GObject *object)
{
    close_media(ORIEL_VIDEO(object));
    G_OBJECT_CLASS(oriel_video_parent_class)->dispose(object);
}

static void oriel_video_finalize(GObject *object)
{
    OrielVideo *self = ORIEL_VIDEO(object);

    g_free(self->media);
    g_free(self->error);
    for (int kind = 0; kind < 3; kind++) g_strfreev(self->tracks[kind]);
    G_OBJECT_CLASS(oriel_video_parent_class)->finalize(object);
}

/* ---- Properties ---- */

GtkWidget *oriel_video_new(const char *media) { return g_object_new(ORIEL_TYPE_VIDEO, "media", media, NULL); }

void oriel_video_set_media(OrielVideo *self, const char *media)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (g_strcmp0(self->media, media) == 0) return;
    close_media(self);
    g_free(self->media);
    self->media = g_strdup(media);
    set_error(self, NULL);
    if (gtk_widget_get_mapped(GTK_WIDGET(self))) {
        open_media(self);
        gtk_widget_queue_resize(GTK_WIDGET(self));
    }
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_MEDIA]);
}

const char *oriel_video_get_media(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), NULL);
    return self->media;
}

static void set_playing(OrielVideo *self, gboolean plays)
{
    if (self->player) is_ok(self, plays ? oriel_player_play(self->player) : oriel_player_pause(self->player));
    note(self, &self->plays, plays, PROP_PLAYING);
}

void oriel_video_play(OrielVideo *self)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    set_playing(self, TRUE);
}

void oriel_video_pause(OrielVideo *self)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    set_playing(self, FALSE);
}

gboolean oriel_video_get_playing(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->plays;
}

void oriel_video_seek(OrielVideo *self, gint64 time)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->player) is_ok(self, oriel_player_seek(self->player, CLAMP(time, 0, G_MAXINT64 / 1000) * 1000));
}

gint64 oriel_video_get_position(OrielVideo *self)
{
    oriel_player_state state = {.size = sizeof state};

    g_return_val_if_fail(ORIEL_IS_VIDEO(self), 0);
    return self->player && oriel_player_get(self->player, &state) == ORIEL_OK ? state.position / 1000 : 0;
}

gint64 oriel_video_get_duration(OrielVideo *self)
{
    oriel_player_state state = {.size = sizeof state};

    g_return_val_if_fail(ORIEL_IS_VIDEO(self), -1);
    if (!self->player || oriel_player_get(self->player, &state) != ORIEL_OK || state.duration < 0) return -1;
    return state.duration / 1000;
}

void oriel_video_set_volume(OrielVideo *self, double volume)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self) && !isnan(volume));
    volume = CLAMP(volume, 0, 1);
    if (self->player) is_ok(self, oriel_player_set_volume(self->player, (int)lround(volume * 100)));
    if (volume == self->volume) return;
    self->volume = volume;
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_VOLUME]);
}

double oriel_video_get_volume(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), 0);
    return self->volume;
}

void oriel_video_set_muted(OrielVideo *self, gboolean muted)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->player) is_ok(self, oriel_player_set_muted(self->player, muted));
    note(self, &self->is_muted, muted, PROP_MUTED);
}

gboolean oriel_video_get_muted(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->is_muted;
}

const char *oriel_video_get_error(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), NULL);
    return self->error;
}

void oriel_video_start_picture_in_picture(OrielVideo *self)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->controller) is_ok(self, oriel_controller_start(self->controller));
}

void oriel_video_note_user_action(OrielVideo *self)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->view) oriel_view_note_user_action(self->view);
}

void oriel_video_stop_picture_in_picture(OrielVideo *self)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->controller) is_ok(self, oriel_controller_stop(self->controller));
}

gboolean oriel_video_get_picture_in_picture(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->floats;
}

gboolean oriel_video_get_picture_in_picture_possible(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->is_possible;
}

void oriel_video_set_automatic(OrielVideo *self, gboolean automatic)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->controller)
        oriel_controller_set(self->controller, ORIEL_STARTS_AUTOMATICALLY_FROM_INLINE, automatic);
    note(self, &self->is_automatic, automatic, PROP_AUTOMATIC);
}

gboolean oriel_video_get_automatic(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->is_automatic;
}

void oriel_video_set_controls(OrielVideo *self, gboolean controls)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (controls == self->has_controls) return;
    if (!controls) forward(self, (oriel_input){.kind = ORIEL_POINTER_LEFT});
    self->has_controls = controls;
    gtk_widget_set_focusable(GTK_WIDGET(self), controls);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_CONTROLS]);
}

gboolean oriel_video_get_controls(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->has_controls;
}

void oriel_video_set_rate(OrielVideo *self, double rate)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self) && !isnan(rate));
    rate = CLAMP(rate, 0.1, 8);
    if (self->player) is_ok(self, oriel_player_set_speed(self->player, rate));
    if (rate == self->rate) return;
    self->rate = rate;
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RATE]);
}

double oriel_video_get_rate(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), 1);
    return self->rate;
}

gboolean oriel_video_get_buffering(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->is_buffering;
}

gboolean oriel_video_get_ended(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->has_ended;
}

void oriel_video_set_linear_playback(OrielVideo *self, gboolean linear)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->controller) oriel_controller_set(self->controller, ORIEL_REQUIRES_LINEAR_PLAYBACK, linear);
    note(self, &self->is_linear, linear, PROP_LINEAR_PLAYBACK);
}

gboolean oriel_video_get_linear_playback(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), FALSE);
    return self->is_linear;
}

gboolean oriel_video_add(OrielVideo *self, const char *media)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self) && media, FALSE);
    return self->player && oriel_player_add(self->player, media) == ORIEL_OK;
}

void oriel_video_next(OrielVideo *self)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->player) oriel_player_next(self->player);
}

void oriel_video_previous(OrielVideo *self)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->player) oriel_player_previous(self->player);
}

const char *const *oriel_video_get_audio_tracks(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), NULL);
    return (const char *const *)self->tracks[ORIEL_TRACK_SOUND];
}

void oriel_video_set_audio_track(OrielVideo *self, int track)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->player) oriel_player_select_track(self->player, ORIEL_TRACK_SOUND, track);
    note_all_tracks(self);
}

int oriel_video_get_audio_track(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), -1);
    return self->selected[ORIEL_TRACK_SOUND];
}

const char *const *oriel_video_get_subtitle_tracks(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), NULL);
    return (const char *const *)self->tracks[ORIEL_TRACK_SUBTITLES];
}

void oriel_video_set_subtitle_track(OrielVideo *self, int track)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->player) oriel_player_select_track(self->player, ORIEL_TRACK_SUBTITLES, track);
    note_all_tracks(self);
}

int oriel_video_get_subtitle_track(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), -1);
    return self->selected[ORIEL_TRACK_SUBTITLES];
}

void oriel_video_show_message(OrielVideo *self, const char *text, gint64 duration)
{
    g_return_if_fail(ORIEL_IS_VIDEO(self));
    if (self->view) oriel_view_show_message(self->view, text, false, CLAMP(duration, 0, G_MAXINT64 / 1000) * 1000);
}

oriel_player *oriel_video_get_player(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), NULL);
    return self->player;
}

oriel_view *oriel_video_get_view(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), NULL);
    return self->view;
}

oriel_controller *oriel_video_get_controller(OrielVideo *self)
{
    g_return_val_if_fail(ORIEL_IS_VIDEO(self), NULL);
    return self->controller;
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    OrielVideo *self = ORIEL_VIDEO(object);

    switch (id) {
    case PROP_MEDIA: g_value_set_string(value, self->media); break;
    case PROP_PLAYING: g_value_set_boolean(value, self->plays); break;
    case PROP_VOLUME: g_value_set_double(value, self->volume); break;
    case PROP_MUTED: g_value_set_boolean(value, self->is_muted); break;
    case PROP_ERROR: g_value_set_string(value, self->error); break;
    case PROP_PICTURE_IN_PICTURE: g_value_set_boolean(value, self->floats); break;
    case PROP_PICTURE_IN_PICTURE_POSSIBLE: g_value_set_boolean(value, self->is_possible); break;
    case PROP_AUTOMATIC: g_value_set_boolean(value, self->is_automatic); break;
    case PROP_CONTROLS: g_value_set_boolean(value, self->has_controls); break;
    case PROP_RATE: g_value_set_double(value, self->rate); break;
    case PROP_BUFFERING: g_value_set_boolean(value, self->is_buffering); break;
    case PROP_ENDED: g_value_set_boolean(value, self->has_ended); break;
    case PROP_LINEAR_PLAYBACK: g_value_set_boolean(value, self->is_linear); break;
    case PROP_AUDIO_TRACKS: g_value_set_boxed(value, self->tracks[ORIEL_TRACK_SOUND]); break;
    case PROP_AUDIO_TRACK: g_value_set_int(value, self->selected[ORIEL_TRACK_SOUND]); break;
    case PROP_SUBTITLE_TRACKS: g_value_set_boxed(value, self->tracks[ORIEL_TRACK_SUBTITLES]); break;
    case PROP_SUBTITLE_TRACK: g_value_set_int(value, self->selected[ORIEL_TRACK_SUBTITLES]); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
    OrielVideo *self = ORIEL_VIDEO(object);

    switch (id) {
    case PROP_MEDIA: oriel_video_set_media(self, g_value_get_string(value)); break;
    case PROP_PLAYING: set_playing(self, g_value_get_boolean(value)); break;
    case PROP_VOLUME: oriel_video_set_volume(self, g_value_get_double(value)); break;
    case PROP_MUTED: oriel_video_set_muted(self, g_value_get_boolean(value)); break;
    case PROP_AUTOMATIC: oriel_video_set_automatic(self, g_value_get_boolean(value)); break;
    case PROP_CONTROLS: oriel_video_set_controls(self, g_value_get_boolean(value)); break;
    case PROP_RATE: oriel_video_set_rate(self, g_value_get_double(value)); break;
    case PROP_LINEAR_PLAYBACK: oriel_video_set_linear_playback(self, g_value_get_boolean(value)); break;
    case PROP_AUDIO_TRACK: oriel_video_set_audio_track(self, g_value_get_int(value)); break;
    case PROP_SUBTITLE_TRACK: oriel_video_set_subtitle_track(self, g_value_get_int(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

/* ---- Actions ---- */

static void play_action(GtkWidget *widget, const char *name, GVariant *unused)
{
    set_playing(ORIEL_VIDEO(widget), g_str_has_suffix(name, "play"));
}

static void toggle_playing_action(GtkWidget *widget, const char *name, GVariant *unused)
{
    set_playing(ORIEL_VIDEO(widget), !ORIEL_VIDEO(widget)->plays);
}

static void toggle_action(GtkWidget *widget, const char *name, GVariant *unused)
{
    OrielVideo *self = ORIEL_VIDEO(widget);

    oriel_video_note_user_action(self);
    if (self->floats) oriel_video_stop_picture_in_picture(self);
    else oriel_video_start_picture_in_picture(self);
}

static void swap_action(GtkWidget *widget, const char *name, GVariant *unused)
{
    OrielVideo *self = ORIEL_VIDEO(widget);

    if (self->controller) is_ok(self, oriel_controller_swap(self->controller));
}

/* Without a handler of the program's the window comes back, if the widget is in one. */
static gboolean default_restore(OrielVideo *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));

    return root && GTK_IS_WINDOW(root) && gtk_widget_get_mapped(GTK_WIDGET(self));
}

static guint add_signal(OrielVideoClass *class, const char *name)
{
    return g_signal_new(name, G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void oriel_video_class_init(OrielVideoClass *class)
{
    const GParamFlags reads = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    const GParamFlags both = reads | G_PARAM_WRITABLE;
    GObjectClass *object = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);

    object->dispose = oriel_video_dispose;
    object->finalize = oriel_video_finalize;
    object->get_property = get_property;
    object->set_property = set_property;
    widget->map = oriel_video_map;
    widget->unmap = oriel_video_unmap;
    widget->snapshot = oriel_video_snapshot;
    widget->measure = oriel_video_measure;
    widget->get_request_mode = oriel_video_get_request_mode;

    /**
     * OrielVideo:media:
     *
     * The path of a file, or an address.
     */
    properties[PROP_MEDIA] = g_param_spec_string("media", NULL, NULL, NULL, both);
    /**
     * OrielVideo:playing:
     *
     * Whether it is to play.
     */
    properties[PROP_PLAYING] = g_param_spec_boolean("playing", NULL, NULL, FALSE, both);
    /**
     * OrielVideo:volume:
     *
     * The volume, from 0 to 1.
     */
    properties[PROP_VOLUME] = g_param_spec_double("volume", NULL, NULL, 0, 1.3, 1, both);
    /**
     * OrielVideo:muted:
     *
     * Whether it is silent.
     */
    properties[PROP_MUTED] = g_param_spec_boolean("muted", NULL, NULL, FALSE, both);
    /**
     * OrielVideo:error:
     *
     * Why it can't play, in a sentence; %NULL if it can.
     */
    properties[PROP_ERROR] = g_param_spec_string("error", NULL, NULL, NULL, reads);
    /**
     * OrielVideo:picture-in-picture:
     *
     * Whether the picture floats.
     */
    properties[PROP_PICTURE_IN_PICTURE] = g_param_spec_boolean("picture-in-picture", NULL, NULL, FALSE, reads);
    /**
     * OrielVideo:picture-in-picture-possible:
     *
     * Whether it may float now.
     */
    properties[PROP_PICTURE_IN_PICTURE_POSSIBLE] =
        g_param_spec_boolean("picture-in-picture-possible", NULL, NULL, FALSE, reads);
    /**
     * OrielVideo:automatic:
     *
     * Whether a playing picture floats by itself when its window can't be seen any more.
     */
    properties[PROP_AUTOMATIC] = g_param_spec_boolean("automatic", NULL, NULL, FALSE, both);
    /**
     * OrielVideo:controls:
     *
     * Whether Oriel's own controls appear over the picture and act on pointer, fingers and keys.
     */
    properties[PROP_CONTROLS] = g_param_spec_boolean("controls", NULL, NULL, FALSE, both);
    /**
     * OrielVideo:rate:
     *
     * The speed, 0.1 to 8, also while it is paused; sound keeps its pitch.
     */
    properties[PROP_RATE] = g_param_spec_double("rate", NULL, NULL, 0.1, 8, 1, both);
    /**
     * OrielVideo:buffering:
     *
     * Whether it waits for frames, from the network say.
     */
    properties[PROP_BUFFERING] = g_param_spec_boolean("buffering", NULL, NULL, FALSE, reads);
    /**
     * OrielVideo:ended:
     *
     * Whether it was played to its end.
     */
    properties[PROP_ENDED] = g_param_spec_boolean("ended", NULL, NULL, FALSE, reads);
    /**
     * OrielVideo:linear-playback:
     *
     * Whether the user may not skip, for advertisements and legal text.
     */
    properties[PROP_LINEAR_PLAYBACK] = g_param_spec_boolean("linear-playback", NULL, NULL, FALSE, both);
    /**
     * OrielVideo:audio-tracks:
     *
     * Names of the sound tracks for a menu; none before the medium is open.
     */
    properties[PROP_AUDIO_TRACKS] = g_param_spec_boxed("audio-tracks", NULL, NULL, G_TYPE_STRV, reads);
    /**
     * OrielVideo:audio-track:
     *
     * Index of the sound in `audio-tracks`; -1 for none.
     */
    properties[PROP_AUDIO_TRACK] = g_param_spec_int("audio-track", NULL, NULL, -1, G_MAXINT, -1, both);
    /**
     * OrielVideo:subtitle-tracks:
     *
     * Names of the subtitles for a menu; none before the medium is open.
     */
    properties[PROP_SUBTITLE_TRACKS] = g_param_spec_boxed("subtitle-tracks", NULL, NULL, G_TYPE_STRV, reads);
    /**
     * OrielVideo:subtitle-track:
     *
     * Index of the subtitles in `subtitle-tracks`; -1 for none.
     */
    properties[PROP_SUBTITLE_TRACK] = g_param_spec_int("subtitle-track", NULL, NULL, -1, G_MAXINT, -1, both);
    g_object_class_install_properties(object, PROPERTIES, properties);

    /**
     * OrielVideo::will-start:
     * @self: the video
     *
     * The picture is about to float.
     */
    signals[WILL_START] = add_signal(class, "will-start");
    /**
     * OrielVideo::did-start:
     * @self: the video
     *
     * The picture floats.
     */
    signals[DID_START] = add_signal(class, "did-start");
    /**
     * OrielVideo::failed-to-start:
     * @self: the video
     * @error: why, in a sentence
     *
     * The picture stays in its place.
     */
    signals[FAILED_TO_START] = g_signal_new(
        "failed-to-start", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
        G_TYPE_STRING);
    /**
     * OrielVideo::restore:
     * @self: the video
     *
     * The picture returns: bring back the page that shows it. Without a handler it returns if the widget is mapped.
     *
     * Returns: whether the widget is in a window again; false ends Picture in Picture and pauses
     */
    signals[RESTORE] = g_signal_new_class_handler(
        "restore", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, G_CALLBACK(default_restore),
        g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 0);
    /**
     * OrielVideo::will-stop:
     * @self: the video
     *
     * The picture is about to stop floating.
     */
    signals[WILL_STOP] = add_signal(class, "will-stop");
    /**
     * OrielVideo::did-stop:
     * @self: the video
     * @reason: the number of an `oriel_stop_reason` of oriel.h
     *
     * The picture no longer floats.
     */
    signals[DID_STOP] = g_signal_new(
        "did-stop", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    /**
     * OrielVideo::closed:
     * @self: the video
     *
     * A command has closed the video; it plays no more until another medium is set.
     */
    signals[CLOSED] = add_signal(class, "closed");

    gtk_widget_class_install_action(widget, "video.play", NULL, play_action);
    gtk_widget_class_install_action(widget, "video.pause", NULL, play_action);
    gtk_widget_class_install_action(widget, "video.toggle-playing", NULL, toggle_playing_action);
    gtk_widget_class_install_action(widget, "video.toggle-picture-in-picture", NULL, toggle_action);
    gtk_widget_class_install_action(widget, "video.swap", NULL, swap_action);
    gtk_widget_class_set_css_name(widget, "video");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void oriel_video_init(OrielVideo *self)
{
    self->volume = self->rate = 1;
    for (int kind = 0; kind < 3; kind++) {
        self->tracks[kind] = g_new0(char *, 1);
        self->selected[kind] = -1;
    }
    listen(self);
}
