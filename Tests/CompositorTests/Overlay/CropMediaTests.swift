import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Crops and zooms of media that aren't plain, beside what ffmpeg cuts out of the same medium.
@Suite(.serialized) struct CropMediaTests {
    /// A medium, and ffmpeg's words for it.
    struct Medium: CustomTestStringConvertible {
        let name: String
        /// Upright size in samples.
        let size: Size
        /// Width of a sample by its height.
        var samples = 1.0
        let source: String
        let options: [String]
        /// Filters before ffmpeg's cut that do what Oriel does before its own.
        var before = ""
        /// Clockwise rotation that the container tells.
        var rotation: Int?
        /// Greatest difference of a channel, 0 to 255, that counts as none.
        var tolerance = 2

        var testDescription: String { name }
    }

    private static let lossless = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"]
    private static let film = Size(width: 640, height: 360)

    static let media = [
        Medium(
            name: "anamorphic", size: Size(width: 480, height: 288), samples: 16.0 / 15,
            source: "testsrc2=s=480x288:r=10,setsar=16/15,format=yuv420p", options: ["-c:v", "ffv1"]),
        Medium(
            name: "interlaced", size: film, source: "testsrc2=s=640x360:r=20,format=yuv420p,interlace=scan=tff",
            options: lossless + ["-flags", "+ilme+ildct", "-x264-params", "tff=1"],
            before: "bwdif=mode=send_field:deint=interlaced,"),
        Medium(
            name: "HDR", size: film, source: "testsrc2=s=640x360:r=10,format=yuv420p10le",
            options: [
                "-c:v", "ffv1", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
            ]),
        // Turned chroma samples lie beside other ones.
        Medium(
            name: "turned", size: film.transposed, source: "testsrc2=s=640x360:r=10,format=yuv420p", options: lossless,
            rotation: 90, tolerance: 60),
        Medium(
            name: "turned and anamorphic", size: Size(width: 288, height: 480), samples: 15.0 / 16,
            source: "testsrc2=s=480x288:r=10,setsar=16/15,format=yuv420p", options: lossless, rotation: 270,
            tolerance: 60),
    ]

    private func make(_ medium: Medium, in program: OrielProgram) throws -> String {
        let suffix = medium.rotation == nil ? "mkv" : "mp4"
        let path = "\(program.folder.path)/film.\(suffix)"
        try ffmpeg(["-f", "lavfi", "-i", medium.source, "-t", "1"] + medium.options + [path])
        guard let rotation = medium.rotation else { return path }
        let turned = "\(program.folder.path)/turned.mp4"
        try ffmpeg(["-i", path, "-c", "copy", "-metadata:s:v", "rotate=\(rotation)", turned])
        return turned
    }

    /// Share of the pixels that differ, in parts of a thousand; the cursor is one of them.
    private func difference(_ one: RGBPicture, _ other: RGBPicture, _ tolerance: Int) -> Double {
        func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int((pixel >> shift) & 0xFF) }
        var count = 0
        for index in one.pixels.indices {
            let (left, right) = (one.pixels[index], other.pixels[index])
            var largest = 0
            for shift: UInt32 in [0, 8, 16] {
                largest = max(largest, abs(channel(left, shift) - channel(right, shift)))
            }
            if largest > tolerance { count += 1 }
        }
        return Double(count) * 1000 / Double(one.pixels.count)
    }

    @Test(.needs(.phoc), arguments: media, ["shm", "gles"])
    func case142_aPartIsThatWhichFFmpegCutsOut(medium: Medium, renderer: String) async throws {
        let program = try OrielProgram()
        let film = try make(medium, in: program)
        let (size, half) = (medium.size, Size(width: medium.size.width / 2, height: medium.size.height / 2))
        let crop = Rect(x: 40, y: 24, width: half.width, height: half.height)
        // An enlarged picture takes the bars beside it first.
        let middle =
            size.width > size.height
            ? Rect(x: size.width / 4, y: size.height / 4, width: half.width, height: half.height)
            : Rect(x: 0, y: size.height / 4, width: size.width, height: half.height)
        func cut(_ part: Rect, _ name: String) throws -> String {
            let path = "\(program.folder.path)/\(name).mkv"
            try ffmpeg([
                "-i", film, "-vf", "\(medium.before)crop=\(part.width):\(part.height):\(part.x):\(part.y)",
                "-frames:v", "3", "-c:v", "ffv1", path,
            ])
            return path
        }
        let cuts = (crop: try cut(crop, "crop"), middle: try cut(middle, "middle"))
        try await withCompositor(.phoc) { compositor in
            let session = try OrielSession(compositor, program)
            let options = ["--id", "a", "--renderer", renderer, "--no-controls", "--paused", "--fullscreen"]
            func picture(of path: String) throws -> RGBPicture {
                try session.play(options + [path], expecting: ["a": .fullscreen])
                var last = try Screenshot.take(of: compositor)
                _ = try wait(.seconds(10)) {
                    defer { last = (try? Screenshot.take(of: compositor)) ?? last }
                    let now = try Screenshot.take(of: compositor)
                    return now == last && Set(now.pixels).count > 100
                }
                try session.run("quit")
                try session.wait(for: [:])
                return last
            }
            let wanted = (crop: try picture(of: cuts.crop), middle: try picture(of: cuts.middle))
            func expect(_ picture: RGBPicture, _ what: String) throws {
                var seen = 1000.0
                let isSame = try wait(.seconds(10)) {
                    seen = difference(try Screenshot.take(of: compositor), picture, medium.tolerance)
                    return seen < (medium.tolerance > 2 ? 10 : 1)
                }
                #expect(isSame, "\(what): \(seen) of a thousand pixels differ")
            }
            // Pictures that are no part of each other differ by far more.
            #expect(difference(wanted.crop, wanted.middle, medium.tolerance) > 100)
            let words = "\(crop.x),\(crop.y),\(crop.width)x\(crop.height)"
            try session.play(options + ["--crop", words, film], expecting: ["a": .fullscreen])
            try expect(wanted.crop, "crop")
            #expect(try session.player("a").crop == crop)
            // The overlay has the part's shape as it is seen.
            try session.run("toggle")
            let place = try #require(try session.player("a").rect)
            let shape = Double(crop.width) * medium.samples / Double(crop.height)
            #expect(abs(Double(place.height) * shape - Double(place.width)) <= max(1, shape), "\(place)")
            try session.run("toggle")
            try session.wait(for: ["a": .fullscreen])
            try session.run("crop", "off")
            try session.run("zoom", "200%")
            try expect(wanted.middle, "zoom")
            try session.run("quit")
        }
    }
}
