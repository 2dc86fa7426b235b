import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestPictures
import Testing

/// Reductions of a zone plate, whose rings contain every frequency, compared with a Lanczos reduction in Double.
@Suite(.serialized) struct ScalingTests {
    @Test func reductionTo480x270IsAsGoodAsAnAreaAverage() throws {
        try compare(ZonePlate(width: 1920, height: 1080), with: Size(width: 480, height: 270))
    }

    /// Fractional factors, where sampling positions drift over the samples. From a smaller plate, to save time.
    @Test(arguments: [(250, 141), (320, 180), (213, 120), (192, 108), (280, 158), (137, 77), (480, 270), (500, 281)])
    func otherReductions(_ width: Int, _ height: Int) throws {
        try compare(ZonePlate(width: 960, height: 540), with: Size(width: width, height: height))
    }

    @Test func reductionOfATurnedFrame() throws {
        try compare(ZonePlate(width: 960, height: 540), with: Size(width: 160, height: 250), rotation: .clockwise90)
    }

    private func compare(
        _ plate: ZonePlate, with size: Size, rotation: VideoFrame.Rotation = .none
    ) throws {
        let isTransposed = rotation == .clockwise90
        let upright = isTransposed ? size.transposed : size
        let color = ColorDescription(range: .full)
        let frame = FrameFactory(
            format: .yuv420p, width: plate.width, height: plate.height, color: color, rotation: rotation
        ).frame { component, x, y in component == 0 ? Int(plate[x, y]) : 128 }
        let canvas = try Canvas(size.width, size.height)
        defer { canvas.finish() }
        let reference = plate.reduced(to: upright, by: .lanczos3)
        let wanted = peakSignalToNoise(plate.reduced(to: upright, by: .area), reference)
        let pixels = try canvas.pixels(of: frame)
        var drawn: [Double] = []
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                drawn.append(Double((isTransposed ? pixels[size.width - 1 - y, x] : pixels[x, y])[0]))
            }
        }
        let seen = peakSignalToNoise(drawn, reference)
        #expect(seen >= wanted - 1, "\(size): \(seen) dB, area average: \(wanted) dB")
    }

    /// Twice the size: each new sample is ¾ of the nearer and ¼ of the farther one.
    @Test func enlargementIsBilinear() throws {
        let values = [0, 255, 30, 200, 90, 10, 250, 128]
        let frame = FrameFactory(
            format: PixelFormat(layout: .gray), width: 8, height: 1, color: ColorDescription(range: .full)
        ).frame { _, x, _ in values[x] }
        let canvas = try Canvas(16, 3)
        defer { canvas.finish() }
        let pixels = try canvas.pixels(of: frame)
        for x in 0..<16 {
            let near = values[x / 2]
            let far = values[min(max(x % 2 == 0 ? x / 2 - 1 : x / 2 + 1, 0), 7)]
            let expected = (Double(near) * 3 + Double(far)) / 4
            for y in 0..<3 { #expect(abs(Double(pixels[x, y][0]) - expected) <= 1.5, "at \(x), \(y)") }
        }
    }

    /// The hardest pattern, unscaled, into the middle of a larger target.
    @Test(arguments: ["gray", "yuv444p", "rgba", "gray10le", "gbrp"])
    func unscaledIsExact(_ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        let frame = FrameFactory(
            format: format, width: 321, height: 179, color: ColorDescription(range: .full)
        ).frame { component, x, y in
            let isChroma = component > 0 && format.layout == .planarYUV
            if component == 3 { return 255 }
            return isChroma ? 128 : (x + y) % 2 == 0 ? 0 : (1 << format.bitDepth) - 1
        }
        let canvas = try Canvas(1001, 501)
        defer { canvas.finish() }
        let pixels = try canvas.pixels(of: frame) { $0.destination = Rect(x: 333, y: 101, width: 321, height: 179) }
        var wrong = 0
        for y in 0..<179 {
            for x in 0..<321 where pixels[x + 333, y + 101][1] != ((x + y) % 2 == 0 ? 0 : 255) { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}
