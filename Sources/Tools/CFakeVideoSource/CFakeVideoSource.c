#define _GNU_SOURCE
#include "CFakeVideoSource.h"
#include "CPipeWire.h"
#include "pipewire_abi.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define pw oriel_pw
enum {
    POINTER_SIDE = 64,
    POINTER_SIZE = sizeof(struct spa_meta_cursor) + sizeof(struct spa_meta_bitmap) + POINTER_SIDE * POINTER_SIDE * 4
};

static const uint32_t formats[] = {
    [ORIEL_PIPEWIRE_BGRX] = SPA_VIDEO_FORMAT_BGRx, [ORIEL_PIPEWIRE_BGRA] = SPA_VIDEO_FORMAT_BGRA,
    [ORIEL_PIPEWIRE_RGBX] = SPA_VIDEO_FORMAT_RGBx, [ORIEL_PIPEWIRE_RGBA] = SPA_VIDEO_FORMAT_RGBA,
    [ORIEL_PIPEWIRE_NV12] = SPA_VIDEO_FORMAT_NV12, [ORIEL_PIPEWIRE_I420] = SPA_VIDEO_FORMAT_I420,
    [ORIEL_PIPEWIRE_YUY2] = SPA_VIDEO_FORMAT_YUY2, [ORIEL_PIPEWIRE_UYVY] = SPA_VIDEO_FORMAT_UYVY,
    [ORIEL_PIPEWIRE_JPEG] = 0,
    // One that Oriel doesn't offer.
    [ORIEL_PIPEWIRE_UNKNOWN] = SPA_VIDEO_FORMAT_GRAY16_BE,
};

/// Memory of the source's own.
struct own { int file; uint32_t size; uint8_t *bytes; };
enum { MOST_OWN = 64 };

struct running {
    struct fake_source *source;
    struct pw_main_loop *loop;
    struct pw_loop *base;
    struct pw_stream *stream;
    struct spa_hook hook, core_hook;
    struct spa_source *timer;
    uint32_t index, node;
    bool is_ready, is_streaming;
    struct own *own[MOST_OWN];
    pthread_t shrinker;
    atomic_bool is_shrinking;
    char line[256];
    size_t length;
    int result;
};

static uint32_t stride_of(const struct fake_source_form *form) {
    uint32_t row = form->layout == ORIEL_PIPEWIRE_NV12 || form->layout == ORIEL_PIPEWIRE_I420 ? form->width
        : form->layout == ORIEL_PIPEWIRE_YUY2 || form->layout == ORIEL_PIPEWIRE_UYVY
            || form->layout == ORIEL_PIPEWIRE_UNKNOWN
        ? form->width * 2
        : form->width * 4;
    return row + form->padding;
}

static uint32_t size_of(const struct fake_source_form *form) {
    uint32_t size = stride_of(form) * form->height;
    bool is_planar = form->layout == ORIEL_PIPEWIRE_NV12 || form->layout == ORIEL_PIPEWIRE_I420;
    return is_planar ? size + size / 2 : size;
}

static const struct spa_pod *format_of(
    const struct fake_source_form *form, uint32_t memory, struct spa_pod_builder *builder) {
    struct spa_rectangle size = {form->width, form->height};
    struct spa_fraction any = {0, 1}, rate = {30, 1}, most = {240, 1};
    struct spa_pod_frame object;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    if (memory == FAKE_SOURCE_DMABUF) {
        spa_pod_builder_prop(builder, SPA_FORMAT_VIDEO_modifier, SPA_POD_PROP_FLAG_MANDATORY);
        spa_pod_builder_long(builder, 0);
    }
    bool is_jpeg = form->layout == ORIEL_PIPEWIRE_JPEG;
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(is_jpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
    if (!is_jpeg) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(formats[form->layout]), 0);
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size),
        SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &any, &most), 0);
    return spa_pod_builder_pop(builder, &object);
}

static void set_timer(struct running *r, bool is_on) {
    is_on = is_on && r->source->rate;
    struct timespec interval = {is_on && r->source->rate == 1, is_on ? 999999999 / r->source->rate : 0};
    struct timespec first = {0, is_on ? 1 : 0};
    spa_loop_utils_update_timer(r->base->utils, r->timer, &first, &interval, false);
}

static void state_changed(void *data, int old, int state, const char *error) {
    (void)old;
    struct running *r = data;
    // Newer versions of PipeWire tell a source of a link that failed; it goes on without.
    if (state == PW_STREAM_STATE_ERROR && !r->is_ready) {
        fprintf(stderr, "source: %s\n", error);
        r->result = -EIO;
        pw.main_loop_quit(r->loop);
    }
    if (!r->is_ready && state >= PW_STREAM_STATE_PAUSED) {
        r->is_ready = true;
        r->source->ready(r->source->context, pw.stream_get_node_id(r->stream));
    }
    bool is_streaming = state == PW_STREAM_STATE_STREAMING;
    if (is_streaming != r->is_streaming) r->source->streaming(r->source->context, is_streaming);
    r->is_streaming = is_streaming;
    set_timer(r, is_streaming);
}

static void format_changed(void *data, uint32_t id, const struct spa_pod *parameter) {
    struct running *r = data;
    if (!parameter || id != SPA_PARAM_Format) return;
    const struct fake_source_form *form = &r->source->form;
    int32_t kinds = r->source->memory == FAKE_SOURCE_SHARED ? (1 << SPA_DATA_MemFd) | (1 << SPA_DATA_MemPtr)
        : r->source->memory == FAKE_SOURCE_DMABUF ? 1 << SPA_DATA_DmaBuf : 1 << SPA_DATA_MemFd;
    uint8_t memory[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *parameters[] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1), SPA_PARAM_BUFFERS_size,
            SPA_POD_Int((int)size_of(form)), SPA_PARAM_BUFFERS_stride, SPA_POD_Int((int)stride_of(form)),
            SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(kinds)),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_VideoCrop),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_region))),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
            SPA_POD_Id(SPA_META_VideoTransform), SPA_PARAM_META_size,
            SPA_POD_Int(sizeof(struct spa_meta_videotransform))),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_VideoDamage),
            SPA_PARAM_META_size, SPA_POD_Int(2 * sizeof(struct spa_meta_region))),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Cursor),
            SPA_PARAM_META_size, SPA_POD_Int(POINTER_SIZE)),
    };
    pw.stream_update_params(r->stream, parameters, sizeof parameters / sizeof *parameters);
}

// Memory of its own

static void add_buffer(void *data, struct pw_buffer *buffer) {
    struct running *r = data;
    struct own *own = calloc(1, sizeof *own);
    own->size = size_of(&r->source->form);
    uint32_t memory = r->source->memory;
    bool is_device = memory == FAKE_SOURCE_DEVICE;
    own->file = is_device ? open("/dev/zero", O_RDWR | O_CLOEXEC)
        : memfd_create("film", MFD_CLOEXEC | (memory == FAKE_SOURCE_UNSEALED ? 0 : MFD_ALLOW_SEALING));
    if (!is_device && ftruncate(own->file, own->size)) abort();
    own->bytes = mmap(NULL, own->size, PROT_READ | PROT_WRITE, MAP_SHARED, own->file, 0);
    if (memory == FAKE_SOURCE_DMABUF || memory == FAKE_SOURCE_SEALED) {
        fcntl(own->file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    }
    struct spa_data *block = &buffer->buffer->datas[0];
    block->type = memory == FAKE_SOURCE_DMABUF ? SPA_DATA_DmaBuf : SPA_DATA_MemFd;
    block->flags = SPA_DATA_FLAG_READWRITE;
    block->fd = own->file;
    block->mapoffset = 0;
    block->maxsize = own->size;
    buffer->user_data = own;
    for (int i = 0; i < MOST_OWN; i++) {
        if (r->own[i]) continue;
        r->own[i] = own;
        return;
    }
}

static void *shrink(void *data) {
    struct running *r = data;
    while (atomic_load(&r->is_shrinking)) {
        for (int i = 0; i < MOST_OWN; i++) {
            struct own *own = r->own[i];
            if (own && (ftruncate(own->file, 0) || ftruncate(own->file, own->size))) abort();
        }
    }
    return NULL;
}

static void set_shrinking(struct running *r, bool is_on) {
    if (atomic_exchange(&r->is_shrinking, is_on) == is_on) return;
    if (is_on) pthread_create(&r->shrinker, NULL, shrink, r);
    else pthread_join(r->shrinker, NULL);
}

static void remove_buffer(void *data, struct pw_buffer *buffer) {
    struct running *r = data;
    set_shrinking(r, false);
    for (int i = 0; i < MOST_OWN; i++) {
        struct own *own = r->own[i];
        if (!own || own != buffer->user_data) continue;
        munmap(own->bytes, own->size);
        close(own->file);
        free(own);
        r->own[i] = NULL;
    }
}

// Frames

static void write_pointer(const struct spa_buffer *buffer, const struct fake_source_form *form) {
    struct spa_meta_cursor *cursor = spa_buffer_find_meta_data(buffer, SPA_META_Cursor, POINTER_SIZE);
    if (!cursor) return;
    struct spa_meta_bitmap *bitmap = (void *)(cursor + 1);
    uint32_t size = form->pointer_size < POINTER_SIDE ? form->pointer_size : POINTER_SIDE;
    *cursor = (struct spa_meta_cursor){
        .id = size ? 1 : 0, .position = {form->pointer_x, form->pointer_y}, .hotspot = {1, 1},
        .bitmap_offset = sizeof *cursor};
    *bitmap = (struct spa_meta_bitmap){
        .format = SPA_VIDEO_FORMAT_RGBA, .size = {size, size}, .stride = (int32_t)size * 4, .offset = sizeof *bitmap};
    memset(bitmap + 1, 0xFF, (size_t)size * size * 4);
}

static void process(void *data) {
    struct running *r = data;
    const struct fake_source_form *form = &r->source->form;
    struct pw_buffer *buffer = pw.stream_dequeue_buffer(r->stream);
    if (!buffer) return;
    struct spa_data *block = &buffer->buffer->datas[0];
    // Memory of a former size may still come.
    uint8_t *bytes = buffer->user_data ? ((struct own *)buffer->user_data)->bytes : block->data;
    bool fits = bytes && block->maxsize >= size_of(form);
    // Memory that becomes shorter can't be written.
    bool draws = fits && !form->is_blank && !form->is_still && !form->is_shrinking;
    uint32_t drawn = size_of(form);
    if (draws) drawn = r->source->draw(r->source->context, form, r->index++, bytes, stride_of(form), drawn);
    block->chunk->offset = 0;
    block->chunk->size = fits && !form->is_still ? drawn : 0;
    block->chunk->stride = form->false_stride ? form->false_stride : (int32_t)stride_of(form);
    block->chunk->flags = 0;
    struct spa_meta_region *crop =
        spa_buffer_find_meta_data(buffer->buffer, SPA_META_VideoCrop, sizeof(struct spa_meta_region));
    if (crop) {
        crop->region.position.x = form->crop_x;
        crop->region.position.y = form->crop_y;
        crop->region.size.width = form->crop_width;
        crop->region.size.height = form->crop_height;
    }
    struct spa_meta_videotransform *transform = spa_buffer_find_meta_data(
        buffer->buffer, SPA_META_VideoTransform, sizeof(struct spa_meta_videotransform));
    if (transform) transform->transform = form->transform;
    struct spa_meta_region *damage = spa_buffer_find_meta_data(
        buffer->buffer, SPA_META_VideoDamage, 2 * sizeof(struct spa_meta_region));
    if (damage) {
        damage[0].region = SPA_REGION(form->damage_x, form->damage_y, form->damage_width, form->damage_height);
        damage[1].region = SPA_REGION(0, 0, 0, 0);
    }
    write_pointer(buffer->buffer, form);
    pw.stream_queue_buffer(r->stream, buffer);
}

static void tick(void *data, uint64_t expirations) {
    (void)expirations;
    pw.stream_trigger_process(((struct running *)data)->stream);
}

static void obey(struct running *r) {
    struct fake_source_form before = r->source->form;
    if (!r->source->command(r->source->context, r->line, &r->source->form)) {
        pw.main_loop_quit(r->loop);
        return;
    }
    struct fake_source_form *now = &r->source->form;
    set_shrinking(r, now->is_shrinking);
    if (before.layout == now->layout && before.width == now->width && before.height == now->height
        && before.padding == now->padding) return;
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *format = format_of(now, r->source->memory, &builder);
    pw.stream_update_params(r->stream, &format, 1);
}

static void read_commands(void *data, int descriptor, uint32_t events) {
    (void)events;
    struct running *r = data;
    char byte;
    while (true) {
        ssize_t count = read(descriptor, &byte, 1);
        if (count == 0) return (void)pw.main_loop_quit(r->loop);
        if (count < 0) return;
        if (byte != '\n') {
            if (r->length + 1 < sizeof r->line) r->line[r->length++] = byte;
            continue;
        }
        r->line[r->length] = 0;
        r->length = 0;
        obey(r);
    }
}

static void lost(void *data, uint32_t id, int seq, int result, const char *message) {
    (void)seq, (void)message;
    struct running *r = data;
    if (id != PW_ID_CORE) return;
    r->result = result;
    pw.main_loop_quit(r->loop);
}

static const struct pw_stream_events events = {
    .state_changed = state_changed, .param_changed = format_changed, .process = process};
static const struct pw_stream_events events_with_own_memory = {
    .state_changed = state_changed, .param_changed = format_changed, .process = process, .add_buffer = add_buffer,
    .remove_buffer = remove_buffer};
static const struct pw_core_events core_events = {.error = lost};

int fake_source_run(struct fake_source *source) {
    struct running r = {.source = source};
    r.loop = pw.main_loop_new(NULL);
    r.base = pw.main_loop_get_loop(r.loop);
    struct pw_context *context = pw.context_new(r.base, NULL, 0);
    struct pw_core *core = pw.context_connect(context, NULL, 0);
    if (!core) return -errno;
    int result = 0;
    spa_interface_call_res(
        (struct spa_interface *)core, struct pw_core_methods, result, add_listener, 0, &r.core_hook, &core_events, &r);
    r.timer = spa_loop_utils_add_timer(r.base->utils, tick, &r);
    struct spa_source *input = NULL;
    if (source->commands >= 0) {
        fcntl(source->commands, F_SETFL, O_NONBLOCK);
        input = spa_loop_utils_add_io(r.base->utils, source->commands, SPA_IO_IN, false, read_commands, &r);
    }
    char properties[512];
    snprintf(
        properties, sizeof properties,
        "{ node.name = \"%s\" node.description = \"%s\" media.class = Video/Source %s%s }",
        source->name, source->name, source->role ? "media.role = " : "", source->role ? source->role : "");
    r.stream = pw.stream_new(core, source->name, pw.properties_new_string(properties));
    bool is_own = source->memory != FAKE_SOURCE_SHARED;
    pw.stream_add_listener(r.stream, &r.hook, is_own ? &events_with_own_memory : &events, &r);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *format = format_of(&source->form, source->memory, &builder);
    result = pw.stream_connect(
        r.stream, SPA_DIRECTION_OUTPUT, UINT32_MAX,
        PW_STREAM_FLAG_DRIVER | (is_own ? PW_STREAM_FLAG_ALLOC_BUFFERS : PW_STREAM_FLAG_MAP_BUFFERS), &format, 1);
    if (result >= 0) pw.main_loop_run(r.loop);
    set_shrinking(&r, false);
    spa_hook_remove(&r.hook);
    pw.stream_destroy(r.stream);
    if (input) spa_loop_utils_destroy_source(r.base->utils, input);
    spa_loop_utils_destroy_source(r.base->utils, r.timer);
    spa_hook_remove(&r.core_hook);
    pw.core_disconnect(core);
    pw.context_destroy(context);
    pw.main_loop_destroy(r.loop);
    return result < 0 ? result : r.result;
}
