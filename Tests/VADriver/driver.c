// A VA-API driver for tests: libva loads it as it does a graphics card's, and it decodes VP9, JPEG and progressive
// H.264 in software.
//
// VP9's slice data is the whole frame, and the headers of JPEG and H.264 can be made again from the parameters, so
// libavcodec decodes them, and a client that reads surfaces back has the bytes that software decoding gives.
//
// `control` in the folder that LIBVA_DRIVERS_PATH names steers it; a line is one rule, read when a display is opened:
//   fail CALL N        the Nth call of a VA function fails, and each one after it
//   hang CALL N MS     the Nth call takes this many milliseconds longer; for ever if negative
//   lie formats        surfaces and images are announced in a format that no program knows
//   lie FIELD N        images: `width`, `height`, `planes`, `size`, `pitch0`, `pitch1`, `offset0`, `offset1`, `fourcc`,
//                      `bytes` (of their buffers, in truth); surfaces: `max`, `min`
//   lose N             the Nth picture's surface is gone when it is decoded
//   no profiles        nothing can be decoded
// `counts` beside it has the number of calls of each function, and of surfaces at once and at last (`surfaces`,
// `left`), written when the display is closed.
#include "driver.h"
#include <stdio.h>
#include <time.h>
#include <unistd.h>

// MARK: Faults

static void read_control(Driver *driver) {
    const char *folder = getenv("LIBVA_DRIVERS_PATH");
    snprintf(driver->folder, sizeof driver->folder, "%s", folder ? folder : "");
    char path[600], line[200];
    snprintf(path, sizeof path, "%s/control", driver->folder);
    FILE *file = fopen(path, "r");
    if (!file) return;
    while (fgets(line, sizeof line, file)) {
        Rule rule = {0};
        char word[name_max];
        if (sscanf(line, "fail %63s %d", rule.call, &rule.number) == 2 ||
            sscanf(line, "hang %63s %d %d", rule.call, &rule.number, &rule.milliseconds) == 3) {
            if (driver->rule_count < rules_max) driver->rules[driver->rule_count++] = rule;
        } else if (sscanf(line, "lose %d", &driver->lost_picture) == 1) {
        } else if (sscanf(line, "lie %63s %u", driver->lies[driver->lie_count].field,
                       &driver->lies[driver->lie_count].value) == 2) {
            if (driver->lie_count < rules_max - 1) driver->lie_count++;
        } else if (sscanf(line, "lie %63s", word) == 1) {
            if (!strcmp(word, "formats")) driver->lies_about_formats = true;
        } else if (!strncmp(line, "no profiles", 11)) {
            driver->has_no_profiles = true;
        }
    }
    fclose(file);
}

static void write_counts(Driver *driver) {
    char path[600];
    snprintf(path, sizeof path, "%s/counts", driver->folder);
    FILE *file = fopen(path, "a");
    if (!file) return;
    for (int i = 0; i < driver->call_count; i++) {
        fprintf(file, "%s %d\n", driver->calls[i].name, driver->calls[i].count);
    }
    fprintf(file, "surfaces %d\nleft %d\n", driver->surfaces_peak, driver->surfaces);
    fclose(file);
}

/// The value that an image's field is said to have.
static uint32_t told(const Driver *driver, const char *field, uint32_t value) {
    for (int i = 0; i < driver->lie_count; i++) {
        if (!strcmp(driver->lies[i].field, field)) value = driver->lies[i].value;
    }
    return value;
}

/// Counts a call and answers what the rules say of it.
static VAStatus called(Driver *driver, const char *name) {
    int count = 0, milliseconds = 0;
    VAStatus status = VA_STATUS_SUCCESS;
    pthread_mutex_lock(&driver->lock);
    int i = 0;
    while (i < driver->call_count && strcmp(driver->calls[i].name, name)) i++;
    if (i < calls_max) {
        if (i == driver->call_count) {
            driver->call_count++;
            snprintf(driver->calls[i].name, name_max, "%s", name);
        }
        count = ++driver->calls[i].count;
    }
    for (int j = 0; j < driver->rule_count; j++) {
        const Rule *rule = &driver->rules[j];
        if (strcmp(rule->call, name)) continue;
        if (rule->milliseconds && count == rule->number) milliseconds = rule->milliseconds;
        if (!rule->milliseconds && count >= rule->number) status = VA_STATUS_ERROR_OPERATION_FAILED;
    }
    pthread_mutex_unlock(&driver->lock);
    while (milliseconds < 0) pause();
    if (milliseconds) nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
    return status;
}

/// Begins a function of the driver: leaves it if it shall fail.
#define ENTER \
    Driver *driver = driver_of(ctx); \
    { \
        VAStatus status = called(driver, __func__ + 3); \
        if (status != VA_STATUS_SUCCESS) return status; \
    }

// MARK: Abilities

/// The only format of surfaces and images.
static uint32_t format(const Driver *driver) {
    return driver->lies_about_formats ? VA_FOURCC('X', 'X', 'X', 'X') : VA_FOURCC_NV12;
}

static const VAProfile profiles[] = {
    VAProfileVP9Profile0, VAProfileJPEGBaseline, VAProfileH264ConstrainedBaseline, VAProfileH264Main, VAProfileH264High,
};

static enum AVCodecID codec_of(VAProfile profile) {
    switch (profile) {
    case VAProfileVP9Profile0: return AV_CODEC_ID_VP9;
    case VAProfileJPEGBaseline: return AV_CODEC_ID_MJPEG;
    default: return AV_CODEC_ID_H264;
    }
}

static bool is_known(VAProfile profile) {
    for (int i = 0; i < LENGTH(profiles); i++) if (profiles[i] == profile) return true;
    return false;
}

static VAStatus on_vaQueryConfigProfiles(VADriverContextP ctx, VAProfile *list, int *count) {
    ENTER
    *count = driver->has_no_profiles ? 0 : LENGTH(profiles);
    memcpy(list, profiles, (size_t)*count * sizeof *list);
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaQueryConfigEntrypoints(
    VADriverContextP ctx, VAProfile profile, VAEntrypoint *list, int *count) {
    ENTER
    *count = 0;
    if (!is_known(profile)) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    list[(*count)++] = VAEntrypointVLD;
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaGetConfigAttributes(
    VADriverContextP ctx, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib *list, int count) {
    ENTER
    (void)profile, (void)entrypoint;
    for (int i = 0; i < count; i++) {
        list[i].value = list[i].type == VAConfigAttribRTFormat ? VA_RT_FORMAT_YUV420 : VA_ATTRIB_NOT_SUPPORTED;
    }
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaCreateConfig(
    VADriverContextP ctx, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib *list, int count,
    VAConfigID *made) {
    ENTER
    (void)list, (void)count;
    if (!is_known(profile)) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    if (entrypoint != VAEntrypointVLD) return VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT;
    Object *config;
    *made = make(driver, kind_config, &config);
    if (!config) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    config->profile = profile;
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaDestroyConfig(VADriverContextP ctx, VAConfigID id) {
    ENTER
    release(find(driver, id, kind_config));
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaQueryConfigAttributes(
    VADriverContextP ctx, VAConfigID id, VAProfile *profile, VAEntrypoint *entrypoint, VAConfigAttrib *list,
    int *count) {
    ENTER
    Object *config = find(driver, id, kind_config);
    if (!config) return VA_STATUS_ERROR_INVALID_CONFIG;
    *profile = config->profile;
    *entrypoint = VAEntrypointVLD;
    list[0] = (VAConfigAttrib){VAConfigAttribRTFormat, VA_RT_FORMAT_YUV420};
    *count = 1;
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaQuerySurfaceAttributes(
    VADriverContextP ctx, VAConfigID id, VASurfaceAttrib *list, unsigned int *count) {
    ENTER
    (void)id;
    const VASurfaceAttrib all[] = {
        {VASurfaceAttribPixelFormat, VA_SURFACE_ATTRIB_GETTABLE | VA_SURFACE_ATTRIB_SETTABLE,
         {VAGenericValueTypeInteger, {.i = (int)format(driver)}}},
        {VASurfaceAttribMinWidth, VA_SURFACE_ATTRIB_GETTABLE,
         {VAGenericValueTypeInteger, {.i = (int)told(driver, "min", 16)}}},
        {VASurfaceAttribMinHeight, VA_SURFACE_ATTRIB_GETTABLE,
         {VAGenericValueTypeInteger, {.i = (int)told(driver, "min", 16)}}},
        {VASurfaceAttribMaxWidth, VA_SURFACE_ATTRIB_GETTABLE,
         {VAGenericValueTypeInteger, {.i = (int)told(driver, "max", 4096)}}},
        {VASurfaceAttribMaxHeight, VA_SURFACE_ATTRIB_GETTABLE,
         {VAGenericValueTypeInteger, {.i = (int)told(driver, "max", 4096)}}},
    };
    if (list && *count >= (unsigned)LENGTH(all)) memcpy(list, all, sizeof all);
    *count = LENGTH(all);
    return VA_STATUS_SUCCESS;
}

// MARK: Surfaces and buffers

/// Memory that an export shares: the device's, or a file in memory where there is no device. -1 if it fails.
static int shared_memory(VADriverContextP ctx, size_t size) {
    const struct drm_state *state = ctx->drm_state;
    int descriptor = state ? oriel_make_buffer(state->fd, size) : -1;
    if (descriptor >= 0) return descriptor;
    descriptor = memfd_create("surface", MFD_CLOEXEC);
    if (descriptor < 0 || !ftruncate(descriptor, (off_t)size)) return descriptor;
    close(descriptor);
    return -1;
}

static VAStatus on_vaCreateSurfaces2(
    VADriverContextP ctx, unsigned int kind, unsigned int width, unsigned int height, VASurfaceID *made,
    unsigned int count, VASurfaceAttrib *list, unsigned int list_count) {
    ENTER
    (void)list, (void)list_count;
    if (kind != VA_RT_FORMAT_YUV420) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
    for (unsigned i = 0; i < count; i++) {
        Object *surface;
        made[i] = make(driver, kind_surface, &surface);
        if (!surface) return VA_STATUS_ERROR_ALLOCATION_FAILED;
        surface->width = (int)width;
        surface->height = (int)height;
        surface->chroma_shift = 1;
        // Rows are longer than the picture, as a card's.
        surface->stride = aligned((int)width, 128) + 64;
        size_t size = (size_t)surface->stride * (size_t)(aligned((int)height, 2) * 3 / 2);
        surface->descriptor = shared_memory(ctx, size);
        if (surface->descriptor < 0) return VA_STATUS_ERROR_ALLOCATION_FAILED;
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, surface->descriptor, 0);
        if (memory == MAP_FAILED) return VA_STATUS_ERROR_ALLOCATION_FAILED;
        surface->data = memory;
        surface->mapped = surface->size = size;
        memset(surface->data, 0x55, size);
        if (++driver->surfaces > driver->surfaces_peak) driver->surfaces_peak = driver->surfaces;
    }
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaCreateSurfaces(
    VADriverContextP ctx, int width, int height, int format, int count, VASurfaceID *made) {
    return on_vaCreateSurfaces2(
        ctx, (unsigned)format, (unsigned)width, (unsigned)height, made, (unsigned)count, NULL, 0);
}

static VAStatus on_vaDestroySurfaces(VADriverContextP ctx, VASurfaceID *list, int count) {
    ENTER
    for (int i = 0; i < count; i++) {
        Object *surface = find(driver, list[i], kind_surface);
        if (surface) driver->surfaces--;
        release(surface);
    }
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaCreateBuffer(
    VADriverContextP ctx, VAContextID context, VABufferType type, unsigned int size, unsigned int count, void *data,
    VABufferID *made) {
    ENTER
    (void)context;
    Object *buffer;
    *made = make(driver, kind_buffer, &buffer);
    if (!buffer) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    buffer->type = type;
    buffer->size = (size_t)size * count;
    buffer->data = calloc(1, buffer->size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!buffer->data) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    if (data) memcpy(buffer->data, data, buffer->size);
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaBufferSetNumElements(VADriverContextP ctx, VABufferID id, unsigned int count) {
    (void)ctx, (void)id, (void)count;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus on_vaMapBuffer(VADriverContextP ctx, VABufferID id, void **data) {
    ENTER
    Object *buffer = find(driver, id, kind_buffer);
    if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
    *data = buffer->data;
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaUnmapBuffer(VADriverContextP ctx, VABufferID id) {
    ENTER
    return find(driver, id, kind_buffer) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

static VAStatus on_vaDestroyBuffer(VADriverContextP ctx, VABufferID id) {
    ENTER
    release(find(driver, id, kind_buffer));
    return VA_STATUS_SUCCESS;
}

// MARK: Decoding

static VAStatus on_vaCreateContext(
    VADriverContextP ctx, VAConfigID config_id, int width, int height, int flag, VASurfaceID *targets, int count,
    VAContextID *made) {
    ENTER
    (void)width, (void)height, (void)flag, (void)targets, (void)count;
    Object *config = find(driver, config_id, kind_config), *context;
    if (!config) return VA_STATUS_ERROR_INVALID_CONFIG;
    *made = make(driver, kind_context, &context);
    if (!context) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    context->profile = config->profile;
    const AVCodec *codec = avcodec_find_decoder(codec_of(config->profile));
    context->decoder = codec ? avcodec_alloc_context3(codec) : NULL;
    if (!context->decoder) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    context->decoder->thread_count = 1;
    if (codec->id == AV_CODEC_ID_H264) {
        context->decoder->draw_horiz_band = take_rows;
        context->decoder->slice_flags = SLICE_FLAG_CODED_ORDER;
    }
    if (avcodec_open2(context->decoder, codec, NULL) < 0) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaDestroyContext(VADriverContextP ctx, VAContextID id) {
    ENTER
    release(find(driver, id, kind_context));
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaBeginPicture(VADriverContextP ctx, VAContextID id, VASurfaceID target) {
    ENTER
    Object *context = find(driver, id, kind_context);
    if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
    if (!find(driver, target, kind_surface)) return VA_STATUS_ERROR_INVALID_SURFACE;
    context->target = target;
    context->part_count = 0;
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaRenderPicture(VADriverContextP ctx, VAContextID id, VABufferID *list, int count) {
    ENTER
    Object *context = find(driver, id, kind_context);
    if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
    for (int i = 0; i < count; i++) {
        if (context->part_count == LENGTH(context->parts)) return VA_STATUS_ERROR_OPERATION_FAILED;
        context->parts[context->part_count++] = list[i];
    }
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaEndPicture(VADriverContextP ctx, VAContextID id) {
    ENTER
    Object *context = find(driver, id, kind_context);
    Object *surface = context ? find(driver, context->target, kind_surface) : NULL;
    if (!surface) return VA_STATUS_ERROR_INVALID_CONTEXT;
    VAStatus status;
    switch (codec_of(context->profile)) {
    case AV_CODEC_ID_VP9: status = decode_vp9(driver, context, surface); break;
    case AV_CODEC_ID_MJPEG: status = decode_jpeg(driver, context, surface); break;
    default: status = decode_h264(driver, context, surface);
    }
    if (++driver->pictures == driver->lost_picture) {
        driver->surfaces--;
        release(surface);
    }
    return status;
}

static VAStatus on_vaSyncSurface(VADriverContextP ctx, VASurfaceID id) {
    ENTER
    return find(driver, id, kind_surface) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
}

static VAStatus on_vaQuerySurfaceStatus(VADriverContextP ctx, VASurfaceID id, VASurfaceStatus *status) {
    ENTER
    (void)id;
    *status = VASurfaceReady;
    return VA_STATUS_SUCCESS;
}

// MARK: Images

static VAStatus on_vaQueryImageFormats(VADriverContextP ctx, VAImageFormat *list, int *count) {
    ENTER
    list[0] = (VAImageFormat){.fourcc = format(driver), .byte_order = VA_LSB_FIRST, .bits_per_pixel = 12};
    *count = 1;
    return VA_STATUS_SUCCESS;
}

/// Describes an NV12 image of a size and stride.
static void describe(Driver *driver, VAImage *image, int width, int height, int stride) {
    memset(image, 0, sizeof *image);
    image->format = (VAImageFormat){
        .fourcc = format(driver), .byte_order = VA_LSB_FIRST, .bits_per_pixel = 12};
    image->width = (uint16_t)width;
    image->height = (uint16_t)height;
    image->num_planes = 2;
    image->pitches[0] = image->pitches[1] = (uint32_t)stride;
    image->offsets[1] = (uint32_t)(stride * aligned(height, 2));
    image->data_size = image->offsets[1] + (uint32_t)(stride * (aligned(height, 2) / 2));
}

/// Memory of an image. If `lie bytes` says so it is shorter than the image, and nothing is mapped behind it.
static uint8_t *image_memory(Driver *driver, Object *buffer) {
    size_t bytes = told(driver, "bytes", (uint32_t)buffer->size), page = 4096;
    if (bytes == buffer->size) return malloc(buffer->size);
    size_t length = (bytes + page - 1) / page * page;
    uint8_t *memory = mmap(NULL, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    // The page behind it stays reserved: any access ends the process.
    mprotect(memory + length, page, PROT_NONE);
    buffer->mapped = length + page;
    buffer->size = length;
    return memory;
}

/// Puts the lies into an image's description, whose memory is that of the true one.
static void lie(Driver *driver, VAImage *image) {
    image->width = (uint16_t)told(driver, "width", image->width);
    image->height = (uint16_t)told(driver, "height", image->height);
    image->num_planes = told(driver, "planes", image->num_planes);
    image->data_size = told(driver, "size", image->data_size);
    image->pitches[0] = told(driver, "pitch0", image->pitches[0]);
    image->pitches[1] = told(driver, "pitch1", image->pitches[1]);
    image->offsets[0] = told(driver, "offset0", image->offsets[0]);
    image->offsets[1] = told(driver, "offset1", image->offsets[1]);
    image->format.fourcc = told(driver, "fourcc", image->format.fourcc);
}

static VAStatus finish_image(Driver *driver, VAImage *image, uint8_t *borrowed) {
    Object *buffer, *object;
    image->buf = make(driver, kind_buffer, &buffer);
    if (!buffer) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    buffer->type = VAImageBufferType;
    buffer->size = image->data_size;
    buffer->is_borrowed = borrowed != NULL;
    buffer->data = borrowed ? borrowed : image_memory(driver, buffer);
    image->image_id = make(driver, kind_image, &object);
    if (!object || !buffer->data) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    object->image_buffer = image->buf;
    object->width = image->width;
    object->height = image->height;
    object->stride = (int)image->pitches[0];
    lie(driver, image);
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaCreateImage(VADriverContextP ctx, VAImageFormat *wanted, int width, int height, VAImage *image) {
    ENTER
    if (wanted->fourcc != format(driver)) return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
    describe(driver, image, width, height, aligned(width, 64));
    return finish_image(driver, image, NULL);
}

static VAStatus on_vaDeriveImage(VADriverContextP ctx, VASurfaceID id, VAImage *image) {
    ENTER
    Object *surface = find(driver, id, kind_surface);
    if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
    describe(driver, image, surface->width, surface->height, surface->stride);
    return finish_image(driver, image, surface->data);
}

static VAStatus on_vaDestroyImage(VADriverContextP ctx, VAImageID id) {
    ENTER
    Object *image = find(driver, id, kind_image);
    if (!image) return VA_STATUS_ERROR_INVALID_IMAGE;
    release(find(driver, image->image_buffer, kind_buffer));
    release(image);
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaGetImage(
    VADriverContextP ctx, VASurfaceID id, int x, int y, unsigned int width, unsigned int height, VAImageID image_id) {
    ENTER
    Object *surface = find(driver, id, kind_surface), *image = find(driver, image_id, kind_image);
    Object *buffer = image ? find(driver, image->image_buffer, kind_buffer) : NULL;
    if (!surface || !buffer) return VA_STATUS_ERROR_INVALID_IMAGE;
    if (x || y || (int)width > surface->width || (int)height > surface->height) {
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    }
    if ((int)width > image->width) width = (unsigned)image->width;
    if ((int)height > image->height) height = (unsigned)image->height;
    // Into a buffer that is too short goes nothing.
    if (buffer->mapped) return VA_STATUS_SUCCESS;
    for (unsigned row = 0; row < height; row++) {
        memcpy(buffer->data + (size_t)row * image->stride, surface->data + (size_t)row * surface->stride, width);
    }
    const uint8_t *from = surface->data + (size_t)surface->stride * aligned(surface->height, 2);
    uint8_t *to = buffer->data + (size_t)image->stride * aligned(image->height, 2);
    for (unsigned row = 0; row < (height + 1) / 2; row++) {
        memcpy(
            to + (size_t)row * image->stride, from + (size_t)row * surface->stride, (size_t)aligned((int)width, 2));
    }
    return VA_STATUS_SUCCESS;
}

static VAStatus on_vaExportSurfaceHandle(
    VADriverContextP ctx, VASurfaceID id, uint32_t kind, uint32_t flags, void *made) {
    ENTER
    Object *surface = find(driver, id, kind_surface);
    if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (kind != VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2) return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
    bool are_separate = flags & VA_EXPORT_SURFACE_SEPARATE_LAYERS;
    uint32_t stride = told(driver, "pitch0", (uint32_t)surface->stride);
    uint32_t chroma = told(driver, "offset1", (uint32_t)(surface->stride * aligned(surface->height, 2)));
    VADRMPRIMESurfaceDescriptor *descriptor = made;
    *descriptor = (VADRMPRIMESurfaceDescriptor){
        .fourcc = format(driver),
        .width = (uint32_t)surface->width,
        .height = (uint32_t)surface->height,
        .num_objects = 1,
        .num_layers = are_separate ? 2 : 1,
    };
    descriptor->objects[0].fd = dup(surface->descriptor);
    descriptor->objects[0].size = (uint32_t)surface->size;
    for (unsigned i = 0; i < 2; i++) {
        unsigned layer = are_separate ? i : 0, plane = are_separate ? 0 : i;
        descriptor->layers[layer].drm_format = !are_separate ? VA_FOURCC_NV12
            : i ? VA_FOURCC('G', 'R', '8', '8') : VA_FOURCC('R', '8', ' ', ' ');
        descriptor->layers[layer].num_planes = are_separate ? 1 : 2;
        descriptor->layers[layer].object_index[plane] = 0;
        descriptor->layers[layer].offset[plane] = i ? chroma : 0;
        descriptor->layers[layer].pitch[plane] = stride;
    }
    return VA_STATUS_SUCCESS;
}

// MARK: Left out

static VAStatus on_vaQuerySurfaceError(VADriverContextP c, VASurfaceID s, VAStatus e, void **i) {
    (void)c, (void)s, (void)e, (void)i;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaPutSurface(
    VADriverContextP c, VASurfaceID s, void *d, short a, short b, unsigned short e, unsigned short f, short g, short h,
    unsigned short i, unsigned short j, VARectangle *r, unsigned int n, unsigned int l) {
    (void)c, (void)s, (void)d, (void)a, (void)b, (void)e, (void)f, (void)g, (void)h, (void)i, (void)j, (void)r,
        (void)n, (void)l;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaSetImagePalette(VADriverContextP c, VAImageID i, unsigned char *p) {
    (void)c, (void)i, (void)p;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaPutImage(
    VADriverContextP c, VASurfaceID s, VAImageID i, int a, int b, unsigned int w, unsigned int h, int d, int e,
    unsigned int f, unsigned int g) {
    (void)c, (void)s, (void)i, (void)a, (void)b, (void)w, (void)h, (void)d, (void)e, (void)f, (void)g;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaQuerySubpictureFormats(VADriverContextP c, VAImageFormat *l, unsigned int *f, unsigned int *n) {
    (void)c, (void)l, (void)f;
    *n = 0;
    return VA_STATUS_SUCCESS;
}
static VAStatus on_vaCreateSubpicture(VADriverContextP c, VAImageID i, VASubpictureID *s) {
    (void)c, (void)i, (void)s;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaDestroySubpicture(VADriverContextP c, VASubpictureID s) {
    (void)c, (void)s;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaSetSubpictureImage(VADriverContextP c, VASubpictureID s, VAImageID i) {
    (void)c, (void)s, (void)i;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaSetSubpictureChromakey(
    VADriverContextP c, VASubpictureID s, unsigned int a, unsigned int b, unsigned int m) {
    (void)c, (void)s, (void)a, (void)b, (void)m;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaSetSubpictureGlobalAlpha(VADriverContextP c, VASubpictureID s, float a) {
    (void)c, (void)s, (void)a;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaAssociateSubpicture(
    VADriverContextP c, VASubpictureID s, VASurfaceID *t, int n, short a, short b, unsigned short w, unsigned short h,
    short d, short e, unsigned short f, unsigned short g, unsigned int l) {
    (void)c, (void)s, (void)t, (void)n, (void)a, (void)b, (void)w, (void)h, (void)d, (void)e, (void)f, (void)g,
        (void)l;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaDeassociateSubpicture(VADriverContextP c, VASubpictureID s, VASurfaceID *t, int n) {
    (void)c, (void)s, (void)t, (void)n;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}
static VAStatus on_vaQueryDisplayAttributes(VADriverContextP c, VADisplayAttribute *l, int *n) {
    (void)c, (void)l;
    *n = 0;
    return VA_STATUS_SUCCESS;
}
static VAStatus on_vaDisplayAttributes(VADriverContextP c, VADisplayAttribute *l, int n) {
    (void)c, (void)l, (void)n;
    return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus on_vaTerminate(VADriverContextP ctx) {
    Driver *driver = driver_of(ctx);
    write_counts(driver);
    for (int i = 0; i < objects_max; i++) release(&driver->objects[i]);
    pthread_mutex_destroy(&driver->lock);
    free(driver);
    ctx->pDriverData = NULL;
    return VA_STATUS_SUCCESS;
}

// The function's name has the version of VA-API, which libva looks for from its own down to 0.
#define NAME(major, minor) NAMED(major, minor)
#define NAMED(major, minor) __vaDriverInit_##major##_##minor

VAStatus NAME(VA_MAJOR_VERSION, VA_MINOR_VERSION)(VADriverContextP ctx) __attribute__((visibility("default")));

VAStatus NAME(VA_MAJOR_VERSION, VA_MINOR_VERSION)(VADriverContextP ctx) {
    Driver *driver = calloc(1, sizeof *driver);
    if (!driver) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    pthread_mutex_init(&driver->lock, NULL);
    read_control(driver);
    if (called(driver, "vaInitialize") != VA_STATUS_SUCCESS) {
        free(driver);
        return VA_STATUS_ERROR_OPERATION_FAILED;
    }
    ctx->pDriverData = driver;
    ctx->version_major = VA_MAJOR_VERSION;
    ctx->version_minor = VA_MINOR_VERSION;
    ctx->max_profiles = LENGTH(profiles);
    ctx->max_entrypoints = 1;
    ctx->max_attributes = 8;
    ctx->max_image_formats = 1;
    ctx->max_subpic_formats = 1;
    ctx->max_display_attributes = 1;
    ctx->str_vendor = "Oriel's driver for tests";
    struct VADriverVTable *table = ctx->vtable;
    table->vaTerminate = on_vaTerminate;
    table->vaQueryConfigProfiles = on_vaQueryConfigProfiles;
    table->vaQueryConfigEntrypoints = on_vaQueryConfigEntrypoints;
    table->vaGetConfigAttributes = on_vaGetConfigAttributes;
    table->vaCreateConfig = on_vaCreateConfig;
    table->vaDestroyConfig = on_vaDestroyConfig;
    table->vaQueryConfigAttributes = on_vaQueryConfigAttributes;
    table->vaCreateSurfaces = on_vaCreateSurfaces;
    table->vaCreateSurfaces2 = on_vaCreateSurfaces2;
    table->vaQuerySurfaceAttributes = on_vaQuerySurfaceAttributes;
    table->vaDestroySurfaces = on_vaDestroySurfaces;
    table->vaCreateContext = on_vaCreateContext;
    table->vaDestroyContext = on_vaDestroyContext;
    table->vaCreateBuffer = on_vaCreateBuffer;
    table->vaBufferSetNumElements = on_vaBufferSetNumElements;
    table->vaMapBuffer = on_vaMapBuffer;
    table->vaUnmapBuffer = on_vaUnmapBuffer;
    table->vaDestroyBuffer = on_vaDestroyBuffer;
    table->vaBeginPicture = on_vaBeginPicture;
    table->vaRenderPicture = on_vaRenderPicture;
    table->vaEndPicture = on_vaEndPicture;
    table->vaSyncSurface = on_vaSyncSurface;
    table->vaQuerySurfaceStatus = on_vaQuerySurfaceStatus;
    table->vaQuerySurfaceError = on_vaQuerySurfaceError;
    table->vaPutSurface = on_vaPutSurface;
    table->vaQueryImageFormats = on_vaQueryImageFormats;
    table->vaCreateImage = on_vaCreateImage;
    table->vaDeriveImage = on_vaDeriveImage;
    table->vaDestroyImage = on_vaDestroyImage;
    table->vaSetImagePalette = on_vaSetImagePalette;
    table->vaGetImage = on_vaGetImage;
    table->vaPutImage = on_vaPutImage;
    table->vaExportSurfaceHandle = on_vaExportSurfaceHandle;
    table->vaQuerySubpictureFormats = on_vaQuerySubpictureFormats;
    table->vaCreateSubpicture = on_vaCreateSubpicture;
    table->vaDestroySubpicture = on_vaDestroySubpicture;
    table->vaSetSubpictureImage = on_vaSetSubpictureImage;
    table->vaSetSubpictureChromakey = on_vaSetSubpictureChromakey;
    table->vaSetSubpictureGlobalAlpha = on_vaSetSubpictureGlobalAlpha;
    table->vaAssociateSubpicture = on_vaAssociateSubpicture;
    table->vaDeassociateSubpicture = on_vaDeassociateSubpicture;
    table->vaQueryDisplayAttributes = on_vaQueryDisplayAttributes;
    table->vaGetDisplayAttributes = on_vaDisplayAttributes;
    table->vaSetDisplayAttributes = on_vaDisplayAttributes;
    return VA_STATUS_SUCCESS;
}
