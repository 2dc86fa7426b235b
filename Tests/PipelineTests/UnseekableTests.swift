import Foundation
import OrielDemux
import OrielLibav
import OrielPipeline
import OrielTestSupport
import Testing

/// Media from where only whole files come: servers without byte ranges, and pipes.
@Suite struct UnseekableTests {
    /// Segments are requested whole, so a playlist needs no ranges. With a jump in the times too.
    @Test(arguments: [false, true]) func aPlaylistIsSoughtWithoutByteRanges(isBroken: Bool) throws {
        let folder = IndexClip.path("unseekable")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let clip = try IndexClip.make("live.mkv", frames: 150, ClipCase.x264 + ["-g", "30", "-bf", "0"])
        try ffmpeg(
            ["-i", clip, "-c", "copy", "-f", "hls", "-hls_time", "1", "-hls_list_size", "0", folder + "/list.m3u8"])
        let server = try RangeServer(.withoutRanges) { path in
            guard let bytes = try? IndexClip.bytes(folder + path), path == "/list.m3u8", isBroken else {
                return try? IndexClip.bytes(folder + path)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            return Array(text.replacing("\nlist3.ts", with: "\n#EXT-X-DISCONTINUITY\nlist3.ts").utf8)
        }
        defer { server.end() }
        let viewer = try Viewer(.url("http://127.0.0.1:\(server.port)/list.m3u8"))
        #expect(try viewer.opened()?.isSeekable == true)
        for second in [4, 1, 3, 0] {
            #expect(try viewer.seek(.seconds(second)).flatMap(IndexClip.index) == second * 30)
        }
        expectComplete(try viewer.rest(), 149, from: 1)
    }

    private func film(_ flags: [String] = []) throws -> [UInt8] {
        try IndexClip.bytes(try IndexClip.make("late\(flags.count).mp4", ClipCase.x264 + flags))
    }

    @Test func anIndexAtTheEndIsRecognised() throws {
        #expect(MovieBoxes.indexComesLast(Array(try film().prefix(2048))))
        #expect(!MovieBoxes.indexComesLast(Array(try film(["-movflags", "faststart"]).prefix(2048))))
        #expect(!MovieBoxes.indexComesLast(Array(try film(["-movflags", "frag_keyframe+empty_moov"]).prefix(2048))))
        for bytes in [[], [0], [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64)] {
            #expect(!MovieBoxes.indexComesLast(bytes))
        }
    }

    /// A small film is copied into memory and plays from there; a larger one is refused in words that say why.
    @Test(arguments: [true, false], [true, false]) func aFilmWithItsIndexAtTheEnd(isPipe: Bool, isSmall: Bool) throws {
        let bytes = try film()
        let server = try RangeServer(bytes, .withoutRanges)
        defer { server.end() }
        var options = MediaPipeline.Options()
        if !isSmall { options.http.mostCopied = bytes.count - 1 }
        let pipe = isPipe ? try NamedPipe(IndexClip.path("late")) : nil
        try pipe?.write(bytes)
        let viewer = try Viewer(pipe.map { .path($0.path) } ?? .url(server.url), options)
        guard isSmall else {
            let failure = try viewer.failure()
            let words = isPipe ? "a pipe can't be sought in" : "the server can't seek (byte ranges)"
            #expect(failure?.reason == "can't be played: its index comes after its frames, and \(words)")
            return
        }
        #expect(try viewer.opened()?.isSeekable == true)
        expectComplete(try viewer.rest(), 45)
        #expect(try viewer.seek(.seconds(1)).flatMap(IndexClip.index) == 30)
    }

    /// A server that can seek, and one that can't with a film in order, send the film once.
    @Test func otherFilmsAreNotCopied() throws {
        for (bytes, behaviour) in [
            (try film(), RangeServer.Behaviour.whole), (try film(["-movflags", "faststart"]), .withoutRanges),
        ] {
            let server = try RangeServer(bytes, behaviour)
            defer { server.end() }
            var options = MediaPipeline.Options()
            options.http.mostCopied = 1
            let viewer = try Viewer(.url(server.url), options)
            expectComplete(try viewer.rest(), 45)
            #expect(behaviour == .whole || server.requests == 1)
        }
    }
}
