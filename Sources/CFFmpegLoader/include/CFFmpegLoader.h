// FFmpeg's functions as far as this package calls them, under their own names; the libraries are opened when the first one
// is called, and nothing is linked with them. `oriel toggle` and its like call none: loading libavcodec with all that it
// needs takes several times as long as all else they do.
#pragma once

/// Opens libavutil, libavcodec, libavformat, libswscale and libswresample, once. NULL, or why they can't be used: the same words each
/// time. Any thread. Where this has failed, a call of FFmpeg ends the process.
const char *oriel_ffmpeg_load(void);

/// Opens libavfilter, after the others. NULL, or why it can't be used: then what needs it is done without. Any thread.
const char *oriel_avfilter_load(void);
