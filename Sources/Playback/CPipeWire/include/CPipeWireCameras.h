// The cameras of a PipeWire: which there are, what they can do, and whether they work. A watch has a thread that runs
// `oriel_pipewire_watch_run`; all callbacks are made on it.
#pragma once
#include "CPipeWire.h"

/// Longest list of one camera's forms, and longest list of cameras. Later ones are left out.
enum { ORIEL_PIPEWIRE_MOST_FORMS = 128, ORIEL_PIPEWIRE_MOST_CAMERAS = 64 };

/// A size and pixel layout that a camera offers, in its own order. Sizes of a range are its ends.
struct oriel_pipewire_form {
    /// ORIEL_PIPEWIRE_UNKNOWN for a layout that can't be shown, ORIEL_PIPEWIRE_JPEG for compressed pictures.
    uint32_t layout;
    uint32_t width, height;
    /// Greatest number of frames a second, as a fraction; 0 over 0 if the camera doesn't tell.
    uint32_t rate, rate_divisor;
};

/// A camera, valid only during the call.
struct oriel_pipewire_camera {
    /// Its number in this PipeWire; another one once it is plugged in again.
    uint32_t node;
    /// Its name in PipeWire, the same for the same camera in the same place; possibly empty.
    const char *_Nonnull name;
    /// Its name for people; possibly empty.
    const char *_Nonnull description;
    /// The session manager's rank: the camera with the greatest is the usual one.
    int32_t rank;
    /// Whether its device fails; another program may have opened it.
    bool has_failed;
    const struct oriel_pipewire_form *_Nonnull forms;
    uint32_t form_count;
};

struct oriel_pipewire_watch_callbacks {
    /// The cameras are known, or have changed.
    void (*_Nonnull changed)(
        void *_Nonnull context, const struct oriel_pipewire_camera *_Nonnull cameras, uint32_t count);
    /// The watch has ended; the last callback. `reason` is as that of a stream, `message` PipeWire's, possibly empty.
    void (*_Nonnull ended)(void *_Nonnull context, int reason, const char *_Nonnull message);
};

typedef struct oriel_pipewire_watch oriel_pipewire_watch;

/// Creates a watch; `oriel_pipewire_watch_run` begins it. Any thread. NULL without memory. `oriel_pipewire_open` must
/// have succeeded.
/// - remote: a connection to PipeWire, which the watch closes; negative to connect to the user's.
oriel_pipewire_watch *_Nullable oriel_pipewire_watch_new(int remote);
/// Watches until the end; on a thread of the watch's own, once.
void oriel_pipewire_watch_run(
    oriel_pipewire_watch *_Nonnull watch, const struct oriel_pipewire_watch_callbacks *_Nonnull callbacks,
    void *_Nonnull context);
/// Ends `oriel_pipewire_watch_run`, which may not have begun yet. Any thread, until `oriel_pipewire_watch_free`. Never
/// blocks.
void oriel_pipewire_watch_stop(oriel_pipewire_watch *_Nonnull watch);
/// Releases a watch that doesn't run.
void oriel_pipewire_watch_free(oriel_pipewire_watch *_Nonnull watch);
