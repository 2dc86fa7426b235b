// The inner loops of OrielRaster: sums of rows, sums of columns, the colour matrix. Everything that decides is in Swift;
// here are only loops over samples, in C because two instructions that they live on have no name in Swift: a shuffle by a
// table, and the multiplication of pairs with their sum.
//
// Each loop exists twice, for any machine and for x86-64 with AVX2, and gives the same bytes in both.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The widest loops that this processor runs: whether it has AVX2.
bool oriel_raster_has_vectors(void);

/// Columns are made in blocks of so many; the buffers of `oriel_raster_across` and `oriel_raster_colors` have room for
/// whole blocks.
enum { ORIEL_RASTER_BLOCK = 16 };

/// output[x] = sum over rows of weights[row] * samples[row][x], less 128 times the sum of the weights. Samples are bytes.
///
/// - Parameters:
///   - first: the first row; exactly `count` bytes of it and of the others are read.
///   - bytesPerRow: from one row to the next.
///   - weights: one a row; at most 256 together.
void oriel_raster_gather8(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, int16_t *output,
    bool vectors);

/// The same of 16-bit samples, little-endian, at any address: of `bits` significant bits, which are the word's lowest or
/// (`isHighAligned`) highest.
void oriel_raster_gather16(
    const uint8_t *first, ptrdiff_t bytesPerRow, const uint16_t *weights, int rows, int count, int bits,
    bool isHighAligned, int16_t *output, bool vectors);

/// Every `step`th sample of a row, from the first on.
void oriel_raster_pick(const int16_t *input, int step, int count, int16_t *output, bool vectors);

/// How a row becomes one of another length: for each new sample, weights of neighbouring old ones, which add up to 2^14.
///
/// Near samples are read through shuffles, sixteen bytes for four new samples at a time, so tables go by lanes: four new
/// samples each, in the order 0, 2, 1, 3 in each block of 16, which is the order in which vectors are packed.
struct oriel_raster_axis {
    /// Each new sample is the mean of the next four old ones, which is what 1080p becomes in an overlay of a quarter its size;
    /// nothing below is looked at but `blocks`.
    bool isQuads;
    /// Whole blocks of new samples.
    int blocks;
    /// Where `masks` are: pairs of old samples for a new one. Else: eights of them.
    int steps;
    /// Where a lane's bytes begin (4 a block); without masks, where each new sample's old ones do (16 a block).
    const int32_t *starts;
    /// 16 bytes a lane: those of the first pair of each of the four new samples. NULL where they lie too far apart.
    const uint8_t *masks;
    /// With masks: for each block, step and lane, a pair for each new sample. Without: for each block and i in 0..<8, for
    /// each step, eight of new sample i and eight of new sample i + 8.
    const int16_t *weights;
};

/// - Parameters:
///   - row: readable for 8 × `steps` + 8 samples beyond the last one; with `isQuads`, for those of whole blocks.
///   - output: whole blocks.
void oriel_raster_across(const int16_t *row, const struct oriel_raster_axis *axis, int16_t *output, bool vectors);

/// From components to R'G'B'. A product is (a × b + 2^14) >> 15; red, green and blue are five bits finer than a byte.
struct oriel_raster_matrix {
    /// Rows: red, green, blue; columns: the first, second and third component.
    int16_t coefficients[9];
    int16_t offsets[3];
    /// Red and blue have but one chroma each and all have luma alike, as with any Y'CbCr.
    bool isSimple;
};

/// Blue, green, red and 255, a byte each.
///
/// - Parameters:
///   - first, second, third: whole blocks.
///   - thresholds: what is added to red, green and blue of each pixel of a block before they lose their five bits.
///   - count: pixels; nothing is written beyond.
void oriel_raster_colors(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const int16_t *thresholds, int count, uint8_t *output, bool vectors);

/// Signals are in 32nds of a 255th, and half a byte is added to them already, as in `oriel_raster_matrix`; all that are looked up
/// by their light are at its square root's place among so many.
enum { ORIEL_RASTER_SIGNALS = 8192, ORIEL_RASTER_ROOTS = 4096 };

/// From R'G'B' as the frame has it to the screen's, through light that is relative to the screen's white.
struct oriel_raster_light {
    /// Each signal's light.
    const float *lights;
    /// What light is multiplied by, by its luminance; NULL where it isn't.
    const float *gains;
    /// How much of red, green and blue make up luminance.
    float luminance[3];
    /// Light whose brightest component is above the knee is multiplied so that this becomes
    /// min(1, bend[2] × (brightest + bend[0]) / (brightest + bend[1])).
    bool bends;
    float knee;
    float bend[3];
    /// Rows: how much of the frame's red, green and blue make up the screen's.
    float primaries[9];
    /// The screen's signal of a light.
    const int16_t *signals;
};

/// As `oriel_raster_colors`, and the light converted on the way. `first`, `second` and `third` and `thresholds` are as there.
void oriel_raster_lights(
    const int16_t *first, const int16_t *second, const int16_t *third, const struct oriel_raster_matrix *matrix,
    const struct oriel_raster_light *conversion, const int16_t *thresholds, int count, uint8_t *output, bool vectors);

/// Darkens pixels by how much they cover: over black. `alpha` is like a component; coverage is
/// ((alpha[x] + bias) × scale + 2^15) >> 16, from 0 to 256.
void oriel_raster_fade(const int16_t *alpha, int32_t bias, int32_t scale, int count, uint8_t *pixels);

/// Columns become rows: output row x has pixel x of each of `rows` input rows. Four bytes a pixel; distances in bytes.
void oriel_raster_transpose(
    const uint8_t *input, ptrdiff_t inputDistance, int rows, int count, uint8_t *output, ptrdiff_t outputDistance);
