// JPEG: a file is made of a picture's parameters and its data.
#include "driver.h"
#include <va/va_dec_jpeg.h>

/// JPEG's file from its parameters, at most `room` bytes; 0 if they don't fit.
static size_t write_jpeg(Driver *driver, Object *context, uint8_t *file, size_t room) {
    const size_t length = 64;
    Object *picture_part = part(driver, context, VAPictureParameterBufferType);
    Object *tables_part = part(driver, context, VAIQMatrixBufferType);
    Object *codes_part = part(driver, context, VAHuffmanTableBufferType);
    Object *slice_part = part(driver, context, VASliceParameterBufferType);
    Object *data = part(driver, context, VASliceDataBufferType);
    if (!picture_part || !tables_part || !codes_part || !slice_part || !data || room < data->size + 2048) return 0;
    const VAPictureParameterBufferJPEGBaseline *picture = (void *)picture_part->data;
    const VAIQMatrixBufferJPEGBaseline *tables = (void *)tables_part->data;
    const VAHuffmanTableBufferJPEGBaseline *codes = (void *)codes_part->data;
    const VASliceParameterBufferJPEGBaseline *slice = (void *)slice_part->data;
    size_t n = 0;
    #define PUT(byte) (file[n++] = (uint8_t)(byte))
    #define PUT16(word) (PUT((word) >> 8), PUT(word))
    PUT16(0xffd8);
    for (int i = 0; i < 4; i++) {
        if (!tables->load_quantiser_table[i]) continue;
        PUT16(0xffdb), PUT16(67), PUT(i);
        memcpy(file + n, tables->quantiser_table[i], length);
        n += length;
    }
    PUT16(0xffc0), PUT16(8 + 3 * picture->num_components), PUT(8);
    PUT16(picture->picture_height), PUT16(picture->picture_width), PUT(picture->num_components);
    for (int i = 0; i < picture->num_components; i++) {
        PUT(picture->components[i].component_id);
        PUT(picture->components[i].h_sampling_factor << 4 | picture->components[i].v_sampling_factor);
        PUT(picture->components[i].quantiser_table_selector);
    }
    for (int i = 0; i < 2; i++) {
        if (!codes->load_huffman_table[i]) continue;
        int dc = 0, ac = 0;
        for (int j = 0; j < 16; j++) dc += codes->huffman_table[i].num_dc_codes[j];
        for (int j = 0; j < 16; j++) ac += codes->huffman_table[i].num_ac_codes[j];
        if (dc > 12 || ac > 162) return 0;
        PUT16(0xffc4), PUT16(19 + dc), PUT(i);
        memcpy(file + n, codes->huffman_table[i].num_dc_codes, 16), n += 16;
        memcpy(file + n, codes->huffman_table[i].dc_values, (size_t)dc), n += (size_t)dc;
        PUT16(0xffc4), PUT16(19 + ac), PUT(0x10 | i);
        memcpy(file + n, codes->huffman_table[i].num_ac_codes, 16), n += 16;
        memcpy(file + n, codes->huffman_table[i].ac_values, (size_t)ac), n += (size_t)ac;
    }
    if (slice->restart_interval) PUT16(0xffdd), PUT16(4), PUT16(slice->restart_interval);
    PUT16(0xffda), PUT16(6 + 2 * slice->num_components), PUT(slice->num_components);
    for (int i = 0; i < slice->num_components; i++) {
        PUT(slice->components[i].component_selector);
        PUT(slice->components[i].dc_table_selector << 4 | slice->components[i].ac_table_selector);
    }
    PUT(0), PUT(63), PUT(0);
    memcpy(file + n, data->data, data->size), n += data->size;
    PUT16(0xffd9);
    #undef PUT16
    #undef PUT
    return n;
}

VAStatus decode_jpeg(Driver *driver, Object *context, Object *surface) {
    Object *data = part(driver, context, VASliceDataBufferType);
    size_t room = data ? data->size + 2048 : 0;
    uint8_t *file = room ? malloc(room) : NULL;
    size_t size = file ? write_jpeg(driver, context, file, room) : 0;
    bool is_decoded = size && decode(context, surface, file, size);
    free(file);
    return is_decoded ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_DECODING_ERROR;
}
