import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A part of a video in window, full screen and overlay, on real compositors.
@Suite(.serialized) struct CropTests {
    private static let crop = Rect(x: 120, y: 60, width: 320, height: 180)

    /// A configuration whose overlays have square corners without a line, so that each pixel is the picture's.
    private static let square = "[pip]\ncorner-radius = 0\n"

    /// A medium of 640×360, red but for the crop, which is green inside a blue edge of four samples.
    private func clip(in program: OrielProgram, _ name: String = "crop.mkv", filter: String = "null") throws -> String {
        let path = "\(program.folder.path)/\(name)"
        let inner = Size(width: Self.crop.width - 8, height: Self.crop.height - 8)
        try ffmpeg([
            "-f", "lavfi", "-i",
            "color=0x00FF00:s=\(inner.width)x\(inner.height):r=10:d=60,format=gbrp,"
                + "pad=\(Self.crop.width):\(Self.crop.height):4:4:color=0x0000FF,"
                + "pad=640:360:\(Self.crop.x):\(Self.crop.y):color=0xFF0000,\(filter)", "-c:v", "ffv1", "-f",
            "matroska", path,
        ])
        return path
    }

    @Test(.needs(.sway), arguments: ["shm", "gles"])
    func case129_noPixelBesideItIsSeenAtAnySizeAndScale(renderer: String) async throws {
        let program = try OrielProgram()
        let clip = try clip(in: program)
        let resizes = Counts.of("ORIEL_CROP_RESIZES", default: 4)
        try await withCompositor(.sway) { compositor in
            let session = try OrielSession(compositor, program, configuration: Self.square)
            for scale in [1, 1.5, 2] {
                try compositor.swaymsg("output", "*", "scale", "\(scale)")
                try session.play(
                    [
                        "--id", "a", "--renderer", renderer, "--no-controls", "--pip", "--paused", "--crop",
                        "120,60,320x180", clip,
                    ], expecting: ["a": .pip])
                for number in 0..<resizes {
                    // Sizes of all kinds, even and odd.
                    let width = 97 + number * 389 % 331
                    try session.run("resize", "\(width)x999")
                    let place = try #require(try session.player("a").rect)
                    // The overlay has the crop's shape.
                    #expect(abs(Double(place.width) * 9 / 16 - Double(place.height)) <= 1, "\(place)")
                    func pixel(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
                    let (x, y) = (pixel(place.x), pixel(place.y))
                    let area = Rect(
                        x: x, y: y, width: pixel(place.x + place.width) - x, height: pixel(place.y + place.height) - y)
                    // The compositor shows the new size with its next refresh.
                    let isShown = try wait(.seconds(5)) {
                        try looks(Screenshot.take(of: compositor), in: area).hasBlueEdge
                    }
                    let seen = looks(try Screenshot.take(of: compositor), in: area)
                    #expect(isShown && seen.red == 0, "scale \(scale), \(place): \(seen)")
                }
                try session.run("quit")
                try session.wait(for: [:])
            }
        }
    }

    @Test(.needs(.phoc), arguments: ["shm", "gles"])
    func case130_itGoesWithThePictureThroughFullScreenAndOverlay(renderer: String) async throws {
        let program = try OrielProgram()
        let clip = try clip(in: program)
        let turned = try self.clip(in: program, "turned.mkv", filter: "transpose=cclock")
        try await withCompositor(.phoc) { compositor in
            let session = try OrielSession(compositor, program, configuration: Self.square)
            let screen = Rect(x: 0, y: 0, width: 1280, height: 720)
            func expectCrop(_ what: String, in area: Rect = screen) throws {
                let isShown = try wait(.seconds(10)) {
                    let seen = looks(try Screenshot.take(of: compositor), in: area)
                    return seen.hasBlueEdge && seen.red == 0
                }
                #expect(isShown, "\(what)")
            }
            let options = ["--id", "a", "--renderer", renderer, "--no-controls", "--paused", "--fullscreen"]
            try session.play(options + [clip], expecting: ["a": .fullscreen])
            #expect(try session.player("a").crop == nil)
            #expect(try session.player("a").zoom == 1)
            try session.run("crop", "120,60,320x180")
            try expectCrop("full screen")
            #expect(try session.player("a").crop == .init(x: 120, y: 60, width: 320, height: 180))
            try session.run("toggle")
            let place = try #require(try session.player("a").rect)
            try expectCrop(
                "overlay", in: Rect(x: place.x, y: place.y, width: place.width, height: place.height))
            try session.run("toggle")
            try expectCrop("full screen again")
            // A zoom cuts the blue edge off.
            try session.run("zoom", "150%")
            #expect(try session.player("a").zoom == 1.5)
            #expect(
                try wait(.seconds(10)) {
                    let seen = looks(try Screenshot.take(of: compositor), in: screen)
                    return !seen.hasBlueEdge && seen.red == 0
                })
            try session.run("zoom", "off")
            try expectCrop("without zoom")
            for wrong in ["640,0,10x10", "0,360,64x64"] {
                let lost = try compositor.launch(program.path, ["crop", wrong])
                #expect(lost.wait(.seconds(20)) == .code(1))
                #expect(lost.standardError == "oriel: crop: The crop lies outside of the video of 640x360\n")
            }
            for wrong in ["-1,0,10x10", "0,0,0x0", "1,2", "nan", "0,0,99999999999999999999x1"] {
                #expect(try compositor.launch(program.path, ["crop", "--", wrong]).wait(.seconds(20)) == .code(64))
            }
            for wrong in ["99%", "801%", "nan", "1e9"] {
                #expect(try compositor.launch(program.path, ["zoom", wrong]).wait(.seconds(20)) == .code(64))
            }
            // A part that lies partly outside is cut off there.
            try session.run("crop", "120,60,4000x4000")
            #expect(try session.player("a").crop == .init(x: 120, y: 60, width: 520, height: 300))
            try session.run("crop", "off")
            #expect(try session.player("a").crop == nil)
            try session.run("quit")
            // A crop is a part of the picture as the medium is meant, and turns with it.
            try session.play(
                options + ["--rotate", "90", "--crop", "60,200,180x320", turned], expecting: ["a": .fullscreen])
            try expectCrop("turned")
            try session.run("quit")
        }
    }

    @Test(.needs(.sway)) func handsAndKeysZoomCropAndMove() async throws {
        let program = try OrielProgram()
        let clip = try clip(in: program)
        try await withCompositor(.sway) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let pointer = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor, program)
            try session.play(["--id", "a", "--paused", "--fullscreen", clip], expecting: ["a": .fullscreen])
            // The middle of the crop: at the same place after each step.
            let green = Point(x: 2 * (120 + 160), y: 2 * (60 + 90))
            try pointer.move(to: green)
            try keyboard.hold("Ctrl+F12")
            for _ in 1...4 { try pointer.scroll(y: -1) }
            try keyboard.release()
            try session.wait(for: "a") { ($0.zoom ?? 1) > 1.4 }
            #expect(try session.player("a").volume == 100)
            #expect(
                try wait(.seconds(10)) {
                    try Screenshot.take(of: compositor)[green.x - 30, green.y - 30] & 0xFFFFFF == 0x00FF00
                })
            // The hand moves the picture, and not the window: red comes from the left.
            #expect(try Screenshot.take(of: compositor)[200, 300] & 0xFFFFFF == 0x00FF00)
            try pointer.drag(from: green, to: Point(x: green.x + 300, y: green.y))
            #expect(try wait(.seconds(10)) { try Screenshot.take(of: compositor)[200, 300] & 0xFFFFFF == 0xFF0000 })
            try keyboard.press("Ctrl+0")
            try session.wait(for: "a") { $0.zoom == 1 }
            // The frame: by its lower right corner, then Enter.
            try keyboard.press("c")
            try pointer.drag(from: Point(x: 1276, y: 716), to: Point(x: 880, y: 480))
            try keyboard.press("Return")
            try session.wait(for: "a") { status in
                status.crop.map { $0.x == 0 && abs($0.width - 442) < 8 && abs($0.height - 242) < 8 } ?? false
            }
            // Escape leaves what was.
            let crop = try session.player("a").crop
            try keyboard.press("c")
            try session.wait(for: "a") { $0.crop == nil }
            try keyboard.press("Left")
            try keyboard.press("Escape")
            try session.wait(for: "a") { $0.crop == crop }
            // The picture leaves in the middle, and a command comes in the middle.
            try keyboard.press("c")
            try session.wait(for: "a") { $0.crop == nil }
            try session.run("toggle")
            try session.wait(for: "a") { $0.crop == crop }
            try session.run("toggle")
            try keyboard.press("c")
            try session.wait(for: "a") { $0.crop == nil }
            try session.run("crop", "120,60,320x180")
            try keyboard.press("Escape")
            try session.run("zoom", "200%")
            try session.wait(for: "a") { $0.crop == .init(x: 120, y: 60, width: 320, height: 180) && $0.zoom == 2 }
            try keyboard.press("q")
            try session.wait(for: [:])
        }
    }

    /// The frame lies over the picture, wherever that is after the window has another size.
    @Test(.needs(.sway)) func theFrameFollowsAWindowThatIsResized() async throws {
        let program = try OrielProgram()
        let clip = try clip(in: program)
        try await withCompositor(.sway) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let pointer = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor, program)
            try session.play(["--id", "a", "--paused", clip], expecting: ["a": .window])
            try keyboard.press("c")
            try compositor.swaymsg("floating enable, border none, resize set 800 600, move absolute position 100 50")
            // The picture is 800×450 in the middle of it.
            let corner = Point(x: 100 + 800, y: 50 + 75 + 450)
            #expect(
                try wait(.seconds(10)) {
                    // The handle's white, and nothing beyond it.
                    let picture = try Screenshot.take(of: compositor)
                    return picture[corner.x - 3, corner.y - 3] & 0xFFFFFF == 0xFFFFFF
                        && picture[corner.x - 3, corner.y + 20] & 0xFFFFFF == 0
                })
            // A handle of the resized frame, to the middle.
            try pointer.drag(
                from: Point(x: corner.x - 2, y: corner.y - 2), to: Point(x: corner.x - 402, y: corner.y - 227))
            try keyboard.press("Return")
            try session.wait(for: "a") { status in
                status.crop.map { $0.x == 0 && $0.y == 0 && abs($0.width - 320) < 4 && abs($0.height - 180) < 4 }
                    ?? false
            }
            try session.run("quit")
        }
    }

    /// By its button, on the smallest overlay, which is enlarged while the part is chosen.
    @Test(.needs(.phoc)) func case137_aFrameOnTheOverlayChoosesAPart() async throws {
        let program = try OrielProgram()
        let clip = try clip(in: program)
        try await withCompositor(.phoc) { compositor in
            let pointer = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(
                compositor, program,
                configuration: "[pip]\nsize = \"200x112\"\nbuttons = [\"crop\"]\nanimation = false\n")
            try session.play(["--id", "a", "--paused", "--pip", clip], expecting: ["a": .pip])
            func open() throws {
                let small = try #require(try session.player("a").rect)
                try pointer.move(to: Point(x: small.x + 30, y: small.y + 40))
                try pointer.move(to: Point(x: small.x + 22, y: small.y + 22))
                try pointer.click()
            }
            let before = try #require(try session.player("a").rect)
            try open()
            let crop = try session.choosePart(of: "a", pointer)
            #expect(crop.x == 0 && crop.y == 0 && abs(crop.width - 448) < 8 && abs(crop.height - 252) < 8, "\(crop)")
            // The overlay is small again.
            try session.wait(for: "a") { $0.rect.map { abs($0.height - before.height) <= 2 } ?? false }
            // A return in the middle leaves the crop.
            try open()
            try session.wait(for: "a") { $0.crop == nil }
            try session.run("toggle")
            try session.wait(for: "a") { $0.crop == crop && $0.mode == .window }
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            // So does a stash; the frame is gone when it comes back.
            try open()
            try session.wait(for: "a") { $0.crop == nil }
            try session.run("stash")
            try session.wait(for: "a") { $0.crop == crop }
            try session.run("unstash")
            try session.run("quit")
        }
    }

    @Test(.needs(.phoc)) func blackBarsGoByThemselvesAndDarkScenesChangeNothing() async throws {
        let program = try OrielProgram()
        let path = "\(program.folder.path)/bars.mkv"
        try ffmpeg([
            "-f", "lavfi", "-i",
            // Two seconds of night, two of day, and night again.
            "testsrc2=s=640x272:r=25:d=6,eq=brightness='if(between(t,2,4),0,-0.9)':eval=frame,pad=640:360:0:44",
            "-c:v", "libx264", "-preset", "ultrafast", "-f", "matroska", path,
        ])
        try await withCompositor(.phoc) { compositor in
            let session = try OrielSession(compositor, program)
            try session.play(
                ["--id", "a", "--pip", "--crop", "auto", "--keep-open", path], expecting: ["a": .pip])
            try session.wait(for: "a") { $0.crop == .init(x: 0, y: 44, width: 640, height: 272) }
            try session.wait(for: "a") { $0.position > 5.5 || $0.paused }
            let status = try session.player("a")
            #expect(status.crop == .init(x: 0, y: 44, width: 640, height: 272))
            let place = try #require(status.rect)
            #expect(abs(Double(place.width) * 272 / 640 - Double(place.height)) <= 1, "\(place)")
            try session.run("quit")
        }
    }
}
