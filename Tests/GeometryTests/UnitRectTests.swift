import OrielGeometry
import Testing

/// Rectangles in parts of a whole.
@Suite struct UnitRectTests {
    private let film = Size(width: 1920, height: 1080)

    @Test func pixelsComeBackAsTheyWere() {
        for pixels in [
            Rect(x: 0, y: 140, width: 1920, height: 800), Rect(x: 7, y: 9, width: 1, height: 1),
            Rect(x: 1919, y: 1079, width: 1, height: 1), Rect(x: 0, y: 0, width: 1920, height: 1080),
        ] {
            #expect(UnitRect(pixels, of: film).pixels(of: film) == pixels)
        }
    }

    @Test func whatLiesOutsideIsCutOffAndNonsenseIsNothing() {
        #expect(UnitRect(x: -1, y: 0.5, width: 3, height: 3).clamped == UnitRect(x: 0, y: 0.5, width: 1, height: 0.5))
        for nonsense in [
            UnitRect(x: 1, y: 0, width: 1, height: 1), UnitRect(x: 0, y: 0, width: 0, height: 1),
            UnitRect(x: 0, y: 0, width: 1, height: -1), UnitRect(x: .nan, y: 0, width: 1, height: 1),
            UnitRect(x: 0, y: 0, width: .nan, height: 1), UnitRect(x: .infinity, y: 0, width: 1, height: 1),
            UnitRect(x: -.infinity, y: 0, width: .infinity, height: 1),
        ] {
            #expect(nonsense.clamped == nil, "\(nonsense)")
            // A whole picture is always something.
            #expect(nonsense.pixels(of: film).size == film)
        }
        #expect(UnitRect(Rect(x: 0, y: 0, width: .max, height: .max), of: film).clamped == .whole)
        #expect(UnitRect(x: 0.9999999, y: 0, width: 1e-12, height: 1).pixels(of: film).width == 1)
        #expect(UnitRect(Rect(x: 1, y: 1, width: 1, height: 1), of: .zero) == .whole)
    }

    @Test func fourQuarterTurnsAreNone() {
        let part = UnitRect(x: 0.125, y: 0.25, width: 0.5, height: 0.125)
        #expect(part.turned(quarters: 1) == UnitRect(x: 0.625, y: 0.125, width: 0.125, height: 0.5))
        for quarters in -8...8 {
            #expect(part.turned(quarters: quarters).turned(quarters: -quarters) == part)
        }
        #expect(part.mirrored.mirrored == part)
    }
}
