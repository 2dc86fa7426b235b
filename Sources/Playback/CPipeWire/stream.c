// A stream's memory, its end and its waits, on which the other files of this target stand.
#include "stream.h"
#include "CLinux.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct oriel_pipewire oriel_pw;

bool oriel_pipewire_open(char *problem, size_t capacity) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_open;
    const struct oriel_function functions[] = {
#define ENTRY(result, name, parameters) {(void *)&pw.name, "pw_" #name},
        ORIEL_PIPEWIRE_FUNCTIONS(ENTRY)
#undef ENTRY
    };
    pthread_mutex_lock(&lock);
    if (!is_open) {
        is_open = oriel_load_functions(
            "libpipewire-0.3.so.0", functions, sizeof functions / sizeof *functions, problem, capacity);
        if (is_open) pw.init(NULL, NULL);
    }
    bool result = is_open;
    pthread_mutex_unlock(&lock);
    return result;
}

oriel_pipewire_stream *oriel_pipewire_new(
    int remote, uint32_t node, const char *name, const struct oriel_pipewire_wishes *wishes) {
    struct oriel_pipewire_stream *s = calloc(1, sizeof *s);
    char *copy = strdup(name);
    struct oriel_pipewire_dmabuf *dmabufs = calloc(wishes->dmabuf_count + 1, sizeof *dmabufs);
    if (!s || !copy || !dmabufs) {
        free(s);
        free(copy);
        free(dmabufs);
        return NULL;
    }
    for (size_t i = 0; i < wishes->dmabuf_count; i++) dmabufs[i] = wishes->dmabufs[i];
    s->dmabufs = dmabufs;
    s->dmabuf_count = wishes->dmabuf_count;
    s->wants_pointer = wishes->pointer;
    s->milliseconds = wishes->milliseconds;
    s->window = -1;
    s->node = node;
    s->name = copy;
    s->is_active = true;
    oriel_connection_init(&s->connection, remote);
    return s;
}

void oriel_pipewire_film(
    struct oriel_pipewire_stream *s, uint32_t width, uint32_t height, uint32_t rate, bool is_jpeg) {
    s->wanted_size = (struct spa_rectangle){width, height};
    s->wanted_rate = rate;
    s->wants_jpeg = is_jpeg;
}

void oriel_pipewire_free(struct oriel_pipewire_stream *s) {
    oriel_connection_free(&s->connection);
    if (s->window >= 0) close(s->window);
    free(s->name);
    free(s->dmabufs);
    free(s);
}

// The end

void oriel_pipewire_fail(struct oriel_pipewire_stream *s, const char *message) {
    oriel_connection_end(s, ORIEL_PIPEWIRE_FAILED, message);
}

void oriel_stream_await_buffers(struct oriel_pipewire_stream *s, bool is_waiting) {
    if (!s->patience) return;
    uint32_t wait = is_waiting ? s->milliseconds : 0;
    struct timespec first = {wait / 1000, wait % 1000 * 1000000}, none = {0, 0};
    spa_loop_utils_update_timer(pw.main_loop_get_loop(s->connection.loop)->utils, s->patience, &first, &none, false);
}
