// The parts of a stream, shared by this target's files.
#pragma once
#include "connection.h"
#include <spa/param/video/raw.h>
#include <spa/pod/builder.h>
#include <stdatomic.h>

enum { MOST_BUFFERS = 64, MOST_BLOCKS = 4 };

/// A buffer of a stream, with mappings of its own: frames keep them longer than the stream has the buffer.
struct oriel_pipewire_buffer {
    /// The stream's reference, while it has the buffer, and the frame's that keeps it.
    atomic_int references;
    /// Whether a frame keeps it.
    atomic_bool is_kept;
    // The rest is the stream's thread's, except the mappings, which end with the last reference.
    struct pw_buffer *pipewire;
    /// Whether the source is without it: it was received, and not given back.
    bool is_out;
    struct { void *start; size_t length; const uint8_t *bytes; bool is_device; } blocks[MOST_BLOCKS];
};

struct oriel_pipewire_stream {
    struct oriel_pipewire_connection connection;
    uint32_t node;
    char *name;
    /// Frames that a camera is asked for; a width of 0 for a window or screen.
    struct spa_rectangle wanted_size;
    uint32_t wanted_rate;
    bool wants_jpeg;
    bool wants_pointer;
    uint32_t milliseconds;
    size_t dmabuf_count;
    struct oriel_pipewire_dmabuf *dmabufs;
    /// Guarded by the connection's lock.
    bool is_active;

    // The rest belongs to the stream's thread.
    const struct oriel_pipewire_callbacks *callbacks;
    void *context;
    struct pw_stream *stream;
    struct spa_hook stream_hook;
    /// Whether PipeWire lists the source, and whether a format was ever agreed on.
    bool is_listed, had_format;
    /// Whether no buffer has come for the last format.
    bool lacks_buffers;
    /// Expires if no first format is agreed on, or PipeWire gives no buffers for a format.
    struct spa_source *patience;
    struct spa_video_info_raw format;
    uint32_t layout;
    /// Whether frames come as dmabufs, with the format's modifier.
    bool is_dmabuf;
    struct oriel_pipewire_buffer *buffers[MOST_BUFFERS];
    /// A file through which the kernel copies devices' memory; negative until it is needed.
    int window;
};

/// Makes the offers of the formats that can be shown, at most `ORIEL_MOST_OFFERS`, the best first. Returns the memory
/// that they lie in, for `free`; NULL if there is none.
enum { ORIEL_MOST_OFFERS = 23 };
void *oriel_stream_offer(
    const struct oriel_pipewire_stream *stream, const struct spa_pod **offers, uint32_t *count);
/// Begins or ends the wait for a first format, or for buffers once there is one.
void oriel_stream_await_buffers(struct oriel_pipewire_stream *stream, bool is_waiting);
/// Handles `param_changed`.
void oriel_stream_format_changed(void *stream, uint32_t id, const struct spa_pod *parameter);

/// Handles `add_buffer`, `remove_buffer` and `process`.
void oriel_stream_add_buffer(void *stream, struct pw_buffer *buffer);
void oriel_stream_remove_buffer(void *stream, struct pw_buffer *buffer);
void oriel_stream_process(void *stream);
/// Forgets all buffers of a stream that was destroyed.
void oriel_stream_forget_buffers(struct oriel_pipewire_stream *stream);
