import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestPictures
import Testing

/// Uniform patches of colour in every layout, matrix, range and depth, compared with the reference in Double.
@Suite(.serialized) struct PixelFormatTests {
    /// Greys, primaries, their mixtures and skin.
    static let colors: [[Double]] = [
        [0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1],
        [0.75, 0.25, 0.1], [0.1, 0.3, 0.6], [0.9, 0.7, 0.6],
    ]
    static let patch = 12
    static let columns = 4
    static let ranges: [ColorDescription.Range] = [.limited, .full]

    @Test(arguments: PixelFormats.all.map(\.name))
    func patches(_ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        let canvas = try Canvas(Self.columns * Self.patch, 3 * Self.patch)
        defer { canvas.finish() }
        var matrices: [ColorDescription.Matrix] = [.bt601, .bt709, .bt2020, .smpte240m, .fcc, .ycgco]
        if !format.hasReducedChroma { matrices.append(.identity) }
        for matrix in matrices {
            for range in Self.ranges {
                let seen = try measure(canvas, ColorModel(format: format, matrix: matrix, range: range))
                #expect(seen.mean <= 1 && seen.max <= 3, "\(name) \(matrix) \(range): \(seen)")
            }
        }
    }

    /// Without 16-bit textures in the driver, the ten highest bits remain, in half floats.
    @Test(arguments: PixelFormats.all.filter { $0.format.bytesPerComponent == 2 }.map(\.name))
    func patchesWithout16BitTextures(_ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        let canvas = try Canvas(Self.columns * Self.patch, 3 * Self.patch)
        defer { canvas.finish() }
        canvas.context.facts.has16BitTextures = false
        for range in Self.ranges {
            let seen = try measure(canvas, ColorModel(format: format, matrix: .bt709, range: range))
            #expect(seen.mean <= 1 && seen.max <= 3, "\(name) \(range): \(seen)")
        }
    }

    /// 33×17 ends with half a chroma sample; without padding, with padding of a partial sample, and with whole rows of
    /// it.
    @Test(arguments: PixelFormats.all.map(\.name))
    func oddSizesAndPadding(_ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        let model = ColorModel(format: format, matrix: .bt709, range: .limited)
        var codes = model.encode(0.8, 0.4, 0.2)
        codes.append((1 << format.bitDepth) - 1)
        let expected = model.decode(codes.prefix(3).map { Double($0) })
        for (width, height) in [(33, 17), (1, 1), (2, 3), (17, 1)] {
            let canvas = try Canvas(width, height)
            defer { canvas.finish() }
            let small = try Canvas((width + 3) / 4, (height + 3) / 4)
            defer { small.finish() }
            for padding in [0, 1, 7, 64] {
                let frame = FrameFactory(
                    format: format, width: width, height: height, color: ColorDescription(), padding: padding
                ).frame { component, _, _ in codes[component] }
                for canvas in [canvas, small] {
                    let seen = try canvas.pixels(of: frame).difference { _, _ in expected }
                    // A dithered value is one of the two adjacent bytes, except for the shader's own precision.
                    #expect(
                        seen.max <= (format.bitDepth > 8 ? 1.02 : 1),
                        "\(name) \(width)x\(height) + \(padding) in \(canvas.target.size): \(seen)")
                }
            }
        }
    }

    /// Returns the error over the inner pixels of the patches, unaffected by a neighbour's chroma.
    private func measure(_ canvas: Canvas, _ model: ColorModel) throws -> (mean: Double, max: Double) {
        let encoded = Self.colors.map { model.encode($0[0], $0[1], $0[2]) }
        let format = model.format
        let factory = FrameFactory(
            format: format, width: canvas.target.size.width, height: canvas.target.size.height,
            color: ColorDescription(matrix: model.matrix, range: model.range))
        let frame = factory.frame { component, x, y in
            guard component < 3 else { return (1 << format.bitDepth) - 1 }
            let isChroma = component > 0
            let column = (isChroma ? x << format.chromaShiftX : x) / Self.patch
            let row = (isChroma ? y << format.chromaShiftY : y) / Self.patch
            return encoded[row * Self.columns + column][component]
        }
        let pixels = try canvas.pixels(of: frame)
        var sum = 0.0
        var count = 0.0
        var largest = 0.0
        for (index, codes) in encoded.enumerated() {
            let expected = model.decode(codes.map { Double($0) })
            for y in 4..<Self.patch - 4 {
                for x in 4..<Self.patch - 4 {
                    let seen = pixels[
                        index % Self.columns * Self.patch + x, index / Self.columns * Self.patch + y]
                    for component in 0..<3 {
                        let error = abs(Double(seen[component]) - expected[component])
                        sum += error
                        count += 1
                        largest = max(largest, error)
                    }
                    if seen[3] != 255 { largest = 255 }
                }
            }
        }
        return (sum / count, largest)
    }
}

extension PixelFormat {
    var hasReducedChroma: Bool { chromaShiftX > 0 || chromaShiftY > 0 }
}
