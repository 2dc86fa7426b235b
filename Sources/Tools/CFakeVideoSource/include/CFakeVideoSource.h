// A video source in PipeWire, as a compositor's screen cast or a camera is one, for tests.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Frames of a source. The layouts are those of CPipeWire.
struct fake_source_form {
    uint32_t layout;
    uint32_t width, height;
    /// The part that its frames say is to be shown; a width of 0 leaves it out.
    int32_t crop_x, crop_y;
    uint32_t crop_width, crop_height;
    /// Bytes after each row.
    uint32_t padding;
    /// Stride that its frames claim instead of the true one; 0 for the true one.
    int32_t false_stride;
    /// Transform that its frames claim (`enum spa_meta_videotransform_value`).
    uint32_t transform;
    /// The part that they say has changed; a width of 0 leaves it out.
    int32_t damage_x, damage_y;
    uint32_t damage_width, damage_height;
    /// A white pointer of this size, told apart; a side of 0 hides it.
    int32_t pointer_x, pointer_y;
    uint32_t pointer_size;
    /// Only the pointer is told, with no picture.
    bool is_still;
    /// The frames aren't drawn, only sent.
    bool is_blank;
    /// Its own memory becomes shorter and longer again, all the time.
    bool is_shrinking;
};

/// Memory of the frames.
enum {
    /// PipeWire's.
    FAKE_SOURCE_SHARED,
    /// Files of the source's that can't become shorter, as most compositors have them.
    FAKE_SOURCE_SEALED,
    /// Files of the source's that can be sealed, and aren't.
    FAKE_SOURCE_OPEN,
    /// Files of the source's that may become shorter and can't be sealed, as by `shm_open`.
    FAKE_SOURCE_UNSEALED,
    /// Files that can't, said to be linear dmabufs; memory isn't offered.
    FAKE_SOURCE_DMABUF,
    /// A device's, as a camera's buffers may be. It is `/dev/zero`, so all frames are of zeros.
    FAKE_SOURCE_DEVICE
};

struct fake_source {
    const char *_Nonnull name;
    /// `media.role`, such as Camera; NULL for none.
    const char *_Nullable role;
    struct fake_source_form form;
    uint32_t memory;
    /// Frames a second; 0 for a source that sends none.
    uint32_t rate;
    /// Descriptor of a pipe with lines for `command`; negative for none.
    int commands;
    void *_Nonnull context;
    /// Draws a frame.
    /// - stride: of the first plane; that of chroma planes follows from the layout.
    /// - size: number of bytes that fit.
    /// Returns the number of the frame's bytes: fewer than `size` for a compressed picture.
    uint32_t (*_Nonnull draw)(
        void *_Nonnull context, const struct fake_source_form *_Nonnull form, uint32_t index,
        uint8_t *_Nonnull memory, uint32_t stride, uint32_t size);
    /// Called with the source's number, once it is known.
    void (*_Nonnull ready)(void *_Nonnull context, uint32_t node);
    /// Called when frames are wanted, or no longer.
    void (*_Nonnull streaming)(void *_Nonnull context, bool is_streaming);
    /// Handles a line of `commands`: may change `form`. False ends the source.
    bool (*_Nonnull command)(
        void *_Nonnull context, const char *_Nonnull line, struct fake_source_form *_Nonnull form);
};

/// Runs a source until `command` or the pipe's end ends it, or the connection is lost. Returns 0, or a negative
/// errno. `oriel_pipewire_open` must have succeeded.
int fake_source_run(struct fake_source *_Nonnull source);

/// Uses a camera alone, as another program, until PipeWire ends. Calls `streaming` when its frames begin and end.
/// Returns 0, or a negative errno. `oriel_pipewire_open` must have succeeded.
/// - destroys: destroys the links of its other users, again and again, as a session manager may. Otherwise it asks for
///   the camera alone, and waits until no other uses it.
int fake_taker_run(uint32_t node, bool destroys, void (*_Nonnull streaming)(bool is_streaming));
