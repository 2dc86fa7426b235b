#include "CMediaPlayer.h"
#include <errno.h>
#include <stddef.h>

#define PATH "/org/mpris/MediaPlayer2"
#define ROOT "org.mpris.MediaPlayer2"
#define PLAYER "org.mpris.MediaPlayer2.Player"

// Declared as in <systemd/sd-bus-vtable.h> (systemd 243), which need not be installed.
typedef int method_handler(oriel_message *, void *, void *error);
typedef int property_getter(
    oriel_bus *, const char *path, const char *interface, const char *property, oriel_message *, void *, void *error);
struct row {
    uint8_t type : 8;
    uint64_t flags : 56;
    union {
        struct {
            size_t element_size;
            uint64_t features;
            const unsigned *format;
        } start;
        struct {
            const char *member, *signature, *result;
            method_handler *handler;
            size_t offset;
            const char *names;
        } method;
        struct {
            const char *member, *signature, *names;
        } signal;
        struct {
            const char *member, *signature;
            property_getter *get, *set;
            size_t offset;
        } property;
    } x;
};
enum { FEATURE_NAMES = 1, UNPRIVILEGED = 1 << 2, CONSTANT = 1 << 4, EMITS_CHANGE = 1 << 5 };

static int call(oriel_message *message, void *data, void *error);
static int get(
    oriel_bus *bus, const char *path, const char *interface, const char *property, oriel_message *reply, void *data,
    void *error) {
    (void)bus, (void)path, (void)interface, (void)error;
    struct oriel_media_player *player = data;
    return player->get(player->context, property, reply);
}
static int set(
    oriel_bus *bus, const char *path, const char *interface, const char *property, oriel_message *value, void *data,
    void *error) {
    (void)bus, (void)path, (void)interface, (void)error;
    struct oriel_media_player *player = data;
    return player->set(player->context, property, value);
}

// `names` holds the arguments' names, each with its end.
#define METHOD(MEMBER, SIGNATURE, NAMES) \
    {.type = 'M', .flags = UNPRIVILEGED, .x.method = {MEMBER, SIGNATURE, "", call, 0, NAMES}}
#define PROPERTY(MEMBER, SIGNATURE, FLAGS) \
    {.type = 'P', .flags = FLAGS, .x.property = {MEMBER, SIGNATURE, get, NULL, 0}}
#define SETTABLE(MEMBER, SIGNATURE) \
    {.type = 'W', .flags = UNPRIVILEGED | EMITS_CHANGE, .x.property = {MEMBER, SIGNATURE, get, set, 0}}
#define START {.type = '<', .x.start = {sizeof(struct row), FEATURE_NAMES, NULL}}
#define END {.type = '>'}

static struct row root[] = {
    START,
    METHOD("Raise", "", ""),
    METHOD("Quit", "", ""),
    PROPERTY("CanQuit", "b", EMITS_CHANGE),
    SETTABLE("Fullscreen", "b"),
    PROPERTY("CanSetFullscreen", "b", EMITS_CHANGE),
    PROPERTY("CanRaise", "b", EMITS_CHANGE),
    PROPERTY("HasTrackList", "b", EMITS_CHANGE),
    PROPERTY("Identity", "s", EMITS_CHANGE),
    PROPERTY("DesktopEntry", "s", EMITS_CHANGE),
    PROPERTY("SupportedUriSchemes", "as", EMITS_CHANGE),
    PROPERTY("SupportedMimeTypes", "as", EMITS_CHANGE),
    END,
};
static struct row playback[] = {
    START,
    METHOD("Next", "", ""),
    METHOD("Previous", "", ""),
    METHOD("Pause", "", ""),
    METHOD("PlayPause", "", ""),
    METHOD("Stop", "", ""),
    METHOD("Play", "", ""),
    METHOD("Seek", "x", "Offset\0"),
    METHOD("SetPosition", "ox", "TrackId\0Position\0"),
    METHOD("OpenUri", "s", "Uri\0"),
    {.type = 'S', .x.signal = {"Seeked", "x", "Position\0"}},
    PROPERTY("PlaybackStatus", "s", EMITS_CHANGE),
    SETTABLE("LoopStatus", "s"),
    SETTABLE("Shuffle", "b"),
    SETTABLE("Rate", "d"),
    PROPERTY("Metadata", "a{sv}", EMITS_CHANGE),
    SETTABLE("Volume", "d"),
    // Changes all the time; read when it is needed.
    PROPERTY("Position", "x", 0),
    PROPERTY("MinimumRate", "d", EMITS_CHANGE),
    PROPERTY("MaximumRate", "d", EMITS_CHANGE),
    PROPERTY("CanGoNext", "b", EMITS_CHANGE),
    PROPERTY("CanGoPrevious", "b", EMITS_CHANGE),
    PROPERTY("CanPlay", "b", EMITS_CHANGE),
    PROPERTY("CanPause", "b", EMITS_CHANGE),
    PROPERTY("CanSeek", "b", EMITS_CHANGE),
    PROPERTY("CanControl", "b", CONSTANT),
    END,
};

#if __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>
#define SAME_PLACE(ours, theirs) \
    _Static_assert(offsetof(struct row, ours) == offsetof(sd_bus_vtable, theirs), #theirs)
_Static_assert(sizeof(struct row) == sizeof(sd_bus_vtable), "sd_bus_vtable");
SAME_PLACE(x, x);
SAME_PLACE(x.start.element_size, x.start.element_size);
SAME_PLACE(x.start.features, x.start.features);
SAME_PLACE(x.start.format, x.start.vtable_format_reference);
SAME_PLACE(x.method.signature, x.method.signature);
SAME_PLACE(x.method.handler, x.method.handler);
SAME_PLACE(x.method.offset, x.method.offset);
SAME_PLACE(x.method.names, x.method.names);
SAME_PLACE(x.signal.names, x.signal.names);
SAME_PLACE(x.property.get, x.property.get);
SAME_PLACE(x.property.set, x.property.set);
SAME_PLACE(x.property.offset, x.property.offset);
_Static_assert(
    FEATURE_NAMES == _SD_BUS_VTABLE_PARAM_NAMES && UNPRIVILEGED == SD_BUS_VTABLE_UNPRIVILEGED
        && CONSTANT == SD_BUS_VTABLE_PROPERTY_CONST && EMITS_CHANGE == SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE,
    "flags");
#undef SAME_PLACE
#endif

static int call(oriel_message *message, void *data, void *error) {
    (void)error;
    const struct oriel_sd *sd = oriel_sd();
    struct oriel_media_player *player = data;
    oriel_message *reply = NULL;
    int result = player->call(player->context, sd->get_member(message), message);
    if (result >= 0) result = sd->new_method_return(message, &reply);
    if (result >= 0) result = sd->send(NULL, reply, NULL);
    if (reply) sd->unref(reply);
    return result;
}

int oriel_bus_add_media_player(oriel_bus *bus, struct oriel_media_player *player) {
    const struct oriel_sd *sd = oriel_sd();
    root[0].x.start.format = playback[0].x.start.format = sd->object_vtable_format;
    int result = sd->add_object_vtable(bus, &player->slots[0], PATH, ROOT, root, player);
    if (result >= 0) result = sd->add_object_vtable(bus, &player->slots[1], PATH, PLAYER, playback, player);
    return result;
}

void oriel_bus_remove_media_player(struct oriel_media_player *player) {
    for (unsigned i = 0; i < 2; i++) player->slots[i] = oriel_sd()->unref_slot(player->slots[i]);
}
