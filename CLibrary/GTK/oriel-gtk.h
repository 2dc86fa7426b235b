/*
 * Oriel for GTK 4: a video inside a window that floats by itself (Picture in Picture), as a widget. For C and, by
 * GObject introspection, for Python, Vala and others. docs/gtk.md shows how to begin.
 *
 * Everything belongs to the main thread. The widget serves Oriel from GLib's default main context; a program needs no
 * loop of its own. On X11, and without a compositor that Oriel can use, a video shows nothing and `error` says why.
 *
 * The signals' handlers:
 *
 *     will-start, did-start, will-stop, closed:
 *         void handler(OrielVideo *self, gpointer data)
 *     failed-to-start, with the reason in a sentence:
 *         void handler(OrielVideo *self, const char *error, gpointer data)
 *     restore, which returns whether the widget is in a window again:
 *         gboolean handler(OrielVideo *self, gpointer data)
 *     did-stop, with an oriel_stop_reason of oriel.h:
 *         void handler(OrielVideo *self, guint reason, gpointer data)
 */
#ifndef ORIEL_GTK_H
#define ORIEL_GTK_H

#include <gtk/gtk.h>
#include <oriel.h>

G_BEGIN_DECLS

#define ORIEL_TYPE_VIDEO (oriel_video_get_type())

/**
 * OrielVideo:
 *
 * A video, in its place in a window or floating above all others.
 *
 * The picture is a subsurface above the window's own drawing, clipped by parents that clip their children (scrolled
 * windows do) and by the window. Widgets can't be drawn over it. Without [property@OrielGtk.Video:controls] pointer and
 * keys are the program's, which draws its controls beside the picture, or connects them to the actions `video.play`,
 * `video.pause`, `video.toggle-playing`, `video.toggle-picture-in-picture` and `video.swap`.
 *
 * A widget that is unmapped while its picture floats, because its page was left, goes on floating. It returns when
 * [signal@OrielGtk.Video::restore] was answered and the widget is mapped again. A program that leaves a page for good
 * keeps a reference to the widget meanwhile.
 */
G_DECLARE_FINAL_TYPE(OrielVideo, oriel_video, ORIEL, VIDEO, GtkWidget)

/**
 * oriel_video_new:
 * @media: (nullable): the path of a file, or an address; %NULL for none yet
 *
 * Creates a video, which waits for [method@OrielGtk.Video.play].
 *
 * Returns: (transfer floating): the video
 */
GtkWidget *oriel_video_new(const char *media);

/**
 * oriel_video_set_media:
 * @self: the video
 * @media: (nullable): the path of a file, or an address; %NULL for none
 *
 * Plays another medium. Picture in Picture of the former one ends.
 */
void oriel_video_set_media(OrielVideo *self, const char *media);

/**
 * oriel_video_get_media:
 * @self: the video
 *
 * Returns: (nullable): the path or address
 */
const char *oriel_video_get_media(OrielVideo *self);

/**
 * oriel_video_play:
 * @self: the video
 *
 * Begins or continues; from the beginning after its end.
 */
void oriel_video_play(OrielVideo *self);

/**
 * oriel_video_pause:
 * @self: the video
 *
 * Pauses at the present frame.
 */
void oriel_video_pause(OrielVideo *self);

/**
 * oriel_video_get_playing:
 * @self: the video
 *
 * Returns: whether it is to play: false while it is paused, and after its end
 */
gboolean oriel_video_get_playing(OrielVideo *self);

/**
 * oriel_video_seek:
 * @self: the video
 * @time: from the medium's beginning, in microseconds
 *
 * Seeks; the picture stays until the new one has come.
 */
void oriel_video_seek(OrielVideo *self, gint64 time);

/**
 * oriel_video_get_position:
 * @self: the video
 *
 * Returns: the time from the medium's beginning, in microseconds
 */
gint64 oriel_video_get_position(OrielVideo *self);

/**
 * oriel_video_get_duration:
 * @self: the video
 *
 * Returns: the medium's length in microseconds; -1 if unknown
 */
gint64 oriel_video_get_duration(OrielVideo *self);

/**
 * oriel_video_set_volume:
 * @self: the video
 * @volume: from 0 to 1; other values are clamped
 */
void oriel_video_set_volume(OrielVideo *self, double volume);

/**
 * oriel_video_get_volume:
 * @self: the video
 *
 * Returns: the volume, from 0 to 1
 */
double oriel_video_get_volume(OrielVideo *self);

/**
 * oriel_video_set_muted:
 * @self: the video
 * @muted: whether it is silent
 */
void oriel_video_set_muted(OrielVideo *self, gboolean muted);

/**
 * oriel_video_get_muted:
 * @self: the video
 *
 * Returns: whether it is silent
 */
gboolean oriel_video_get_muted(OrielVideo *self);

/**
 * oriel_video_get_error:
 * @self: the video
 *
 * Returns: (nullable): why it can't play, in a sentence; %NULL if it can
 */
const char *oriel_video_get_error(OrielVideo *self);

/**
 * oriel_video_start_picture_in_picture:
 * @self: the video
 *
 * Lets the picture float. Does nothing while [property@OrielGtk.Video:picture-in-picture-possible] is false.
 */
void oriel_video_start_picture_in_picture(OrielVideo *self);

/**
 * oriel_video_note_user_action:
 * @self: the video
 *
 * Says that the user has just acted on the program's own controls: a button, a menu, a key. A start within five seconds
 * counts as the user's and isn't refused because the window can't be seen. The action `video.toggle-picture-in-picture`
 * always counts as the user's.
 */
void oriel_video_note_user_action(OrielVideo *self);

/**
 * oriel_video_stop_picture_in_picture:
 * @self: the video
 *
 * Brings the picture back into its place.
 */
void oriel_video_stop_picture_in_picture(OrielVideo *self);

/**
 * oriel_video_get_picture_in_picture:
 * @self: the video
 *
 * Returns: whether the picture floats
 */
gboolean oriel_video_get_picture_in_picture(OrielVideo *self);

/**
 * oriel_video_get_picture_in_picture_possible:
 * @self: the video
 *
 * Returns: whether it may float now
 */
gboolean oriel_video_get_picture_in_picture_possible(OrielVideo *self);

/**
 * oriel_video_set_automatic:
 * @self: the video
 * @automatic: whether a playing picture floats by itself when its window can't be seen any more
 */
void oriel_video_set_automatic(OrielVideo *self, gboolean automatic);

/**
 * oriel_video_get_automatic:
 * @self: the video
 *
 * Returns: whether a playing picture floats by itself when its window can't be seen any more
 */
gboolean oriel_video_get_automatic(OrielVideo *self);

/**
 * oriel_video_set_controls:
 * @self: the video
 * @controls: whether Oriel's own controls appear over the picture
 *
 * Lets Oriel's own controls appear while the pointer moves over the picture or a finger taps on it, and act on its keys
 * while the widget has the focus. Events that mean nothing to them are the program's.
 */
void oriel_video_set_controls(OrielVideo *self, gboolean controls);

/**
 * oriel_video_get_controls:
 * @self: the video
 *
 * Returns: whether Oriel's own controls appear over the picture
 */
gboolean oriel_video_get_controls(OrielVideo *self);

/**
 * oriel_video_set_rate:
 * @self: the video
 * @rate: the speed, from 0.1 to 8; other values are clamped
 *
 * Sets the speed, also for when it is paused. Sound keeps its pitch.
 */
void oriel_video_set_rate(OrielVideo *self, double rate);

/**
 * oriel_video_get_rate:
 * @self: the video
 *
 * Returns: the speed, also while it is paused
 */
double oriel_video_get_rate(OrielVideo *self);

/**
 * oriel_video_get_buffering:
 * @self: the video
 *
 * Returns: whether it waits for frames, from the network say
 */
gboolean oriel_video_get_buffering(OrielVideo *self);

/**
 * oriel_video_get_ended:
 * @self: the video
 *
 * Returns: whether it was played to its end
 */
gboolean oriel_video_get_ended(OrielVideo *self);

/**
 * oriel_video_set_linear_playback:
 * @self: the video
 * @linear: whether the user may not skip, for advertisements and legal text
 */
void oriel_video_set_linear_playback(OrielVideo *self, gboolean linear);

/**
 * oriel_video_get_linear_playback:
 * @self: the video
 *
 * Returns: whether the user may not skip
 */
gboolean oriel_video_get_linear_playback(OrielVideo *self);

/**
 * oriel_video_add:
 * @self: the video
 * @media: the path of a file, a folder or a playlist, or an address
 *
 * Appends a medium to those that are played after the present one. Setting [property@OrielGtk.Video:media] forgets them.
 *
 * Returns: whether there is something to play; false before the widget was mapped with a medium
 */
gboolean oriel_video_add(OrielVideo *self, const char *media);

/**
 * oriel_video_next:
 * @self: the video
 *
 * Plays the next medium that was added, if there is one.
 */
void oriel_video_next(OrielVideo *self);

/**
 * oriel_video_previous:
 * @self: the video
 *
 * Plays the medium before the present one, if there is one.
 */
void oriel_video_previous(OrielVideo *self);

/**
 * oriel_video_get_audio_tracks:
 * @self: the video
 *
 * Returns the names of the sound tracks for a menu; none before the medium is open.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names
 */
const char *const *oriel_video_get_audio_tracks(OrielVideo *self);

/**
 * oriel_video_set_audio_track:
 * @self: the video
 * @track: index in [property@OrielGtk.Video:audio-tracks]; -1 for none; others have no effect
 *
 * Selects the sound.
 */
void oriel_video_set_audio_track(OrielVideo *self, int track);

/**
 * oriel_video_get_audio_track:
 * @self: the video
 *
 * Returns: index of the sound in [property@OrielGtk.Video:audio-tracks]; -1 for none
 */
int oriel_video_get_audio_track(OrielVideo *self);

/**
 * oriel_video_get_subtitle_tracks:
 * @self: the video
 *
 * Returns the names of the subtitles for a menu; none before the medium is open.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names
 */
const char *const *oriel_video_get_subtitle_tracks(OrielVideo *self);

/**
 * oriel_video_set_subtitle_track:
 * @self: the video
 * @track: index in [property@OrielGtk.Video:subtitle-tracks]; -1 for none; others have no effect
 *
 * Selects the subtitles.
 */
void oriel_video_set_subtitle_track(OrielVideo *self, int track);

/**
 * oriel_video_get_subtitle_track:
 * @self: the video
 *
 * Returns: index of the subtitles in [property@OrielGtk.Video:subtitle-tracks]; -1 for none
 */
int oriel_video_get_subtitle_track(OrielVideo *self);

/**
 * oriel_video_show_message:
 * @self: the video
 * @text: (nullable): the message; %NULL hides the last one
 * @duration: in microseconds
 *
 * Shows a message over the picture, in the place of the last one.
 */
void oriel_video_show_message(OrielVideo *self, const char *text, gint64 duration);

/**
 * oriel_video_get_player:
 * @self: the video
 *
 * Returns the player beneath. Languages other than C get a pointer, for functions of oriel.h that they call.
 *
 * Returns: (nullable) (transfer none) (type gpointer): the player beneath, for the functions of oriel.h: until another medium is set, the video is closed
 * or the widget ends; it isn't freed. The callbacks of oriel_player_set_changed are the widget's: use observers. %NULL
 * before the widget was mapped with a medium
 */
oriel_player *oriel_video_get_player(OrielVideo *self);

/**
 * oriel_video_get_view:
 * @self: the video
 *
 * Returns the view beneath.
 *
 * Returns: (nullable) (transfer none) (type gpointer): the view beneath, as [method@OrielGtk.Video.get_player]; its surface and frame are the widget's
 */
oriel_view *oriel_video_get_view(OrielVideo *self);

/**
 * oriel_video_get_controller:
 * @self: the video
 *
 * Returns the controller beneath.
 *
 * Returns: (nullable) (transfer none) (type gpointer): the controller beneath, as [method@OrielGtk.Video.get_player]
 */
oriel_controller *oriel_video_get_controller(OrielVideo *self);

G_END_DECLS

#endif
