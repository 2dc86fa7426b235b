// Frames from PipeWire, the server of screen captures and cameras. libpipewire is opened at run time. A stream has a
// thread that runs `oriel_pipewire_run`; all callbacks are made on it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens libpipewire for good and initialises it, unless it is open. False, with one line in `problem`, if it is
/// missing or lacks a function; the next call tries again. Any thread.
bool oriel_pipewire_open(char *_Nonnull problem, size_t capacity);

/// Layouts of frames. Names of packed ones give the order of the bytes.
enum {
    ORIEL_PIPEWIRE_BGRX, ORIEL_PIPEWIRE_BGRA, ORIEL_PIPEWIRE_RGBX, ORIEL_PIPEWIRE_RGBA, ORIEL_PIPEWIRE_NV12,
    ORIEL_PIPEWIRE_I420, ORIEL_PIPEWIRE_YUY2, ORIEL_PIPEWIRE_UYVY,
    /// Compressed pictures of a camera, one a frame: a block's size is theirs.
    ORIEL_PIPEWIRE_JPEG,
    /// A layout that wasn't offered.
    ORIEL_PIPEWIRE_UNKNOWN
};

/// Memory of a frame, as the sender describes it: none of the numbers is checked, except that `capacity` bytes can be
/// read at `memory`.
struct oriel_pipewire_block {
    /// NULL if `oriel_pipewire_read` alone reads it: a file that may become shorter, a device, or a dmabuf.
    const void *_Nullable memory;
    /// A device's memory, of which pages may go, and a file through which it is copied; NULL for other memory.
    const void *_Nullable device;
    int window;
    /// Negative if there is none.
    int descriptor;
    /// Position of the block in the descriptor's file.
    uint32_t position;
    uint32_t capacity;
    uint32_t offset, size;
    /// Bytes between the beginnings of two rows.
    int32_t stride;
};

/// Copies bytes of a block, which lie in its `capacity`. False if the file ends before them, or the device is gone. The
/// stream's thread.
bool oriel_pipewire_read(
    const struct oriel_pipewire_block *_Nonnull block, size_t offset, void *_Nonnull target, size_t count);

struct oriel_pipewire_area { int32_t x, y; uint32_t width, height; };

/// The pointer, told apart from the picture. Its picture's numbers are not checked, except that `capacity` bytes can be
/// read at `pixels`.
struct oriel_pipewire_pointer {
    bool is_told, is_visible;
    /// Position of the hotspot in the frame.
    int32_t x, y;
    /// Whether there is a new picture; an empty one has no pixels.
    bool has_picture;
    int32_t hotspot_x, hotspot_y;
    /// Four bytes each, red or blue first, premultiplied with the last.
    bool is_red_first;
    uint32_t width, height;
    int32_t stride;
    const void *_Nullable pixels;
    uint32_t capacity;
};

enum { ORIEL_PIPEWIRE_MOST_DAMAGE = 16 };

/// A buffer that a frame may keep.
typedef struct oriel_pipewire_buffer oriel_pipewire_buffer;

/// A frame, valid only during the call.
struct oriel_pipewire_frame {
    uint32_t layout;
    uint32_t width, height;
    bool is_dmabuf;
    /// DRM modifier of a dmabuf.
    uint64_t modifier;
    /// 0 if only the pointer is told.
    uint32_t block_count;
    struct oriel_pipewire_block blocks[4];
    /// The part to show; a width or height of 0 stands for all.
    struct oriel_pipewire_area crop;
    /// `enum spa_meta_videotransform_value`: turned counter-clockwise by quarters; from 4 on mirrored before.
    uint32_t transform;
    /// Changed parts; none if the sender doesn't tell.
    uint32_t damage_count;
    struct oriel_pipewire_area damage[ORIEL_PIPEWIRE_MOST_DAMAGE];
    struct oriel_pipewire_pointer pointer;
    /// The buffer, if its memory is mapped for good or a dmabuf: the receiver may keep it.
    oriel_pipewire_buffer *_Nullable buffer;
    /// Number of buffers in turn.
    uint32_t buffer_count;
    /// Reason why the frame can't be shown; NULL without one.
    const char *_Nullable problem;
};

/// Gives a kept buffer back. Any thread; also after the stream's end.
void oriel_pipewire_give_back(oriel_pipewire_buffer *_Nonnull buffer);

/// Reason for a stream's end.
enum {
    /// `oriel_pipewire_stop` was called.
    ORIEL_PIPEWIRE_STOPPED,
    /// The source is gone: a closed window, an unplugged camera.
    ORIEL_PIPEWIRE_GONE,
    /// The connection to PipeWire was lost.
    ORIEL_PIPEWIRE_LOST,
    /// PipeWire can't be connected to.
    ORIEL_PIPEWIRE_NO_SERVER,
    /// PipeWire reports an error, no format is common, no buffers come, or the receiver can't use the frames.
    ORIEL_PIPEWIRE_FAILED
};

struct oriel_pipewire_callbacks {
    /// A frame has come: the newest one, if several have. True if the receiver keeps the frame's buffer.
    bool (*_Nonnull frame)(void *_Nonnull context, const struct oriel_pipewire_frame *_Nonnull frame);
    /// The stream has ended; the last callback. `message` is PipeWire's, possibly empty.
    void (*_Nonnull ended)(void *_Nonnull context, int reason, const char *_Nonnull message);
};

/// Layout and modifier of dmabufs that can be shown.
struct oriel_pipewire_dmabuf {
    uint32_t layout;
    uint64_t modifier;
    /// Whether memory is better.
    bool is_last_resort;
};

/// Wishes of a stream to its source.
struct oriel_pipewire_wishes {
    /// The pointer, told apart.
    bool pointer;
    /// Time within which a first format must be agreed on, and buffers must follow each, while frames are wanted; 0 for
    /// no limit.
    uint32_t milliseconds;
    size_t dmabuf_count;
    const struct oriel_pipewire_dmabuf *_Nullable dmabufs;
};

typedef struct oriel_pipewire_stream oriel_pipewire_stream;

/// Creates a stream; `oriel_pipewire_run` begins it. Any thread. NULL without memory. `oriel_pipewire_open` must have
/// succeeded.
/// - remote: a connection to PipeWire, which the stream closes; negative to connect to the user's.
/// - node: the source's number.
/// - name: the stream's name in PipeWire.
oriel_pipewire_stream *_Nullable oriel_pipewire_new(
    int remote, uint32_t node, const char *_Nonnull name, const struct oriel_pipewire_wishes *_Nonnull wishes);
/// Has the stream film: its source is a camera, which is asked for frames of this size and rate, and may send others.
/// Before `oriel_pipewire_run`.
/// - is_jpeg: whether compressed pictures of this size are better than others; they come last otherwise.
void oriel_pipewire_film(
    oriel_pipewire_stream *_Nonnull stream, uint32_t width, uint32_t height, uint32_t rate, bool is_jpeg);
/// Receives frames until the stream's end; on a thread of the stream's own, once.
void oriel_pipewire_run(
    oriel_pipewire_stream *_Nonnull stream, const struct oriel_pipewire_callbacks *_Nonnull callbacks,
    void *_Nonnull context);
/// Suspends the source's frames, or lets them come again. Any thread, until `oriel_pipewire_free`. Never blocks.
void oriel_pipewire_set_active(oriel_pipewire_stream *_Nonnull stream, bool is_active);
/// Asks the source for frames in memory from now on, instead of dmabufs. Any thread, until `oriel_pipewire_free`.
void oriel_pipewire_offer_memory(oriel_pipewire_stream *_Nonnull stream);
/// Ends `oriel_pipewire_run` with ORIEL_PIPEWIRE_FAILED. Only within the callback `frame`.
void oriel_pipewire_fail(oriel_pipewire_stream *_Nonnull stream, const char *_Nonnull message);
/// Ends `oriel_pipewire_run`, which may not have begun yet. Any thread, until `oriel_pipewire_free`. Never blocks.
void oriel_pipewire_stop(oriel_pipewire_stream *_Nonnull stream);
/// Releases a stream that doesn't run.
void oriel_pipewire_free(oriel_pipewire_stream *_Nonnull stream);
