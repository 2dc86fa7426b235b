#define _GNU_SOURCE
#include "CPipeWire.h"
#include "CLinux.h"
#include "stream.h"
#include <errno.h>
#include <spa/pod/builder.h>
#include <spa/utils/result.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define end oriel_connection_end

/// Ends a stream that never had a format, or has no buffers for the last one. PipeWire's error may say why there is no
/// format; NULL if there was none.
static void fail_without_buffers(struct oriel_pipewire_stream *s, const char *error) {
    char message[sizeof s->connection.message];
    if (s->had_format) {
        snprintf(
            message, sizeof message, "there is no memory for frames of %u×%u", s->format.size.width,
            s->format.size.height);
    } else {
        const char *open = error ? " (" : "", *close = error ? ")" : "";
        snprintf(
            message, sizeof message, "it offers no format that can be shown%s%s%s", open, error ? error : "", close);
    }
    end(s, ORIEL_PIPEWIRE_FAILED, message);
}

static void patience_ended(void *data, uint64_t expirations) {
    (void)expirations;
    struct oriel_pipewire_stream *s = data;
    pthread_mutex_lock(&s->connection.lock);
    bool is_active = s->is_active;
    pthread_mutex_unlock(&s->connection.lock);
    // A source whose frames aren't wanted may take its time.
    if (!is_active) return oriel_stream_await_buffers(s, true);
    fail_without_buffers(s, NULL);
}

static int set_active_in_loop(
    struct spa_loop *loop, bool async, uint32_t seq, const void *data, size_t size, void *stream) {
    (void)loop, (void)async, (void)seq, (void)size;
    struct oriel_pipewire_stream *s = stream;
    if (s->stream) pw.stream_set_active(s->stream, *(const bool *)data);
    return 0;
}

static int offer_memory_in_loop(
    struct spa_loop *loop, bool async, uint32_t seq, const void *data, size_t size, void *stream) {
    (void)loop, (void)async, (void)seq, (void)data, (void)size;
    struct oriel_pipewire_stream *s = stream;
    s->dmabuf_count = 0;
    if (!s->stream) return 0;
    const struct spa_pod *offers[ORIEL_MOST_OFFERS];
    uint32_t count = 0;
    void *memory = oriel_stream_offer(s, offers, &count);
    if (!memory) {
        end(s, ORIEL_PIPEWIRE_FAILED, strerror(ENOMEM));
        return 0;
    }
    pw.stream_update_params(s->stream, offers, count);
    free(memory);
    return 0;
}

void oriel_pipewire_stop(struct oriel_pipewire_stream *s) {
    oriel_connection_stop(&s->connection);
}

void oriel_pipewire_set_active(struct oriel_pipewire_stream *s, bool is_active) {
    pthread_mutex_lock(&s->connection.lock);
    s->is_active = is_active;
    oriel_connection_invoke(&s->connection, set_active_in_loop, &is_active, sizeof is_active);
    pthread_mutex_unlock(&s->connection.lock);
}

void oriel_pipewire_offer_memory(struct oriel_pipewire_stream *s) {
    pthread_mutex_lock(&s->connection.lock);
    oriel_connection_invoke(&s->connection, offer_memory_in_loop, NULL, 0);
    pthread_mutex_unlock(&s->connection.lock);
}

// Events

static void state_changed(void *data, int old, int state, const char *error) {
    struct oriel_pipewire_stream *s = data;
    bool has_failed = state == PW_STREAM_STATE_ERROR;
    bool is_disconnected = state == PW_STREAM_STATE_UNCONNECTED && old > PW_STREAM_STATE_CONNECTING;
    if (!has_failed && !is_disconnected) return;
    // The link may have failed: PipeWire 1.6 reports that as an error; with older versions the session manager may
    // disconnect the stream. A source that is gone was removed from the list before (`global_removed`).
    if (s->is_listed && (!s->had_format || s->lacks_buffers)) return fail_without_buffers(s, error);
    end(s, has_failed ? ORIEL_PIPEWIRE_FAILED : ORIEL_PIPEWIRE_GONE, error);
}

static void global_added(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
    (void)permissions, (void)type, (void)version, (void)properties;
    struct oriel_pipewire_stream *s = data;
    if (id == s->node) s->is_listed = true;
}

static void global_removed(void *data, uint32_t id) {
    struct oriel_pipewire_stream *s = data;
    if (id == s->node) end(s, ORIEL_PIPEWIRE_GONE, NULL);
}

static const struct pw_stream_events stream_events = {
    .state_changed = state_changed, .param_changed = oriel_stream_format_changed,
    .add_buffer = oriel_stream_add_buffer, .remove_buffer = oriel_stream_remove_buffer,
    .process = oriel_stream_process};
static const struct pw_core_events core_events = {.error = oriel_connection_failed};
static const struct pw_registry_events registry_events = {.global = global_added, .global_remove = global_removed};

// Connecting

static void connect_stream(struct oriel_pipewire_stream *s, bool is_active) {
    // WirePlumber 0.5 would else replace a source that is gone by another one, such as a camera.
#define PROPERTIES "media.type=Video media.category=Capture node.dont-fallback=true media.role="
    s->stream = pw.stream_new(
        s->connection.core, s->name,
        pw.properties_new_string(s->wanted_size.width ? PROPERTIES "Camera" : PROPERTIES "Screen"));
#undef PROPERTIES
    if (!s->stream) return end(s, ORIEL_PIPEWIRE_FAILED, strerror(errno));
    pw.stream_add_listener(s->stream, &s->stream_hook, &stream_events, s);
    const struct spa_pod *offers[ORIEL_MOST_OFFERS];
    uint32_t count = 0;
    void *memory = oriel_stream_offer(s, offers, &count);
    if (!memory) return end(s, ORIEL_PIPEWIRE_FAILED, strerror(ENOMEM));
    // Buffers are mapped here, where frames keep them (frames.c).
    int result = pw.stream_connect(
        s->stream, SPA_DIRECTION_INPUT, s->node, PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_DONT_RECONNECT, offers,
        count);
    free(memory);
    if (result < 0) return end(s, ORIEL_PIPEWIRE_FAILED, spa_strerror(result));
    if (!is_active) pw.stream_set_active(s->stream, false);
    oriel_stream_await_buffers(s, true);
}

void oriel_pipewire_run(
    struct oriel_pipewire_stream *s, const struct oriel_pipewire_callbacks *callbacks, void *context) {
    s->callbacks = callbacks;
    s->context = context;
    struct oriel_pipewire_connection *c = &s->connection;
    oriel_connection_open(c, &core_events, &registry_events);
    pthread_mutex_lock(&c->lock);
    bool is_active = s->is_active;
    pthread_mutex_unlock(&c->lock);
    struct spa_loop_utils *utils = c->own_loop ? pw.main_loop_get_loop(c->own_loop)->utils : NULL;
    if (c->reason < 0 && s->milliseconds) s->patience = spa_loop_utils_add_timer(utils, patience_ended, s);
    if (c->reason < 0) connect_stream(s, is_active);
    oriel_connection_run(c);
    if (s->patience) spa_loop_utils_destroy_source(utils, s->patience);
    s->patience = NULL;
    if (s->stream) {
        // Its end is not news.
        spa_hook_remove(&s->stream_hook);
        pw.stream_destroy(s->stream);
        oriel_stream_forget_buffers(s);
    }
    oriel_connection_close(c);
    callbacks->ended(context, c->reason, c->message);
}
