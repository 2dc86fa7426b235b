#include "CRaster.h"
#include "vectors.h"

#include <string.h>

// Both loops give the same bytes, since sums, products, quotients and roots are rounded alike everywhere, as long as
// none are fused.
#pragma clang fp contract(off)
// Vectors are only passed to inlined functions, so no call has an ABI that could differ.
#pragma clang diagnostic ignored "-Wpsabi"

enum { width = 8, fraction = 5 };

typedef int16_t samples __attribute__((ext_vector_type(8)));
typedef int32_t numbers __attribute__((ext_vector_type(8)));
typedef uint32_t pixels __attribute__((ext_vector_type(8)));
typedef float lights __attribute__((ext_vector_type(8)));

#define INLINE static inline __attribute__((always_inline))

INLINE numbers widened(const int16_t *first) {
    samples eight;
    memcpy(&eight, first, sizeof eight);
    return __builtin_convertvector(eight, numbers);
}

INLINE numbers product(numbers value, int16_t coefficient) { return (value * coefficient + (1 << 14)) >> 15; }

INLINE numbers between(numbers value, int32_t low, int32_t high) {
    return __builtin_elementwise_min(__builtin_elementwise_max(value, (numbers)low), (numbers)high);
}

INLINE lights looked_up(const float *table, numbers places) {
    lights found;
    for (int i = 0; i < width; i++) found[i] = table[places[i]];
    return found;
}

/// Index of a light from 0 to 1 in a table by square roots.
INLINE numbers place(lights light) {
    lights within = __builtin_elementwise_min(__builtin_elementwise_max(light, (lights)0.0f), (lights)1.0f);
    lights root = __builtin_elementwise_sqrt(within);
    return __builtin_convertvector(root * (float)(ORIEL_RASTER_ROOTS - 1) + 0.5f, numbers);
}

INLINE lights mixed(lights red, lights green, lights blue, const float *shares) {
    return red * shares[0] + green * shares[1] + blue * shares[2];
}

INLINE pixels coded(lights light, const struct oriel_raster_light *conversion, numbers threshold) {
    numbers places = place(light), signal;
    for (int i = 0; i < width; i++) signal[i] = conversion->signals[places[i]];
    return __builtin_convertvector(between((signal + threshold) >> fraction, 0, 255), pixels);
}

INLINE void eight(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const struct oriel_raster_light *conversion, numbers threshold, pixels *output) {
    numbers components[3] = {widened(first), widened(second), widened(third)};
    lights light[3];
    for (int i = 0; i < 3; i++) {
        const int16_t *by = matrix->coefficients + 3 * i;
        numbers signal = product(components[0], by[0]) + product(components[1], by[1]) + product(components[2], by[2]);
        light[i] = looked_up(conversion->lights, between(signal + matrix->offsets[i], 0, ORIEL_RASTER_SIGNALS - 1));
    }
    if (conversion->gains) {
        lights luminance = mixed(light[0], light[1], light[2], conversion->luminance);
        lights gain = looked_up(conversion->gains, place(luminance));
        for (int i = 0; i < 3; i++) light[i] *= gain;
    }
    if (conversion->bends) {
        lights brightest = __builtin_elementwise_max(__builtin_elementwise_max(light[0], light[1]), light[2]);
        lights bent = conversion->bend[2] * (brightest + conversion->bend[0]) / (brightest + conversion->bend[1]);
        lights gain = __builtin_elementwise_min(bent, (lights)1.0f) / brightest;
        gain = brightest > conversion->knee ? gain : (lights)1.0f;
        for (int i = 0; i < 3; i++) light[i] *= gain;
    }
    pixels red = coded(mixed(light[0], light[1], light[2], conversion->primaries), conversion, threshold);
    pixels green = coded(mixed(light[0], light[1], light[2], conversion->primaries + 3), conversion, threshold);
    pixels blue = coded(mixed(light[0], light[1], light[2], conversion->primaries + 6), conversion, threshold);
    *output = blue | green << 8 | red << 16 | 0xFF000000u;
}

INLINE void row(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const struct oriel_raster_light *conversion, const int16_t *thresholds, int count, uint8_t *output) {
    pixels drawn;
    for (int x = 0; x < count; x += width) {
        eight(
            first + x, second + x, third + x, matrix, conversion, widened(thresholds + x % ORIEL_RASTER_BLOCK), &drawn);
        memcpy(output + 4 * x, &drawn, 4 * (size_t)(count - x < width ? count - x : width));
    }
}

#ifdef ORIEL_HAS_AVX2
AVX2 static void rowAVX2(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const struct oriel_raster_light *conversion, const int16_t *thresholds, int count, uint8_t *output) {
    row(first, second, third, matrix, conversion, thresholds, count, output);
}
#endif

void oriel_raster_lights(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const struct oriel_raster_light *conversion, const int16_t *thresholds, int count, uint8_t *output, bool vectors) {
    (void)vectors;
#ifdef ORIEL_HAS_AVX2
    if (vectors) {
        rowAVX2(first, second, third, matrix, conversion, thresholds, count, output);
        return;
    }
#endif
    row(first, second, third, matrix, conversion, thresholds, count, output);
}
