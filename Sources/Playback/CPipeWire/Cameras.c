#define _GNU_SOURCE
#include "CPipeWireCameras.h"
#include "pipewire_layouts.h"
#include "pipewire_nodes.h"
#include <errno.h>
#include <pthread.h>
#include <spa/param/param.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/iter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define pw oriel_pw

/// A camera's node and what it has told of itself.
struct camera {
    struct camera *next;
    struct oriel_pipewire_watch *watch;
    struct pw_proxy *proxy;
    struct spa_hook hook;
    uint32_t node;
    char *name, *description;
    int32_t rank;
    bool has_failed;
    struct oriel_pipewire_form forms[ORIEL_PIPEWIRE_MOST_FORMS];
    uint32_t form_count;
};

struct oriel_pipewire_watch {
    int remote;
    // Guards the two; the loop exists while `oriel_pipewire_watch_run` runs.
    pthread_mutex_t lock;
    struct pw_main_loop *loop;
    bool is_stopped;

    // The rest belongs to the watch's thread.
    const struct oriel_pipewire_watch_callbacks *callbacks;
    void *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook core_hook, registry_hook;
    /// In the order of their numbers.
    struct camera *cameras;
    uint32_t count;
    /// The latest question whether all answers have come; news are told with its answer.
    int question;
    bool has_news;
    // Why it ends; negative while it runs.
    int reason;
    char message[256];
};

oriel_pipewire_watch *oriel_pipewire_watch_new(int remote) {
    struct oriel_pipewire_watch *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->remote = remote;
    w->reason = -1;
    w->has_news = true;
    pthread_mutex_init(&w->lock, NULL);
    return w;
}

void oriel_pipewire_watch_free(struct oriel_pipewire_watch *w) {
    if (w->remote >= 0) close(w->remote);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

// The end

static void end(struct oriel_pipewire_watch *w, int reason, const char *message) {
    if (w->reason >= 0) return;
    w->reason = reason;
    snprintf(w->message, sizeof w->message, "%s", message ? message : "");
    if (w->loop) pw.main_loop_quit(w->loop);
}

static int stop_in_loop(struct spa_loop *loop, bool async, uint32_t seq, const void *data, size_t size, void *watch) {
    (void)loop, (void)async, (void)seq, (void)data, (void)size;
    end(watch, ORIEL_PIPEWIRE_STOPPED, NULL);
    return 0;
}

void oriel_pipewire_watch_stop(struct oriel_pipewire_watch *w) {
    pthread_mutex_lock(&w->lock);
    w->is_stopped = true;
    if (w->loop) spa_loop_invoke(pw.main_loop_get_loop(w->loop)->loop, stop_in_loop, 0, NULL, 0, false, w);
    pthread_mutex_unlock(&w->lock);
}

// Telling

/// Has the news told once everything has come that PipeWire has to say so far.
static void ask(struct oriel_pipewire_watch *w) {
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)w->core, struct pw_core_methods, result, sync, 0, PW_ID_CORE, w->question);
    w->question = result;
}

static void note_news(struct oriel_pipewire_watch *w) {
    w->has_news = true;
    ask(w);
}

static void answered(void *data, uint32_t id, int seq) {
    struct oriel_pipewire_watch *w = data;
    if (id != PW_ID_CORE || seq != w->question || !w->has_news) return;
    w->has_news = false;
    struct oriel_pipewire_camera list[ORIEL_PIPEWIRE_MOST_CAMERAS];
    uint32_t count = 0;
    for (struct camera *c = w->cameras; c; c = c->next) {
        list[count++] = (struct oriel_pipewire_camera){
            .node = c->node, .name = c->name, .description = c->description, .rank = c->rank,
            .has_failed = c->has_failed, .forms = c->forms, .form_count = c->form_count};
    }
    w->callbacks->changed(w->context, list, count);
}

// Cameras

static void add_form(struct camera *c, uint32_t layout, struct spa_rectangle size, struct spa_fraction rate) {
    if (c->form_count == ORIEL_PIPEWIRE_MOST_FORMS) return;
    c->forms[c->form_count++] = (struct oriel_pipewire_form){
        .layout = layout, .width = size.width, .height = size.height, .rate = rate.num, .rate_divisor = rate.denom};
}

/// Values of a property: those of a choice, or the one that isn't any. NULL, and a count of 0, for another type.
static const void *values_of(
    const struct spa_pod *format, uint32_t key, uint32_t type, uint32_t size, uint32_t *count, uint32_t *choice) {
    *count = 0;
    *choice = SPA_CHOICE_None;
    const struct spa_pod_prop *property = spa_pod_find_prop(format, NULL, key);
    if (!property) return NULL;
    struct spa_pod *value = spa_pod_get_values(&property->value, count, choice);
    if (!value || value->type != type || value->size != size) {
        *count = 0;
        return NULL;
    }
    // A choice's first value is its default; an enumeration has it again.
    const uint8_t *first = SPA_POD_BODY(value);
    if (*choice != SPA_CHOICE_None && *count > 1) {
        *count -= 1;
        return first + size;
    }
    return first;
}

/// Reads a camera's offer: the greatest rate, and each size in each layout.
static void read_format(struct camera *c, const struct spa_pod *format) {
    uint32_t type = 0, subtype = 0;
    if (spa_format_parse(format, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video
        || (subtype != SPA_MEDIA_SUBTYPE_raw && subtype != SPA_MEDIA_SUBTYPE_mjpg)) return;
    uint32_t rate_count, layout_count, size_count, choice;
    const struct spa_fraction *rates = values_of(
        format, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, sizeof *rates, &rate_count, &choice);
    struct spa_fraction rate = {0, 0};
    for (uint32_t i = 0; i < rate_count; i++) {
        bool is_faster = (uint64_t)rates[i].num * rate.denom >= (uint64_t)rate.num * rates[i].denom;
        if (rates[i].denom && is_faster) rate = rates[i];
    }
    const uint32_t *layouts = values_of(
        format, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, sizeof *layouts, &layout_count, &choice);
    const struct spa_rectangle *sizes = values_of(
        format, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, sizeof *sizes, &size_count, &choice);
    // A step follows the ends of a range.
    if (choice == SPA_CHOICE_Step && size_count > 2) size_count = 2;
    for (uint32_t s = 0; s < size_count; s++) {
        if (subtype == SPA_MEDIA_SUBTYPE_mjpg) add_form(c, ORIEL_PIPEWIRE_JPEG, sizes[s], rate);
        for (uint32_t l = 0; l < layout_count; l++) add_form(c, oriel_pipewire_layout_of(layouts[l]), sizes[s], rate);
    }
}

static void node_info(void *data, const struct pw_node_info *info) {
    struct camera *c = data;
    if (info->change_mask & PW_NODE_CHANGE_MASK_STATE) {
        bool has_failed = info->state == PW_NODE_STATE_ERROR;
        if (has_failed != c->has_failed) note_news(c->watch);
        c->has_failed = has_failed;
    }
    if (!(info->change_mask & PW_NODE_CHANGE_MASK_PARAMS)) return;
    for (uint32_t i = 0; i < info->n_params; i++) {
        if (info->params[i].id != SPA_PARAM_EnumFormat || !(info->params[i].flags & SPA_PARAM_INFO_READ)) continue;
        c->form_count = 0;
        int result = 0;
        spa_interface_call_res(
            (struct spa_interface *)c->proxy, struct pw_node_methods, result, enum_params, 0, 0, SPA_PARAM_EnumFormat,
            0, UINT32_MAX, NULL);
        (void)result;
        note_news(c->watch);
    }
}

static void node_param(
    void *data, int seq, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *parameter) {
    (void)seq, (void)next;
    struct camera *c = data;
    if (id != SPA_PARAM_EnumFormat || !parameter) return;
    // Another answer to a question that was asked again.
    if (index == 0) c->form_count = 0;
    read_format(c, parameter);
}

static const struct pw_node_events node_events = {.info = node_info, .param = node_param};

static void release(struct camera *c) {
    spa_hook_remove(&c->hook);
    pw.proxy_destroy(c->proxy);
    free(c->name);
    free(c->description);
    free(c);
}

static const char *text(const struct spa_dict *properties, const char *key) {
    const char *value = properties ? spa_dict_lookup(properties, key) : NULL;
    return value ? value : "";
}

static void global_added(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
    (void)permissions, (void)version;
    struct oriel_pipewire_watch *w = data;
    if (strcmp(type, PW_TYPE_INTERFACE_Node) != 0 || strcmp(text(properties, "media.class"), "Video/Source") != 0
        || strcmp(text(properties, "media.role"), "Camera") != 0 || w->count == ORIEL_PIPEWIRE_MOST_CAMERAS) return;
    struct camera *c = calloc(1, sizeof *c);
    if (!c) return;
    void *proxy = NULL;
    spa_interface_call_res(
        (struct spa_interface *)w->registry, struct pw_registry_binding, proxy, bind, 0, id, PW_TYPE_INTERFACE_Node, 3,
        0);
    c->name = strdup(text(properties, "node.name"));
    c->description = strdup(text(properties, "node.description"));
    if (!proxy || !c->name || !c->description) {
        if (proxy) pw.proxy_destroy(proxy);
        free(c->name);
        free(c->description);
        return free(c);
    }
    c->watch = w;
    c->proxy = proxy;
    c->node = id;
    c->rank = atoi(text(properties, "priority.session"));
    struct camera **place = &w->cameras;
    while (*place && (*place)->node < id) place = &(*place)->next;
    c->next = *place;
    *place = c;
    w->count++;
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)proxy, struct pw_node_methods, result, add_listener, 0, &c->hook, &node_events, c);
    (void)result;
    note_news(w);
}

static void global_removed(void *data, uint32_t id) {
    struct oriel_pipewire_watch *w = data;
    for (struct camera **place = &w->cameras; *place; place = &(*place)->next) {
        struct camera *c = *place;
        if (c->node != id) continue;
        *place = c->next;
        w->count--;
        release(c);
        return note_news(w);
    }
}

static void core_failed(void *data, uint32_t id, int seq, int result, const char *message) {
    (void)seq;
    // Errors of other objects: a camera that went while it was asked.
    if (id != PW_ID_CORE) return;
    end(data, result == -EPIPE ? ORIEL_PIPEWIRE_LOST : ORIEL_PIPEWIRE_FAILED, message);
}

static const struct pw_core_events core_events = {.done = answered, .error = core_failed};
static const struct pw_registry_events registry_events = {.global = global_added, .global_remove = global_removed};

static void connect_core(struct oriel_pipewire_watch *w, struct pw_context *context) {
    int remote = w->remote;
    w->remote = -1;
    // The descriptor is closed by the library, also if it fails.
    w->core = remote >= 0 ? pw.context_connect_fd(context, remote, NULL, 0) : pw.context_connect(context, NULL, 0);
    if (!w->core) return end(w, ORIEL_PIPEWIRE_NO_SERVER, strerror(errno));
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)w->core, struct pw_core_methods, result, add_listener, 0, &w->core_hook, &core_events,
        w);
    spa_interface_call_res(
        (struct spa_interface *)w->core, struct pw_core_methods, w->registry, get_registry, 0, 3, 0);
    if (!w->registry) return end(w, ORIEL_PIPEWIRE_FAILED, strerror(errno));
    spa_interface_call_res(
        (struct spa_interface *)w->registry, struct pw_registry_methods, result, add_listener, 0, &w->registry_hook,
        &registry_events, w);
    (void)result;
    ask(w);
}

void oriel_pipewire_watch_run(
    struct oriel_pipewire_watch *w, const struct oriel_pipewire_watch_callbacks *callbacks, void *context) {
    w->callbacks = callbacks;
    w->context = context;
    struct pw_main_loop *loop = pw.main_loop_new(NULL);
    struct pw_context *pipewire = loop ? pw.context_new(pw.main_loop_get_loop(loop), NULL, 0) : NULL;
    if (pipewire) {
        connect_core(w, pipewire);
    } else {
        end(w, ORIEL_PIPEWIRE_FAILED, strerror(errno));
    }
    pthread_mutex_lock(&w->lock);
    if (w->is_stopped) end(w, ORIEL_PIPEWIRE_STOPPED, NULL);
    w->loop = w->reason < 0 ? loop : NULL;
    pthread_mutex_unlock(&w->lock);
    if (w->reason < 0) pw.main_loop_run(loop);
    pthread_mutex_lock(&w->lock);
    w->loop = NULL;
    pthread_mutex_unlock(&w->lock);
    while (w->cameras) {
        struct camera *c = w->cameras;
        w->cameras = c->next;
        release(c);
    }
    if (w->registry) {
        spa_hook_remove(&w->registry_hook);
        pw.proxy_destroy((struct pw_proxy *)w->registry);
    }
    if (w->core) {
        spa_hook_remove(&w->core_hook);
        pw.core_disconnect(w->core);
    }
    if (pipewire) pw.context_destroy(pipewire);
    if (loop) pw.main_loop_destroy(loop);
    callbacks->ended(context, w->reason < 0 ? ORIEL_PIPEWIRE_FAILED : w->reason, w->message);
}
