#pragma once
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavfilter/version.h>
#include <stdbool.h>

/// Whether `buffer` is to be told of matrix and range, as it is since FFmpeg 7.
static inline bool oriel_buffer_takes_color(void) { return LIBAVFILTER_VERSION_MAJOR >= 10; }
