#include "CRaster.h"
#include "vectors.h"

enum { rounding = 1 << 13, fraction = 14 };

static inline int16_t clamped(int32_t value) {
    return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

static void near(const int16_t *row, const struct oriel_raster_axis *axis, int16_t *output) {
    // Index of the first pixel of each lane in a block.
    static const int order[4] = {0, 8, 4, 12};
    const int16_t *weights = axis->weights;
    for (int lane = 0; lane < 4 * axis->blocks; lane++) {
        const int16_t *samples = row + axis->starts[lane];
        const uint8_t *mask = axis->masks + 16 * (ptrdiff_t)lane;
        const int16_t *lanes = weights + (ptrdiff_t)(lane / 4) * axis->steps * 32 + lane % 4 * 8;
        int16_t *pixels = output + lane / 4 * ORIEL_RASTER_BLOCK + order[lane % 4];
        for (int i = 0; i < 4; i++) {
            const int16_t *pair = samples + mask[4 * i] / 2;
            int32_t sum = rounding;
            for (int step = 0; step < axis->steps; step++) {
                sum += pair[2 * step] * lanes[32 * step + 2 * i] + pair[2 * step + 1] * lanes[32 * step + 2 * i + 1];
            }
            pixels[i] = clamped(sum >> fraction);
        }
    }
}

static void far(const int16_t *row, const struct oriel_raster_axis *axis, int16_t *output) {
    const int16_t *weights = axis->weights;
    for (int block = 0; block < axis->blocks; block++) {
        for (int i = 0; i < 8; i++) {
            for (int half = 0; half < 2; half++) {
                const int16_t *samples = row + axis->starts[block * 16 + half * 8 + i];
                int32_t sum = rounding;
                for (int step = 0; step < axis->steps; step++) {
                    const int16_t *eight = weights + 16 * step + 8 * half;
                    for (int k = 0; k < 8; k++) sum += samples[8 * step + k] * eight[k];
                }
                output[block * 16 + half * 8 + i] = clamped(sum >> fraction);
            }
            weights += 16 * axis->steps;
        }
    }
}

static void quads(const int16_t *row, const struct oriel_raster_axis *axis, int16_t *output) {
    for (int x = 0; x < axis->blocks * ORIEL_RASTER_BLOCK; x++, row += 4) {
        output[x] = (int16_t)((row[0] + row[1] + row[2] + row[3] + 2) >> 2);
    }
}

#ifdef ORIEL_HAS_AVX2
/// Loads sixteen bytes from each of two addresses.
AVX2 static inline __m256i two(const int16_t *low, const int16_t *high) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low)), _mm_loadu_si128((const __m128i *)high), 1);
}

AVX2 static inline __m256i load(const void *pointer) { return _mm256_loadu_si256((const __m256i *)pointer); }

AVX2 static inline __m256i scaled(__m256i sum) {
    return _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(rounding)), fraction);
}

/// The callers pass the number of steps as a constant, so that the compiler unrolls the loop.
AVX2 static inline __attribute__((always_inline)) void nearAVX2(
    const int16_t *row, const struct oriel_raster_axis *axis, int steps, int16_t *output) {
    const int32_t *starts = axis->starts;
    const uint8_t *masks = axis->masks;
    const int16_t *weights = axis->weights;
    for (int block = 0; block < axis->blocks; block++, starts += 4, masks += 64) {
        const int16_t *a = row + starts[0], *b = row + starts[1], *c = row + starts[2], *d = row + starts[3];
        __m256i firstMask = load(masks), secondMask = load(masks + 32);
        __m256i first = _mm256_setzero_si256(), second = first;
        for (int step = 0; step < steps; step++, weights += 32) {
            __m256i left = _mm256_shuffle_epi8(two(a + 2 * step, b + 2 * step), firstMask);
            __m256i right = _mm256_shuffle_epi8(two(c + 2 * step, d + 2 * step), secondMask);
            first = _mm256_add_epi32(first, _mm256_madd_epi16(left, load(weights)));
            second = _mm256_add_epi32(second, _mm256_madd_epi16(right, load(weights + 16)));
        }
        _mm256_storeu_si256(
            (__m256i *)(output + block * ORIEL_RASTER_BLOCK), _mm256_packs_epi32(scaled(first), scaled(second)));
    }
}

AVX2 static inline __attribute__((always_inline)) void farAVX2(
    const int16_t *row, const struct oriel_raster_axis *axis, int steps, int16_t *output) {
    const int32_t *starts = axis->starts;
    const int16_t *weights = axis->weights;
    for (int block = 0; block < axis->blocks; block++, starts += 16) {
        __m256i sums[8];
        for (int i = 0; i < 8; i++) {
            const int16_t *low = row + starts[i], *high = row + starts[i + 8];
            __m256i sum = _mm256_madd_epi16(two(low, high), load(weights));
            weights += 16;
            for (int step = 1; step < steps; step++, weights += 16) {
                __m256i next = _mm256_madd_epi16(two(low + 8 * step, high + 8 * step), load(weights));
                sum = _mm256_add_epi32(sum, next);
            }
            sums[i] = sum;
        }
        __m256i first = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
        __m256i second = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[4], sums[5]), _mm256_hadd_epi32(sums[6], sums[7]));
        _mm256_storeu_si256(
            (__m256i *)(output + block * ORIEL_RASTER_BLOCK), _mm256_packs_epi32(scaled(first), scaled(second)));
    }
}

/// Sums each four of 32 samples, in the order 0 1 4 5 2 3 6 7.
AVX2 static inline __m256i fours(const int16_t *row) {
    const __m256i ones = _mm256_set1_epi16(1);
    return _mm256_hadd_epi32(_mm256_madd_epi16(load(row), ones), _mm256_madd_epi16(load(row + 16), ones));
}

AVX2 static void quadsAVX2(const int16_t *row, const struct oriel_raster_axis *axis, int16_t *output) {
    const __m256i two = _mm256_set1_epi32(2), order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (int block = 0; block < axis->blocks; block++, row += 4 * ORIEL_RASTER_BLOCK) {
        __m256i first = _mm256_srai_epi32(_mm256_add_epi32(fours(row), two), 2);
        __m256i second = _mm256_srai_epi32(_mm256_add_epi32(fours(row + 32), two), 2);
        _mm256_storeu_si256(
            (__m256i *)(output + block * ORIEL_RASTER_BLOCK),
            _mm256_permutevar8x32_epi32(_mm256_packs_epi32(first, second), order));
    }
}

AVX2 static void acrossAVX2(const int16_t *row, const struct oriel_raster_axis *axis, int16_t *output) {
    if (axis->isQuads) {
        quadsAVX2(row, axis, output);
    } else if (axis->masks) {
        switch (axis->steps) {
        case 1: nearAVX2(row, axis, 1, output); break;
        case 2: nearAVX2(row, axis, 2, output); break;
        default: nearAVX2(row, axis, axis->steps, output);
        }
    } else {
        switch (axis->steps) {
        case 1: farAVX2(row, axis, 1, output); break;
        default: farAVX2(row, axis, axis->steps, output);
        }
    }
}
#endif

void oriel_raster_across(const int16_t *row, const struct oriel_raster_axis *axis, int16_t *output, bool vectors) {
    (void)vectors;
#ifdef ORIEL_HAS_AVX2
    if (vectors) {
        acrossAVX2(row, axis, output);
        return;
    }
#endif
    if (axis->isQuads) quads(row, axis, output);
    else if (axis->masks) near(row, axis, output);
    else far(row, axis, output);
}
