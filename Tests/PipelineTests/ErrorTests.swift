import CLinux
import Foundation
import Glibc
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

@Suite struct ErrorTests {
    func expect(
        _ found: MediaError.Kind?, _ expected: MediaError.Kind, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    func kind(_ location: MediaLocation) throws -> MediaError.Kind? { try Viewer(location).failure()?.kind }
    func kind(_ path: String) throws -> MediaError.Kind? { try kind(.path(path)) }
    func kind(_ bytes: some Sequence<UInt8>, _ name: String) throws -> MediaError.Kind? {
        try kind(try IndexClip.write(bytes, name))
    }

    /// Returns `bytes` with the bytes at the first occurrence of `pattern` (plus `offset`) replaced.
    func patched(_ bytes: [UInt8], _ pattern: String, _ replacement: [UInt8], offset: Int = 0) throws -> [UInt8] {
        let wanted = Array(pattern.utf8)
        let at = try #require(bytes.indices.first { bytes[$0...].starts(with: wanted) }) + offset
        var bytes = bytes
        bytes.replaceSubrange(at..<at + replacement.count, with: replacement)
        return bytes
    }

    @Test func whatTheFileSystemRefuses() throws {
        expect(try kind(IndexClip.folder + "/nothing here.mp4"), .noSuchFile)
        expect(try kind(IndexClip.folder + "/nothing/here.mp4"), .noSuchFile)
        expect(try kind(IndexClip.folder), .isDirectory)
        expect(try kind([], "empty.mp4"), .emptyFile)
        #expect(MediaError(errno: EACCES, .path("a")).kind == .permissionDenied)
        #expect(MediaError(errno: EIO, .path("a")).kind == .unreadable("Input/output error"))
    }

    @Test func whatMayNotBeRead() throws {
        let path = try IndexClip.write([1, 2, 3], "secret.mp4")
        chmod(path, 0)
        // Root may read everything. This thread and those it creates can have another user id for file access alone.
        let isRoot = geteuid() == 0
        if isRoot { setfsuid(54321) }
        defer { if isRoot { setfsuid(0) } }
        expect(try kind(path), .permissionDenied)
    }

    @Test func anEmptyPipe() throws {
        let pipe = try NamedPipe(IndexClip.path("pipe"))
        try pipe.write([])
        expect(try kind(pipe.path), .emptyFile)
    }

    @Test(arguments: ["notes.txt", "notes.mp4", "notes.nfo", "notes", "notes.png", "notes.mkv", "notes.ans"])
    func textIsNoVideo(_ name: String) throws {
        let text = String(repeating: "The quick brown fox jumps over the lazy dog.\n", count: 200)
        expect(try kind(text.utf8, name), .notMedia)
        expect(try kind("hello\n".utf8, name), .notMedia)
    }

    @Test func noiseAndZerosAreNoMedia() throws {
        var generator = SeededGenerator(seed: 1)
        expect(try kind((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) }, "noise"), .notMedia)
        expect(try kind([UInt8](repeating: 0, count: 100_000), "zeros.mp4"), .notMedia)
        expect(try kind(.path("/dev/zero")), .notMedia)
        expect(try kind(.path("/dev/null")), .emptyFile)
        expect(try kind(try IndexClip.bytes("/proc/self/exe").prefix(100_000), "program"), .notMedia)
    }

    /// Bytes that libavformat takes for MPEG-4 video by three start codes, of which no size comes.
    @Test(arguments: [0x11, 0x22, 0x33, 0x55, 0x77, 0xAA, 0xEE, 0xFF] as [UInt8])
    func aGuessWithoutASizeIsNoMedia(filler: UInt8) throws {
        var bytes = [UInt8](repeating: filler, count: 40_000)
        for (place, code) in [(100, 0x05), (300, 0x28), (700, 0xB6)] as [(Int, UInt8)] {
            bytes.replaceSubrange(place..<place + 4, with: [0, 0, 1, code])
        }
        expect(try kind(bytes, "guess-\(filler)"), .notMedia)
    }

    @Test func cutOff() throws {
        let mp4 = try IndexClip.bytes(try ClipCase.codecs[0].file())
        expect(try kind(mp4.prefix(2000), "no-index.mp4"), .truncated)
        let mkv = try IndexClip.bytes(try IndexClip.make("box.mkv", ClipCase.x264))
        expect(try kind(mkv.prefix(300), "no-tracks.mkv"), .truncated)
        let png = try IndexClip.bytes(try IndexClip.make("one.png", ["-frames:v", "1", "-c:v", "png"]))
        expect(try kind(png.prefix(45), "no-data.png"), .truncated)
        let h264 = try IndexClip.bytes(try IndexClip.make("raw.h264", ClipCase.x264))
        #expect(try kind(h264.prefix(20) + [UInt8](repeating: 0, count: 5000), "no-header.h264") != nil)
    }

    @Test func anUnknownCodecIsNamed() throws {
        let mp4 = try IndexClip.bytes(try ClipCase.codecs[0].file())
        expect(try kind(try patched(mp4, "avc1\0\0", Array("zzzz".utf8)), "zzzz.mp4"), .unsupportedCodec("zzzz"))
    }

    /// The file is whole, but libavcodec's WebP decoder doesn't support animation. Newer versions may.
    @Test func anAnimatedWebPIsNotCalledDamaged() throws {
        let path = try IndexClip.make("animated.webp", ["-frames:v", "3", "-c:v", "libwebp_anim"])
        let found = try kind(path)
        #expect(found == nil || found == .unsupportedCodec("animated WebP"))
    }

    @Test func soundWithoutPicture() throws {
        let sine = ["-f", "lavfi", "-i", "sine=duration=1"]
        for name in ["sound.wav", "sound.ogg", "sound.m4a", "sound.mp3", "sound.flac"] {
            let path = IndexClip.path(name)
            try ffmpeg(sine + [path])
            expect(try kind(path), .audioOnly)
        }
        // An embedded cover isn't video.
        let cover = try IndexClip.make("one.png", ["-frames:v", "1", "-c:v", "png"])
        for (name, codec) in [("cover.mp3", "libmp3lame"), ("cover.m4a", "aac"), ("cover.flac", "flac")] {
            let path = IndexClip.path(name)
            try ffmpeg(
                sine + ["-i", cover, "-map", "0", "-map", "1", "-c:a", codec, "-c:v", "copy"]
                    + ["-disposition:v:0", "attached_pic", path])
            expect(try kind(path), .audioOnly)
        }
    }

    @Test func subtitlesAlone() throws {
        let text = "1\n00:00:00,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nWorld\n\n"
        expect(try kind(text.utf8, "words.srt"), .noStreams)
    }

    @Test(arguments: [
        (0, 0, MediaError.Kind.noSize), (16384, 16384, .tooLarge(width: 16384, height: 16384)),
        (20000, 100, .tooLarge(width: 20000, height: 100)),
    ])
    func sizesThatCannotBe(_ width: Int, _ height: Int, _ expected: MediaError.Kind) throws {
        func bytes(_ value: Int, big: Bool) -> [UInt8] {
            withUnsafeBytes(of: big ? UInt32(value).bigEndian : UInt32(value).littleEndian) { Array($0) }
        }
        let avi = try IndexClip.bytes(try IndexClip.make("size.avi", ["-c:v", "rawvideo", "-pix_fmt", "bgr24"]))
        let size = bytes(width, big: false) + bytes(height, big: false)
        expect(try kind(try patched(avi, "strf", size, offset: 12), "size.avi"), expected)
        let png = try IndexClip.bytes(try IndexClip.make("one.png", ["-frames:v", "1", "-c:v", "png"]))
        let header = bytes(width, big: true) + bytes(height, big: true)
        expect(try kind(try patched(png, "IHDR", header, offset: 4), "size.png"), expected)
    }

    @Test func nothingThatCanBeDecoded() throws {
        var mp4 = try IndexClip.bytes(try ClipCase.codecs[0].file())
        let start = try #require(mp4.indices.first { mp4[$0...].starts(with: Array("mdat".utf8)) }) + 4
        let length = mp4[start - 8..<start - 4].reduce(0) { $0 << 8 | Int($1) } - 8
        for index in start..<start + length { mp4[index] = 0xA5 }
        let path = try IndexClip.write(mp4, "garbage.mp4")
        expect(try kind(path), .undecodable)
        expect(try Viewer(path, MediaPipeline.Options(loops: true)).failure()?.kind, .undecodable)
    }

    @Test func whatTheNetworkRefuses() throws {
        expect(try kind(MediaLocation("http://127.0.0.1:1/clip.mp4")), .network("Connection refused"))
        expect(try kind(MediaLocation("nonsense://example/clip.mp4")), .network("unknown protocol"))
    }

    @Test func eachErrorIsOneLineThatNamesTheMedium() {
        let kinds: [MediaError.Kind] = [
            .noSuchFile, .isDirectory, .permissionDenied, .emptyFile, .notMedia, .truncated, .unsupportedCodec("zzzz"),
            .audioOnly, .noStreams, .noSize, .tooLarge(width: 20000, height: 7), .undecodable, .network("refused"),
            .unreadable("I/O"), .cut("has too many subtitles"), .networkRefused("http://a"),
            .referenceRefused("pipe:0"), .interrupted,
            .failed("out of memory"),
        ]
        let lines = kinds.map { MediaError($0, .path("clip.mp4")).description }
        #expect(Set(lines).count == kinds.count)
        for line in lines {
            #expect(line.hasPrefix("clip.mp4: "))
            #expect(!line.contains("\n"))
        }
        #expect(MediaError(.tooLarge(width: 20000, height: 7), .path("a")).description.contains("20000×7"))
    }

    /// A name may come from anywhere, and be a megabyte long. Its beginning and its end stay.
    @Test func longNamesAreCut() {
        let name = "begin" + String(repeating: "é", count: 1 << 19) + "end.mp4"
        for kind in [MediaError.Kind.noSuchFile, .referenceRefused(name), .networkRefused(name)] {
            let line = MediaError(kind, .path(name)).description
            #expect(line.utf8.count < 2500 && line.hasPrefix("begin") && line.contains("end.mp4"), "\(line.count)")
        }
        let short = String(repeating: "a", count: 300)
        #expect(MediaError(.noSuchFile, .path(short)).description == "\(short): no such file")
    }
}
