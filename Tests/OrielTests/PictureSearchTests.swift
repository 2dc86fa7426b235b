import Oriel
import Testing

/// Pictures of films for desktops and for the list of recent media.
@Suite struct PictureSearchTests {
    private func isPlain(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> UInt32) -> Bool {
        let pixels = (0..<height).flatMap { y in (0..<width).map { color($0, y) } }
        return pixels.withUnsafeBytes { LumaSpread.isPlain($0, width: width, height: height) }
    }

    @Test(arguments: [0, 0xFF00_0000, 0xFFFF_FFFF, 0xFF30_8050] as [UInt32])
    func oneColourShowsNothing(color: UInt32) {
        for (width, height) in [(512, 288), (1, 1), (3, 700), (64, 64)] {
            #expect(isPlain(width, height) { _, _ in color })
        }
    }

    /// Noise of a camera, and a line of credits, are as nothing; a picture is seen however dark it is.
    @Test func aPictureShowsSomethingByItsLight() {
        #expect(isPlain(512, 288) { x, y in 0x01_0101 * UInt32((x * 31 + y * 17) % 12) })
        #expect(isPlain(512, 288) { x, y in (140..<148).contains(y) && (100..<400).contains(x) ? 0xFF_FFFF : 0 })
        #expect(!isPlain(512, 288) { x, _ in 0x01_0101 * UInt32(x / 16) })
        #expect(!isPlain(512, 288) { x, y in x < 256 && y > 40 ? 0x40_4040 : 0 })
        #expect(!isPlain(2, 1) { x, _ in x == 0 ? 0 : 0xFF_FFFF })
    }

    @Test func nothingIsReadBeyondThePixels() {
        let pixels: [UInt8] = [1, 2, 3, 4]
        pixels.withUnsafeBytes { pixels in
            #expect(LumaSpread.isPlain(pixels, width: 2, height: 1) && LumaSpread.isPlain(pixels, width: 0, height: 0))
            #expect(LumaSpread.isPlain(pixels, width: -4, height: 3))
        }
    }

    @Test func fourFramesAreLookedAtAndTheLastIsTaken() {
        var search = PictureSearch(from: .seconds(30), of: .seconds(7200))
        var times: [Duration] = []
        while times.count < 10 {
            times.append(.seconds(30) + search.wait(at: .seconds(30)))
            if search.isLast { break }
            search.goOn()
        }
        #expect(times == [.seconds(30), .seconds(31), .seconds(35), .seconds(750)])
        #expect(search.wait(at: .seconds(749)) == .seconds(1) && search.wait(at: .seconds(5000)) == .zero)
        search.goOn()
        #expect(search.isLast)
        // An unknown duration, and a short film.
        for duration in [nil, Duration.seconds(3)] {
            var search = PictureSearch(from: .zero, of: duration)
            while !search.isLast { search.goOn() }
            #expect(search.wait(at: .zero) == .seconds(10))
        }
    }
}
