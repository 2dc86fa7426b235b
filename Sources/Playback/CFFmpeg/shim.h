// libavformat, libavcodec, libavfilter, libswresample, libswscale and libavutil: in one module, since what two modules
// include is sometimes the one's and sometimes the other's; and what Swift can't import from them: macros, arrays in
// structs, and members that moved between FFmpeg 5 and 8.
#pragma once
#include <errno.h>
#include <stdbool.h>
#include <libavformat/avformat.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/vorbis_parser.h>
#include <libavutil/avutil.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <libavutil/opt.h>
#include <libavutil/display.h>
#include <libavutil/dict.h>
#include <libavutil/error.h>
#include <libavutil/hwcontext.h>
#include <libavutil/hwcontext_drm.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavfilter/version.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

/// Whether libavfilter's `buffer` is to be told of matrix and range, as it is since FFmpeg 7.
static inline bool oriel_buffer_takes_color(void) { return LIBAVFILTER_VERSION_MAJOR >= 10; }

static const int64_t ORIEL_AV_NOPTS_VALUE = AV_NOPTS_VALUE;
static const int ORIEL_AVERROR_EOF = AVERROR_EOF;
static const int ORIEL_AVERROR_EXIT = AVERROR_EXIT;
static const int ORIEL_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int ORIEL_AVERROR_ENOMEM = AVERROR(ENOMEM);
static const int ORIEL_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int ORIEL_AVERROR_PATCHWELCOME = AVERROR_PATCHWELCOME;
static const int ORIEL_AVERROR_EXPERIMENTAL = AVERROR_EXPERIMENTAL;
static const int ORIEL_AVERROR_PROTOCOL_NOT_FOUND = AVERROR_PROTOCOL_NOT_FOUND;
static const int ORIEL_AVERROR_STREAM_NOT_FOUND = AVERROR_STREAM_NOT_FOUND;

// Flags: macros before FFmpeg 8, an enum's values since, which Swift imports as another type.
static const int ORIEL_SWS_POINT = SWS_POINT;
static const int ORIEL_SWS_BILINEAR = SWS_BILINEAR;
static const int ORIEL_SWS_BICUBIC = SWS_BICUBIC;
static const int ORIEL_SWS_AREA = SWS_AREA;
static const int ORIEL_SWS_ACCURATE_RND = SWS_ACCURATE_RND;
static const int ORIEL_SWS_FULL_CHR_H_INT = SWS_FULL_CHR_H_INT;

/// AVERROR: the library's code for an errno.
static inline int oriel_averror(int number) { return AVERROR(number); }

/// AVFrame.data[plane].
static inline uint8_t *oriel_frame_data(const AVFrame *frame, int plane) { return frame->data[plane]; }
/// AVFrame.linesize[plane].
static inline int oriel_frame_linesize(const AVFrame *frame, int plane) { return frame->linesize[plane]; }

/// AVDRMFrameDescriptor.objects[index].
static inline AVDRMObjectDescriptor oriel_drm_object(const AVDRMFrameDescriptor *descriptor, int index) {
    return descriptor->objects[index];
}
/// AVDRMFrameDescriptor.layers[index].
static inline const AVDRMLayerDescriptor *oriel_drm_layer(const AVDRMFrameDescriptor *descriptor, int index) {
    return &descriptor->layers[index];
}
/// AVDRMLayerDescriptor.planes[index].
static inline AVDRMPlaneDescriptor oriel_drm_plane(const AVDRMLayerDescriptor *layer, int index) {
    return layer->planes[index];
}

/// AVFrame.duration (pkt_duration before FFmpeg 6), in the packet's time base.
static inline int64_t oriel_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

/// Whether the frame is two fields of different times.
static inline bool oriel_frame_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
    return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
    return frame->interlaced_frame;
#endif
}

/// The stream's AV_PKT_DATA_DISPLAYMATRIX, or NULL: nine 32-bit numbers.
static inline const int32_t *oriel_stream_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

/// The frame's own AV_FRAME_DATA_DISPLAYMATRIX, or NULL: nine 32-bit numbers.
static inline const int32_t *oriel_frame_display_matrix(const AVFrame *frame) {
    const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
}

/// The most light that there is by static metadata, in cd/m2: MaxCLL (CTA-861.3), else the most that the mastering
/// screen shows (SMPTE ST 2086). 0 where neither is said.
static inline double oriel_peak_luminance(
    const void *level, size_t level_size, const void *mastering, size_t mastering_size) {
    const AVContentLightMetadata *light = level;
    if (light && level_size >= sizeof *light && light->MaxCLL > 0) return light->MaxCLL;
    const AVMasteringDisplayMetadata *screen = mastering;
    if (!screen || mastering_size < sizeof *screen || !screen->has_luminance || screen->max_luminance.den <= 0) return 0;
    return av_q2d(screen->max_luminance);
}

/// The same of a frame's AV_FRAME_DATA_CONTENT_LIGHT_LEVEL and AV_FRAME_DATA_MASTERING_DISPLAY_METADATA.
static inline double oriel_frame_peak_luminance(const AVFrame *frame) {
    const AVFrameSideData *level = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
    const AVFrameSideData *mastering = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
    return oriel_peak_luminance(
        level ? level->data : NULL, level ? level->size : 0, mastering ? mastering->data : NULL,
        mastering ? mastering->size : 0);
}

/// The same of a stream's AV_PKT_DATA_CONTENT_LIGHT_LEVEL and AV_PKT_DATA_MASTERING_DISPLAY_METADATA.
static inline double oriel_stream_peak_luminance(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *all = stream->codecpar->coded_side_data;
    const int count = stream->codecpar->nb_coded_side_data;
    const AVPacketSideData *level = av_packet_side_data_get(all, count, AV_PKT_DATA_CONTENT_LIGHT_LEVEL);
    const AVPacketSideData *mastering = av_packet_side_data_get(all, count, AV_PKT_DATA_MASTERING_DISPLAY_METADATA);
    return oriel_peak_luminance(
        level ? level->data : NULL, level ? level->size : 0, mastering ? mastering->data : NULL,
        mastering ? mastering->size : 0);
#else
    size_t level_size = 0, mastering_size = 0;
    const uint8_t *level = av_stream_get_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &level_size);
    const uint8_t *mastering =
        av_stream_get_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &mastering_size);
    return oriel_peak_luminance(level, level_size, mastering, mastering_size);
#endif
}

/// AVCodecContext.thread_safe_callbacks, which FFmpeg 6 takes for granted.
static inline void oriel_allow_threaded_buffers(AVCodecContext *context) {
#if LIBAVCODEC_VERSION_MAJOR < 60
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
    (void)context;
}
