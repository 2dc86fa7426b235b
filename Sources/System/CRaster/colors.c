#include "CRaster.h"
#include "vectors.h"

#include <string.h>

enum { fraction = 5 };

static inline int32_t product(int32_t value, int32_t coefficient) { return (value * coefficient + (1 << 14)) >> 15; }

static inline uint8_t byte(int32_t value) {
    value >>= fraction;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void colors(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const int16_t *thresholds, int count, uint8_t *output) {
    const int16_t *by = matrix->coefficients;
    for (int x = 0; x < count; x++) {
        int32_t a = first[x], b = second[x], c = third[x], threshold = thresholds[x % ORIEL_RASTER_BLOCK];
        int32_t red = product(a, by[0]) + product(b, by[1]) + product(c, by[2]) + matrix->offsets[0] + threshold;
        int32_t green = product(a, by[3]) + product(b, by[4]) + product(c, by[5]) + matrix->offsets[1] + threshold;
        int32_t blue = product(a, by[6]) + product(b, by[7]) + product(c, by[8]) + matrix->offsets[2] + threshold;
        output[4 * x] = byte(blue);
        output[4 * x + 1] = byte(green);
        output[4 * x + 2] = byte(red);
        output[4 * x + 3] = 255;
    }
}

#ifdef ORIEL_HAS_AVX2
/// Converts sixteen pixels into two vectors of eight.
AVX2 static inline __attribute__((always_inline)) void colors16(
    const int16_t *first, const int16_t *second, const int16_t *third, const __m256i *by, const __m256i *offsets,
    bool isSimple, __m256i *output) {
    __m256i a = _mm256_loadu_si256((const __m256i *)first);
    __m256i b = _mm256_loadu_si256((const __m256i *)second);
    __m256i c = _mm256_loadu_si256((const __m256i *)third);
    __m256i red, green, blue;
    __m256i luma = _mm256_mulhrs_epi16(a, by[0]);
    red = _mm256_add_epi16(luma, _mm256_add_epi16(_mm256_mulhrs_epi16(c, by[2]), offsets[0]));
    blue = _mm256_add_epi16(isSimple ? luma : _mm256_mulhrs_epi16(a, by[6]), offsets[2]);
    blue = _mm256_add_epi16(blue, _mm256_mulhrs_epi16(b, by[7]));
    green = _mm256_add_epi16(isSimple ? luma : _mm256_mulhrs_epi16(a, by[3]), offsets[1]);
    green = _mm256_add_epi16(green, _mm256_mulhrs_epi16(b, by[4]));
    green = _mm256_add_epi16(green, _mm256_mulhrs_epi16(c, by[5]));
    if (!isSimple) {
        red = _mm256_add_epi16(red, _mm256_mulhrs_epi16(b, by[1]));
        blue = _mm256_add_epi16(blue, _mm256_mulhrs_epi16(c, by[8]));
    }
    red = _mm256_srai_epi16(red, fraction);
    green = _mm256_srai_epi16(green, fraction);
    blue = _mm256_srai_epi16(blue, fraction);
    __m256i blueRed = _mm256_packus_epi16(blue, red);
    __m256i greenFull = _mm256_packus_epi16(green, _mm256_set1_epi16(255));
    __m256i blueGreen = _mm256_unpacklo_epi8(blueRed, greenFull);
    __m256i redFull = _mm256_unpackhi_epi8(blueRed, greenFull);
    __m256i low = _mm256_unpacklo_epi16(blueGreen, redFull);
    __m256i high = _mm256_unpackhi_epi16(blueGreen, redFull);
    output[0] = _mm256_permute2x128_si256(low, high, 0x20);
    output[1] = _mm256_permute2x128_si256(low, high, 0x31);
}

AVX2 static inline __attribute__((always_inline)) void colorsAVX2(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const int16_t *thresholds, bool isSimple, int count, uint8_t *output) {
    __m256i by[9], offsets[3], pixels[2];
    for (int i = 0; i < 9; i++) by[i] = _mm256_set1_epi16(matrix->coefficients[i]);
    __m256i threshold = _mm256_loadu_si256((const __m256i *)thresholds);
    for (int i = 0; i < 3; i++) offsets[i] = _mm256_add_epi16(_mm256_set1_epi16(matrix->offsets[i]), threshold);
    int x = 0;
    for (; x + 16 <= count; x += 16) {
        colors16(first + x, second + x, third + x, by, offsets, isSimple, pixels);
        _mm256_storeu_si256((__m256i *)(output + 4 * x), pixels[0]);
        _mm256_storeu_si256((__m256i *)(output + 4 * x + 32), pixels[1]);
    }
    if (x < count) {
        colors16(first + x, second + x, third + x, by, offsets, isSimple, pixels);
        memcpy(output + 4 * x, pixels, 4 * (size_t)(count - x));
    }
}

AVX2 static void simpleAVX2(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const int16_t *thresholds, int count, uint8_t *output) {
    colorsAVX2(first, second, third, matrix, thresholds, true, count, output);
}

AVX2 static void generalAVX2(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const int16_t *thresholds, int count, uint8_t *output) {
    colorsAVX2(first, second, third, matrix, thresholds, false, count, output);
}
#endif

void oriel_raster_colors(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const int16_t *thresholds, int count, uint8_t *output, bool vectors) {
    (void)vectors;
#ifdef ORIEL_HAS_AVX2
    if (vectors) {
        (matrix->isSimple ? simpleAVX2 : generalAVX2)(first, second, third, matrix, thresholds, count, output);
        return;
    }
#endif
    colors(first, second, third, matrix, thresholds, count, output);
}

void oriel_raster_fade(const int16_t *alpha, int32_t bias, int32_t scale, int count, uint8_t *pixels) {
    for (int x = 0; x < count; x++) {
        int32_t coverage = (int32_t)((((int64_t)alpha[x] + bias) * scale + (1 << 15)) >> 16);
        coverage = coverage < 0 ? 0 : coverage > 256 ? 256 : coverage;
        for (int i = 0; i < 3; i++) pixels[4 * x + i] = (uint8_t)((pixels[4 * x + i] * coverage + 128) >> 8);
    }
}

void oriel_raster_transpose(
    const uint8_t *input, ptrdiff_t inputDistance, int rows, int count, uint8_t *output, ptrdiff_t outputDistance) {
    for (int x = 0; x < count; x++) {
        for (int y = 0; y < rows; y++) {
            memcpy(output + x * outputDistance + 4 * y, input + y * inputDistance + 4 * x, 4);
        }
    }
}
