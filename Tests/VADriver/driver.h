// Objects of the driver for tests, and its decoders.
#pragma once
#define _GNU_SOURCE // memfd_create
#include <libavcodec/avcodec.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <va/va_backend.h>
#include <va/va_drmcommon.h>

#include "card.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

enum { objects_max = 4096, name_max = 64, rules_max = 64, calls_max = 64 };

typedef enum { kind_none, kind_config, kind_context, kind_surface, kind_buffer, kind_image } Kind;

/// Any object of a display; its index plus one is its ID.
typedef struct {
    Kind kind;
    VAProfile profile;         // configurations
    int width, height, stride; // surfaces
    int chroma_shift;          // surfaces: 1 for 4:2:0
    AVCodecContext *decoder;   // contexts
    VASurfaceID target;        // contexts: of the present picture
    VABufferID parts[32];      // contexts: what was rendered of it
    int part_count;            // contexts
    VABufferType type;         // buffers
    uint8_t *data;             // surfaces, buffers
    size_t size;               // buffers
    bool is_borrowed;          // buffers: another object has the memory
    size_t mapped;             // buffers, surfaces: bytes of their mapping; 0 for the heap
    int descriptor;            // surfaces: their memory, a dmabuf or a file
    VABufferID image_buffer;   // images
} Object;

typedef struct {
    char call[name_max];
    int number, milliseconds; // negative: for ever
} Rule;

/// A wrong value in the description of an image.
typedef struct {
    char field[name_max];
    uint32_t value;
} Lie;

typedef struct {
    pthread_mutex_t lock;
    Object objects[objects_max];
    Rule rules[rules_max];
    int rule_count;
    Lie lies[rules_max];
    int lie_count;
    bool lies_about_formats, has_no_profiles;
    int lost_picture;  // number of the picture whose surface is lost; 0 for none
    int pictures;
    int surfaces, surfaces_peak;
    struct {
        char name[name_max];
        int count;
    } calls[calls_max];
    int call_count;
    char folder[512];
} Driver;

static inline Driver *driver_of(VADriverContextP context) { return context->pDriverData; }

static inline VAGenericID make(Driver *driver, Kind kind, Object **made) {
    for (int i = 0; i < objects_max; i++) {
        if (driver->objects[i].kind != kind_none) continue;
        memset(&driver->objects[i], 0, sizeof driver->objects[i]);
        driver->objects[i].kind = kind;
        *made = &driver->objects[i];
        return (VAGenericID)(i + 1);
    }
    *made = NULL;
    return VA_INVALID_ID;
}

static inline Object *find(Driver *driver, VAGenericID id, Kind kind) {
    if (id < 1 || id > objects_max || driver->objects[id - 1].kind != kind) return NULL;
    return &driver->objects[id - 1];
}

static inline void release(Object *object) {
    if (!object) return;
    avcodec_free_context(&object->decoder);
    if (object->mapped) {
        munmap(object->data, object->mapped);
        if (object->kind == kind_surface) close(object->descriptor);
    } else if (!object->is_borrowed) {
        free(object->data);
    }
    memset(object, 0, sizeof *object);
}

static inline int aligned(int value, int step) { return (value + step - 1) / step * step; }

/// The part of a picture with a type of buffer; NULL if there is none.
Object *part(Driver *driver, Object *context, VABufferType type);

/// Sends data to a context's decoder and copies the frame that it gives, if it gives one, into a surface, if any.
bool decode(Object *context, Object *surface, const uint8_t *data, size_t size);

/// Decodes the picture of a context into a surface.
VAStatus decode_vp9(Driver *driver, Object *context, Object *surface);
VAStatus decode_jpeg(Driver *driver, Object *context, Object *surface);
VAStatus decode_h264(Driver *driver, Object *context, Object *surface);

/// Copies rows of the frame that H.264's decoder makes (`AVCodecContext.draw_horiz_band`).
void take_rows(
    AVCodecContext *decoder, const AVFrame *frame, int offsets[AV_NUM_DATA_POINTERS], int top, int structure,
    int height);
