#define _GNU_SOURCE // memfd_create
#include "SurfaceReader.h"
#include <dlfcn.h>
#include <libavutil/frame.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

// MARK: libva

// libva's binary interface is that of version 2 and doesn't change within it, so a build doesn't need its headers.

/// VAImageFormat.
typedef struct {
    uint32_t fourcc, byte_order, bits_per_pixel, depth, red_mask, green_mask, blue_mask, alpha_mask, reserved[4];
} ImageFormat;

/// VAImage.
typedef struct {
    uint32_t id;
    ImageFormat format;
    uint32_t buffer;
    uint16_t width, height;
    uint32_t data_size, plane_count, pitches[3], offsets[3];
    int32_t palette_entries, entry_bytes;
    int8_t component_order[4];
    uint32_t reserved[4];
} Image;

/// AVVAAPIDeviceContext's first member.
typedef struct {
    void *display;
} Device;

static struct {
    int (*max_formats)(void *display);
    int (*query_formats)(void *display, ImageFormat *list, int *count);
    int (*sync_surface)(void *display, uint32_t surface);
    int (*create_image)(void *display, ImageFormat *format, int width, int height, Image *image);
    int (*get_image)(
        void *display, uint32_t surface, int x, int y, unsigned width, unsigned height, uint32_t image);
    int (*destroy_image)(void *display, uint32_t image);
    int (*map_buffer)(void *display, uint32_t buffer, void **data);
    int (*unmap_buffer)(void *display, uint32_t buffer);
    const char *(*error)(int status);
    bool is_complete;
} va;

// The declarations match the headers where they are installed. Functions with VAImage or VAImageFormat have the types
// of the latter there.
#if __has_include(<va/va.h>)
#include <libavutil/hwcontext_vaapi.h>
#include <va/va.h>
#define SAME_TYPE(ours, theirs, name) _Static_assert(__builtin_types_compatible_p(ours, theirs), name)
#define SAME_PLACE(ours, theirs) _Static_assert(offsetof(Image, ours) == offsetof(VAImage, theirs), "VAImage." #theirs)
_Static_assert(sizeof(ImageFormat) == sizeof(VAImageFormat), "VAImageFormat");
_Static_assert(offsetof(ImageFormat, depth) == offsetof(VAImageFormat, depth), "VAImageFormat.depth");
_Static_assert(sizeof(Image) == sizeof(VAImage), "VAImage");
SAME_PLACE(format, format);
SAME_PLACE(buffer, buf);
SAME_PLACE(width, width);
SAME_PLACE(height, height);
SAME_PLACE(data_size, data_size);
SAME_PLACE(plane_count, num_planes);
SAME_PLACE(pitches, pitches);
SAME_PLACE(offsets, offsets);
SAME_PLACE(palette_entries, num_palette_entries);
SAME_PLACE(component_order, component_order);
_Static_assert(offsetof(AVVAAPIDeviceContext, display) == offsetof(Device, display), "AVVAAPIDeviceContext.display");
SAME_TYPE(__typeof__(*va.max_formats), __typeof__(vaMaxNumImageFormats), "vaMaxNumImageFormats");
SAME_TYPE(int(void *, VAImageFormat *, int *), __typeof__(vaQueryImageFormats), "vaQueryImageFormats");
SAME_TYPE(__typeof__(*va.sync_surface), __typeof__(vaSyncSurface), "vaSyncSurface");
SAME_TYPE(int(void *, VAImageFormat *, int, int, VAImage *), __typeof__(vaCreateImage), "vaCreateImage");
SAME_TYPE(__typeof__(*va.get_image), __typeof__(vaGetImage), "vaGetImage");
SAME_TYPE(__typeof__(*va.destroy_image), __typeof__(vaDestroyImage), "vaDestroyImage");
SAME_TYPE(__typeof__(*va.map_buffer), __typeof__(vaMapBuffer), "vaMapBuffer");
SAME_TYPE(__typeof__(*va.unmap_buffer), __typeof__(vaUnmapBuffer), "vaUnmapBuffer");
SAME_TYPE(__typeof__(*va.error), __typeof__(vaErrorStr), "vaErrorStr");
#undef SAME_TYPE
#undef SAME_PLACE
#endif

static void find_functions(void) {
    // libavutil needs libva, so it is there already.
    void *library = dlopen("libva.so.2", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (!library) return;
    const struct {
        const char *name;
        void **place;
    } functions[] = {
        {"vaMaxNumImageFormats", (void **)&va.max_formats}, {"vaQueryImageFormats", (void **)&va.query_formats},
        {"vaSyncSurface", (void **)&va.sync_surface},       {"vaCreateImage", (void **)&va.create_image},
        {"vaGetImage", (void **)&va.get_image},             {"vaDestroyImage", (void **)&va.destroy_image},
        {"vaMapBuffer", (void **)&va.map_buffer},           {"vaUnmapBuffer", (void **)&va.unmap_buffer},
        {"vaErrorStr", (void **)&va.error},
    };
    bool is_complete = true;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        *functions[i].place = dlsym(library, functions[i].name);
        is_complete = is_complete && *functions[i].place;
    }
    va.is_complete = is_complete;
}

// MARK: Formats

static uint32_t code(const char *letters) {
    return (uint32_t)letters[0] | (uint32_t)letters[1] << 8 | (uint32_t)letters[2] << 16 | (uint32_t)letters[3] << 24;
}

/// Formats of decoded frames, whose planes are in the same order in both libraries.
static const struct {
    enum AVPixelFormat format;
    const char *fourcc;
} formats[] = {
    {AV_PIX_FMT_NV12, "NV12"},    {AV_PIX_FMT_P010, "P010"},    {AV_PIX_FMT_YUV420P, "I420"},
    {AV_PIX_FMT_YUYV422, "YUY2"}, {AV_PIX_FMT_UYVY422, "UYVY"}, {AV_PIX_FMT_Y210, "Y210"},
    {AV_PIX_FMT_YUV422P, "422H"}, {AV_PIX_FMT_YUV440P, "422V"}, {AV_PIX_FMT_YUV444P, "444P"},
    {AV_PIX_FMT_YUV411P, "411P"}, {AV_PIX_FMT_GRAY8, "Y800"},
};

// MARK: Reader

struct oriel_surface_reader {
    void *display;
    enum AVPixelFormat format;
    ImageFormat image_format;
    /// A file in memory, to which the kernel copies a byte of each page.
    int probe;
    char words[160];
};

struct oriel_surface_reader *oriel_surface_reader_new(void) {
    struct oriel_surface_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->format = AV_PIX_FMT_NONE;
    reader->probe = -1;
    return reader;
}

void oriel_surface_reader_free(struct oriel_surface_reader *reader) {
    if (!reader) return;
    if (reader->probe >= 0) close(reader->probe);
    free(reader);
}

static const char *failed(struct oriel_surface_reader *reader, const char *call, int status) {
    const char *words = va.error(status);
    snprintf(reader->words, sizeof reader->words, "%s: %s", call, words ? words : "failed");
    return reader->words;
}

/// Looks up the driver's image format for a pixel format.
static const char *adopt(struct oriel_surface_reader *reader, void *display, enum AVPixelFormat format) {
    if (reader->display == display && reader->format == format) return NULL;
    uint32_t fourcc = 0;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (formats[i].format == format) fourcc = code(formats[i].fourcc);
    }
    int room = va.max_formats(display), count = 0;
    if (!fourcc || room < 1 || room > 4096) return "no image has the surface's format";
    ImageFormat *list = calloc((size_t)room, sizeof *list);
    if (!list) return "out of memory";
    int status = va.query_formats(display, list, &count);
    bool is_found = false;
    for (int i = 0; !status && i < count && i < room && !is_found; i++) {
        is_found = list[i].fourcc == fourcc;
        if (is_found) reader->image_format = list[i];
    }
    free(list);
    if (status) return failed(reader, "vaQueryImageFormats", status);
    if (!is_found) return "no image has the surface's format";
    reader->display = display;
    reader->format = format;
    return NULL;
}

/// Whether a range is memory that can be read: the kernel reads a byte of each page, and fails where a program would
/// end (`SIGSEGV`, `SIGBUS`).
static bool is_readable(struct oriel_surface_reader *reader, const uint8_t *start, size_t size) {
    if (reader->probe < 0) reader->probe = memfd_create("oriel-probe", MFD_CLOEXEC);
    if (reader->probe < 0) return false;
    enum { most = 512 };
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct iovec parts[most];
    uintptr_t place = (uintptr_t)start, end = place + size;
    while (place < end) {
        int count = 0;
        for (; count < most && place < end; place = (place / page + 1) * page) {
            parts[count++] = (struct iovec){(void *)place, 1};
        }
        if (pwritev(reader->probe, parts, count, 0) != count) return false;
    }
    return true;
}

typedef struct {
    size_t offset, stride, row;
    int rows;
} Plane;

/// Checks an image against the frame that it shall have, and describes its planes.
static const char *check(const Image *image, const AVFrame *frame, uint32_t fourcc, Plane planes[4], int *count) {
    *count = av_pix_fmt_count_planes(frame->format);
    if (image->format.fourcc != fourcc) return "the image has another format";
    if (*count < 1 || *count > 3 || image->plane_count != (uint32_t)*count) {
        return "the image has another number of planes";
    }
    if (image->width < frame->width || image->height < frame->height) return "the image is smaller than the frame";
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(frame->format);
    for (int i = 0; i < *count; i++) {
        int shift = i == 1 || i == 2 ? descriptor->log2_chroma_h : 0;
        int row = av_image_get_linesize(frame->format, frame->width, i);
        planes[i] = (Plane){
            image->offsets[i], image->pitches[i], row > 0 ? (size_t)row : 0,
            (frame->height + (1 << shift) - 1) >> shift};
        if (row <= 0 || planes[i].stride < planes[i].row) return "the image's rows are shorter than the frame's";
        size_t end = planes[i].offset + planes[i].stride * (size_t)(planes[i].rows - 1) + planes[i].row;
        if (end > image->data_size) return "the image's planes lie outside of its buffer";
        for (int j = 0; j < i; j++) {
            size_t other = planes[j].offset + planes[j].stride * (size_t)(planes[j].rows - 1) + planes[j].row;
            if (planes[i].offset < other && planes[j].offset < end) return "the image's planes overlap";
        }
    }
    return NULL;
}

/// Copies a filled image into the frame's memory.
static const char *copy(
    struct oriel_surface_reader *reader, const Image *image, const Plane planes[4], int count, AVFrame *frame) {
    void *data = NULL;
    int status = va.map_buffer(reader->display, image->buffer, &data);
    if (status) return failed(reader, "vaMapBuffer", status);
    const char *words = NULL;
    for (int i = 0; i < count && !words; i++) {
        const uint8_t *from = (uint8_t *)data + planes[i].offset;
        size_t size = planes[i].stride * (size_t)(planes[i].rows - 1) + planes[i].row;
        if (!data || !is_readable(reader, from, size)) {
            words = "the image's buffer is shorter than it says";
            break;
        }
        for (int row = 0; row < planes[i].rows; row++) {
            memcpy(
                frame->data[i] + (ptrdiff_t)row * frame->linesize[i], from + (size_t)row * planes[i].stride,
                planes[i].row);
        }
    }
    status = va.unmap_buffer(reader->display, image->buffer);
    return words || !status ? words : failed(reader, "vaUnmapBuffer", status);
}

/// Finds a surface's display and ID. Returns NULL, or words about the failure.
static const char *identify(const AVFrame *surface, void **display, uint32_t *id) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_functions);
    if (!va.is_complete) return "libva.so.2 isn't loaded";
    if (surface->format != AV_PIX_FMT_VAAPI || !surface->hw_frames_ctx) return "the frame has no surface";
    const AVHWFramesContext *frames = (AVHWFramesContext *)surface->hw_frames_ctx->data;
    *display = ((Device *)frames->device_ctx->hwctx)->display;
    *id = (uint32_t)(uintptr_t)surface->data[3];
    return NULL;
}

const char *oriel_sync_surface(struct oriel_surface_reader *reader, const void *surface) {
    void *display;
    uint32_t id;
    const char *words = identify(surface, &display, &id);
    if (words) return words;
    int status = va.sync_surface(display, id);
    return status ? failed(reader, "vaSyncSurface", status) : NULL;
}

const char *oriel_read_surface(struct oriel_surface_reader *reader, const void *source, void *target) {
    const AVFrame *surface = source;
    AVFrame *frame = target;
    void *display;
    uint32_t id;
    const char *words = identify(surface, &display, &id);
    if (words) return words;
    const AVHWFramesContext *frames = (AVHWFramesContext *)surface->hw_frames_ctx->data;
    words = adopt(reader, display, frames->sw_format);
    if (words) return words;
    frame->format = frames->sw_format;
    frame->width = surface->width;
    frame->height = surface->height;
    if (av_frame_get_buffer(frame, 0) < 0) {
        av_frame_unref(frame);
        return "out of memory";
    }
    Image image = {0};
    Plane planes[4];
    int count = 0, status = va.sync_surface(display, id);
    if (status) words = failed(reader, "vaSyncSurface", status);
    if (!words) {
        ImageFormat format = reader->image_format;
        status = va.create_image(display, &format, frames->width, frames->height, &image);
        if (status) words = failed(reader, "vaCreateImage", status);
    }
    if (!words) {
        words = check(&image, frame, reader->image_format.fourcc, planes, &count);
        if (!words) {
            status = va.get_image(
                display, id, 0, 0, (unsigned)frames->width, (unsigned)frames->height, image.id);
            if (status) words = failed(reader, "vaGetImage", status);
        }
        if (!words) words = copy(reader, &image, planes, count, frame);
        status = va.destroy_image(display, image.id);
        if (status && !words) words = failed(reader, "vaDestroyImage", status);
    }
    if (words) av_frame_unref(frame);
    return words;
}
