import OrielMedia
import OrielRendering
import Testing

struct ColorConversionTests {
    private func rgb(
        _ format: PixelFormat, _ color: ColorDescription, _ encoding: SampleEncoding, _ texture: SIMD3<Double>
    ) -> SIMD3<Double> {
        let conversion = ColorConversion(format, color, code: encoding.codeValue(of: format))
        let columns = conversion.columns
        return columns[0] * texture.x + columns[1] * texture.y + columns[2] * texture.z + conversion.offset
    }

    private func isClose(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
        let difference = a - b
        return (difference * difference).sum() < 1e-20
    }

    /// The published coefficients of BT.601's and BT.709's inverse, for limited range.
    @Test func columnsAreThePublishedOnes() {
        let columns709 = ColorConversion(
            .yuv420p, ColorDescription(matrix: .bt709), code: SampleEncoding.normalized8.codeValue(of: .yuv420p)
        ).columns
        let scale = 255.0 / 224
        #expect(abs(columns709[2].x - 1.5748 * scale) < 1e-9)
        #expect(abs(columns709[1].z - 1.8556 * scale) < 1e-9)
        #expect(abs(columns709[1].y + 0.187324 * scale) < 1e-6)
        #expect(abs(columns709[2].y + 0.468124 * scale) < 1e-6)
        let columns601 = ColorConversion(
            .yuv420p, ColorDescription(matrix: .bt601), code: SampleEncoding.normalized8.codeValue(of: .yuv420p)
        ).columns
        #expect(abs(columns601[2].x - 1.402 * scale) < 1e-9)
        #expect(abs(columns601[1].z - 1.772 * scale) < 1e-9)
        #expect(abs(columns601[1].y + 0.344136 * scale) < 1e-6)
        #expect(abs(columns601[0].x - 255.0 / 219) < 1e-9)
    }

    @Test(arguments: [8, 10, 12, 16]) func blackAndWhiteAreTheRangesEnds(_ depth: Int) {
        let format = PixelFormat(
            layout: .planarYUV, bitDepth: depth, bytesPerComponent: depth == 8 ? 1 : 2)
        let unit = Double(1 << (depth - 8))
        let word = depth == 8 ? 255.0 : 65535
        let encoding = depth == 8 ? SampleEncoding.normalized8 : .normalized16
        for matrix: ColorDescription.Matrix in [.bt601, .bt709, .bt2020, .smpte240m, .fcc, .ycgco] {
            let limited = ColorDescription(matrix: matrix, range: .limited)
            let zero = 128 * unit / word
            #expect(isClose(rgb(format, limited, encoding, [16 * unit / word, zero, zero]), [0, 0, 0]))
            #expect(isClose(rgb(format, limited, encoding, [235 * unit / word, zero, zero]), [1, 1, 1]))
            let full = ColorDescription(matrix: matrix, range: .full)
            #expect(isClose(rgb(format, full, encoding, [0, zero, zero]), [0, 0, 0]))
            #expect(isClose(rgb(format, full, encoding, [(256 * unit - 1) / word, zero, zero]), [1, 1, 1]))
        }
    }

    @Test func theSameCodeMeansTheSameHoweverItIsStored() {
        let low = PixelFormat(layout: .planarYUV, bitDepth: 10, bytesPerComponent: 2)
        var high = low
        high.isHighAligned = true
        let color = ColorDescription(matrix: .bt2020)
        let codes = SIMD3<Double>(700, 300, 600)
        let expected = rgb(low, color, .normalized16, codes / 65535)
        #expect(isClose(rgb(high, color, .normalized16, codes * 64 / 65535), expected))
        #expect(isClose(rgb(low, color, .biasedHalf, codes + 1024), expected))
        #expect(isClose(rgb(high, color, .biasedHalf, codes + 1024), expected))
    }

    @Test func rgbIgnoresTheRange() {
        for format in [PixelFormat.rgba, PixelFormat(layout: .bgra)] {
            #expect(isClose(rgb(format, ColorDescription(range: .limited), .normalized8, [0, 0.5, 1]), [0, 0.5, 1]))
        }
        let planar = PixelFormat(layout: .planarGBR)
        #expect(isClose(rgb(planar, ColorDescription(range: .limited), .normalized8, [0.5, 1, 0]), [0, 0.5, 1]))
    }
}
