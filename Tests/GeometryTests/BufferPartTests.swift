import OrielGeometry
import Testing

struct BufferPartTests {
    @Test func aPartIsScaledToTheBuffer() throws {
        let whole = Rect(x: 100, y: -50, width: 640, height: 360)
        let part = try #require(
            BufferPart(
                of: Rect(x: 100, y: 0, width: 320, height: 400), in: whole, buffer: Size(width: 960, height: 540)))
        #expect(part.x == 0 && part.y == 75 && part.width == 480 && part.height == 465)
        #expect(BufferPart(of: Rect(x: 740, y: 0, width: 9, height: 9), in: whole, buffer: whole.size) == nil)
        #expect(BufferPart(of: whole, in: whole, buffer: .zero) == nil)
    }

    /// A source beyond its buffer ends the connection, so rounding must never lead there.
    @Test func noPartReachesBeyondItsBuffer() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let whole = Rect(
                x: .random(in: -999...999, using: &numbers), y: .random(in: -999...999, using: &numbers),
                width: .random(in: 1...2000, using: &numbers), height: .random(in: 1...2000, using: &numbers))
            let visible = Rect(
                x: .random(in: -999...999, using: &numbers), y: .random(in: -999...999, using: &numbers),
                width: .random(in: 1...2000, using: &numbers), height: .random(in: 1...2000, using: &numbers))
            let buffer = Size(
                width: .random(in: 1...4000, using: &numbers), height: .random(in: 1...4000, using: &numbers))
            guard let part = BufferPart(of: visible, in: whole, buffer: buffer) else { continue }
            #expect(part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0)
            #expect(part.x + part.width <= Double(buffer.width) && part.y + part.height <= Double(buffer.height))
            for value in [part.x, part.y, part.width, part.height] { #expect(value * 256 == (value * 256).rounded()) }
        }
    }
}
