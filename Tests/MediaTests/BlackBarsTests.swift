import OrielGeometry
import OrielMedia
import Testing

/// Black bars of a medium.
@Suite struct BlackBarsTests {
    private final class Memory: Sendable {
        let base: UInt
        init(_ bytes: [UInt8]) {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
            memory.copyBytes(from: bytes)
            base = UInt(bitPattern: memory.baseAddress)
        }
        deinit { UnsafeMutableRawPointer(bitPattern: base)?.deallocate() }
    }

    /// A grey frame whose samples come from a function of column and row.
    private func frame(
        _ size: Size, bits: Int = 8, isHighAligned: Bool = false, rotation: VideoFrame.Rotation = .none,
        _ luma: (_ x: Int, _ y: Int) -> Int
    ) throws -> VideoFrame {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let value = luma(x, y) << (bits - 8 + (isHighAligned ? 16 - bits : 0))
                bytes.append(UInt8(value & 255))
                if bits > 8 { bytes.append(UInt8(value >> 8)) }
            }
        }
        let memory = Memory(bytes)
        let count = bits > 8 ? 2 : 1
        let format = PixelFormat(
            layout: .gray, bitDepth: bits, bytesPerComponent: count, isHighAligned: isHighAligned)
        return VideoFrame(
            format: format, width: size.width, height: size.height,
            planes: [
                VideoFrame.Plane(
                    base: try #require(UnsafeRawPointer(bitPattern: memory.base)), bytesPerRow: size.width * count,
                    width: size.width, height: size.height)
            ], rotation: rotation, storage: memory)
    }

    private func content(_ frame: VideoFrame) -> UnitRect? {
        var bars = BlackBars()
        return bars.take(frame.lookForBars()) ? bars.content : nil
    }

    private let size = Size(width: 320, height: 180)

    @Test(arguments: [(8, false), (10, false), (10, true), (16, false)])
    func barsAreFoundInEachDepth(bits: Int, isHighAligned: Bool) throws {
        let film = try frame(size, bits: bits, isHighAligned: isHighAligned) { x, y in
            (23..<157).contains(y) ? 60 + (x + y) % 90 : 16 + x % 3
        }
        #expect(content(film)?.pixels(of: size) == Rect(x: 0, y: 23, width: 320, height: 134))
        let old = try frame(size, bits: bits, isHighAligned: isHighAligned) { x, y in
            (40..<280).contains(x) ? 60 + (x + y) % 90 : 16
        }
        #expect(content(old)?.pixels(of: size) == Rect(x: 40, y: 0, width: 240, height: 180))
    }

    @Test func aTurnedFrameHasItsBarsAsSeen() throws {
        let film = try frame(size, rotation: .clockwise90) { x, y in (20..<300).contains(x) ? 120 : 16 }
        #expect(content(film)?.pixels(of: size.transposed) == Rect(x: 0, y: 20, width: 180, height: 280))
    }

    @Test func darkFramesTellNothing() throws {
        #expect(try frame(size) { _, _ in 16 }.lookForBars() == nil)
        // A lamp in the night: no edge is sharp.
        let night = try frame(size) { x, y in (150..<170).contains(x) && (80..<100).contains(y) ? 200 : 16 }
        #expect(content(night) == nil)
        // A picture without bars at the first clear frame.
        let day = try frame(size) { x, _ in 40 + x % 100 }
        #expect(content(day) == .whole)
    }

    private func look(_ down: Double, isSure: Bool = true) -> BlackBars.Look {
        BlackBars.Look(across: 0, down: down, isSure: isSure)
    }

    @Test func aDarkSceneCutsNothingMoreOff() {
        var bars = BlackBars()
        let begins = bars.take(look(0.1))
        let found = bars.content
        var changes = 0
        for _ in 1...500 where bars.take(look(0.3, isSure: false)) || bars.take(nil) { changes += 1 }
        #expect(begins && changes == 0)
        #expect(bars.content == found)
    }

    @Test func contentInTheBarsOpensThemButNoSingleDamagedPicture() {
        var bars = BlackBars()
        let changes = [0.1, 0, 0.1, 0].map { bars.take(look($0)) }
        #expect(changes == [true, false, false, false])
        #expect(bars.content?.height == 0.8)
        let opens = bars.take(look(0.05))
        #expect(opens)
        // As far as both have it.
        #expect(bars.content?.height == 0.9)
    }

    @Test func barsAfterAStudiosSignAreCutOffLater() {
        var bars = BlackBars()
        let begins = bars.take(look(0))
        #expect(begins && bars.content == .whole)
        var changes = 0
        for _ in 1...23 where bars.take(look(0.12)) || bars.take(nil) { changes += 1 }
        let closes = bars.take(look(0.121))
        #expect(changes == 0 && closes)
        #expect(bars.content.map { abs($0.y - 0.12) < 1e-9 } == true)
    }
}
