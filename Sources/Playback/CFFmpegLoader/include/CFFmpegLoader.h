// FFmpeg's functions that this package calls, under their own names. The libraries are not linked but opened when the
// first function is called. `oriel toggle` and the like call none: loading libavcodec with its dependencies takes
// several times as long as everything else they do.
#pragma once
#include "SurfaceReader.h"

/// Opens libavutil, libavcodec, libavformat, libswscale and libswresample. Returns NULL, or the reason why they can't
/// be used, which is valid until the thread's next call. Any thread. A failure is tried again by the next call. A call
/// of one of FFmpeg's functions ends the process if this fails, so it comes first on each path to one.
const char *oriel_ffmpeg_load(void);

/// Opens libavfilter, after the other libraries. Returns NULL, or the reason why it can't be used, as
/// `oriel_ffmpeg_load` does, so that the caller does without it. Any thread.
const char *oriel_avfilter_load(void);
