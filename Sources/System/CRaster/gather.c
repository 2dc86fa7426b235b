#include "CRaster.h"
#include "vectors.h"

#include <string.h>

bool oriel_raster_has_vectors(void) {
#ifdef ORIEL_HAS_AVX2
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/// The sum of a row in which all samples have the middle value.
static uint16_t middle(const uint16_t *weights, int rows) {
    unsigned sum = 0;
    for (int row = 0; row < rows; row++) sum += weights[row];
    return (uint16_t)(128 * sum);
}

/// Sums rows. Sums are modulo 2^16 and end between -2^15 and 2^15, so the order doesn't matter.
static void gather8(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int from, int count, uint16_t bias,
    int16_t *output) {
    for (int x = from; x < count; x++) output[x] = (int16_t)-bias;
    for (int row = 0; row < rows; row++) {
        const uint8_t *samples = first + row * bytesPerRow;
        uint16_t weight = weights[row];
        for (int x = from; x < count; x++) output[x] = (int16_t)(uint16_t)((uint16_t)output[x] + samples[x] * weight);
    }
}

#ifdef ORIEL_HAS_AVX2
AVX2 static inline __m256i wide8(const uint8_t *samples) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)samples));
}

/// Sums 64 columns, which stay in registers over all rows.
AVX2 static inline void gather8x64(
    const uint8_t *samples, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, __m256i bias, int16_t *output) {
    __m256i a = bias, b = bias, c = bias, d = bias;
    // Prefetches the rows that are summed next. An address beyond the plane is harmless, since a prefetch never faults.
    ptrdiff_t ahead = rows * bytesPerRow;
    for (int row = 0; row < rows; row++, samples += bytesPerRow) {
        _mm_prefetch((const char *)((uintptr_t)samples + (uintptr_t)ahead), _MM_HINT_T0);
        __m256i weight = _mm256_set1_epi16((short)weights[row]);
        a = _mm256_add_epi16(a, _mm256_mullo_epi16(wide8(samples), weight));
        b = _mm256_add_epi16(b, _mm256_mullo_epi16(wide8(samples + 16), weight));
        c = _mm256_add_epi16(c, _mm256_mullo_epi16(wide8(samples + 32), weight));
        d = _mm256_add_epi16(d, _mm256_mullo_epi16(wide8(samples + 48), weight));
    }
    _mm256_storeu_si256((__m256i *)output, a);
    _mm256_storeu_si256((__m256i *)(output + 16), b);
    _mm256_storeu_si256((__m256i *)(output + 32), c);
    _mm256_storeu_si256((__m256i *)(output + 48), d);
}

AVX2 static void gather8AVX2(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, uint16_t bias,
    int16_t *output) {
    __m256i start = _mm256_set1_epi16((short)-bias);
    int x = 0;
    for (; x + 64 <= count; x += 64) gather8x64(first + x, bytesPerRow, weights, rows, start, output + x);
    if (x == count) return;
    // The last columns are summed together with some before them, so that nothing beyond the row is read.
    if (count >= 64) gather8x64(first + count - 64, bytesPerRow, weights, rows, start, output + count - 64);
    else gather8(first, bytesPerRow, weights, rows, 0, count, bias, output);
}
#endif

void oriel_raster_gather8(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, int16_t *output,
    bool vectors) {
    uint16_t bias = middle(weights, rows);
    (void)vectors;
#ifdef ORIEL_HAS_AVX2
    if (vectors) {
        gather8AVX2(first, bytesPerRow, weights, rows, count, bias, output);
        return;
    }
#endif
    gather8(first, bytesPerRow, weights, rows, 0, count, bias, output);
}

static inline __attribute__((always_inline)) void gather16(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, int shift,
    uint16_t mask, int32_t bias, int16_t *output) {
    int32_t rounding = 1 << (shift - 1);
    for (int start = 0; start < count; start += 64) {
        int length = count - start < 64 ? count - start : 64;
        uint32_t sums[64] = {0};
        const uint8_t *samples = first + 2 * (ptrdiff_t)start;
        for (int row = 0; row < rows; row++, samples += bytesPerRow) {
            uint16_t words[64];
            memcpy(words, samples, 2 * (size_t)length);
            uint32_t weight = weights[row];
            for (int x = 0; x < length; x++) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
                words[x] = __builtin_bswap16(words[x]);
#endif
                sums[x] += (words[x] & mask) * weight;
            }
        }
        for (int x = 0; x < length; x++) output[start + x] = (int16_t)((int32_t)((sums[x] + rounding) >> shift) - bias);
    }
}

#ifdef ORIEL_HAS_AVX2
AVX2 static void gather16AVX2(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, int shift,
    uint16_t mask, int32_t bias, int16_t *output) {
    gather16(first, bytesPerRow, weights, rows, count, shift, mask, bias, output);
}
#endif

void oriel_raster_gather16(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, int bits,
    bool isHighAligned, int16_t *output, bool vectors) {
    int shift = isHighAligned ? 8 : bits - 8;
    uint16_t mask = isHighAligned ? 0xFFFF : (uint16_t)((1u << bits) - 1);
    int32_t bias = middle(weights, rows);
    (void)vectors;
#ifdef ORIEL_HAS_AVX2
    if (vectors) {
        gather16AVX2(first, bytesPerRow, weights, rows, count, shift, mask, bias, output);
        return;
    }
#endif
    gather16(first, bytesPerRow, weights, rows, count, shift, mask, bias, output);
}

static void pick(const int16_t *input, int step, int count, int16_t *output) {
    for (int x = 0; x < count; x++) output[x] = input[x * step];
}

#ifdef ORIEL_HAS_AVX2
/// Copies every second sample, as of interleaved chroma.
AVX2 static void pick2AVX2(const int16_t *input, int count, int16_t *output) {
    int x = 0;
    // The last sample's neighbour belongs to another component, which the row may not contain.
    for (; x + 16 < count; x += 16) {
        __m256i low = _mm256_loadu_si256((const __m256i *)(input + 2 * x));
        __m256i high = _mm256_loadu_si256((const __m256i *)(input + 2 * x + 16));
        low = _mm256_srai_epi32(_mm256_slli_epi32(low, 16), 16);
        high = _mm256_srai_epi32(_mm256_slli_epi32(high, 16), 16);
        __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8);
        _mm256_storeu_si256((__m256i *)(output + x), packed);
    }
    pick(input + 2 * x, 2, count - x, output + x);
}
#endif

void oriel_raster_pick(const int16_t *input, int step, int count, int16_t *output, bool vectors) {
    (void)vectors;
#ifdef ORIEL_HAS_AVX2
    if (vectors && step == 2) {
        pick2AVX2(input, count, output);
        return;
    }
#endif
    pick(input, step, count, output);
}
