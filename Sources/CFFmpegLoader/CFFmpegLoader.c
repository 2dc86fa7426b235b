#include "CFFmpegLoader.h"
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/dict.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    /// With the version whose headers this was compiled with: another one's structs differ.
    const char *name;
    void *handle;
} libraries[] = {
    {"libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR), NULL},
    {"libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR), NULL},
    {"libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR), NULL},
    {"libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR), NULL},
};
enum { libraryCount = sizeof libraries / sizeof *libraries };
static char problem[256];

static void load(void) {
    for (int i = 0; i < libraryCount; i++) {
        libraries[i].handle = dlopen(libraries[i].name, RTLD_LAZY | RTLD_LOCAL);
        if (libraries[i].handle) continue;
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
}

const char *oriel_ffmpeg_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return *problem ? problem : NULL;
}

/// A library's function. That it is missing is a programmer's error: who calls it has loaded the libraries, and their
/// versions are those of the headers.
static void *function(const char *name) {
    const char *reason = oriel_ffmpeg_load();
    for (int i = 0; i < libraryCount && !reason; i++) {
        void *found = dlsym(libraries[i].handle, name);
        if (found) return found;
    }
    fprintf(stderr, "oriel: %s: %s\n", name, reason ? reason : "not in FFmpeg's libraries");
    abort();
}

/// Looked up at the first call; two threads that do so find the same. Hidden, so that the libraries' own calls of each other
/// don't end here.
#define CALL(result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result name parameters { \
        static __typeof__(name) *known; \
        __typeof__(name) *call = __atomic_load_n(&known, __ATOMIC_RELAXED); \
        if (!call) __atomic_store_n(&known, call = (__typeof__(name) *)function(#name), __ATOMIC_RELAXED); \
        return call arguments; \
    }

// libavutil.
CALL(void, av_dict_free, (AVDictionary **m), (m))
CALL(AVDictionaryEntry *, av_dict_get, (const AVDictionary *m, const char *key, const AVDictionaryEntry *prev,
    int flags), (m, key, prev, flags))
CALL(int, av_dict_set, (AVDictionary **pm, const char *key, const char *value, int flags), (pm, key, value, flags))
CALL(char *, av_fourcc_make_string, (char *buf, uint32_t fourcc), (buf, fourcc))
CALL(AVFrame *, av_frame_alloc, (void), ())
CALL(int, av_frame_copy_props, (AVFrame *dst, const AVFrame *src), (dst, src))
CALL(void, av_frame_free, (AVFrame **frame), (frame))
CALL(int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
CALL(AVFrameSideData *, av_frame_get_side_data, (const AVFrame *frame, enum AVFrameSideDataType type), (frame, type))
CALL(void, av_free, (void *ptr), (ptr))
CALL(void, av_freep, (void *ptr), (ptr))
CALL(const char *, av_get_pix_fmt_name, (enum AVPixelFormat pix_fmt), (pix_fmt))
CALL(int, av_log_format_line2, (void *ptr, int level, const char *fmt, va_list vl, char *line, int line_size,
    int *print_prefix), (ptr, level, fmt, vl, line, line_size, print_prefix))
CALL(void, av_log_set_callback, (void (*callback)(void *, int, const char*, va_list)), (callback))
CALL(void *, av_malloc, (size_t size), (size))
CALL(int, av_opt_set_int, (void *obj, const char *name, int64_t val, int search_flags), (obj, name, val, search_flags))
CALL(const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat pix_fmt), (pix_fmt))
CALL(enum AVPixelFormat, av_pix_fmt_desc_get_id, (const AVPixFmtDescriptor *desc), (desc))
CALL(const AVPixFmtDescriptor *, av_pix_fmt_desc_next, (const AVPixFmtDescriptor *prev), (prev))
CALL(int64_t, av_rescale_q, (int64_t a, AVRational bq, AVRational cq), (a, bq, cq))
CALL(int, av_strerror, (int errnum, char *errbuf, size_t errbuf_size), (errnum, errbuf, errbuf_size))

// libavcodec.
CALL(AVPacket *, av_packet_alloc, (void), ())
CALL(void, av_packet_free, (AVPacket **pkt), (pkt))
CALL(void, av_packet_move_ref, (AVPacket *dst, AVPacket *src), (dst, src))
CALL(void, av_packet_unref, (AVPacket *pkt), (pkt))
CALL(AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
CALL(const AVCodecDescriptor *, avcodec_descriptor_get, (enum AVCodecID id), (id))
CALL(const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
CALL(const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name))
CALL(void, avcodec_flush_buffers, (AVCodecContext *avctx), (avctx))
CALL(void, avcodec_free_context, (AVCodecContext **avctx), (avctx))
CALL(const char *, avcodec_get_name, (enum AVCodecID id), (id))
CALL(int, avcodec_open2, (AVCodecContext *avctx, const AVCodec *codec, AVDictionary **options), (avctx, codec, options))
CALL(int, avcodec_parameters_to_context, (AVCodecContext *codec, const AVCodecParameters *par), (codec, par))
CALL(int, avcodec_receive_frame, (AVCodecContext *avctx, AVFrame *frame), (avctx, frame))
CALL(int, avcodec_send_packet, (AVCodecContext *avctx, const AVPacket *avpkt), (avctx, avpkt))

// libavformat.
CALL(int, av_find_best_stream, (AVFormatContext *ic, enum AVMediaType type, int wanted_stream_nb, int related_stream,
    const AVCodec **decoder_ret, int flags), (ic, type, wanted_stream_nb, related_stream, decoder_ret, flags))
CALL(AVRational, av_guess_frame_rate, (AVFormatContext *ctx, AVStream *stream, AVFrame *frame), (ctx, stream, frame))
CALL(AVRational, av_guess_sample_aspect_ratio, (AVFormatContext *format, AVStream *stream, AVFrame *frame), (format,
    stream, frame))
CALL(int, av_probe_input_buffer2, (AVIOContext *pb, const AVInputFormat **fmt, const char *url, void *logctx,
    unsigned int offset, unsigned int max_probe_size), (pb, fmt, url, logctx, offset, max_probe_size))
CALL(int, av_read_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
CALL(int, av_seek_frame, (AVFormatContext *s, int stream_index, int64_t timestamp, int flags), (s, stream_index,
    timestamp, flags))
CALL(uint8_t *, av_stream_get_side_data, (const AVStream *stream, enum AVPacketSideDataType type, size_t *size),
    (stream, type, size))
CALL(AVFormatContext *, avformat_alloc_context, (void), ())
CALL(void, avformat_close_input, (AVFormatContext **s), (s))
CALL(int, avformat_find_stream_info, (AVFormatContext *ic, AVDictionary **options), (ic, options))
CALL(int, avformat_open_input, (AVFormatContext **ps, const char *url, const AVInputFormat *fmt,
    AVDictionary **options), (ps, url, fmt, options))
CALL(int, avformat_seek_file, (AVFormatContext *s, int stream_index, int64_t min_ts, int64_t ts, int64_t max_ts,
    int flags), (s, stream_index, min_ts, ts, max_ts, flags))
CALL(AVIOContext *, avio_alloc_context, (unsigned char *buffer, int buffer_size, int write_flag, void *opaque,
    int (*read_packet)(void *opaque, uint8_t *buf, int buf_size), int (*write_packet)(void *opaque, uint8_t *buf,
    int buf_size), int64_t (*seek)(void *opaque, int64_t offset, int whence)), (buffer, buffer_size, write_flag,
    opaque, read_packet, write_packet, seek))
CALL(void, avio_context_free, (AVIOContext **s), (s))
CALL(const char *, avio_find_protocol_name, (const char *url), (url))
CALL(int64_t, avio_seek, (AVIOContext *s, int64_t offset, int whence), (s, offset, whence))

// libswscale.
CALL(struct SwsContext *, sws_alloc_context, (void), ())
CALL(void, sws_freeContext, (struct SwsContext *swsContext), (swsContext))
CALL(struct SwsContext *, sws_getCachedContext, (struct SwsContext *context, int srcW, int srcH,
    enum AVPixelFormat srcFormat, int dstW, int dstH, enum AVPixelFormat dstFormat, int flags, SwsFilter *srcFilter,
    SwsFilter *dstFilter, const double *param), (context, srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags,
    srcFilter, dstFilter, param))
CALL(const int *, sws_getCoefficients, (int colorspace), (colorspace))
CALL(int, sws_init_context, (struct SwsContext *sws_context, SwsFilter *srcFilter, SwsFilter *dstFilter),
    (sws_context, srcFilter, dstFilter))
CALL(int, sws_scale, (struct SwsContext *c, const uint8_t *const srcSlice[], const int srcStride[], int srcSliceY,
    int srcSliceH, uint8_t *const dst[], const int dstStride[]), (c, srcSlice, srcStride, srcSliceY, srcSliceH, dst,
    dstStride))
CALL(int, sws_setColorspaceDetails, (struct SwsContext *c, const int inv_table[4], int srcRange, const int table[4],
    int dstRange, int brightness, int contrast, int saturation), (c, inv_table, srcRange, table, dstRange, brightness,
    contrast, saturation))
