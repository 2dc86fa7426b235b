#define _GNU_SOURCE
#include "CPipeWireCameras.h"
#include "connection.h"
#include "pipewire_layouts.h"
#include "pipewire_nodes.h"
#include <errno.h>
#include <spa/param/param.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/iter.h>
#include <stdlib.h>
#include <string.h>

#define end oriel_connection_end

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
    struct oriel_pipewire_connection connection;
    // The rest belongs to the watch's thread.
    const struct oriel_pipewire_watch_callbacks *callbacks;
    void *context;
    /// In the order of their numbers.
    struct camera *cameras;
    uint32_t count;
    /// The latest question whether all answers have come; news are told with its answer.
    int question;
    bool has_news;
};

oriel_pipewire_watch *oriel_pipewire_watch_new(int remote) {
    struct oriel_pipewire_watch *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->has_news = true;
    oriel_connection_init(&w->connection, remote);
    return w;
}

void oriel_pipewire_watch_free(struct oriel_pipewire_watch *w) {
    oriel_connection_free(&w->connection);
    free(w);
}

void oriel_pipewire_watch_stop(struct oriel_pipewire_watch *w) { oriel_connection_stop(&w->connection); }

// Telling

/// Has the news told once everything has come that PipeWire has to say so far.
static void ask(struct oriel_pipewire_watch *w) {
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)w->connection.core, struct pw_core_methods, result, sync, 0, PW_ID_CORE, w->question);
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
        (struct spa_interface *)w->connection.registry, struct pw_registry_binding, proxy, bind, 0, id,
        PW_TYPE_INTERFACE_Node, 3, 0);
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

static const struct pw_core_events core_events = {.done = answered, .error = oriel_connection_failed};
static const struct pw_registry_events registry_events = {.global = global_added, .global_remove = global_removed};

void oriel_pipewire_watch_run(
    struct oriel_pipewire_watch *w, const struct oriel_pipewire_watch_callbacks *callbacks, void *context) {
    w->callbacks = callbacks;
    w->context = context;
    struct oriel_pipewire_connection *c = &w->connection;
    oriel_connection_open(c, &core_events, &registry_events);
    if (c->reason < 0 && !c->registry) end(c, ORIEL_PIPEWIRE_FAILED, strerror(errno));
    if (c->reason < 0) ask(w);
    oriel_connection_run(c);
    while (w->cameras) {
        struct camera *camera = w->cameras;
        w->cameras = camera->next;
        release(camera);
    }
    oriel_connection_close(c);
    callbacks->ended(context, c->reason, c->message);
}
