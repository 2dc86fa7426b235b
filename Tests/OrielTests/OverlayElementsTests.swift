import Oriel
import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielText
import Testing

/// Labels and buttons that an app makes of a text or a drawing.
@MainActor @Suite struct OverlayElementsTests {
    /// Memory of a canvas.
    private final class Pixels {
        let size: Size
        let bytes: UnsafeMutableRawBufferPointer

        init(_ size: Size) {
            self.size = size
            bytes = .allocate(byteCount: size.width * size.height * 4, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
        }

        deinit { bytes.deallocate() }

        var canvas: ContentOverlay.Canvas {
            ContentOverlay.Canvas(
                frame: Rect(origin: .zero, size: size), size: size, scale: 1, stride: size.width * 4, bytes: bytes)
        }
        var visible: Int { bytes.bindMemory(to: UInt32.self).count { $0 >> 24 > 0 } }
    }

    private let area: (Size) -> Rect = { _ in Rect(x: 0, y: 0, width: 200, height: 40) }

    @Test func aTextIsThereOnceTheTextThreadHasDrawnIt() throws {
        let loop = try EventLoop()
        let engine = TextEngine()
        defer { engine.stop() }
        var text = "Live"
        let label = try OverlayText(engine: engine, loop: MainLoop(loop))
        let overlay = ContentOverlay(frame: area) { label.draw(label: text, on: $0) }
        label.overlay = overlay
        func drawn() throws -> Int {
            let limit = MonotonicClock.now + .seconds(60)
            var count = 0
            while count == 0 {
                try #require(MonotonicClock.now < limit)
                let pixels = Pixels(Size(width: 200, height: 40))
                overlay.draw(pixels.canvas)
                count = pixels.visible
                loop.turn(limit: .milliseconds(20))
            }
            return count
        }
        let short = try drawn()
        text = "Live from the harbour"
        _ = try drawn()
        // The new text comes with the thread's answer.
        let limit = MonotonicClock.now + .seconds(60)
        while try drawn() <= short, MonotonicClock.now < limit { loop.turn(limit: .milliseconds(20)) }
        #expect(try drawn() > short)
        for absurd in ["", String(repeating: "x", count: 1_000_000), "\u{0}\u{1B}[2J\n\n"] {
            text = absurd
            let pixels = Pixels(Size(width: 200, height: 40))
            overlay.draw(pixels.canvas)
        }
    }

    @Test func aButtonIsClickedByAPressThatEndsWithinIt() {
        var clicks = 0
        var presses: [Bool] = []
        let button = ContentOverlay.button(frame: area, action: { clicks += 1 }) { presses.append($1) }
        button.draw(Pixels(Size(width: 200, height: 40)).canvas)
        func send(_ events: ContentOverlay.PointerEvent...) {
            for event in events { #expect(button.onPointer?(event) == true) }
            button.draw(Pixels(Size(width: 200, height: 40)).canvas)
        }
        send(.pressed(x: 10, y: 10))
        send(.released(x: 12, y: 10))
        #expect(clicks == 1 && presses == [false, true, false])
        send(.pressed(x: 10, y: 10), .moved(x: 10, y: 60))
        send(.released(x: 10, y: 60))
        send(.pressed(x: 10, y: 10), .cancelled)
        send(.pressed(x: 10, y: 10), .released(x: .nan, y: 10), .moved(x: 10, y: 10), .left)
        #expect(clicks == 1 && presses.dropFirst(3).allSatisfy { !$0 })
        // Dragged out and back it is a click.
        send(.pressed(x: 10, y: 10), .moved(x: 10, y: 60), .moved(x: 10, y: 10), .released(x: 10, y: 10))
        #expect(clicks == 2)
    }

    @Test func aSliderShowsItsValueAndStaysInItsRange() {
        let size = Size(width: 200, height: 40)
        var (value, chosen) = (0.0, [Double]())
        func make(_ range: ClosedRange<Double>) -> ContentOverlay {
            .slider("", value: { value }, in: range, frame: area) { chosen.append($0) }
        }
        /// White pixels of the line's row.
        func white(_ slider: ContentOverlay) -> Int {
            let pixels = Pixels(size)
            return withExtendedLifetime(pixels) {
                slider.draw(pixels.canvas)
                return pixels.bytes.bindMemory(to: UInt32.self)[20 * 200..<21 * 200].count { $0 == 0xFFFF_FFFF }
            }
        }
        let slider = make(-10...10)
        var last = 0
        for next in [-10.0, -3, 4, 10] {
            value = next
            #expect(white(slider) > last)
            last = white(slider)
        }
        for (absurd, same) in [(1e300, 10), (.infinity, 10), (-.infinity, -10), (.nan, -10)] as [(Double, Double)] {
            value = absurd
            let seen = white(slider)
            value = same
            #expect(white(slider) == seen)
        }
        #expect(slider.accessibility?.slider?.step == 1)
        for x in [-1e300, 100, 1e300, .nan] {
            _ = slider.onPointer?(.pressed(x: x, y: 0))
            _ = slider.onPointer?(.cancelled)
            _ = slider.onPointer?(.moved(x: 0, y: 0))
        }
        #expect(chosen == [-10, 0, 10])
        // A range of one number or without an end, and a frame without room.
        for range in [3.0...3, -.infinity...(.infinity)] {
            let slider = make(range)
            _ = white(slider)
            _ = slider.onPointer?(.pressed(x: 9, y: 0))
            let tiny = Pixels(Size(width: 2, height: 1))
            withExtendedLifetime(tiny) { slider.draw(tiny.canvas) }
            _ = slider.onPointer?(.pressed(x: 1, y: 0))
        }
        #expect(chosen.dropFirst(3).allSatisfy { !$0.isNaN })
    }

    @Test func aFilledAreaHasRoundCornersAndStaysOnTheCanvas() {
        let pixels = Pixels(Size(width: 40, height: 20))
        let words = pixels.bytes.bindMemory(to: UInt32.self)
        pixels.canvas.fill(Rect(x: 4, y: 2, width: 20, height: 10), color: 0xFF11_2233, cornerRadius: 4)
        #expect(words[2 * 40 + 4] >> 24 < 128 && words[2 * 40 + 8] == 0xFF11_2233 && words[7 * 40 + 4] == 0xFF11_2233)
        #expect(words[1 * 40 + 10] == 0 && words[7 * 40 + 24] == 0)
        // Half of white over a colour.
        pixels.canvas.fill(Rect(x: 10, y: 6, width: 1, height: 1), color: 0x80FF_FFFF)
        #expect(words[6 * 40 + 10] == 0xFF88_9099)
        pixels.canvas.fill(color: 0xFFFF_FFFF)
        #expect(words.allSatisfy { $0 == 0xFFFF_FFFF })
        for absurd in [
            Rect(x: .min, y: 0, width: .max, height: .max), Rect(x: 5, y: 5, width: -3, height: 4),
            Rect(x: 1 << 30, y: 0, width: 9, height: 9), Rect(x: -9, y: -9, width: 1 << 20, height: 1 << 20),
        ] {
            for radius in [0, -1, 1e300, .nan, .infinity] {
                pixels.canvas.fill(absurd, color: 0x0102_0304, cornerRadius: radius)
            }
        }
    }

    @Test func textsOfACanvasLieInTheirAreas() throws {
        let loop = try EventLoop()
        let engine = TextEngine()
        defer { engine.stop() }
        let text = try OverlayText(engine: engine, loop: MainLoop(loop))
        let (size, area) = (Size(width: 200, height: 60), Rect(x: 100, y: 30, width: 100, height: 30))
        var line = OverlayText.Line("Harbour", in: area, height: 20)
        line.color = 0xFFFF_0000
        let limit = MonotonicClock.now + .seconds(60)
        var pixels = Pixels(size)
        repeat {
            try #require(MonotonicClock.now < limit)
            loop.turn(limit: .milliseconds(20))
            pixels = Pixels(size)
            text.draw([line], on: pixels.canvas)
        } while pixels.visible == 0
        let words = pixels.bytes.bindMemory(to: UInt32.self)
        for y in 0..<60 {
            for x in 0..<200 where words[y * 200 + x] >> 24 > 0 {
                #expect(area.contains(Rect(x: x, y: y, width: 1, height: 1)))
                #expect(words[y * 200 + x] & 0xFFFF == 0)
            }
        }
        for absurd in [Double.nan, .infinity, -1, 0, 1e300] {
            text.draw([OverlayText.Line("x", in: area, height: absurd)], on: pixels.canvas)
        }
        text.draw([OverlayText.Line](repeating: line, count: 10_000), on: pixels.canvas)
    }
}
