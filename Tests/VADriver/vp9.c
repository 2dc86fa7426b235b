// VP9: a picture's data is the whole frame.
#include "driver.h"

/// The slots that a VP9 frame of profile 0 replaces (`refresh_frame_flags`), from its header.
static unsigned refreshed_slots(const uint8_t *data, size_t size) {
    size_t position = 0;
    #define BIT (position / 8 < size ? (unsigned)(data[position / 8] >> (7 - position % 8) & 1) : 0u); position++
    position = 5;
    unsigned is_inter = BIT;
    unsigned is_shown = BIT;
    unsigned is_resilient = BIT;
    if (!is_inter) return 0xff;
    unsigned is_intra_only = 0;
    if (!is_shown) { is_intra_only = BIT; }
    if (!is_resilient) position += 2;
    if (is_intra_only) position += 24;
    unsigned slots = 0;
    for (int i = 0; i < 8; i++) {
        unsigned bit = BIT;
        slots = slots << 1 | bit;
    }
    #undef BIT
    return slots;
}

VAStatus decode_vp9(Driver *driver, Object *context, Object *surface) {
    Object *slice = part(driver, context, VASliceDataBufferType);
    if (!slice || slice->size < 2) return VA_STATUS_ERROR_DECODING_ERROR;
    if (decode(context, surface, slice->data, slice->size)) return VA_STATUS_SUCCESS;
    // A frame that isn't shown, such as a reference from the future: the decoder gives it by its slot.
    unsigned slots = refreshed_slots(slice->data, slice->size);
    for (unsigned i = 0; i < 8; i++) {
        if (!(slots >> i & 1)) continue;
        const uint8_t show[] = {(uint8_t)(0x88 | i), 0};
        return decode(context, surface, show, 1) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_DECODING_ERROR;
    }
    return VA_STATUS_SUCCESS;
}
