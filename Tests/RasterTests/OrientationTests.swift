import OrielGeometry
import OrielMedia
import OrielRaster
import OrielTestPictures
import Testing

struct OrientationTests {
    static let rotations: [VideoFrame.Rotation] = [.none, .clockwise90, .clockwise180, .clockwise270]

    @Test(arguments: rotations, [false, true])
    func turnedAndMirrored(_ rotation: VideoFrame.Rotation, _ isFlipped: Bool) throws {
        for name in ["yuv420p", "nv12", "rgba"] {
            let format = try #require(PixelFormats.named(name))
            let frame = FrameFactory(
                format: format, width: 53, height: 37, rotation: rotation, isFlipped: isFlipped
            ).noise(seed: 11)
            let isTransposed = rotation == .clockwise90 || rotation == .clockwise270
            for upright in [(53, 37), (20, 15), (17, 9), (70, 50)] {
                let size = Size(width: upright.0, height: upright.1)
                let shown = isTransposed ? size.transposed : size
                let reference = ReferencePicture(frame, size: shown)
                for usesVectors in [true, false] {
                    let screen = Screen(shown.width, shown.height)
                    try screen.draw(frame, with: Raster(usesVectors: usesVectors))
                    let seen = screen.difference(to: reference)
                    #expect(seen.mean <= 1 && seen.max <= 3, "\(name) \(shown) \(usesVectors): \(seen)")
                }
            }
        }
    }

    /// Corners of a frame with four different corners, without a reference implementation.
    @Test func cornersGoWhereTheyShould() throws {
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
        let shades = [10, 80, 160, 240]
        // Top left, top right, bottom left, bottom right as shown.
        let expected: [(VideoFrame.Rotation, Bool, [Int])] = [
            (.none, false, [10, 80, 160, 240]), (.clockwise90, false, [160, 10, 240, 80]),
            (.clockwise180, false, [240, 160, 80, 10]), (.clockwise270, false, [80, 240, 10, 160]),
            (.none, true, [80, 10, 240, 160]), (.clockwise90, true, [240, 80, 160, 10]),
        ]
        for (rotation, isFlipped, wanted) in expected {
            let frame = FrameFactory(
                format: PixelFormat(layout: .gray), width: 40, height: 24, color: ColorDescription(range: .full),
                rotation: rotation, isFlipped: isFlipped
            ).frame { _, x, y in shades[(y < 12 ? 0 : 2) + (x < 20 ? 0 : 1)] }
            let screen = Screen(20, 20)
            try screen.draw(frame, with: Raster())
            let seen = corners.map { screen[$0.0 * 19, $0.1 * 19][0] }
            #expect(seen == wanted, "\(rotation) \(isFlipped)")
        }
    }
}
