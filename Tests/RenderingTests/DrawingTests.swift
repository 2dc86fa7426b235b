import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestPictures
import Testing

@Suite(.serialized) struct DrawingTests {
    private static let white = FrameFactory(format: .yuv420p, width: 32, height: 18).frame { component, _, _ in
        component == 0 ? 235 : 128
    }
    private static let blue = Color(red: 0, green: 0, blue: 1)

    @Test func aFrameGoesToItsDestinationAndTheBackgroundAroundIt() throws {
        let canvas = try Canvas(64, 36)
        defer { canvas.finish() }
        let pixels = try canvas.pixels(of: Self.white, background: Self.blue) {
            $0.destination = Rect(x: 10, y: 4, width: 32, height: 18)
        }
        for y in 0..<36 {
            for x in 0..<64 {
                let isInside = (10..<42).contains(x) && (4..<22).contains(y)
                #expect(pixels[x, y] == (isInside ? [255, 255, 255, 255] : [0, 0, 255, 255]), "at \(x), \(y)")
            }
        }
    }

    @Test func aDestinationMayReachBeyondTheTarget() throws {
        let canvas = try Canvas(16, 16)
        defer { canvas.finish() }
        let beyond = try canvas.pixels(of: Self.white) { $0.destination = Rect(x: -8, y: -8, width: 400, height: 20) }
        #expect(beyond[0, 0] == [255, 255, 255, 255] && beyond[15, 11] == [255, 255, 255, 255])
        #expect(beyond[0, 12] == [0, 0, 0, 255])
        let outside = try canvas.pixels(of: Self.white) { $0.destination = Rect(x: 16, y: 0, width: 4, height: 4) }
        #expect(outside[15, 0] == [0, 0, 0, 255])
    }

    @Test func withoutAPictureThereIsTheBackground() throws {
        let canvas = try Canvas(4, 4)
        defer { canvas.finish() }
        try canvas.context.draw(nil, background: .clear, into: canvas.target)
        #expect(try canvas.read()[3, 3] == [0, 0, 0, 0])
        try canvas.context.draw(nil, background: Self.blue, into: canvas.target)
        #expect(try canvas.read()[3, 3] == [0, 0, 255, 255])
    }

    /// Each sample of a frame has its own colour; unscaled, each must appear at its rotated position, unmixed.
    @Test(arguments: [VideoFrame.Rotation.none, .clockwise90, .clockwise180, .clockwise270], [false, true])
    func rotationAndFlip(_ rotation: VideoFrame.Rotation, _ isFlipped: Bool) throws {
        let (width, height) = (19, 11)
        let frame = FrameFactory(
            format: .rgba, width: width, height: height, rotation: rotation, isFlipped: isFlipped
        ).frame { component, x, y in [x * 13, y * 23, (x + y) * 8, 255][component] }
        let isTransposed = rotation == .clockwise90 || rotation == .clockwise270
        let canvas = try Canvas(isTransposed ? height : width, isTransposed ? width : height)
        defer { canvas.finish() }
        let pixels = try canvas.pixels(of: frame)
        for y in 0..<canvas.target.size.height {
            for x in 0..<canvas.target.size.width {
                // Position of a rotated pixel before the rotation.
                let (u, v) =
                    switch rotation {
                    case .none: (x, y)
                    case .clockwise90: (y, height - 1 - x)
                    case .clockwise180: (width - 1 - x, height - 1 - y)
                    case .clockwise270: (width - 1 - y, x)
                    }
                let source = isFlipped ? width - 1 - u : u
                #expect(
                    pixels[x, y] == [source * 13, v * 23, (source + v) * 8, 255],
                    "\(rotation) \(isFlipped) at \(x), \(y)")
            }
        }
    }

    @Test func cropShowsAPart() throws {
        let frame = FrameFactory(format: .rgba, width: 20, height: 10).frame { component, x, y in
            [x * 10, y * 20, 0, 255][component]
        }
        let canvas = try Canvas(8, 4)
        defer { canvas.finish() }
        let part = UnitRect(Rect(x: 5, y: 3, width: 8, height: 4), of: Size(width: 20, height: 10))
        let pixels = try canvas.pixels(of: frame.part(part))
        for y in 0..<4 {
            for x in 0..<8 { #expect(pixels[x, y] == [(x + 5) * 10, (y + 3) * 20, 0, 255]) }
        }
    }

    /// A ramp of chroma, drawn unscaled: its value at each pixel reveals the assumed position of the samples.
    @Test(
        arguments: [ColorDescription.ChromaLocation.left, .center, .topLeft], ["yuv420p", "nv12", "yuv422p", "yuv411p"])
    func chromaLiesWhereTheStreamSays(_ location: ColorDescription.ChromaLocation, _ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        let (width, height) = (32, 16)
        let color = ColorDescription(matrix: .bt709, range: .full, chromaLocation: location)
        func ramp(_ x: Double, _ y: Double) -> Double { 40 + 3 * x + 4 * y }
        // Position of a chroma sample in luma samples: at the first luma sample, or in the middle of all.
        func position(_ index: Int, _ shift: Int, _ isCosited: Bool) -> Double {
            let count = Double(1 << shift)
            return Double(index) * count + (isCosited ? 0 : (count - 1) / 2)
        }
        let frame = FrameFactory(format: format, width: width, height: height, color: color).frame { component, x, y in
            guard component == 2 else { return component == 0 ? 100 : 128 }
            let x = position(x, format.chromaShiftX, location != .center)
            let y = position(y, format.chromaShiftY, location == .topLeft)
            return Int(ramp(x, y).rounded())
        }
        let canvas = try Canvas(width, height)
        defer { canvas.finish() }
        let model = ColorModel(format: format, matrix: .bt709, range: .full)
        let pixels = try canvas.pixels(of: frame)
        for y in 4..<height - 4 {
            for x in 4..<width - 4 {
                let expected = model.decode([100, 128, ramp(Double(x), Double(y))])
                // Codes are rounded, and red has 1.57 times their weight.
                #expect(abs(Double(pixels[x, y][0]) - expected[0]) < 2.5, "\(name) \(location) at \(x), \(y)")
            }
        }
        // A pixel at half size lies in the middle of four.
        let small = try Canvas(width / 2, height / 2)
        defer { small.finish() }
        for isTurned in [false, true] {
            let pixels = try small.pixels(of: isTurned ? frame.shown(turnedBy: .clockwise180) : frame)
            for y in 2..<height / 2 - 2 {
                for x in 2..<width / 2 - 2 {
                    let expected = model.decode([100, 128, ramp(2 * Double(x) + 0.5, 2 * Double(y) + 0.5)])
                    let seen = isTurned ? pixels[width / 2 - 1 - x, height / 2 - 1 - y] : pixels[x, y]
                    #expect(
                        abs(Double(seen[0]) - expected[0]) < 2.5, "\(name) \(location) halved at \(x), \(y)")
                }
            }
        }
    }

    @Test func opacityMixesWithTheBackground() throws {
        let canvas = try Canvas(32, 18)
        defer { canvas.finish() }
        let mixed = try canvas.pixels(of: Self.white, background: Self.blue) { $0.opacity = 0.25 }
        #expect(mixed.difference { _, _ in [64, 64, 255] }.max <= 1)
        #expect(mixed[5, 5][3] == 255)
        let alone = try canvas.pixels(of: Self.white, background: .clear) { $0.opacity = 0.25 }
        #expect(alone[5, 5].allSatisfy { abs($0 - 64) <= 1 }, "premultiplied: \(alone[5, 5])")
    }

    /// Coverage at a corner, compared with the share of 16×16 points of the pixel inside the curve.
    @Test(arguments: [Color.clear, blue]) func cornersAreRoundAndSmooth(_ background: Color) throws {
        let (width, height, radius) = (48, 30, 9.5)
        let canvas = try Canvas(width, height)
        defer { canvas.finish() }
        let pixels = try canvas.pixels(of: Self.white, background: background) { $0.cornerRadius = radius }
        for y in 0..<height {
            for x in 0..<width {
                var inside = 0.0
                for sub in 0..<256 {
                    let px = Double(x) + (Double(sub % 16) + 0.5) / 16
                    let py = Double(y) + (Double(sub / 16) + 0.5) / 16
                    let dx = max(abs(px - Double(width) / 2) - (Double(width) / 2 - radius), 0)
                    let dy = max(abs(py - Double(height) / 2) - (Double(height) / 2 - radius), 0)
                    if dx * dx + dy * dy <= radius * radius { inside += 1.0 / 256 }
                }
                let seen = Double(pixels[x, y][background == .clear ? 3 : 0]) / 255
                #expect(abs(seen - inside) < 0.12, "at \(x), \(y): \(seen), expected \(inside)")
                if inside == 1 { #expect(pixels[x, y] == [255, 255, 255, 255], "at \(x), \(y)") }
            }
        }
        #expect(pixels[0, 0] == (background == .clear ? [0, 0, 0, 0] : [0, 0, 255, 255]))
    }

    /// A line along the edge is as light as in memory, and the corners stay transparent.
    @Test func aLineFollowsTheEdge() throws {
        let black = FrameFactory(format: .yuv420p, width: 40, height: 30).frame { component, _, _ in
            component == 0 ? 16 : 128
        }
        let canvas = try Canvas(40, 30)
        defer { canvas.finish() }
        let pixels = try canvas.pixels(of: black, background: .clear) {
            $0.edge = PictureEdge(radius: 10, line: 1)
        }
        for (x, y) in [(20, 0), (20, 29), (0, 15), (39, 15), (10, 0), (29, 29)] {
            #expect(pixels[x, y].prefix(3).allSatisfy { abs($0 - 38) <= 1 } && pixels[x, y][3] == 255, "\(x) \(y)")
        }
        for (x, y) in [(20, 1), (20, 28), (1, 15), (38, 15), (20, 15), (5, 5)] {
            #expect(pixels[x, y] == [0, 0, 0, 255], "\(x) \(y)")
        }
        for (x, y) in [(0, 0), (39, 0), (0, 29), (39, 29)] { #expect(pixels[x, y] == [0, 0, 0, 0]) }
    }

    @Test(arguments: PixelFormats.all.filter(\.format.hasAlpha).map(\.name))
    func whatIsTransparentIsBlack(_ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        let maximum = (1 << format.bitDepth) - 1
        let codes = ColorModel(format: format, matrix: .bt709, range: .limited).encode(1, 1, 1)
        // Opaque on the left, then half transparent, then transparent.
        let frame = FrameFactory(format: format, width: 48, height: 16).frame { component, x, _ in
            component < 3 ? codes[component] : [maximum, (maximum + 1) / 2, 0][x / 16]
        }
        let canvas = try Canvas(48, 16)
        defer { canvas.finish() }
        func near(_ pixel: [Int], _ value: Int) -> Bool {
            pixel.prefix(3).allSatisfy { abs($0 - value) <= 1 } && abs(pixel[3] - 255) <= 1
        }
        let black = try canvas.pixels(of: frame, background: Self.blue)
        #expect(near(black[8, 8], 255) && near(black[24, 8], 128) && near(black[40, 8], 0))
    }

    @Test func aRehearsalDrawsNothing() throws {
        let canvas = try Canvas(32, 18)
        defer { canvas.finish() }
        try canvas.context.draw(nil, background: Self.blue, into: canvas.target)
        let texture = FrameTexture(canvas.context)
        try texture.upload(Self.white)
        var picture = Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 32, height: 18))
        (picture.opacity, picture.cornerRadius) = (0.5, 4)
        for background in [Color.black, .clear] {
            try canvas.context.rehearse(picture, background: background, for: canvas.target)
        }
        #expect(try canvas.read().difference { _, _ in [0, 0, 255] }.max == 0)
        #expect(texture.uploadCount == 1)
    }
}
