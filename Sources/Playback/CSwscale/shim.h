#pragma once
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

// Flags: macros before FFmpeg 8, an enum's values since, which Swift imports as another type.
static const int ORIEL_SWS_POINT = SWS_POINT;
static const int ORIEL_SWS_BILINEAR = SWS_BILINEAR;
static const int ORIEL_SWS_BICUBIC = SWS_BICUBIC;
static const int ORIEL_SWS_AREA = SWS_AREA;
static const int ORIEL_SWS_ACCURATE_RND = SWS_ACCURATE_RND;
static const int ORIEL_SWS_FULL_CHR_H_INT = SWS_FULL_CHR_H_INT;
