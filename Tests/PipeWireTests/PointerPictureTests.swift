import OrielPipeWire
import OrielPlayer
import Testing

/// The pointer that is drawn over a frame.
struct PointerPictureTests {
    /// A frame of 8x4 gray pixels with the pointer over it.
    private static func drawn(
        _ pointer: PointerPicture, _ format: SampleBuffer.Format = .bgra, left: Int = 0, top: Int = 0
    ) -> [[UInt8]] {
        var bytes = [UInt8](repeating: 100, count: 8 * 4 * 4)
        bytes.withUnsafeMutableBytes {
            pointer.draw(over: $0, stride: 32, width: 8, height: 4, format: format, left: left, top: top)
        }
        return stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
    }

    /// Two pixels side by side: a red one, and one of half transparent green.
    private static func pointer(
        at x: Int, _ y: Int, width: Int = 2, height: Int = 1, stride: Int = 8, isRedFirst: Bool = true
    ) -> PointerPicture {
        var pointer = PointerPicture()
        (pointer.x, pointer.y, pointer.isVisible) = (x, y, true)
        let pixels: [UInt8] = [200, 0, 0, 255, 0, 60, 0, 128]
        pixels.withUnsafeBytes {
            pointer.setPicture(
                width: width, height: height, stride: stride, hotspotX: 1, hotspotY: 0, isRedFirst: isRedFirst,
                bytes: $0)
        }
        return pointer
    }

    @Test func itIsBlendedAtItsHotspot() {
        let blue = Self.drawn(Self.pointer(at: 3, 1))
        #expect(blue[8 + 2] == [0, 0, 200, 255] && blue[8 + 3] == [50, 110, 50, 178])
        #expect(blue.filter { $0 != [100, 100, 100, 100] }.count == 2)
        let red = Self.drawn(Self.pointer(at: 3, 1), .rgbx)
        #expect(red[8 + 2] == [200, 0, 0, 255] && red[8 + 3] == [50, 110, 50, 178])
        #expect(Self.drawn(Self.pointer(at: 3, 1, isRedFirst: false))[8 + 2] == [200, 0, 0, 255])
    }

    @Test func itIsCutAtTheEdgesAndByACrop() {
        #expect(Self.drawn(Self.pointer(at: 0, 0))[0] == [50, 110, 50, 178])
        #expect(Self.drawn(Self.pointer(at: 8, 3))[31] == [0, 0, 200, 255])
        #expect(Self.drawn(Self.pointer(at: 13, 6), left: 10, top: 5)[8 + 2] == [0, 0, 200, 255])
        let nothing = Self.drawn(PointerPicture())
        for place in [(-1, 0), (20, 0), (0, -1), (0, 4), (.max / 2, 0), (Int(Int32.min), Int(Int32.max))] {
            #expect(Self.drawn(Self.pointer(at: place.0, place.1)) == nothing, "\(place)")
        }
    }

    /// Numbers of another process that make no sense draw nothing.
    @Test(arguments: [(3, 1, 8), (2, 2, 8), (2, 1, 7), (2, 1, -8), (0, 1, 8), (513, 1, 8), (2, .max, 8), (2, 1, .max)])
    func falseNumbersDrawNothing(numbers: (width: Int, height: Int, stride: Int)) {
        let pointer = Self.pointer(at: 3, 1, width: numbers.width, height: numbers.height, stride: numbers.stride)
        #expect(pointer.pixels.isEmpty && Self.drawn(pointer) == Self.drawn(PointerPicture()))
    }

    @Test func framesOfOtherLayoutsStayAsTheyAre() {
        #expect(Self.drawn(Self.pointer(at: 3, 1), .yuy2) == Self.drawn(PointerPicture()))
    }
}
