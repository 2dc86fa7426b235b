import Foundation
import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Round corners of an overlay, and its subtitles beside its buttons.
@Suite(.serialized) struct OverlayLooksTests {
    /// Whether a red ground shows at the corners and nowhere else.
    private func isRound(_ picture: RGBPicture, _ place: Rect) -> Bool {
        func isRed(_ x: Int, _ y: Int) -> Bool { picture[x, y] & 0xFFFFFF == 0xFF0000 }
        let corners = [
            (place.x, place.y), (place.maxX - 1, place.y), (place.x, place.maxY - 1),
            (place.maxX - 1, place.maxY - 1),
        ]
        let inner = [
            (place.x + 12, place.y), (place.x + place.width / 2, place.y), (place.x, place.y + 12),
            (place.x + 6, place.y + 6), (place.maxX - 13, place.maxY - 1),
            (place.x + place.width / 2, place.y + place.height / 2),
        ]
        return corners.allSatisfy(isRed) && !inner.contains(where: isRed)
    }

    private func hasSquareWindow(_ session: OrielSession, _ compositor: HeadlessCompositor) throws -> Bool {
        let status = try session.player("a")
        guard status.mode != .pip, status.pip.state == .idle else { return false }
        let picture = try Screenshot.take(of: compositor)
        // A window of the first size in the middle, or one that fills the screen.
        let size = picture.size
        return picture[size.width / 2, size.height / 2] & 0xFFFFFF != 0xFF0000
    }

    /// The ground shows at the corners and nowhere else, with both renderers; a window has none.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots, ["shm", "gles"])
    func case135_cornersShowWhatLiesBelow(kind: CompositorKind, renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 900)
        try await withCompositor(kind) { compositor in
            let below = try TestSurface(
                .window, size: Size(width: 1280, height: 720), title: "below", socket: compositor.socket
            ) { $0 == 0 ? .plain(0xFF0000) : nil }
            defer { below.stop() }
            let session = try OrielSession(
                compositor, configuration: "[pip]\ncorner-radius = 12\nanimation = false\n")
            try session.play(
                ["--id", "a", "--renderer", renderer, "--no-controls", "--pip", "--paused", clip],
                expecting: ["a": .pip])
            let told = try #require(try session.player("a").rect)
            let place = Rect(x: told.x, y: told.y, width: told.width, height: told.height)
            #expect(try wait(.seconds(10)) { isRound(try Screenshot.take(of: compositor), place) }, "\(place)")
            // Another size, and a drawn or modified opacity.
            try session.run("peek", "on")
            try session.run("peek", "off")
            #expect(try wait(.seconds(10)) { isRound(try Screenshot.take(of: compositor), place) })
            // Back to the window, which has none.
            try session.run("toggle")
            #expect(try wait(.seconds(10)) { try hasSquareWindow(session, compositor) })
        }
    }

    /// A film that is too wide for an overlay of its shape, and a cover: black bars and the page are cut as well.
    @Test(.needs(.phoc), arguments: ["shm", "gles"], [true, false])
    func case135_barsAndCoversAreCut(renderer: String, isCover: Bool) async throws {
        let program = try OrielProgram()
        let path = "\(program.folder.path)/\(isCover ? "song.flac" : "wide.mkv")"
        let source = ["-f", "lavfi"]
        try ffmpeg(
            isCover
                ? source + [
                    "-i", "sine=d=60", "-f", "lavfi", "-i", "color=green:s=400x400:d=1", "-map", "0", "-map", "1",
                    "-c:a", "flac", "-c:v", "png", "-frames:v", "1", "-disposition:v", "attached_pic", path,
                ] : source + ["-i", "color=green:s=1600x64:r=10:d=60", "-c:v", "ffv1", path])
        try await withCompositor(.phoc) { compositor in
            let below = try TestSurface(
                .window, size: Size(width: 1280, height: 720), title: "below", socket: compositor.socket
            ) { $0 == 0 ? .plain(0xFF0000) : nil }
            defer { below.stop() }
            let session = try OrielSession(
                compositor, program, configuration: "[pip]\ncorner-radius = 12\nanimation = false\n")
            try session.play(
                ["--id", "a", "--renderer", renderer, "--no-controls", "--pip", "--loop", path], audio: "null",
                expecting: ["a": .pip])
            let told = try #require(try session.player("a").rect)
            let place = Rect(x: told.x, y: told.y, width: told.width, height: told.height)
            var seen = try Screenshot.take(of: compositor)
            let isCut = try wait(.seconds(10)) {
                seen = try Screenshot.take(of: compositor)
                return isRound(seen, place)
            }
            if let folder = Executable.environment["ORIEL_INCIDENTS"] {
                try PNGFile.write(seen, to: "\(folder)/corners-\(renderer)-\(isCover ? "cover" : "bars").png")
            }
            #expect(isCut, "\(place)")
            guard !isCover else { return }
            func isBlack(_ y: Int) -> Bool { seen[place.x + place.width / 2, y] & 0xFFFFFF == 0 }
            #expect(isBlack(place.y + 2) && isBlack(place.maxY - 3) && !isBlack(place.y + place.height / 2))
        }
    }

    /// The compositor is told that the corners, of 10 pixels by default, let through what lies below.
    @Test func case135_theOpaqueRegionLacksTheCorners() throws {
        let program = try OrielProgram()
        let home = try program.configurationHome(with: "[pip]\nanimation = false\n")
        let session = try FakeSession(["--loop", "--pip"], environment: ["XDG_CONFIG_HOME": home])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        let isThere = fake.shows { surface in
            guard surface.isMapped, let region = surface.opaqueRegion, !region.isEmpty else { return false }
            return !region.contains { $0.contains(Point(x: 9, y: 0)) || $0.contains(.zero) }
                && region.contains { $0.contains(Point(x: 10, y: 0)) }
                && region.contains { $0.contains(Point(x: 0, y: 10)) }
        }
        #expect(isThere, "\(fake.surfaces) \(player.standardError)")
    }

    private func brightPixels(in area: Rect, _ compositor: HeadlessCompositor) throws -> Int {
        let picture = try Screenshot.take(of: compositor)
        var count = 0
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX where picture[x, y] & 0xF0F0F0 == 0xF0F0F0 { count += 1 }
        }
        return count
    }

    /// Also one that is there before the buttons.
    @Test(.needs(.phoc), arguments: ["200x112", "480x270"])
    func case143_aMessageLeavesButtonsFree(size: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 300)
        try await withCompositor(.phoc) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(
                compositor, configuration: "[pip]\nsize = \"\(size)\"\nanimation = false\n")
            try session.play(["--id", "a", "--pip", "--paused", clip], expecting: ["a": .pip])
            let told = try #require(try session.player("a").rect)
            let overlay = Rect(x: told.x, y: told.y, width: told.width, height: told.height)
            let controls: [Control] = [.stopPictureInPicture, .close, .playPause]
            let buttons = try controls.map { try place(of: $0, in: .pictureInPicture, on: overlay) }
            // Beside all buttons, and not twice at one place, so that the controls stay.
            var step = 0
            func look() throws -> RGBPicture {
                step += 1
                try mouse.move(to: Point(x: overlay.x + 16 + step % 3, y: overlay.y + overlay.height * 2 / 3))
                return try Screenshot.take(of: compositor)
            }
            // Without the cursor.
            let cursor = Rect(x: overlay.x, y: overlay.y + overlay.height * 2 / 3 - 8, width: 64, height: 64)
            func pixels(_ picture: RGBPicture, _ area: Rect) -> [UInt32] {
                (area.y..<area.maxY).flatMap { y in
                    (area.x..<area.maxX).map { cursor.contains(Point(x: $0, y: y)) ? 0 : picture[$0, y] }
                }
            }
            func faces(_ picture: RGBPicture) -> [[UInt32]] {
                buttons.map { pixels(picture, Rect(x: $0.x - 10, y: $0.y - 10, width: 20, height: 20)) }
            }
            var plain = try look()
            // They fade in, and nothing is said any more.
            try #require(
                try wait(.seconds(20)) {
                    let former = plain
                    plain = try look()
                    pause(.milliseconds(200), because: "a fade takes 150 ms")
                    return faces(plain).allSatisfy { Set($0).count > 3 }
                        && pixels(plain, overlay) == pixels(former, overlay)
                })
            try session.run("pause")
            var seen = plain
            #expect(
                try wait(.seconds(5)) {
                    seen = try look()
                    return pixels(seen, overlay) != pixels(plain, overlay)
                })
            #expect(faces(seen) == faces(plain))
            // A message before the buttons makes room for them.
            try mouse.move(to: Point(x: 640, y: overlay.y > 360 ? 100 : 600))
            try #require(try wait(.seconds(20)) { faces(try Screenshot.take(of: compositor)) != faces(plain) })
            var isFree = false
            for _ in 1...5 where !isFree {
                try session.run("pause")
                isFree = try wait(.milliseconds(700)) {
                    seen = try look()
                    return faces(seen) == faces(plain) && pixels(seen, overlay) != pixels(plain, overlay)
                }
            }
            #expect(isFree)
        }
    }

    /// On the smallest overlay the buttons and two lines have no room beside each other.
    @Test(.needs(.phoc)) func case133_subtitlesDoNotLieUnderButtons() async throws {
        let program = try OrielProgram()
        let script = "\(program.folder.path)/lines.srt"
        try "1\n00:00:00,000 --> 00:09:00,000\nMMMMMMMMMMMMMM\nMMMMMMMMMMMMMM\n".write(
            toFile: script, atomically: true, encoding: .utf8)
        let path = "\(program.folder.path)/lines.mkv"
        try ffmpeg([
            "-f", "lavfi", "-i", "color=black:s=640x360:r=10:d=60", "-i", script, "-map", "0", "-map", "1", "-c:v",
            "ffv1", "-c:s", "srt", "-disposition:s:0", "default", path,
        ])
        try await withCompositor(.phoc) { compositor in
            let session = try OrielSession(
                compositor, program, configuration: "[pip]\nsize = \"200x112\"\nanimation = false\n")
            try session.play(["--id", "a", "--pip", "--loop", path], expecting: ["a": .pip])
            let told = try #require(try session.player("a").rect)
            // Beside the middle's button, and below and above it; buttons and bar begin beyond.
            let beside = Rect(x: told.x + 20, y: told.y + 40, width: 55, height: told.height - 40 - 27)
            let below = Rect(x: told.x + 20, y: told.y + 60, width: 55, height: told.height - 60)
            #expect(try wait(.seconds(10)) { try brightPixels(in: below, compositor) > 40 })
            let mouse = try VirtualPointer(socket: compositor.socket)
            for step in 0...3 {
                try mouse.move(to: Point(x: told.x + 60 + 4 * step, y: told.y + 20))
            }
            #expect(try wait(.seconds(2)) { try brightPixels(in: beside, compositor) == 0 })
        }
    }
}
