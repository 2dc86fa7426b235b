// Progressive H.264: its parameter sets are made of a picture's parameters.
#include "driver.h"

/// A surface that H.264's decoder fills by rows, since it gives frames in the order of their presentation and the
/// surface has to be filled at once.
typedef struct {
    Object *surface;
    bool is_filled;
} RowTarget;

void take_rows(
    AVCodecContext *decoder, const AVFrame *frame, int offsets[AV_NUM_DATA_POINTERS], int top, int structure,
    int height) {
    RowTarget *target = decoder->opaque;
    (void)structure, (void)offsets;
    if (!target || (frame->format != AV_PIX_FMT_YUV420P && frame->format != AV_PIX_FMT_YUVJ420P)) return;
    Object *surface = target->surface;
    int width = frame->width < surface->width ? frame->width : surface->width;
    uint8_t *chroma = surface->data + (size_t)surface->stride * aligned(surface->height, 2);
    for (int y = top; y < top + height && y < surface->height; y++) {
        memcpy(surface->data + (size_t)y * surface->stride, frame->data[0] + (size_t)y * frame->linesize[0], width);
        if (y & 1) continue;
        uint8_t *row = chroma + (size_t)(y / 2) * surface->stride;
        for (int x = 0; x < (width + 1) / 2; x++) {
            row[2 * x] = frame->data[1][(size_t)(y / 2) * frame->linesize[1] + x];
            row[2 * x + 1] = frame->data[2][(size_t)(y / 2) * frame->linesize[2] + x];
        }
    }
    target->is_filled = true;
}

/// Bits of a NAL unit without emulation prevention, at most 64 bytes.
typedef struct {
    uint8_t bytes[64];
    size_t count;
} Bits;

static void put(Bits *bits, unsigned value, int length) {
    for (int i = length - 1; i >= 0; i--, bits->count++) {
        if (bits->count / 8 >= sizeof bits->bytes) continue;
        bits->bytes[bits->count / 8] |= (uint8_t)((value >> i & 1) << (7 - bits->count % 8));
    }
}

/// An unsigned Exp-Golomb code.
static void put_unsigned(Bits *bits, unsigned value) {
    int length = 0;
    while ((value + 1) >> (length + 1)) length++;
    put(bits, 0, length);
    put(bits, value + 1, length + 1);
}

static void put_signed(Bits *bits, int value) {
    put_unsigned(bits, value > 0 ? (unsigned)(2 * value - 1) : (unsigned)(-2 * value));
}

/// Writes a start code, the unit and its emulation prevention; returns the number of bytes.
static size_t write_unit(uint8_t *file, Bits *bits) {
    put(bits, 1, 1);
    size_t n = 0;
    memcpy(file, (uint8_t[]){0, 0, 1}, 3), n = 3;
    int zeros = 0;
    for (size_t i = 0; i < (bits->count + 7) / 8; i++) {
        if (zeros == 2 && bits->bytes[i] <= 3) file[n++] = 3, zeros = 0;
        file[n++] = bits->bytes[i];
        zeros = bits->bytes[i] ? 0 : zeros + 1;
    }
    return n;
}

static unsigned take_unsigned(const uint8_t *data, size_t size, size_t *position) {
    #define BIT(at) ((at) / 8 < size ? (unsigned)(data[(at) / 8] >> (7 - (at) % 8) & 1) : 1u)
    int zeros = 0;
    while (zeros < 31 && !BIT(*position)) zeros++, (*position)++;
    unsigned value = 0;
    for (int i = 0; i <= zeros; i++, (*position)++) value = value << 1 | BIT(*position);
    #undef BIT
    return value - 1;
}

/// H.264's units from the parameters: a sequence's, a picture's, and its slices.
VAStatus decode_h264(Driver *driver, Object *context, Object *surface) {
    Object *picture_part = part(driver, context, VAPictureParameterBufferType);
    Object *slice_part = part(driver, context, VASliceParameterBufferType);
    Object *first = part(driver, context, VASliceDataBufferType);
    if (!picture_part || !slice_part || !first) return VA_STATUS_ERROR_DECODING_ERROR;
    const VAPictureParameterBufferH264 *picture = (void *)picture_part->data;
    const VASliceParameterBufferH264 *slice = (void *)slice_part->data;
    if (picture->pic_fields.bits.field_pic_flag || picture->seq_fields.bits.pic_order_cnt_type == 1) {
        return VA_STATUS_ERROR_DECODING_ERROR;
    }
    size_t position = 8;
    take_unsigned(first->data, first->size, &position);
    take_unsigned(first->data, first->size, &position);
    unsigned identifier = take_unsigned(first->data, first->size, &position);

    Bits sequence = {0}, parameters = {0};
    put(&sequence, 0x67640033, 32); // High, level 5.1
    put_unsigned(&sequence, 0);
    put_unsigned(&sequence, picture->seq_fields.bits.chroma_format_idc);
    put_unsigned(&sequence, picture->bit_depth_luma_minus8);
    put_unsigned(&sequence, picture->bit_depth_chroma_minus8);
    put(&sequence, 0, 2);
    put_unsigned(&sequence, picture->seq_fields.bits.log2_max_frame_num_minus4);
    put_unsigned(&sequence, picture->seq_fields.bits.pic_order_cnt_type);
    if (!picture->seq_fields.bits.pic_order_cnt_type) {
        put_unsigned(&sequence, picture->seq_fields.bits.log2_max_pic_order_cnt_lsb_minus4);
    }
    put_unsigned(&sequence, picture->num_ref_frames);
    put(&sequence, picture->seq_fields.bits.gaps_in_frame_num_value_allowed_flag, 1);
    put_unsigned(&sequence, picture->picture_width_in_mbs_minus1);
    unsigned rows = picture->picture_height_in_mbs_minus1 + 1u;
    bool is_progressive = picture->seq_fields.bits.frame_mbs_only_flag;
    put_unsigned(&sequence, (is_progressive ? rows : rows / 2) - 1);
    put(&sequence, is_progressive, 1);
    if (!is_progressive) put(&sequence, picture->seq_fields.bits.mb_adaptive_frame_field_flag, 1);
    put(&sequence, picture->seq_fields.bits.direct_8x8_inference_flag, 1);
    put(&sequence, 0, 2);

    put(&parameters, 0x68, 8);
    put_unsigned(&parameters, identifier);
    put_unsigned(&parameters, 0);
    put(&parameters, picture->pic_fields.bits.entropy_coding_mode_flag, 1);
    put(&parameters, picture->pic_fields.bits.pic_order_present_flag, 1);
    put_unsigned(&parameters, 0);
    put_unsigned(&parameters, slice->num_ref_idx_l0_active_minus1);
    put_unsigned(&parameters, slice->num_ref_idx_l1_active_minus1);
    put(&parameters, picture->pic_fields.bits.weighted_pred_flag, 1);
    put(&parameters, picture->pic_fields.bits.weighted_bipred_idc, 2);
    put_signed(&parameters, picture->pic_init_qp_minus26);
    put_signed(&parameters, picture->pic_init_qs_minus26);
    put_signed(&parameters, picture->chroma_qp_index_offset);
    put(&parameters, picture->pic_fields.bits.deblocking_filter_control_present_flag, 1);
    put(&parameters, picture->pic_fields.bits.constrained_intra_pred_flag, 1);
    put(&parameters, picture->pic_fields.bits.redundant_pic_cnt_present_flag, 1);
    put(&parameters, picture->pic_fields.bits.transform_8x8_mode_flag, 1);
    put(&parameters, 0, 1);
    put_signed(&parameters, picture->second_chroma_qp_index_offset);

    size_t room = 256;
    for (int i = 0; i < context->part_count; i++) {
        Object *buffer = find(driver, context->parts[i], kind_buffer);
        if (buffer && buffer->type == VASliceDataBufferType) room += buffer->size + 3;
    }
    uint8_t *file = malloc(room);
    if (!file) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    size_t size = write_unit(file, &sequence);
    size += write_unit(file + size, &parameters);
    for (int i = 0; i < context->part_count; i++) {
        Object *buffer = find(driver, context->parts[i], kind_buffer);
        if (!buffer || buffer->type != VASliceDataBufferType) continue;
        memcpy(file + size, (uint8_t[]){0, 0, 1}, 3), size += 3;
        memcpy(file + size, buffer->data, buffer->size), size += buffer->size;
    }
    RowTarget target = {surface, false};
    context->decoder->opaque = &target;
    decode(context, NULL, file, size);
    context->decoder->opaque = NULL;
    free(file);
    return target.is_filled ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_DECODING_ERROR;
}
