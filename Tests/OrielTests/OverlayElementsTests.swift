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
        defer {
            engine.stop()
            engine.join()
        }
        var text = "Live"
        let label = try OverlayLabel(engine: engine, loop: MainLoop(loop)) { text }
        let overlay = ContentOverlay(frame: area) { label.draw(on: $0) }
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
}
