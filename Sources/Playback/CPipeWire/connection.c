#include "connection.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void oriel_connection_init(struct oriel_pipewire_connection *c, int remote) {
    c->remote = remote;
    c->reason = -1;
    pthread_mutex_init(&c->lock, NULL);
}

void oriel_connection_free(struct oriel_pipewire_connection *c) {
    if (c->remote >= 0) close(c->remote);
    pthread_mutex_destroy(&c->lock);
}

void oriel_connection_end(void *owner, int reason, const char *message) {
    struct oriel_pipewire_connection *c = owner;
    if (c->reason >= 0) return;
    c->reason = reason;
    snprintf(c->message, sizeof c->message, "%s", message ? message : "");
    if (c->loop) pw.main_loop_quit(c->loop);
}

void oriel_connection_failed(void *owner, uint32_t id, int seq, int result, const char *message) {
    (void)seq;
    // Other objects' errors come as their own events, or are of a camera that went while it was asked.
    if (id != PW_ID_CORE) return;
    oriel_connection_end(owner, result == -EPIPE ? ORIEL_PIPEWIRE_LOST : ORIEL_PIPEWIRE_FAILED, message);
}

void oriel_connection_invoke(
    struct oriel_pipewire_connection *c, spa_invoke_func_t function, const void *data, size_t size) {
    if (!c->loop) return;
    spa_loop_invoke(pw.main_loop_get_loop(c->loop)->loop, function, 0, data, size, false, c);
}

static int stop_in_loop(struct spa_loop *loop, bool async, uint32_t seq, const void *data, size_t size, void *owner) {
    (void)loop, (void)async, (void)seq, (void)data, (void)size;
    oriel_connection_end(owner, ORIEL_PIPEWIRE_STOPPED, NULL);
    return 0;
}

void oriel_connection_stop(struct oriel_pipewire_connection *c) {
    pthread_mutex_lock(&c->lock);
    c->is_stopped = true;
    oriel_connection_invoke(c, stop_in_loop, NULL, 0);
    pthread_mutex_unlock(&c->lock);
}

static void connect_core(
    struct oriel_pipewire_connection *c, const struct pw_core_events *core_events,
    const struct pw_registry_events *registry_events) {
    int remote = c->remote;
    c->remote = -1;
    // The descriptor is closed by the library, also if it fails.
    c->core = remote >= 0 ? pw.context_connect_fd(c->context, remote, NULL, 0)
                          : pw.context_connect(c->context, NULL, 0);
    if (!c->core) return oriel_connection_end(c, ORIEL_PIPEWIRE_NO_SERVER, strerror(errno));
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)c->core, struct pw_core_methods, result, add_listener, 0, &c->core_hook, core_events,
        c);
    spa_interface_call_res(
        (struct spa_interface *)c->core, struct pw_core_methods, c->registry, get_registry, 0, 3, 0);
    if (c->registry) {
        spa_interface_call_res(
            (struct spa_interface *)c->registry, struct pw_registry_methods, result, add_listener, 0, &c->registry_hook,
            registry_events, c);
    }
    (void)result;
}

void oriel_connection_open(
    struct oriel_pipewire_connection *c, const struct pw_core_events *core_events,
    const struct pw_registry_events *registry_events) {
    c->own_loop = pw.main_loop_new(NULL);
    c->context = c->own_loop ? pw.context_new(pw.main_loop_get_loop(c->own_loop), NULL, 0) : NULL;
    if (c->context) {
        connect_core(c, core_events, registry_events);
    } else {
        oriel_connection_end(c, ORIEL_PIPEWIRE_FAILED, strerror(errno));
    }
    pthread_mutex_lock(&c->lock);
    if (c->is_stopped) oriel_connection_end(c, ORIEL_PIPEWIRE_STOPPED, NULL);
    c->loop = c->reason < 0 ? c->own_loop : NULL;
    pthread_mutex_unlock(&c->lock);
}

void oriel_connection_run(struct oriel_pipewire_connection *c) {
    if (c->reason < 0) pw.main_loop_run(c->own_loop);
    pthread_mutex_lock(&c->lock);
    c->loop = NULL;
    pthread_mutex_unlock(&c->lock);
}

void oriel_connection_close(struct oriel_pipewire_connection *c) {
    if (c->registry) {
        spa_hook_remove(&c->registry_hook);
        pw.proxy_destroy((struct pw_proxy *)c->registry);
    }
    if (c->core) {
        spa_hook_remove(&c->core_hook);
        pw.core_disconnect(c->core);
    }
    if (c->context) pw.context_destroy(c->context);
    if (c->own_loop) pw.main_loop_destroy(c->own_loop);
    if (c->reason < 0) c->reason = ORIEL_PIPEWIRE_FAILED;
}
