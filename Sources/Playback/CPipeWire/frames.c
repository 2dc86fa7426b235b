#define _GNU_SOURCE
#include "CLinux.h"
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Buffers

/// Whether a file can't become shorter than the block; reading behind a file's end would be fatal (`SIGBUS`).
static bool keeps_its_size(int file, const struct spa_data *data) {
    int seals = fcntl(file, F_GET_SEALS);
    if (seals < 0) return false;
    // Buffers keep their size, so a source doesn't miss what this forbids.
    if (!(seals & F_SEAL_SHRINK) && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK)) return false;
    struct stat status;
    return !fstat(file, &status) && status.st_size >= (off_t)data->mapoffset + (off_t)data->maxsize;
}

/// Maps a block of a file that can't become shorter, or of a device: a camera's buffers (V4L2) are dmabufs, which
/// PipeWire calls files, and can't be read from the descriptor.
static void map(
    struct oriel_pipewire_stream *s, struct oriel_pipewire_buffer *b, uint32_t index, const struct spa_data *data) {
    struct stat status;
    int file = (int)data->fd;
    if (data->type != SPA_DATA_MemFd || data->fd < 0 || !data->maxsize || fstat(file, &status)) return;
    bool is_device = !S_ISREG(status.st_mode);
    if (!is_device && !keeps_its_size(file, data)) return;
    if (is_device && s->window < 0) s->window = memfd_create("oriel-camera", MFD_CLOEXEC);
    size_t excess = data->mapoffset % (size_t)sysconf(_SC_PAGESIZE);
    size_t length = excess + data->maxsize;
    void *start = mmap(NULL, length, PROT_READ, MAP_SHARED, file, (off_t)(data->mapoffset - excess));
    if (start == MAP_FAILED) return;
    b->blocks[index].start = start;
    b->blocks[index].length = length;
    b->blocks[index].bytes = (const uint8_t *)start + excess;
    b->blocks[index].is_device = is_device;
}

static void release(struct oriel_pipewire_buffer *b) {
    if (atomic_fetch_sub(&b->references, 1) != 1) return;
    for (int i = 0; i < MOST_BLOCKS; i++) {
        if (b->blocks[i].start) munmap(b->blocks[i].start, b->blocks[i].length);
    }
    free(b);
}

void oriel_pipewire_give_back(struct oriel_pipewire_buffer *b) {
    // The stream's thread queues it with the next frame.
    atomic_store(&b->is_kept, false);
    release(b);
}

void oriel_stream_add_buffer(void *data, struct pw_buffer *pipewire) {
    struct oriel_pipewire_stream *s = data;
    s->lacks_buffers = false;
    oriel_stream_await_buffers(s, false);
    for (int i = 0; i < MOST_BUFFERS; i++) {
        if (s->buffers[i]) continue;
        struct oriel_pipewire_buffer *b = calloc(1, sizeof *b);
        if (!b) return;
        atomic_init(&b->references, 1);
        b->pipewire = pipewire;
        const struct spa_buffer *buffer = pipewire->buffer;
        for (uint32_t j = 0; j < buffer->n_datas && j < MOST_BLOCKS; j++) map(s, b, j, &buffer->datas[j]);
        pipewire->user_data = b;
        s->buffers[i] = b;
        return;
    }
}

void oriel_stream_remove_buffer(void *data, struct pw_buffer *pipewire) {
    struct oriel_pipewire_stream *s = data;
    for (int i = 0; i < MOST_BUFFERS; i++) {
        if (!s->buffers[i] || s->buffers[i]->pipewire != pipewire) continue;
        release(s->buffers[i]);
        s->buffers[i] = NULL;
    }
    pipewire->user_data = NULL;
}

void oriel_stream_forget_buffers(struct oriel_pipewire_stream *s) {
    for (int i = 0; i < MOST_BUFFERS; i++) {
        if (s->buffers[i]) release(s->buffers[i]);
        s->buffers[i] = NULL;
    }
}

/// Gives the source the buffers that no frame keeps any more; returns the number of all.
static uint32_t give_back_unused(struct oriel_pipewire_stream *s) {
    uint32_t count = 0;
    for (int i = 0; i < MOST_BUFFERS; i++) {
        struct oriel_pipewire_buffer *b = s->buffers[i];
        if (!b) continue;
        count++;
        if (!b->is_out || atomic_load(&b->is_kept)) continue;
        b->is_out = false;
        pw.stream_queue_buffer(s->stream, b->pipewire);
    }
    return count;
}

/// Copies a device's memory. The kernel reads it, for which a page that is gone is an error, and no signal.
static bool copy(const struct oriel_pipewire_block *block, size_t offset, uint8_t *target, size_t count) {
    // The window stays in the processor's cache.
    enum { WINDOW = 1 << 16 };
    while (count) {
        size_t piece = count < WINDOW ? count : WINDOW;
        ssize_t written = pwrite(block->window, (const uint8_t *)block->device + offset, piece, 0);
        if (written <= 0 || pread(block->window, target, (size_t)written, 0) != written) return false;
        target += written;
        offset += (size_t)written;
        count -= (size_t)written;
    }
    return true;
}

static bool read_device(const struct oriel_pipewire_block *block, size_t offset, uint8_t *target, size_t count) {
    oriel_dmabuf_sync(block->descriptor, true);
    bool is_read = copy(block, offset, target, count);
    oriel_dmabuf_sync(block->descriptor, false);
    return is_read;
}

bool oriel_pipewire_read(const struct oriel_pipewire_block *block, size_t offset, void *target, size_t count) {
    if (block->memory) {
        memcpy(target, (const uint8_t *)block->memory + offset, count);
        return true;
    }
    if (block->device) return read_device(block, offset, target, count);
    for (size_t done = 0; done < count;) {
        ssize_t read = pread(
            block->descriptor, (uint8_t *)target + done, count - done, (off_t)block->position + (off_t)(offset + done));
        if (read < 0 && errno == EINTR) continue;
        if (read <= 0) return false;
        done += (size_t)read;
    }
    return true;
}

// Metadata lies in shared memory, and is read once.

static struct oriel_pipewire_area area_of(const volatile struct spa_meta_region *meta) {
    return (struct oriel_pipewire_area){
        meta->region.position.x, meta->region.position.y, meta->region.size.width, meta->region.size.height};
}

static void read_damage(const struct spa_buffer *buffer, struct oriel_pipewire_frame *frame) {
    const struct spa_meta *meta = spa_buffer_find_meta(buffer, SPA_META_VideoDamage);
    if (!meta) return;
    const volatile struct spa_meta_region *regions = meta->data;
    // More than was asked for doesn't come.
    for (uint32_t i = 0; i < meta->size / sizeof *regions && i < ORIEL_PIPEWIRE_MOST_DAMAGE; i++) {
        struct oriel_pipewire_area area = area_of(&regions[i]);
        if (!area.width || !area.height) return;
        frame->damage[frame->damage_count++] = area;
    }
}

static void read_pointer(const struct spa_buffer *buffer, struct oriel_pipewire_frame *frame) {
    const struct spa_meta *meta = spa_buffer_find_meta(buffer, SPA_META_Cursor);
    struct spa_meta_cursor cursor;
    if (!meta || meta->size < sizeof cursor) return;
    memcpy(&cursor, meta->data, sizeof cursor);
    struct oriel_pipewire_pointer *pointer = &frame->pointer;
    pointer->is_told = true;
    pointer->is_visible = cursor.id != 0;
    pointer->x = cursor.position.x;
    pointer->y = cursor.position.y;
    struct spa_meta_bitmap bitmap;
    if (!pointer->is_visible || cursor.bitmap_offset < sizeof cursor || meta->size < sizeof bitmap
        || cursor.bitmap_offset > meta->size - sizeof bitmap) return;
    memcpy(&bitmap, (const uint8_t *)meta->data + cursor.bitmap_offset, sizeof bitmap);
    pointer->has_picture = true;
    pointer->hotspot_x = cursor.hotspot.x;
    pointer->hotspot_y = cursor.hotspot.y;
    pointer->is_red_first = bitmap.format == SPA_VIDEO_FORMAT_RGBA || bitmap.format == SPA_VIDEO_FORMAT_RGBx;
    bool is_known = pointer->is_red_first || bitmap.format == SPA_VIDEO_FORMAT_BGRA
        || bitmap.format == SPA_VIDEO_FORMAT_BGRx;
    // Without pixels, or in an unknown format, the pointer has an empty picture.
    uint32_t room = meta->size - cursor.bitmap_offset;
    if (!is_known || bitmap.offset < sizeof bitmap || bitmap.offset > room) return;
    pointer->width = bitmap.size.width;
    pointer->height = bitmap.size.height;
    pointer->stride = bitmap.stride;
    pointer->pixels = (const uint8_t *)meta->data + cursor.bitmap_offset + bitmap.offset;
    pointer->capacity = room - bitmap.offset;
}

// Frames

/// Describes the blocks. False if the sender marks the frame as empty or damaged.
static bool read_blocks(const struct oriel_pipewire_stream *s, const struct spa_buffer *buffer,
    const struct oriel_pipewire_buffer *b, struct oriel_pipewire_frame *frame) {
    for (uint32_t i = 0; i < buffer->n_datas && i < MOST_BLOCKS; i++) {
        const struct spa_data *data = &buffer->datas[i];
        const volatile struct spa_chunk *chunk = data->chunk;
        if (!chunk || chunk->flags & SPA_CHUNK_FLAG_CORRUPTED) return false;
        bool is_file = data->type == SPA_DATA_MemFd || data->type == SPA_DATA_DmaBuf;
        if (is_file ? data->fd < 0 : !data->data) return false;
        bool is_device = b && b->blocks[i].is_device;
        const void *mapped = is_file && b ? b->blocks[i].bytes : NULL;
        frame->blocks[frame->block_count++] = (struct oriel_pipewire_block){
            .memory = !is_file ? data->data : is_device ? NULL : mapped, .device = is_device ? mapped : NULL,
            .window = s->window,
            .descriptor = is_file ? (int)data->fd : -1, .position = data->mapoffset, .capacity = data->maxsize,
            .offset = chunk->offset, .size = chunk->size, .stride = chunk->stride};
    }
    // Sources leave the size of a dmabuf out.
    return frame->block_count && (frame->is_dmabuf || frame->blocks[0].size);
}

/// Passes a frame on, or the pointer alone.
static void show(struct oriel_pipewire_stream *s, struct oriel_pipewire_buffer *b, const struct spa_buffer *buffer,
    uint32_t buffer_count) {
    const volatile struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof(struct spa_meta_header));
    struct oriel_pipewire_frame frame = {
        .layout = s->layout, .width = s->format.size.width, .height = s->format.size.height,
        .is_dmabuf = s->is_dmabuf, .modifier = s->format.modifier, .buffer_count = buffer_count};
    if (s->wants_pointer) read_pointer(buffer, &frame);
    if ((header && header->flags & SPA_META_HEADER_FLAG_CORRUPTED) || !read_blocks(s, buffer, b, &frame)) {
        frame.block_count = 0;
        if (!frame.pointer.is_told) return;
    }
    // A dmabuf where memory was agreed on, or the reverse.
    for (uint32_t i = 0; i < frame.block_count; i++) {
        if ((buffer->datas[i].type == SPA_DATA_DmaBuf) != s->is_dmabuf) frame.problem = "another memory was agreed on";
    }
    if (s->layout == ORIEL_PIPEWIRE_UNKNOWN) frame.problem = "its layout is unknown";
    bool can_be_kept = b && frame.block_count > 0;
    for (uint32_t i = 0; i < frame.block_count; i++) {
        if (!s->is_dmabuf && !(b && b->blocks[i].bytes && !b->blocks[i].is_device)) can_be_kept = false;
    }
    frame.buffer = can_be_kept ? b : NULL;
    const volatile struct spa_meta_region *crop =
        spa_buffer_find_meta_data(buffer, SPA_META_VideoCrop, sizeof(struct spa_meta_region));
    if (crop) frame.crop = area_of(crop);
    const volatile struct spa_meta_videotransform *transform =
        spa_buffer_find_meta_data(buffer, SPA_META_VideoTransform, sizeof(struct spa_meta_videotransform));
    if (transform) frame.transform = transform->transform;
    read_damage(buffer, &frame);
    if (b) {
        atomic_fetch_add(&b->references, 1);
        atomic_store(&b->is_kept, true);
    }
    bool is_kept = s->callbacks->frame(s->context, &frame);
    if (b && !is_kept) oriel_pipewire_give_back(b);
}

void oriel_stream_process(void *data) {
    struct oriel_pipewire_stream *s = data;
    uint32_t count = give_back_unused(s);
    struct pw_buffer *newest = NULL, *next;
    while ((next = pw.stream_dequeue_buffer(s->stream))) {
        if (newest) pw.stream_queue_buffer(s->stream, newest);
        newest = next;
    }
    if (!newest) return;
    struct oriel_pipewire_buffer *b = newest->user_data;
    if (s->connection.reason < 0) show(s, b, newest->buffer, count);
    if (b) {
        b->is_out = true;
        give_back_unused(s);
    } else {
        pw.stream_queue_buffer(s->stream, newest);
    }
}
