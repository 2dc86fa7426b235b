// A connection to PipeWire with a loop of its own: the part that a stream and a watch of cameras have alike.
#pragma once
#include "CPipeWire.h"
#include "pipewire_abi.h"
#include <pthread.h>

#define pw oriel_pw

/// The first member of its owner, so that a pointer to the owner is one to the connection.
struct oriel_pipewire_connection {
    int remote;
    // Guards the two; the loop is set while it may be invoked.
    pthread_mutex_t lock;
    struct pw_main_loop *loop;
    bool is_stopped;

    // The rest belongs to the connection's thread.
    struct pw_main_loop *own_loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook core_hook, registry_hook;
    // Why it ends; negative while it runs.
    int reason;
    char message[256];
};

void oriel_connection_init(struct oriel_pipewire_connection *connection, int remote);
void oriel_connection_free(struct oriel_pipewire_connection *connection);
/// Connects, with listeners that get the owner; an earlier stop or a failure ends it.
void oriel_connection_open(
    struct oriel_pipewire_connection *connection, const struct pw_core_events *core_events,
    const struct pw_registry_events *registry_events);
/// Runs the loop until the end, and lets nothing be invoked afterwards.
void oriel_connection_run(struct oriel_pipewire_connection *connection);
void oriel_connection_close(struct oriel_pipewire_connection *connection);
/// Notes the reason and leaves the loop; only the first reason counts.
void oriel_connection_end(void *owner, int reason, const char *message);
/// Ends it from any thread.
void oriel_connection_stop(struct oriel_pipewire_connection *connection);
/// Calls a function in the loop, if it runs. `lock` is held.
void oriel_connection_invoke(
    struct oriel_pipewire_connection *connection, spa_invoke_func_t function, const void *data, size_t size);
/// Handles the core's `error`.
void oriel_connection_failed(void *owner, uint32_t id, int seq, int result, const char *message);
