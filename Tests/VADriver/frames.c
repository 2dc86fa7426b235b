// Frames of libavcodec, into surfaces.
#include "driver.h"

Object *part(Driver *driver, Object *context, VABufferType type) {
    for (int i = 0; i < context->part_count; i++) {
        Object *buffer = find(driver, context->parts[i], kind_buffer);
        if (buffer && buffer->type == type) return buffer;
    }
    return NULL;
}

/// Copies a decoded frame into a surface, its chroma interleaved.
static bool fill(Object *surface, const AVFrame *frame) {
    if (frame->format != AV_PIX_FMT_YUV420P && frame->format != AV_PIX_FMT_YUVJ420P) return false;
    int width = frame->width < surface->width ? frame->width : surface->width;
    int height = frame->height < surface->height ? frame->height : surface->height;
    for (int y = 0; y < height; y++) {
        memcpy(surface->data + (size_t)y * surface->stride, frame->data[0] + (size_t)y * frame->linesize[0], width);
    }
    uint8_t *chroma = surface->data + (size_t)surface->stride * aligned(surface->height, 2);
    for (int y = 0; y < (height + 1) / 2; y++) {
        uint8_t *row = chroma + (size_t)y * surface->stride;
        for (int x = 0; x < (width + 1) / 2; x++) {
            row[2 * x] = frame->data[1][(size_t)y * frame->linesize[1] + x];
            row[2 * x + 1] = frame->data[2][(size_t)y * frame->linesize[2] + x];
        }
    }
    return true;
}

bool decode(Object *context, Object *surface, const uint8_t *data, size_t size) {
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    bool is_filled = false;
    if (packet && frame && av_new_packet(packet, (int)size) >= 0) {
        memcpy(packet->data, data, size);
        if (avcodec_send_packet(context->decoder, packet) >= 0) {
            while (avcodec_receive_frame(context->decoder, frame) >= 0) is_filled = surface && fill(surface, frame);
        }
    }
    av_packet_free(&packet);
    av_frame_free(&frame);
    return is_filled;
}
