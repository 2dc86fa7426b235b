import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Parts of windows that are resized.
extension FloatTests {
    /// A part that is relative, and one that is held to the lower right corner: blue, on a red window. An edge that is
    /// a pixel off is seen red.
    @Test(.needs(.phoc), arguments: ["shm", "gles"])
    func case146_aPartIsTrueAtAnySizeOfItsWindowAndScale(renderer: String) async throws {
        let resizes = Counts.of("ORIEL_FLOAT_RESIZES", default: 4)
        let state = "\(home.path)/state/oriel"
        for folder in [state, "\(home.path)/oriel"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        // Round corners would show the ground.
        try Data("[pip]\ncorner-radius = 0\n".utf8).write(to: URL(filePath: "\(home.path)/oriel/config.toml"))
        try Data(
            """
            {"presets": {
                "part": {"crop": {"x": 0.125, "y": 0.25, "width": 0.5, "height": 0.375}},
                "corner": {"pixels": {"x": 20, "y": 11, "width": 151, "height": 97}, "corner": "bottom-right"}
            }}
            """.utf8
        ).write(to: URL(filePath: "\(state)/float.json"))
        let film = try VideoSource(in: server)
        defer { film.stop() }
        for (scale, preset) in zip([1, 1.5, 2], ["part", "corner", "part"]) {
            let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
            defer { front.stop() }
            try film.tell("part 125 250 500 375")
            try film.tell("form bgrx 560x320")
            try await withSession(.init(.phoc, text: "scale=\(scale)\n"), program) { session, compositor in
                let float = try float(
                    ["--preset", preset, "--renderer", renderer], in: compositor)
                defer { float.stop(grace: .zero) }
                try session.wait(for: "float") { $0.mode == .pip && $0.crop != nil }
                for number in 0..<resizes {
                    // Sizes of all kinds, even and odd.
                    let size = Size(width: 200 + number * 389 % 701, height: 150 + number * 271 % 401)
                    var part = UnitRect(x: 0.125, y: 0.25, width: 0.5, height: 0.375).pixels(of: size)
                    if preset == "corner" {
                        part = Rect(x: size.width - 20 - 151, y: size.height - 11 - 97, width: 151, height: 97)
                        try film.tell("pixels \(part.x) \(part.y) \(part.width) \(part.height)")
                    }
                    var seen = ""
                    var isTrue = false
                    func look() throws -> Bool {
                        let status = try session.status().first
                        seen = "\(String(describing: status?.video)) \(film.lines.suffix(3)) \(float.standardError)"
                        guard let status, status.video?.width == size.width, let place = status.rect else {
                            return false
                        }
                        func pixel(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
                        let (x, y) = (pixel(place.x), pixel(place.y))
                        let area = Rect(
                            x: x, y: y, width: pixel(place.x + place.width) - x,
                            height: pixel(place.y + place.height) - y)
                        let look = looks(try Screenshot.take(of: compositor), in: area)
                        seen = "\(look) at \(place), crop \(String(describing: status.crop))"
                        return look.hasBlueEdge && look.red == 0
                            && status.crop == .init(x: part.x, y: part.y, width: part.width, height: part.height)
                    }
                    for _ in 0..<2 where !isTrue {
                        try film.tell("form bgrx \(size.width)x\(size.height)")
                        isTrue = try wait(.seconds(5), until: look)
                        // PipeWire 0.3 now and then sends nothing after a change, until the next one.
                        guard !isTrue, try session.player("float").video?.width != size.width else { break }
                        print("no frame of \(size) came")
                        try film.tell("form bgrx 560x320")
                    }
                    #expect(isTrue, "\(preset) of \(size) at \(scale): \(seen)")
                }
                try session.run("close")
                #expect(float.wait(.seconds(10)) == .code(0) && float.standardError == "", "\(float.standardError)")
            }
        }
    }
}
