import OrielGeometry
import OrielMedia
import OrielRaster
import OrielTestPictures
import Testing

/// Shades between two byte values, in formats that have them.
struct DitherTests {
    /// Returns the drawn values of a uniform grey.
    private func shown(_ code: Int, bits: Int, usesVectors: Bool) throws -> [Int] {
        let format = PixelFormat(layout: .gray, bitDepth: bits, bytesPerComponent: bits > 8 ? 2 : 1)
        let frame = FrameFactory(format: format, width: 40, height: 24, color: ColorDescription(range: .full))
            .frame { _, _, _ in code }
        let screens = try (0..<2).map { _ in
            let screen = Screen(40, 24)
            try screen.draw(frame, with: Raster(usesVectors: usesVectors))
            return screen
        }
        // The dither pattern is static.
        #expect(screens[0].bytes == screens[1].bytes)
        return (0..<24).flatMap { y in
            (0..<40).map { x in
                let pixel = screens[0][x, y]
                #expect(pixel[0] == pixel[1] && pixel[1] == pixel[2])
                return pixel[0]
            }
        }
    }

    @Test(arguments: [true, false], [10, 12, 16]) func theMeanIsTheShade(usesVectors: Bool, bits: Int) throws {
        let top = (1 << bits) - 1
        for share in [0, 0.1, 0.251, 0.3927, 0.5, 0.729, 0.9983, 1] {
            let code = Int((Double(top) * share).rounded())
            let wanted = 255 * Double(code) / Double(top)
            let pixels = try shown(code, bits: bits, usesVectors: usesVectors)
            let mean = Double(pixels.reduce(0, +)) / Double(pixels.count)
            #expect(abs(mean - wanted) < 0.08, "\(bits) bits, \(code): \(mean), \(wanted)")
            #expect(pixels.allSatisfy { abs(Double($0) - wanted) < 1.08 })
        }
    }

    @Test(arguments: [true, false]) func eightBitsAreShownAsTheyAre(usesVectors: Bool) throws {
        for code in [0, 1, 100, 254, 255] {
            #expect(Set(try shown(code, bits: 8, usesVectors: usesVectors)) == [code])
        }
    }
}
