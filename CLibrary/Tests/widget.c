/* The widget from C, in a program without a GApplication and without a name of its own: widget FILM. Plays, floats,
 * returns, plays the film a second time to its end, and ends. */
#include <oriel-gtk.h>
#include <oriel.h>
#include <stdio.h>

static GMainLoop *loop;
static guint stops;
/* Name of the film's file. */
static char *name;

static void say(const char *what)
{
    printf("%s\n", what);
    fflush(stdout);
}

static void possible(OrielVideo *video, GParamSpec *property, gpointer data)
{
    if (stops == 0 && oriel_video_get_picture_in_picture_possible(video)) {
        oriel_video_note_user_action(video);
        oriel_video_start_picture_in_picture(video);
    }
}

static void failed(OrielVideo *video, const char *error, gpointer data)
{
    say(error);
    g_main_loop_quit(loop);
}

static void broken(OrielVideo *video, GParamSpec *property, gpointer data)
{
    if (oriel_video_get_error(video)) failed(video, oriel_video_get_error(video), NULL);
}

static void started(OrielVideo *video, gpointer data)
{
    say("did-start");
    oriel_video_stop_picture_in_picture(video);
}

static gboolean restore(OrielVideo *video, gpointer data)
{
    say("restore");
    return TRUE;
}

static void retold(OrielVideo *video, GParamSpec *property, gpointer data) { ++*(int *)data; }

/* Turns the film's subtitles off and on, and asks for some that aren't there. */
static void choose(OrielVideo *video)
{
    const char *const *names = oriel_video_get_subtitle_tracks(video);
    int off, wrong, on, changes = 0;

    g_signal_connect(video, "notify::subtitle-track", G_CALLBACK(retold), &changes);
    oriel_video_set_subtitle_track(video, 0);
    changes = 0;
    oriel_video_set_subtitle_track(video, -1);
    off = oriel_video_get_subtitle_track(video);
    oriel_video_set_subtitle_track(video, 7);
    wrong = oriel_video_get_subtitle_track(video);
    oriel_video_set_subtitle_track(video, 0);
    on = oriel_video_get_subtitle_track(video);
    g_signal_handlers_disconnect_by_data(video, &changes);
    printf("%u subtitles, %s; %u sounds; %d %d %d, %d changes\n", g_strv_length((char **)names),
        names[0] ? names[0] : "none", g_strv_length((char **)oriel_video_get_audio_tracks(video)), off, wrong, on,
        changes);
}

static void stopped(OrielVideo *video, guint reason, gpointer data)
{
    oriel_player_state state = {.size = sizeof state};

    char *label = gtk_test_accessible_check_property(
        GTK_ACCESSIBLE(video), GTK_ACCESSIBLE_PROPERTY_LABEL, name);

    if (label) say(label);
    g_free(label);
    stops++;
    say(reason == ORIEL_STOP_PROGRAMMATIC ? "did-stop: programmatic" : "did-stop");
    choose(video);
    oriel_video_show_message(video, "The second time", 1000000);
    if (!oriel_video_add(video, oriel_video_get_media(video))) say("nothing was added");
    oriel_video_next(video);
    oriel_video_set_linear_playback(video, TRUE);
    oriel_video_set_rate(video, 8);
    if (oriel_player_get(oriel_video_get_player(video), &state) == ORIEL_OK && state.item == 1 && state.speed == 8 &&
        oriel_video_get_view(video) && oriel_video_get_controller(video) && oriel_video_get_linear_playback(video))
        say("the second item at eight times its speed");
}

static void ended(OrielVideo *video, GParamSpec *property, gpointer data)
{
    if (!oriel_video_get_ended(video) || stops == 0) return;
    say(oriel_video_get_buffering(video) || oriel_video_get_playing(video) ? "ended, but plays" : "ended");
    g_main_loop_quit(loop);
}

int main(int count, char **arguments)
{
    GtkWidget *window, *video;

    /* What screen readers are told is kept, and told to none. */
    g_setenv("GTK_A11Y", "test", TRUE);
    if (count != 2 || !gtk_init_check()) return 2;
    name = g_path_get_basename(arguments[1]);
    loop = g_main_loop_new(NULL, FALSE);
    window = gtk_window_new();
    video = oriel_video_new(arguments[1]);
    g_signal_connect(video, "notify::picture-in-picture-possible", G_CALLBACK(possible), NULL);
    g_signal_connect(video, "notify::error", G_CALLBACK(broken), NULL);
    g_signal_connect(video, "notify::ended", G_CALLBACK(ended), NULL);
    g_signal_connect(video, "failed-to-start", G_CALLBACK(failed), NULL);
    g_signal_connect(video, "did-start", G_CALLBACK(started), NULL);
    g_signal_connect(video, "restore", G_CALLBACK(restore), NULL);
    g_signal_connect(video, "did-stop", G_CALLBACK(stopped), NULL);
    gtk_window_set_child(GTK_WINDOW(window), video);
    gtk_window_present(GTK_WINDOW(window));
    oriel_video_play(ORIEL_VIDEO(video));
    g_main_loop_run(loop);
    gtk_window_destroy(GTK_WINDOW(window));
    say("end");
    return 0;
}
