#include "pipewire_layouts.h"
#include "stream.h"
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <stdlib.h>

static const struct { uint32_t format, layout; } layouts[] = {
    {SPA_VIDEO_FORMAT_BGRx, ORIEL_PIPEWIRE_BGRX}, {SPA_VIDEO_FORMAT_BGRA, ORIEL_PIPEWIRE_BGRA},
    {SPA_VIDEO_FORMAT_RGBx, ORIEL_PIPEWIRE_RGBX}, {SPA_VIDEO_FORMAT_RGBA, ORIEL_PIPEWIRE_RGBA},
    {SPA_VIDEO_FORMAT_NV12, ORIEL_PIPEWIRE_NV12}, {SPA_VIDEO_FORMAT_I420, ORIEL_PIPEWIRE_I420},
    {SPA_VIDEO_FORMAT_YUY2, ORIEL_PIPEWIRE_YUY2}, {SPA_VIDEO_FORMAT_UYVY, ORIEL_PIPEWIRE_UYVY},
};
enum { LAYOUT_COUNT = sizeof layouts / sizeof *layouts };

uint32_t oriel_pipewire_layout_of(uint32_t format) {
    for (unsigned i = 0; i < LAYOUT_COUNT; i++) {
        if (layouts[i].format == format) return layouts[i].layout;
    }
    return ORIEL_PIPEWIRE_UNKNOWN;
}

static void begin(struct spa_pod_builder *builder, struct spa_pod_frame *object, uint32_t subtype) {
    spa_pod_builder_push_object(builder, object, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(subtype), 0);
}

/// Offers any other raw format: PipeWire tells a stream nothing of a source whose formats it doesn't offer, and the
/// receiver can say what it can't show.
static const struct spa_pod *last_offer(struct spa_pod_builder *builder) {
    struct spa_rectangle usual = {1920, 1080}, least = {1, 1}, most = {UINT32_MAX, UINT32_MAX};
    struct spa_pod_frame object;
    begin(builder, &object, SPA_MEDIA_SUBTYPE_raw);
    spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&usual, &least, &most), 0);
    return spa_pod_builder_pop(builder, &object);
}

/// Adds sizes and rates, all that there are or a camera's wanted size alone, and closes the object.
static const struct spa_pod *finish(
    const struct oriel_pipewire_stream *s, bool has_wanted_size, struct spa_pod_builder *builder,
    struct spa_pod_frame *object) {
    struct spa_rectangle usual = {1920, 1080}, least = {1, 1}, most = {16384, 16384};
    struct spa_fraction rate = {60, 1}, slowest = {0, 1}, fastest = {1000, 1};
    if (s->wanted_size.width) usual = s->wanted_size;
    if (has_wanted_size) least = most = usual;
    if (s->wanted_rate) rate.num = s->wanted_rate;
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&usual, &least, &most),
        SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &slowest, &fastest), 0);
    return spa_pod_builder_pop(builder, object);
}

/// Offers all layouts without a modifier: frames come in memory.
static const struct spa_pod *memory_offer(
    const struct oriel_pipewire_stream *s, bool has_wanted_size, struct spa_pod_builder *builder) {
    struct spa_pod_frame object, choice;
    begin(builder, &object, SPA_MEDIA_SUBTYPE_raw);
    spa_pod_builder_prop(builder, SPA_FORMAT_VIDEO_format, 0);
    spa_pod_builder_push_choice(builder, &choice, SPA_CHOICE_Enum, 0);
    // The default comes first.
    spa_pod_builder_id(builder, layouts[0].format);
    for (unsigned i = 0; i < LAYOUT_COUNT; i++) spa_pod_builder_id(builder, layouts[i].format);
    spa_pod_builder_pop(builder, &choice);
    return finish(s, has_wanted_size, builder, &object);
}

/// Offers compressed pictures of a camera.
static const struct spa_pod *jpeg_offer(
    const struct oriel_pipewire_stream *s, bool has_wanted_size, struct spa_pod_builder *builder) {
    struct spa_pod_frame object;
    begin(builder, &object, SPA_MEDIA_SUBTYPE_mjpg);
    return finish(s, has_wanted_size, builder, &object);
}

/// Offers dmabufs of one layout, in those of its modifiers that are (or aren't) a last resort; NULL if it has none.
/// The source chooses the modifier.
static const struct spa_pod *dmabuf_offer(
    const struct oriel_pipewire_stream *s, unsigned layout, bool is_last_resort, struct spa_pod_builder *builder) {
    struct spa_pod_frame object, choice;
    bool is_begun = false;
    for (size_t i = 0; i < s->dmabuf_count; i++) {
        const struct oriel_pipewire_dmabuf *dmabuf = &s->dmabufs[i];
        if (dmabuf->layout != layouts[layout].layout || dmabuf->is_last_resort != is_last_resort) continue;
        if (!is_begun) {
            is_begun = true;
            begin(builder, &object, SPA_MEDIA_SUBTYPE_raw);
            spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(layouts[layout].format), 0);
            spa_pod_builder_prop(
                builder, SPA_FORMAT_VIDEO_modifier, SPA_POD_PROP_FLAG_MANDATORY | SPA_POD_PROP_FLAG_DONT_FIXATE);
            spa_pod_builder_push_choice(builder, &choice, SPA_CHOICE_Enum, 0);
            spa_pod_builder_long(builder, (int64_t)dmabuf->modifier);
        }
        spa_pod_builder_long(builder, (int64_t)dmabuf->modifier);
    }
    if (!is_begun) return NULL;
    spa_pod_builder_pop(builder, &choice);
    return finish(s, false, builder, &object);
}

static uint32_t build(
    const struct oriel_pipewire_stream *s, struct spa_pod_builder *builder, const struct spa_pod **offers) {
    uint32_t count = 0;
    if (s->wants_jpeg) offers[count++] = jpeg_offer(s, true, builder);
    for (int is_last_resort = 0; is_last_resort < 2; is_last_resort++) {
        // The first offer that fits counts.
        if (is_last_resort && s->wanted_size.width) offers[count++] = memory_offer(s, true, builder);
        if (is_last_resort) offers[count++] = memory_offer(s, false, builder);
        for (unsigned i = 0; i < LAYOUT_COUNT; i++) {
            const struct spa_pod *offer = dmabuf_offer(s, i, is_last_resort, builder);
            if (offer) offers[count++] = offer;
        }
    }
    if (s->wanted_size.width) offers[count++] = jpeg_offer(s, false, builder);
    offers[count++] = last_offer(builder);
    return count;
}

void *oriel_stream_offer(
    const struct oriel_pipewire_stream *s, const struct spa_pod **offers, uint32_t *count) {
    // A driver may know dozens of modifiers for each layout. A builder without memory only counts.
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(NULL, 0);
    build(s, &builder, offers);
    uint32_t size = builder.state.offset;
    void *memory = malloc(size);
    if (!memory) return NULL;
    builder = SPA_POD_BUILDER_INIT(memory, size);
    *count = build(s, &builder, offers);
    return memory;
}

/// Reads the modifier: the chosen one, or the first while the source still chooses. False if there is none.
static bool read_modifier(const struct spa_pod *parameter, uint64_t *modifier) {
    const struct spa_pod_prop *property = spa_pod_find_prop(parameter, NULL, SPA_FORMAT_VIDEO_modifier);
    if (!property) return false;
    uint32_t count = 0, choice = 0;
    const struct spa_pod *values = spa_pod_get_values(&property->value, &count, &choice);
    if (!count || SPA_POD_TYPE(values) != SPA_TYPE_Long || SPA_POD_BODY_SIZE(values) < sizeof(int64_t)) return false;
    *modifier = (uint64_t)*(const int64_t *)SPA_POD_BODY_CONST(values);
    return true;
}

/// Whether dmabufs of this modifier were asked for. PipeWire gives a further receiver of a source the format that the
/// first one agreed on, whose modifier that one alone may have asked for.
static bool is_wanted(const struct oriel_pipewire_stream *s, uint64_t modifier) {
    for (size_t i = 0; i < s->dmabuf_count; i++) {
        if (s->dmabufs[i].modifier == modifier) return true;
    }
    return false;
}

void oriel_stream_format_changed(void *data, uint32_t id, const struct spa_pod *parameter) {
    struct oriel_pipewire_stream *s = data;
    if (id != SPA_PARAM_Format) return;
    // Without a link there is no format; a link that failed may be removed, and the wait goes on.
    if (!parameter) return;
    s->lacks_buffers = true;
    oriel_stream_await_buffers(s, true);
    uint32_t type = 0, subtype = 0;
    struct spa_video_info_raw format = {0};
    struct spa_video_info_mjpg jpeg = {0};
    bool is_video = spa_format_parse(parameter, &type, &subtype) >= 0 && type == SPA_MEDIA_TYPE_video;
    bool is_raw = is_video && subtype == SPA_MEDIA_SUBTYPE_raw && spa_format_video_raw_parse(parameter, &format) >= 0;
    bool is_jpeg = is_video && subtype == SPA_MEDIA_SUBTYPE_mjpg && spa_format_video_mjpg_parse(parameter, &jpeg) >= 0;
    if (!is_raw && !is_jpeg) return oriel_connection_end(s, ORIEL_PIPEWIRE_FAILED, "its format can't be read");
    if (is_jpeg) format.size = jpeg.size;
    s->is_dmabuf = is_raw && read_modifier(parameter, &format.modifier) && is_wanted(s, format.modifier);
    s->format = format;
    s->had_format = true;
    s->layout = is_jpeg ? ORIEL_PIPEWIRE_JPEG : oriel_pipewire_layout_of(format.format);
    // A dmabuf must not come where memory was agreed on: it might be tiled.
    int32_t kinds = s->is_dmabuf ? 1 << SPA_DATA_DmaBuf : (1 << SPA_DATA_MemFd) | (1 << SPA_DATA_MemPtr);
    uint8_t memory[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *parameters[6];
    uint32_t count = 0;
#define META(kind, size) spa_pod_builder_add_object( \
        &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(kind), \
        SPA_PARAM_META_size, size)
    // Some are kept while they are shown: the source needs others meanwhile.
    parameters[count++] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
        SPA_POD_CHOICE_RANGE_Int(6, 2, 16), SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(kinds));
    parameters[count++] = META(SPA_META_Header, SPA_POD_Int(sizeof(struct spa_meta_header)));
    parameters[count++] = META(SPA_META_VideoCrop, SPA_POD_Int(sizeof(struct spa_meta_region)));
    parameters[count++] = META(SPA_META_VideoTransform, SPA_POD_Int(sizeof(struct spa_meta_videotransform)));
    const int one = sizeof(struct spa_meta_region);
    parameters[count++] = META(
        SPA_META_VideoDamage, SPA_POD_CHOICE_RANGE_Int(one * ORIEL_PIPEWIRE_MOST_DAMAGE, one,
            one * ORIEL_PIPEWIRE_MOST_DAMAGE));
    if (s->wants_pointer) {
        const int head = sizeof(struct spa_meta_cursor) + sizeof(struct spa_meta_bitmap);
        parameters[count++] = META(
            SPA_META_Cursor, SPA_POD_CHOICE_RANGE_Int(head + 64 * 64 * 4, head + 4, head + 512 * 512 * 4));
    }
#undef META
    if (builder.state.offset > sizeof memory) {
        return oriel_connection_end(s, ORIEL_PIPEWIRE_FAILED, "its parameters are too long");
    }
    pw.stream_update_params(s->stream, parameters, count);
}
