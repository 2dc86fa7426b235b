// Frames from PipeWire, the server of screen captures and cameras. libpipewire is opened at run time. A stream has a
// thread that runs `oriel_pipewire_run`; all callbacks are made on it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens libpipewire, once and for good, and initialises it. False, with one line in `problem`, if it is missing or
/// lacks a function. Any thread.
bool oriel_pipewire_open(char *_Nonnull problem, size_t capacity);

/// Layouts of frames. Names of packed ones give the order of the bytes.
enum {
    ORIEL_PIPEWIRE_BGRX, ORIEL_PIPEWIRE_BGRA, ORIEL_PIPEWIRE_RGBX, ORIEL_PIPEWIRE_RGBA, ORIEL_PIPEWIRE_NV12,
    ORIEL_PIPEWIRE_I420, ORIEL_PIPEWIRE_YUY2, ORIEL_PIPEWIRE_UYVY,
    /// A layout that wasn't offered.
    ORIEL_PIPEWIRE_UNKNOWN
};

/// Memory of a frame, as the sender describes it: none of the numbers is checked, except that `capacity` bytes can be
/// read at `memory`.
struct oriel_pipewire_block {
    const void *_Nullable memory;
    uint32_t capacity;
    uint32_t offset, size;
    /// Bytes between the beginnings of two rows.
    int32_t stride;
};

/// A frame, valid only during the call.
struct oriel_pipewire_frame {
    uint32_t layout;
    uint32_t width, height;
    uint32_t block_count;
    struct oriel_pipewire_block blocks[3];
    /// The part to show; a width of 0 stands for all.
    int32_t crop_x, crop_y;
    uint32_t crop_width, crop_height;
};

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
    /// PipeWire reports an error, such as no common format.
    ORIEL_PIPEWIRE_FAILED
};

struct oriel_pipewire_callbacks {
    /// A frame has come: the newest one, if several have.
    void (*_Nonnull frame)(void *_Nonnull context, const struct oriel_pipewire_frame *_Nonnull frame);
    /// The stream has ended; the last callback. `message` is PipeWire's, possibly empty.
    void (*_Nonnull ended)(void *_Nonnull context, int reason, const char *_Nonnull message);
};

typedef struct oriel_pipewire_stream oriel_pipewire_stream;

/// Creates a stream; `oriel_pipewire_run` begins it. Any thread. NULL without memory. `oriel_pipewire_open` must have
/// succeeded.
/// - remote: a connection to PipeWire, which the stream closes; negative to connect to the user's.
/// - node: the source's number.
/// - name: the stream's name in PipeWire.
oriel_pipewire_stream *_Nullable oriel_pipewire_new(int remote, uint32_t node, const char *_Nonnull name);
/// Receives frames until the stream's end; on a thread of the stream's own, once.
void oriel_pipewire_run(
    oriel_pipewire_stream *_Nonnull stream, const struct oriel_pipewire_callbacks *_Nonnull callbacks,
    void *_Nonnull context);
/// Suspends the source's frames, or lets them come again. Any thread, until `oriel_pipewire_free`. Never blocks.
void oriel_pipewire_set_active(oriel_pipewire_stream *_Nonnull stream, bool is_active);
/// Ends `oriel_pipewire_run`, which may not have begun yet. Any thread, until `oriel_pipewire_free`. Never blocks.
void oriel_pipewire_stop(oriel_pipewire_stream *_Nonnull stream);
/// Releases a stream that doesn't run.
void oriel_pipewire_free(oriel_pipewire_stream *_Nonnull stream);
