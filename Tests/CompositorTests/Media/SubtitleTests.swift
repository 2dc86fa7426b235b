import Foundation
import OrielGeometry
import OrielMedia
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Subtitles on a surface over the picture, by capture.
@Suite(.serialized) struct SubtitleTests {
    /// A white box in the middle of the picture, in every second of these.
    static func script(seconds: Int) -> String {
        let events = stride(from: 1, to: seconds, by: 2).map {
            "Dialogue: 0,0:00:\(two($0)).00,0:00:\(two($0 + 1)).00,Default,,0,0,0,,{\\an5\\pos(320,180)\\p1\\bord0\\shad0}"
                + "m 0 0 l 60 0 60 40 0 40"
        }
        return """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: 640
            PlayResY: 360

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
            Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
            MarginR, MarginV, Encoding
            Style: Default,sans-serif,40,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,0,0,2,10,10,10,1

            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            \(events.joined(separator: "\n"))

            """
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Whether the box is seen in the middle of a stream's picture; nil where the stream isn't.
    private func hasBox(_ composition: Composition, _ stream: StampColor) -> Bool? {
        zip(composition.stamps, composition.middles).first { $0.0.stream == stream }.map { $0.1 == 0xFF_FFFF }
    }

    /// The compositions in which the box of a frame's second was missing, or one of another second was there.
    /// - Parameter late: the most frames in a row that don't count. For a picture in another place the box is drawn
    ///   anew, beside the picture, and that takes as long as the machine has other things to do.
    private func wrong(_ compositions: [Composition], _ stream: StampColor, late: Int = 0) -> [String] {
        var faults: [String] = []
        var run: [(index: Int, fault: String)] = []
        func end() {
            if Set(run.map(\.index)).count > late { faults += run.map(\.fault) }
            run = []
        }
        for composition in compositions {
            guard let hasBox = hasBox(composition, stream), let index = composition.index(of: stream) else { continue }
            let belongs = index / 30 % 2 == 1
            if hasBox == belongs {
                end()
            } else {
                run.append((index, "\(composition.number): frame \(index) \(belongs ? "without" : "with") it"))
            }
        }
        end()
        return faults
    }

    private func script(_ seconds: Int, in program: OrielProgram) throws -> String {
        let path = program.folder.path + "/box.ass"
        try Data(Self.script(seconds: seconds).utf8).write(to: URL(filePath: path))
        chmod(path, 0o644)
        return path
    }

    /// In every composition, also while it goes into Picture in Picture and comes back.
    @Test(.needs(.sway, .phoc), arguments: presenterCells)
    func aSubtitleComesAndGoesWithItsFrames(kind: CompositorKind, renderer: String) async throws {
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 300)
        let script = try script(10, in: program)
        try await withSession(kind, program) { session, compositor in
            try session.play(
                ["--renderer", renderer, "--loop", "--id", "a", "--fullscreen", "--sub", script, clip],
                expecting: ["a": .fullscreen])
            try session.wait(for: "a") { $0.tracks.contains { $0.kind == .subtitle && $0.selected } && $0.position > 1 }
            let proven = try await ProvenCapture(of: compositor, edges: .top, coversOutput: true) { capture in
                try session.run("toggle")
                try capture.pass(90)
                try session.run("toggle")
                try capture.pass(60)
            }
            let compositions = proven.compositions
            #expect(compositions.contains { hasBox($0, .green) == true })
            #expect(compositions.contains { hasBox($0, .green) == false })
            #expect(wrong(compositions, .green) == [])
        }
    }

    /// It takes no frame of the video, is off when it is off, and on at once.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aPausedPicturesSubtitlesComeAndGoWithoutIt(kind: CompositorKind) async throws {
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 300)
        let script = try script(10, in: program)
        try await withSession(kind, program) { session, compositor in
            try session.play(
                ["--paused", "--start", "1.5", "--id", "a", "--pip", "--size", "480x270", "--sub", script, clip],
                expecting: ["a": .pip])
            let rect = try #require(session.player("a").rect)
            func hasBox() throws -> Bool {
                let picture = try Screenshot.take(of: compositor)
                return picture[rect.x + rect.width / 2, rect.y + rect.height / 2] & 0xFF_FFFF == 0xFF_FFFF
            }
            try #require(try wait(.seconds(10)) { try hasBox() })
            let presented = try session.player("a").frames.presented
            try session.run("track", "subtitle", "off")
            try #require(try wait(.seconds(10)) { try !hasBox() })
            try session.run("track", "subtitle", "next")
            try #require(try wait(.seconds(10)) { try hasBox() })
            #expect(try session.player("a").frames.presented == presented)
            try session.run("seek", "2.5")
            try #require(try wait(.seconds(10)) { try !hasBox() })
        }
    }

    /// Blu-ray's subtitles have the colours and alpha of their palette, and their canvas's shape on a video of another
    /// one, in every place.
    @Test(.needs(.sway, .phoc), arguments: presenterCells)
    func aDiscsSubtitlesHaveTheirColoursAndShape(kind: CompositorKind, renderer: String) async throws {
        let program = try OrielProgram()
        let colors: [(entry: PGSFile.Color, seen: (red: Int, green: Int, blue: Int))] = [
            (.white, (255, 255, 255)), (.init(y: 210, cr: 146, cb: 16, alpha: 255), (255, 255, 0)),
            (.init(y: 81, cr: 240, cb: 90, alpha: 255), (255, 0, 0)),
            (.init(y: 235, cr: 128, cb: 128, alpha: 128), (192, 192, 192)),
        ]
        // White, yellow, red and half transparent white on grey. The box is wider than the video by its canvas's shape.
        var file = PGSFile(width: 640, height: 360)
        file.show(x: 200, y: 300, width: 240, height: 40, colors: colors.map(\.entry), at: 0)
        file.clear(at: 9000)
        let (disc, clip) = (program.folder.path + "/disc.sup", program.folder.path + "/disc.mkv")
        try Data(file.bytes).write(to: URL(filePath: disc))
        try ffmpeg([
            "-f", "lavfi", "-i", "color=0x808080:s=480x360:r=10:d=10", "-i", disc, "-map", "0", "-map", "1", "-c:v",
            "libx264", "-c:s", "copy", "-disposition:s", "default", clip,
        ])
        chmod(clip, 0o644)
        try await withSession(kind, program) { session, compositor in
            try session.play(
                ["--renderer", renderer, "--id", "a", "--fullscreen", "--paused", "--start", "1", clip],
                expecting: ["a": .fullscreen])
            for mode in [PlayerStatus.Mode.fullscreen, .pip, .fullscreen] {
                if try session.player("a").mode != mode { try session.run("toggle") }
                try session.wait(for: ["a": mode])
                let rect = try #require(session.player("a").rect)
                // The video is as high as the surface, the canvas too.
                let scale = Double(rect.height) / 360
                let left = Double(rect.x) + Double(rect.width) / 2 - 120 * scale
                func seen(_ index: Int, _ picture: RGBPicture) -> Bool {
                    let x = Int(left + (60 * Double(index) + 30) * scale)
                    let pixel = picture[x, rect.y + Int(320 * scale)]
                    let color = colors[index].seen
                    return [(color.red, 16), (color.green, 8), (color.blue, 0)].allSatisfy {
                        abs(Int(pixel >> UInt32($0.1) & 255) - $0.0) <= 4
                    }
                }
                func hasEdges(_ picture: RGBPicture) -> Bool {
                    let y = rect.y + Int(320 * scale)
                    return picture[Int(left) + 3, y] & 0xFFFFFF == 0xFFFFFF && picture[Int(left) - 3, y] & 0xFF < 140
                }
                var picture = try Screenshot.take(of: compositor)
                let isRight = try wait(.seconds(10)) {
                    picture = try Screenshot.take(of: compositor)
                    return colors.indices.allSatisfy { seen($0, picture) } && hasEdges(picture)
                }
                #expect(isRight, "\(mode): \(colors.indices.map { seen($0, picture) }), edges \(hasEdges(picture))")
            }
        }
    }

    /// Controls that cover where they stand let them be read.
    @Test(.needs(.phoc)) func subtitlesStandAboveTheControls() async throws {
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 300)
        let script = program.folder.path + "/lines.srt"
        try Data("1\n00:00:00,000 --> 00:00:10,000\nMMMMMM\n".utf8).write(to: URL(filePath: script))
        chmod(script, 0o644)
        try await withCompositor(.phoc) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor, program)
            try session.play(
                ["--paused", "--start", "1.5", "--id", "a", "--pip", "--size", "480x270", "--sub", script, clip],
                expecting: ["a": .pip])
            let rect = try #require(session.player("a").rect)
            /// White pixels of the middle, by their distance from the lower edge.
            func white(_ rows: Range<Int>) throws -> Int {
                let picture = try Screenshot.take(of: compositor)
                return rows.reduce(0) { count, row in
                    count
                        + (rect.x + 190..<rect.x + 290).count { x in
                            let pixel = picture[x, rect.y + rect.height - row]
                            return pixel & 0xF0F0F0 == 0xF0F0F0
                        }
                }
            }
            let (low, high) = (10..<40, 45..<80)
            try #require(try wait(.seconds(10)) { try white(low) > 20 && white(high) == 0 })
            let presented = try session.player("a").frames.presented
            for x in 0..<10 { try mouse.move(to: Point(x: rect.x + 60 + x, y: rect.y + 80)) }
            #expect(try wait(.seconds(10)) { try white(high) > 20 })
            try mouse.move(to: Point(x: 20, y: 20))
            #expect(try wait(.seconds(10)) { try white(low) > 20 && white(high) == 0 })
            #expect(try session.player("a").frames.presented == presented)
        }
    }

    /// In a swap of two players of one process, whose surfaces exchange their pictures, each keeps its own; so it does
    /// in one of two processes, where the picture that has left the screen glides into its place with them.
    @Test(.needs(.sway, .phoc), arguments: presenterCells, [1, 2])
    func inASwapEachPictureKeepsItsSubtitles(
        cell: (kind: CompositorKind, renderer: String), processes: Int
    ) async throws {
        let program = try OrielProgram()
        let (green, red) = (try OrielProgram.clip(.green, frames: 300), try OrielProgram.clip(.red, frames: 300))
        let script = try script(10, in: program)
        try await withSession(cell.kind, program) { session, compositor in
            let common = ["--renderer", cell.renderer, "--loop"]
            let first = ["--fullscreen", "--id", "a", "--sub", script]
            if processes == 1 {
                try session.play(
                    common + first + ["--id", "b", green, red], expecting: ["a": .fullscreen, "b": .pip])
            } else {
                try session.play(common + first + [green], expecting: ["a": .fullscreen])
                try session.play(common + ["--pip", "--id", "b", red], expecting: ["b": .pip])
            }
            try session.wait(for: "a") { $0.tracks.contains { $0.kind == .subtitle && $0.selected } && $0.position > 1 }
            let proven = try await ProvenCapture(of: compositor, edges: .top) { capture in
                for _ in 0..<4 {
                    try session.run("swap")
                    try capture.pass(20)
                }
            }
            #expect(proven.compositions.contains { hasBox($0, .green) == true })
            #expect(wrong(proven.compositions, .green, late: isProving ? 0 : 4) == [])
            #expect(proven.compositions.allSatisfy { hasBox($0, .red) != true })
        }
    }
}
