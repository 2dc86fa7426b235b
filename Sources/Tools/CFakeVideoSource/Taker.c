#define _GNU_SOURCE
#include "CFakeVideoSource.h"
#include "CPipeWire.h"
#include "pipewire_nodes.h"
#include <errno.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define pw oriel_pw

struct taker {
    uint32_t node;
    struct pw_main_loop *loop;
    struct pw_core *core;
    struct pw_registry *registry;
    struct pw_stream *stream;
    struct spa_hook core_hook, registry_hook, stream_hook;
    struct spa_source *timer;
    bool destroys, is_refused;
    void (*streaming)(bool is_streaming);
    bool is_streaming;
};

static void global_added(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
    (void)permissions, (void)version;
    struct taker *t = data;
    const char *camera = properties ? spa_dict_lookup(properties, "link.output.node") : NULL;
    const char *user = properties ? spa_dict_lookup(properties, "link.input.node") : NULL;
    if (!t->destroys || strcmp(type, "PipeWire:Interface:Link") != 0 || !camera || !user
        || strtoul(camera, NULL, 10) != t->node || strtoul(user, NULL, 10) == pw.stream_get_node_id(t->stream)) return;
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)t->registry, struct pw_registry_binding, result, destroy, 0, id);
    (void)result;
}

static void process(void *data) {
    struct taker *t = data;
    struct pw_buffer *buffer = pw.stream_dequeue_buffer(t->stream);
    if (buffer) pw.stream_queue_buffer(t->stream, buffer);
}

static void state_changed(void *data, int old, int state, const char *error) {
    (void)old, (void)error;
    struct taker *t = data;
    bool is_streaming = state == PW_STREAM_STATE_STREAMING;
    if (is_streaming != t->is_streaming) t->streaming(is_streaming);
    t->is_streaming = is_streaming;
    t->is_refused = state == PW_STREAM_STATE_UNCONNECTED || state == PW_STREAM_STATE_ERROR;
}

static const struct pw_stream_events stream_events = {.state_changed = state_changed, .process = process};

static void take(struct taker *t) {
    t->is_refused = false;
    t->stream = pw.stream_new(
        t->core, "taker",
        pw.properties_new_string(
            t->destroys ? "media.type=Video media.category=Capture media.role=Camera"
                        : "media.type=Video media.category=Capture media.role=Camera node.exclusive=true"));
    pw.stream_add_listener(t->stream, &t->stream_hook, &stream_events, t);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    struct spa_rectangle usual = {640, 480}, least = {1, 1}, most = {16384, 16384};
    const struct spa_pod *format = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
        SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_size,
        SPA_POD_CHOICE_RANGE_Rectangle(&usual, &least, &most));
    pw.stream_connect(
        t->stream, SPA_DIRECTION_INPUT, t->node,
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_DONT_RECONNECT, &format, 1);
}

/// Tries again: the session manager gives a camera to one program alone once no other uses it.
static void tick(void *data, uint64_t expirations) {
    (void)expirations;
    struct taker *t = data;
    if (!t->is_refused) return;
    spa_hook_remove(&t->stream_hook);
    pw.stream_destroy(t->stream);
    take(t);
}

static void failed(void *data, uint32_t id, int seq, int result, const char *message) {
    (void)seq, (void)result, (void)message;
    if (id == PW_ID_CORE) pw.main_loop_quit(((struct taker *)data)->loop);
}

static const struct pw_core_events core_events = {.error = failed};
static const struct pw_registry_events registry_events = {.global = global_added};

int fake_taker_run(uint32_t node, bool destroys, void (*streaming)(bool is_streaming)) {
    struct taker t = {.node = node, .destroys = destroys, .streaming = streaming};
    t.loop = pw.main_loop_new(NULL);
    struct pw_context *context = pw.context_new(pw.main_loop_get_loop(t.loop), NULL, 0);
    t.core = pw.context_connect(context, NULL, 0);
    if (!t.core) return -errno;
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)t.core, struct pw_core_methods, result, add_listener, 0, &t.core_hook, &core_events,
        &t);
    spa_interface_call_res(
        (struct spa_interface *)t.core, struct pw_core_methods, t.registry, get_registry, 0, 3, 0);
    take(&t);
    spa_interface_call_res(
        (struct spa_interface *)t.registry, struct pw_registry_methods, result, add_listener, 0, &t.registry_hook,
        &registry_events, &t);
    (void)result;
    struct pw_loop *loop = pw.main_loop_get_loop(t.loop);
    t.timer = spa_loop_utils_add_timer(loop->utils, tick, &t);
    struct timespec interval = {0, 50000000};
    spa_loop_utils_update_timer(loop->utils, t.timer, &interval, &interval, false);
    pw.main_loop_run(t.loop);
    return 0;
}
