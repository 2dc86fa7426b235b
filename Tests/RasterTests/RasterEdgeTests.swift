import OrielGeometry
import OrielRaster
import Testing

/// Round corners and the line along them, in memory.
struct RasterEdgeTests {
    /// Coverage of a white picture's pixels compared with the share of 16×16 points inside of the curve.
    @Test(arguments: [1, 4, 10, 15]) func cornersAreRoundAndSmooth(radius: Int) {
        let (width, height) = (48, 30)
        var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: width * height)
        pixels.withUnsafeMutableBytes { bytes in
            RasterEdge(PictureEdge(radius: radius)).apply(
                to: RasterBuffer(
                    base: bytes.baseAddress!, size: Size(width: width, height: height), bytesPerRow: width * 4))
        }
        for y in 0..<height {
            for x in 0..<width {
                var inside = 0.0
                for sub in 0..<256 {
                    let px = Double(x) + (Double(sub % 16) + 0.5) / 16
                    let py = Double(y) + (Double(sub / 16) + 0.5) / 16
                    let dx = max(abs(px - Double(width) / 2) - (Double(width) / 2 - Double(radius)), 0)
                    let dy = max(abs(py - Double(height) / 2) - (Double(height) / 2 - Double(radius)), 0)
                    if dx * dx + dy * dy <= Double(radius * radius) { inside += 1.0 / 256 }
                }
                let pixel = pixels[y * width + x]
                let alpha = pixel >> 24
                #expect(abs(Double(alpha) / 255 - inside) < 0.12, "at \(x), \(y)")
                // Premultiplied.
                #expect([pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF].allSatisfy { $0 <= alpha })
                if inside == 1 { #expect(pixel == 0xFFFF_FFFF, "at \(x), \(y)") }
            }
        }
    }

    /// A line of one pixel, on black and on white; the inside stays as it is, and so does a picture without an edge.
    @Test func theLineFollowsTheEdge() {
        let size = Size(width: 40, height: 30)
        func drawn(_ edge: PictureEdge, on color: UInt32) -> [UInt32] {
            var pixels = [UInt32](repeating: color, count: 40 * 30)
            pixels.withUnsafeMutableBytes {
                RasterEdge(edge).apply(to: RasterBuffer(base: $0.baseAddress!, size: size, bytesPerRow: 160))
            }
            return pixels
        }
        let edge = PictureEdge(radius: 10, line: 1)
        let black = drawn(edge, on: 0xFF00_0000)
        for (x, y) in [(20, 0), (20, 29), (0, 15), (39, 15)] { #expect(black[y * 40 + x] == 0xFF26_2626) }
        for (x, y) in [(20, 1), (20, 28), (1, 15), (38, 15), (20, 15), (5, 5)] {
            #expect(black[y * 40 + x] == 0xFF00_0000, "\(x) \(y)")
        }
        #expect(black[0] == 0 && black[39] == 0 && black[29 * 40] == 0 && black[29 * 40 + 39] == 0)
        // On the curve too.
        #expect((3..<8).contains { black[3 * 40 + $0] & 0xFF > 0x18 })
        let white = drawn(edge, on: 0xFFFF_FFFF)
        #expect(white[20] & 0xFF >= 0xFE && white[15 * 40 + 20] == 0xFFFF_FFFF)
        #expect(drawn(PictureEdge(), on: 0xFF12_3456).allSatisfy { $0 == 0xFF12_3456 })
        // More than there is room for.
        #expect(drawn(PictureEdge(radius: 16, line: 1), on: 0xFF12_3456).allSatisfy { $0 == 0xFF12_3456 })
        #expect(PictureEdge(radius: 99, line: 200).fitted(to: size) == PictureEdge(radius: 15, line: 15))
        #expect(PictureEdge(radius: -1, line: -1).isEmpty && PictureEdge(radius: 0, line: 3).line == 0)
    }

    /// An opacity multiplies what was cut.
    @Test func anOpacityKeepsTheCorners() {
        var pixels: [UInt32] = [0xFFFF_FFFF, 0, 0x8080_8080, 0xFF00_0000]
        pixels.withUnsafeMutableBytes {
            RasterBuffer(base: $0.baseAddress!, size: Size(width: 2, height: 2), bytesPerRow: 8).fade(to: 0.5)
        }
        #expect(pixels == [0x7F7F_7F7F, 0, 0x4040_4040, 0x7F00_0000])
    }
}
