import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Where a picture lies in what shows it.
@Suite(.serialized) struct PictureFormTests {
    /// The first and the last column of the middle row that isn't black.
    private func extent(_ compositor: HeadlessCompositor) throws -> ClosedRange<Int>? {
        let picture = try Screenshot.take(of: compositor)
        let columns = (0..<picture.size.width).filter { picture[$0, picture.size.height / 2] & 0xFF_FFFF != 0 }
        return columns.first.flatMap { first in columns.last.map { first...$0 } }
    }

    /// The lower half, where nothing is said.
    private func lowerHalf(_ compositor: HeadlessCompositor) throws -> ArraySlice<UInt32> {
        let picture = try Screenshot.take(of: compositor)
        return picture.pixels[(picture.pixels.count / 2)...]
    }

    @Test(.needs(.phoc), arguments: ["shm", "gles"])
    func aPictureHasTheShapeAndThePlaceThatIsAskedFor(renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 60, size: Size(width: 640, height: 360))
        try await withCompositor(.phoc) { compositor in
            // Before the player, which else hears of it too late.
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let session = try OrielSession(compositor)
            try session.play(
                ["--id", "a", "--renderer", renderer, "--fullscreen", "--paused", "--aspect", "4:3", clip],
                expecting: ["a": .fullscreen])
            #expect(try wait(.seconds(10)) { try extent(compositor) == 160...1119 })
            // Filling cuts the picture off; stretching shows all of it.
            try keyboard.press("z")
            #expect(try wait(.seconds(10)) { try extent(compositor) == 0...1279 })
            let filled = try lowerHalf(compositor)
            try keyboard.press("z")
            #expect(try wait(.seconds(10)) { try lowerHalf(compositor) != filled })
            #expect(try extent(compositor) == 0...1279)
            try keyboard.press("z")
            #expect(try wait(.seconds(10)) { try extent(compositor) == 160...1119 })
            // How it plays is told until it is asked for no more.
            let plain = try Screenshot.take(of: compositor)[180, 40]
            try keyboard.press("Shift+i")
            #expect(try wait(.seconds(10)) { try Screenshot.take(of: compositor)[180, 40] != plain })
            try keyboard.press("Shift+i")
            #expect(try wait(.seconds(10)) { try Screenshot.take(of: compositor)[180, 40] == plain })
            // Picture in Picture has its shape.
            try session.run("toggle")
            #expect(try session.player("a").placement?.size == [240, 180])
        }
    }
}
