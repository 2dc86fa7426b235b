// Inner loops of OrielRaster: sums of rows, sums of columns, and the colour matrix. All decisions are in Swift; here
// are only loops over samples. They are in C because two essential instructions have no name in Swift: a shuffle by a
// table, and the multiplication of pairs with addition.
//
// Each loop exists twice, for any machine and for x86-64 with AVX2, and both give the same bytes.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has AVX2, so that the vector loops can be used.
bool oriel_raster_has_vectors(void);

/// Size of the blocks in which columns are made. The buffers of `oriel_raster_across` and `oriel_raster_colors` have
/// room for whole blocks.
enum { ORIEL_RASTER_BLOCK = 16 };

/// Sums rows of bytes with weights.
///
/// output[x] = sum over rows of weights[row] * samples[row][x], minus 128 times the sum of the weights.
///
/// - Parameters:
///   - first: the first row; exactly `count` bytes of it and of the others are read.
///   - bytesPerRow: distance between rows in bytes.
///   - weights: one per row; their sum is at most 256.
void oriel_raster_gather8(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, int16_t *output,
    bool vectors);

/// Sums rows of 16-bit samples, as `oriel_raster_gather8` does bytes. Samples are little-endian, at any address, with
/// `bits` significant bits: the word's lowest, or its highest if `isHighAligned`.
void oriel_raster_gather16(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, int bits,
    bool isHighAligned, int16_t *output, bool vectors);

/// Copies every `step`th sample of a row, beginning with the first.
void oriel_raster_pick(const int16_t *input, int step, int count, int16_t *output, bool vectors);

/// Table for changing the length of a row. For each new sample, it has weights of neighbouring old ones, with a sum of
/// 2^14.
///
/// Near samples are read through shuffles, sixteen bytes for four new samples at a time. So tables are ordered by lanes
/// of four new samples, in the order 0, 2, 1, 3 in each block of 16, which is the order in which vectors are packed.
struct oriel_raster_axis {
    /// Whether each new sample is the mean of the next four old ones. This is the case for 1080p in an overlay of a
    /// quarter its size. Only `blocks` of the fields below is used then.
    bool isQuads;
    /// Number of whole blocks of new samples.
    int blocks;
    /// Number of steps for a new sample: pairs of old samples with `masks`, groups of eight without.
    int steps;
    /// First old sample of each lane (4 per block); without masks, of each new sample (16 per block).
    const int32_t *starts;
    /// Shuffle masks, 16 bytes per lane: the first pair of each of the four new samples. NULL if the samples are too
    /// far apart.
    const uint8_t *masks;
    /// Weights. With masks: for each block, step and lane, a pair for each new sample. Without: for each block and i in
    /// 0..<8, for each step, eight of new sample i and eight of new sample i + 8.
    const int16_t *weights;
};

/// Changes the length of a row.
///
/// - Parameters:
///   - row: readable for 8 × `steps` + 8 samples beyond the last one; with `isQuads`, for whole blocks.
///   - output: room for whole blocks.
void oriel_raster_across(const int16_t *row, const struct oriel_raster_axis *axis, int16_t *output, bool vectors);

/// Conversion from components to R'G'B'. A product is (a × b + 2^14) >> 15; results have five more bits than a byte.
struct oriel_raster_matrix {
    /// Rows: red, green, blue; columns: the first, second and third component.
    int16_t coefficients[9];
    int16_t offsets[3];
    /// Whether red and blue depend on one chroma component each and luma counts alike for all, as with any Y'CbCr.
    bool isSimple;
};

/// Converts components to pixels: blue, green, red and 255, one byte each.
///
/// - Parameters:
///   - first, second, third: components in whole blocks.
///   - thresholds: added to red, green and blue of each pixel in a block before their five extra bits are dropped.
///   - count: number of pixels; none are written beyond.
void oriel_raster_colors(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const int16_t *thresholds, int count, uint8_t *output, bool vectors);

/// Sizes of the tables in `oriel_raster_light`. Signals are in 32nds of a 255th, and include half a byte for rounding,
/// as in `oriel_raster_matrix`. Tables by light are indexed by its square root.
enum { ORIEL_RASTER_SIGNALS = 8192, ORIEL_RASTER_ROOTS = 4096 };

/// Conversion of the frame's R'G'B' to the screen's, through light relative to the screen's white.
struct oriel_raster_light {
    /// Light of each signal.
    const float *lights;
    /// Factor of light by its luminance; NULL for none.
    const float *gains;
    /// Shares of red, green and blue in luminance.
    float luminance[3];
    /// Whether light is compressed.
    ///
    /// If its brightest component is above the knee, light is scaled so that this component becomes min(1, bend[2] ×
    /// (brightest + bend[0]) / (brightest + bend[1])).
    bool bends;
    float knee;
    float bend[3];
    /// Rows of shares: how much of the frame's red, green and blue make up each of the screen's.
    float primaries[9];
    /// The screen's signal for each light.
    const int16_t *signals;
};

/// Converts components to pixels as `oriel_raster_colors` does, with a conversion of light in between. `first`,
/// `second`, `third` and `thresholds` are the same as there.
void oriel_raster_lights(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const struct oriel_raster_light *conversion, const int16_t *thresholds, int count, uint8_t *output, bool vectors);

/// Darkens pixels by their coverage, as over black. `alpha` is stored like a component; coverage is ((alpha[x] + bias)
/// × scale + 2^15) >> 16, from 0 to 256.
void oriel_raster_fade(const int16_t *alpha, int32_t bias, int32_t scale, int count, uint8_t *pixels);

/// Transposes pixels: output row x gets pixel x of each of `rows` input rows. Four bytes per pixel; distances in bytes.
void oriel_raster_transpose(
    const uint8_t *input, ptrdiff_t inputDistance, int rows, int count, uint8_t *output, ptrdiff_t outputDistance);
