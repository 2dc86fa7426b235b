import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestPictures
import Testing

/// Shades between two byte values, in formats that have them.
@Suite(.serialized) struct DitherTests {
    /// Returns the shader's values for a uniform grey.
    private func shown(_ code: Int, bits: Int) throws -> [Int] {
        let canvas = try Canvas(16, 16)
        defer { canvas.finish() }
        let frame = FrameFactory(
            format: PixelFormat(layout: .gray, bitDepth: bits, bytesPerComponent: bits > 8 ? 2 : 1), width: 16,
            height: 16, color: ColorDescription(range: .full)
        ).frame { _, _, _ in code }
        let pixels = try canvas.pixels(of: frame)
        return (0..<16).flatMap { y in (0..<16).map { x in Int(pixels[x, y][1]) } }
    }

    @Test func theMeanIsTheShade() throws {
        for code in [0, 101, 402, 403, 511, 777, 1022, 1023] {
            let wanted = 255 * Double(code) / 1023
            let pixels = try shown(code, bits: 10)
            let mean = Double(pixels.reduce(0, +)) / Double(pixels.count)
            // A driver may round what it stores by a sixteenth of a byte: NVIDIA's does.
            #expect(abs(mean - wanted) < 0.07, "\(code): \(mean), \(wanted)")
            #expect(pixels.allSatisfy { abs(Double($0) - wanted) < 1.06 })
        }
    }

    @Test func eightBitsAreShownAsTheyAre() throws {
        for code in [0, 1, 100, 254, 255] { #expect(Set(try shown(code, bits: 8)) == [code]) }
    }
}
