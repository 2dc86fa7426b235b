// The part of libpipewire's interface that is used here, declared as in <pipewire/pipewire.h> of 0.3 and 1.x, so that a
// build needs only SPA's headers. C only.
#pragma once
#include <spa/buffer/buffer.h>
#include <spa/pod/pod.h>
#include <spa/support/loop.h>
#include <spa/utils/dict.h>
#include <spa/utils/hook.h>
#include <stdbool.h>
#include <stdint.h>

struct pw_loop {
    struct spa_system *system;
    struct spa_loop *loop;
    struct spa_loop_control *control;
    struct spa_loop_utils *utils;
};
struct pw_main_loop;
struct pw_context;
struct pw_core;
struct pw_core_info;
struct pw_registry;
struct pw_proxy;
struct pw_properties;
struct pw_stream;
struct pw_stream_control;

struct pw_buffer {
    struct spa_buffer *buffer;
    void *user_data;
    uint64_t size;
    uint64_t requested;
};

enum { PW_STREAM_STATE_ERROR = -1, PW_STREAM_STATE_UNCONNECTED, PW_STREAM_STATE_CONNECTING, PW_STREAM_STATE_PAUSED,
       PW_STREAM_STATE_STREAMING };
enum { PW_STREAM_FLAG_AUTOCONNECT = 1 << 0, PW_STREAM_FLAG_MAP_BUFFERS = 1 << 2, PW_STREAM_FLAG_DRIVER = 1 << 3,
       PW_STREAM_FLAG_DONT_RECONNECT = 1 << 7, PW_STREAM_FLAG_ALLOC_BUFFERS = 1 << 8 };
enum { PW_ID_CORE = 0 };

struct pw_stream_events {
    uint32_t version;
    void (*destroy)(void *data);
    void (*state_changed)(void *data, int old, int state, const char *error);
    void (*control_info)(void *data, uint32_t id, const struct pw_stream_control *control);
    void (*io_changed)(void *data, uint32_t id, void *area, uint32_t size);
    void (*param_changed)(void *data, uint32_t id, const struct spa_pod *param);
    void (*add_buffer)(void *data, struct pw_buffer *buffer);
    void (*remove_buffer)(void *data, struct pw_buffer *buffer);
    void (*process)(void *data);
    void (*drained)(void *data);
};

struct pw_core_events {
    uint32_t version;
    void (*info)(void *data, const struct pw_core_info *info);
    void (*done)(void *data, uint32_t id, int seq);
    void (*ping)(void *data, uint32_t id, int seq);
    void (*error)(void *data, uint32_t id, int seq, int res, const char *message);
    void (*remove_id)(void *data, uint32_t id);
    void (*bound_id)(void *data, uint32_t id, uint32_t global_id);
    void (*add_mem)(void *data, uint32_t id, uint32_t type, int fd, uint32_t flags);
    void (*remove_mem)(void *data, uint32_t id);
};

struct pw_core_methods {
    uint32_t version;
    int (*add_listener)(void *object, struct spa_hook *listener, const struct pw_core_events *events, void *data);
    int (*hello)(void *object, uint32_t version);
    int (*sync)(void *object, uint32_t id, int seq);
    int (*pong)(void *object, uint32_t id, int seq);
    int (*error)(void *object, uint32_t id, int seq, int res, const char *message);
    struct pw_registry *(*get_registry)(void *object, uint32_t version, size_t user_data_size);
};

struct pw_registry_events {
    uint32_t version;
    void (*global)(
        void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
        const struct spa_dict *properties);
    void (*global_remove)(void *data, uint32_t id);
};

struct pw_registry_methods {
    uint32_t version;
    int (*add_listener)(void *object, struct spa_hook *listener, const struct pw_registry_events *events, void *data);
};

// Functions: result, name without its prefix, parameters.
#define ORIEL_PIPEWIRE_FUNCTIONS(F) \
    F(void, init, (int *count, char ***words)) \
    F(struct pw_main_loop *, main_loop_new, (const struct spa_dict *properties)) \
    F(struct pw_loop *, main_loop_get_loop, (struct pw_main_loop * loop)) \
    F(int, main_loop_run, (struct pw_main_loop * loop)) \
    F(int, main_loop_quit, (struct pw_main_loop * loop)) \
    F(void, main_loop_destroy, (struct pw_main_loop * loop)) \
    F(struct pw_context *, context_new, (struct pw_loop * loop, struct pw_properties * properties, size_t size)) \
    F(void, context_destroy, (struct pw_context * context)) \
    F(struct pw_core *, context_connect, \
      (struct pw_context * context, struct pw_properties * properties, size_t size)) \
    F(struct pw_core *, context_connect_fd, \
      (struct pw_context * context, int descriptor, struct pw_properties * properties, size_t size)) \
    F(int, core_disconnect, (struct pw_core * core)) \
    F(void, proxy_destroy, (struct pw_proxy * proxy)) \
    F(struct pw_properties *, properties_new_string, (const char *text)) \
    F(struct pw_stream *, stream_new, (struct pw_core * core, const char *name, struct pw_properties *properties)) \
    F(void, stream_destroy, (struct pw_stream * stream)) \
    F(void, stream_add_listener, \
      (struct pw_stream * stream, struct spa_hook * hook, const struct pw_stream_events *events, void *data)) \
    F(int, stream_connect, \
      (struct pw_stream * stream, int direction, uint32_t target, int flags, const struct spa_pod **parameters, \
       uint32_t count)) \
    F(int, stream_update_params, (struct pw_stream * stream, const struct spa_pod **parameters, uint32_t count)) \
    F(uint32_t, stream_get_node_id, (struct pw_stream * stream)) \
    F(struct pw_buffer *, stream_dequeue_buffer, (struct pw_stream * stream)) \
    F(int, stream_queue_buffer, (struct pw_stream * stream, struct pw_buffer *buffer)) \
    F(int, stream_set_active, (struct pw_stream * stream, bool is_active)) \
    F(int, stream_trigger_process, (struct pw_stream * stream))

/// libpipewire's functions without their prefix: `stream_new` is `pw_stream_new`.
struct oriel_pipewire {
#define ORIEL_PIPEWIRE_MEMBER(result, name, parameters) result(*name) parameters;
    ORIEL_PIPEWIRE_FUNCTIONS(ORIEL_PIPEWIRE_MEMBER)
#undef ORIEL_PIPEWIRE_MEMBER
};
/// Filled by `oriel_pipewire_open`.
extern struct oriel_pipewire oriel_pw;
