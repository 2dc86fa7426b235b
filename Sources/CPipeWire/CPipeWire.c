#define _GNU_SOURCE
#include "CPipeWire.h"
#include "CLinux.h"
#include "pipewire_abi.h"
#include <errno.h>
#include <pthread.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <spa/utils/result.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct oriel_pipewire oriel_pw;
#define pw oriel_pw

static char load_problem[256];
static bool is_open;

static void load(void) {
    const struct oriel_function functions[] = {
#define ENTRY(result, name, parameters) {(void *)&pw.name, "pw_" #name},
        ORIEL_PIPEWIRE_FUNCTIONS(ENTRY)
#undef ENTRY
    };
    is_open = oriel_load_functions(
        "libpipewire-0.3.so.0", functions, sizeof functions / sizeof *functions, load_problem, sizeof load_problem);
    if (is_open) pw.init(NULL, NULL);
}

bool oriel_pipewire_open(char *problem, size_t capacity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_open) snprintf(problem, capacity, "%s", load_problem);
    return is_open;
}

struct oriel_pipewire_stream {
    int remote;
    uint32_t node;
    char *name;
    // Guards the two; the loop exists while `oriel_pipewire_run` runs.
    pthread_mutex_t lock;
    struct pw_main_loop *loop;
    bool is_stopped, is_active;

    // The rest belongs to the stream's thread.
    const struct oriel_pipewire_callbacks *callbacks;
    void *context;
    struct pw_stream *stream;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook stream_hook, core_hook, registry_hook;
    struct spa_video_info_raw format;
    uint32_t layout;
    // Why it ends; negative while it runs.
    int reason;
    char message[256];
};

oriel_pipewire_stream *oriel_pipewire_new(int remote, uint32_t node, const char *name) {
    struct oriel_pipewire_stream *s = calloc(1, sizeof *s);
    char *copy = strdup(name);
    if (!s || !copy) {
        free(s);
        free(copy);
        return NULL;
    }
    s->remote = remote;
    s->node = node;
    s->name = copy;
    s->reason = -1;
    s->is_active = true;
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void oriel_pipewire_free(struct oriel_pipewire_stream *s) {
    if (s->remote >= 0) close(s->remote);
    pthread_mutex_destroy(&s->lock);
    free(s->name);
    free(s);
}

// The end

static void end(struct oriel_pipewire_stream *s, int reason, const char *message) {
    if (s->reason >= 0) return;
    s->reason = reason;
    snprintf(s->message, sizeof s->message, "%s", message ? message : "");
    if (s->loop) pw.main_loop_quit(s->loop);
}

static int stop_in_loop(
    struct spa_loop *loop, bool async, uint32_t seq, const void *data, size_t size, void *stream) {
    (void)loop, (void)async, (void)seq, (void)data, (void)size;
    end(stream, ORIEL_PIPEWIRE_STOPPED, NULL);
    return 0;
}

static int set_active_in_loop(
    struct spa_loop *loop, bool async, uint32_t seq, const void *data, size_t size, void *stream) {
    (void)loop, (void)async, (void)seq, (void)size;
    struct oriel_pipewire_stream *s = stream;
    if (s->stream) pw.stream_set_active(s->stream, *(const bool *)data);
    return 0;
}

// `lock` is held.
static void invoke(struct oriel_pipewire_stream *s, spa_invoke_func_t function, const void *data, size_t size) {
    if (!s->loop) return;
    struct spa_loop *loop = pw.main_loop_get_loop(s->loop)->loop;
    spa_loop_invoke(loop, function, 0, data, size, false, s);
}

void oriel_pipewire_stop(struct oriel_pipewire_stream *s) {
    pthread_mutex_lock(&s->lock);
    s->is_stopped = true;
    invoke(s, stop_in_loop, NULL, 0);
    pthread_mutex_unlock(&s->lock);
}

void oriel_pipewire_set_active(struct oriel_pipewire_stream *s, bool is_active) {
    pthread_mutex_lock(&s->lock);
    s->is_active = is_active;
    invoke(s, set_active_in_loop, &is_active, sizeof is_active);
    pthread_mutex_unlock(&s->lock);
}

// Format

static const struct { uint32_t format, layout; } layouts[] = {
    {SPA_VIDEO_FORMAT_BGRx, ORIEL_PIPEWIRE_BGRX}, {SPA_VIDEO_FORMAT_BGRA, ORIEL_PIPEWIRE_BGRA},
    {SPA_VIDEO_FORMAT_RGBx, ORIEL_PIPEWIRE_RGBX}, {SPA_VIDEO_FORMAT_RGBA, ORIEL_PIPEWIRE_RGBA},
    {SPA_VIDEO_FORMAT_NV12, ORIEL_PIPEWIRE_NV12}, {SPA_VIDEO_FORMAT_I420, ORIEL_PIPEWIRE_I420},
    {SPA_VIDEO_FORMAT_YUY2, ORIEL_PIPEWIRE_YUY2}, {SPA_VIDEO_FORMAT_UYVY, ORIEL_PIPEWIRE_UYVY},
};

static uint32_t layout_of(uint32_t format) {
    for (unsigned i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        if (layouts[i].format == format) return layouts[i].layout;
    }
    return ORIEL_PIPEWIRE_UNKNOWN;
}

/// Offers the formats that can be shown. No modifier is offered, so that frames come in memory.
static const struct spa_pod *offered_formats(struct spa_pod_builder *builder) {
    struct spa_pod_frame object, choice;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), 0);
    spa_pod_builder_prop(builder, SPA_FORMAT_VIDEO_format, 0);
    spa_pod_builder_push_choice(builder, &choice, SPA_CHOICE_Enum, 0);
    // The default comes first.
    spa_pod_builder_id(builder, layouts[0].format);
    for (unsigned i = 0; i < sizeof layouts / sizeof *layouts; i++) spa_pod_builder_id(builder, layouts[i].format);
    spa_pod_builder_pop(builder, &choice);
    struct spa_rectangle usual = {1920, 1080}, least = {1, 1}, most = {16384, 16384};
    struct spa_fraction rate = {60, 1}, slowest = {0, 1}, fastest = {1000, 1};
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&usual, &least, &most),
        SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &slowest, &fastest), 0);
    return spa_pod_builder_pop(builder, &object);
}

static void format_changed(void *data, uint32_t id, const struct spa_pod *parameter) {
    struct oriel_pipewire_stream *s = data;
    if (!parameter || id != SPA_PARAM_Format) return;
    uint32_t type = 0, subtype = 0;
    struct spa_video_info_raw format = {0};
    if (spa_format_parse(parameter, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video
        || subtype != SPA_MEDIA_SUBTYPE_raw || spa_format_video_raw_parse(parameter, &format) < 0) {
        return end(s, ORIEL_PIPEWIRE_FAILED, "its format can't be read");
    }
    s->format = format;
    s->layout = layout_of(format.format);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *parameters[] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_dataType,
            SPA_POD_CHOICE_FLAGS_Int((1 << SPA_DATA_MemFd) | (1 << SPA_DATA_MemPtr))),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_VideoCrop),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_region))),
    };
    pw.stream_update_params(s->stream, parameters, sizeof parameters / sizeof *parameters);
}

// Frames

/// Whether a block's file is as long as its sender says; reading behind its end would be fatal. Its memory is mapped
/// whole, so a file that isn't sealed could still be shortened later.
static bool lies_in_file(const struct spa_data *data) {
    struct stat status;
    return data->type != SPA_DATA_MemFd
        || (fstat((int)data->fd, &status) == 0 && status.st_size >= (off_t)data->mapoffset + (off_t)data->maxsize);
}

/// Passes a frame on, unless its sender marks it as empty or damaged. Shared memory is read once.
static void show(struct oriel_pipewire_stream *s, const struct spa_buffer *buffer) {
    const volatile struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof(struct spa_meta_header));
    if (header && header->flags & SPA_META_HEADER_FLAG_CORRUPTED) return;
    struct oriel_pipewire_frame frame = {
        .layout = s->layout, .width = s->format.size.width, .height = s->format.size.height};
    for (uint32_t i = 0; i < buffer->n_datas && i < 3; i++) {
        const struct spa_data *data = &buffer->datas[i];
        const volatile struct spa_chunk *chunk = data->chunk;
        if (!data->data || !chunk || chunk->flags & SPA_CHUNK_FLAG_CORRUPTED || !lies_in_file(data)) return;
        frame.blocks[frame.block_count++] = (struct oriel_pipewire_block){
            .memory = data->data, .capacity = data->maxsize, .offset = chunk->offset, .size = chunk->size,
            .stride = chunk->stride};
    }
    // A buffer that tells of the pointer alone has no picture.
    if (!frame.block_count || !frame.blocks[0].size) return;
    const volatile struct spa_meta_region *crop =
        spa_buffer_find_meta_data(buffer, SPA_META_VideoCrop, sizeof(struct spa_meta_region));
    if (crop) {
        frame.crop_x = crop->region.position.x;
        frame.crop_y = crop->region.position.y;
        frame.crop_width = crop->region.size.width;
        frame.crop_height = crop->region.size.height;
        if (!frame.crop_height) frame.crop_width = 0;
    }
    s->callbacks->frame(s->context, &frame);
}

static void process(void *data) {
    struct oriel_pipewire_stream *s = data;
    struct pw_buffer *newest = NULL, *next;
    while ((next = pw.stream_dequeue_buffer(s->stream))) {
        if (newest) pw.stream_queue_buffer(s->stream, newest);
        newest = next;
    }
    if (!newest) return;
    if (s->reason < 0) show(s, newest->buffer);
    pw.stream_queue_buffer(s->stream, newest);
}

// Events

static void state_changed(void *data, int old, int state, const char *error) {
    struct oriel_pipewire_stream *s = data;
    if (state == PW_STREAM_STATE_ERROR) end(s, ORIEL_PIPEWIRE_FAILED, error);
    // Disconnected by the session manager: the source is gone.
    if (state == PW_STREAM_STATE_UNCONNECTED && old > PW_STREAM_STATE_CONNECTING) end(s, ORIEL_PIPEWIRE_GONE, error);
}

static void core_failed(void *data, uint32_t id, int seq, int result, const char *message) {
    (void)seq;
    struct oriel_pipewire_stream *s = data;
    // Other objects' errors come as their own events.
    if (id != PW_ID_CORE) return;
    end(s, result == -EPIPE ? ORIEL_PIPEWIRE_LOST : ORIEL_PIPEWIRE_FAILED, message);
}

static void global_removed(void *data, uint32_t id) {
    struct oriel_pipewire_stream *s = data;
    if (id == s->node) end(s, ORIEL_PIPEWIRE_GONE, NULL);
}

static const struct pw_stream_events stream_events = {
    .state_changed = state_changed, .param_changed = format_changed, .process = process};
static const struct pw_core_events core_events = {.error = core_failed};
static const struct pw_registry_events registry_events = {.global_remove = global_removed};

// Connecting

static void connect_core(struct oriel_pipewire_stream *s, struct pw_context *context) {
    int remote = s->remote;
    s->remote = -1;
    // The descriptor is closed by the library, also if it fails.
    s->core = remote >= 0 ? pw.context_connect_fd(context, remote, NULL, 0) : pw.context_connect(context, NULL, 0);
    if (!s->core) return end(s, ORIEL_PIPEWIRE_NO_SERVER, strerror(errno));
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)s->core, struct pw_core_methods, result, add_listener, 0, &s->core_hook, &core_events,
        s);
    spa_interface_call_res(
        (struct spa_interface *)s->core, struct pw_core_methods, s->registry, get_registry, 0, 3, 0);
    if (s->registry) {
        spa_interface_call_res(
            (struct spa_interface *)s->registry, struct pw_registry_methods, result, add_listener, 0, &s->registry_hook,
            &registry_events, s);
    }
    (void)result;
}

static void connect_stream(struct oriel_pipewire_stream *s, bool is_active) {
    s->stream = pw.stream_new(
        s->core, s->name,
        pw.properties_new_string("media.type=Video media.category=Capture media.role=Screen"));
    if (!s->stream) return end(s, ORIEL_PIPEWIRE_FAILED, strerror(errno));
    pw.stream_add_listener(s->stream, &s->stream_hook, &stream_events, s);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *formats = offered_formats(&builder);
    int result = pw.stream_connect(
        s->stream, SPA_DIRECTION_INPUT, s->node,
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_DONT_RECONNECT, &formats, 1);
    if (result < 0) return end(s, ORIEL_PIPEWIRE_FAILED, spa_strerror(result));
    if (!is_active) pw.stream_set_active(s->stream, false);
}

void oriel_pipewire_run(
    struct oriel_pipewire_stream *s, const struct oriel_pipewire_callbacks *callbacks, void *context) {
    s->callbacks = callbacks;
    s->context = context;
    struct pw_main_loop *loop = pw.main_loop_new(NULL);
    struct pw_context *pipewire = loop ? pw.context_new(pw.main_loop_get_loop(loop), NULL, 0) : NULL;
    if (pipewire) {
        connect_core(s, pipewire);
    } else {
        end(s, ORIEL_PIPEWIRE_FAILED, strerror(errno));
    }
    pthread_mutex_lock(&s->lock);
    bool is_active = s->is_active;
    if (s->is_stopped) end(s, ORIEL_PIPEWIRE_STOPPED, NULL);
    s->loop = s->reason < 0 ? loop : NULL;
    pthread_mutex_unlock(&s->lock);
    if (s->reason < 0) connect_stream(s, is_active);
    if (s->reason < 0) pw.main_loop_run(loop);
    pthread_mutex_lock(&s->lock);
    s->loop = NULL;
    pthread_mutex_unlock(&s->lock);
    if (s->stream) {
        // Its end is not news.
        spa_hook_remove(&s->stream_hook);
        pw.stream_destroy(s->stream);
    }
    if (s->registry) {
        spa_hook_remove(&s->registry_hook);
        pw.proxy_destroy((struct pw_proxy *)s->registry);
    }
    if (s->core) {
        spa_hook_remove(&s->core_hook);
        pw.core_disconnect(s->core);
    }
    if (pipewire) pw.context_destroy(pipewire);
    if (loop) pw.main_loop_destroy(loop);
    callbacks->ended(context, s->reason < 0 ? ORIEL_PIPEWIRE_FAILED : s->reason, s->message);
}
