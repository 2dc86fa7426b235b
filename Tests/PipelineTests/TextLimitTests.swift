import Foundation
import Glibc
import OrielDemux
import OrielLibav
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Synchronization
import Testing

/// Playlists, manifests and other texts that have no end or name too much, with small limits.
@Suite struct TextLimitTests {
    private let options: MediaPipeline.Options = {
        var options = MediaPipeline.Options()
        options.http.texts.bytes = 64 << 10
        options.http.texts.entries = 1000
        options.http.texts.representations = 8
        options.http.texts.lists = 6
        return options
    }()

    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"

    /// Server that sends a text, then a line again and again, and counts the bytes that clients took.
    private final class Endless: Sendable {
        let listener: LoopbackListener
        private let taken = Atomic(0)
        var bytes: Int { taken.load(ordering: .acquiring) }

        init(_ head: String, again line: String) throws {
            listener = try LoopbackListener("endless")
            try listener.serve { [unowned self] connection in
                var request = [UInt8](repeating: 0, count: 4096)
                guard recv(connection, &request, request.count, 0) > 0 else { return }
                var patience = timeval(tv_sec: 0, tv_usec: 100_000)
                setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
                let block = Array(String(repeating: line, count: max(1, 4096 / line.utf8.count)).utf8)
                var bytes = Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n\(head)".utf8)
                while !listener.isEnded {
                    let count = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                    guard count == bytes.count else { return }
                    taken.wrappingAdd(count, ordering: .acquiringAndReleasing)
                    bytes = block
                }
            }
        }

        func url(_ name: String) -> String { "http://127.0.0.1:\(listener.port)/\(name)" }
    }

    /// Texts of libavformat's demuxers that name addresses, and of subtitles, which are all read before anything plays.
    @Test(arguments: [
        ("x.m3u8", head, "#EXTINF:1,\nseg0.ts\n"), ("x.m3u8", head, "#EXT-X-DISCONTINUITY\n"),
        ("x.m3u8", "#EXTM3U\n", "#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n"), ("x.m3u8", head, "x"),
        ("x.ffconcat", "ffconcat version 1.0\n", "file a.ts\n"),
        ("x.mpd", "<?xml version='1.0'?>\n<MPD profiles='urn:mpeg:dash:profile:isoff-live:2011'>", "<Period/>\n"),
        ("x.mpd", "<MPD profiles='urn:mpeg:dash:profile:isoff-live:2011'><!--", "a"),
        ("x.srt", "1\n00:00:01,000 --> 00:00:02,000\nx\n\n", "2\n00:00:03,000 --> 00:00:04,000\nx\n\n"),
        ("x.ass", "[Script Info]\n\n[Events]\n", "Dialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,x\n"),
    ]) func aTextWithoutAnEndIsGivenUp(name: String, head: String, line: String) throws {
        let server = try Endless(head, again: line)
        defer { server.listener.end() }
        let viewer = try Viewer(MediaLocation(server.url(name)), options)
        let failure = try viewer.failure()
        #expect(failure?.description.contains("is larger than 65536 bytes") == true, "\(String(describing: failure))")
        // The kernel's socket buffers take more than the limit.
        #expect(server.bytes < 16 << 20, "\(server.bytes)")
    }

    /// The same by a pipe, as on standard input.
    @Test(arguments: [
        (head, "#EXTINF:1,\nseg0.ts\n"), ("1\n00:00:01,000 --> 00:00:02,000\nx\n\n", "x\n"),
    ]) func aPipeWithoutAnEndIsGivenUp(head: String, line: String) throws {
        let path = IndexClip.path("endless")
        #expect(mkfifo(path, 0o600) == 0)
        let begin = head.replacing("\n", with: "\\n")
        let writer = try ChildProcess("sh", ["-c", "{ printf '\(begin)'; yes '\(line)'; } >'\(path)'"])
        defer { _ = writer.stop() }
        let viewer = try Viewer(.path(path), options)
        let failure = try viewer.failure()
        #expect(failure?.description.contains("is larger than 65536 bytes") == true, "\(String(describing: failure))")
    }

    /// A live playlist that is within the limits at first.
    @Test(arguments: ["bytes", "entries", "playlists"]) func aReloadIsHeldToTheLimitsToo(of kind: String) throws {
        let channel = try LiveTests.Channel(edge: 6)
        defer { channel.server.end() }
        let more =
            switch kind {
            case "bytes": String(repeating: "#\n", count: 40_000)
            case "entries": String(repeating: "#EXTINF:1,\n7.ts\n", count: 1001)
            default: "#EXT-X-STREAM-INF:BANDWIDTH=1\nother.m3u8\n"
            }
        let viewer = try Viewer(.url(channel.url), options)
        #expect(try viewer.opened() != nil)
        _ = try viewer.next()
        channel.go(to: 7, adding: more)
        let failure = try viewer.failure()
        let all = ["bytes": "is larger than", "entries": "has more than 1000 entries"]
        let words = all[kind] ?? "names other playlists"
        #expect(failure?.description.contains("its playlist \(words)") == true, "\(String(describing: failure))")
    }

    /// Playlists that name too many others, or lie inside each other without an end.
    @Test(arguments: [
        (7, 0, "leads to more than 6"), (2, 9, "lead to more than 6"), (1, 9, "more than 4 deep"),
    ]) func playlistsInPlaylistsAreCounted(variants: Int, depth: Int, words: String) throws {
        let server = try RangeServer { path in
            let level = Int(path.dropFirst().prefix { $0.isNumber }) ?? 0
            guard level <= depth else { return nil }
            let names = (0..<variants).map { "#EXT-X-STREAM-INF:BANDWIDTH=1\n\(level + 1)-\($0).m3u8\n" }.joined()
            return Array("#EXTM3U\n\(names)".utf8)
        }
        defer { server.end() }
        let viewer = try Viewer(.url("http://127.0.0.1:\(server.port)/0.m3u8"), options)
        let failure = try viewer.failure()
        #expect(failure?.description.contains(words) == true, "\(String(describing: failure))")
        #expect(server.requests < 9, "\(server.requests)")
    }

    /// As many and as deep as is allowed.
    @Test func playlistsWithinTheLimitsArePlayed() throws {
        let bytes = try IndexClip.bytes(try IndexClip.make("segment.ts", ClipCase.x264))
        let server = try RangeServer { path in
            let level = Int(path.dropFirst().prefix { $0.isNumber }) ?? 0
            if path.hasSuffix(".ts") { return bytes }
            if level == 3 { return Array("\(Self.head)#EXTINF:1,\nx.ts\n#EXT-X-ENDLIST\n".utf8) }
            return Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(level + 1).m3u8\n".utf8)
        }
        defer { server.end() }
        let viewer = try Viewer(.url("http://127.0.0.1:\(server.port)/0.m3u8"), options)
        #expect(try viewer.opened() != nil)
        #expect(try viewer.rest().count >= 45)
    }

    private static func manifest(_ count: Int) -> String {
        let one = "<Representation id='0' bandwidth='1'><SegmentTemplate media='a.m4s' duration='1'/></Representation>"
        return "<MPD type='static' profiles='urn:mpeg:dash:profile:isoff-live:2011'><Period duration='PT2S'>"
            + "<AdaptationSet mimeType='video/mp4'>\(String(repeating: one, count: count))</AdaptationSet></Period></MPD>"
    }

    /// From a server and from a file.
    @Test(arguments: [true, false]) func representationsAreCounted(isFile: Bool) throws {
        let text = Self.manifest(9)
        let server = try RangeServer { $0 == "/x.mpd" ? Array(text.utf8) : nil }
        defer { server.end() }
        let location: MediaLocation =
            isFile ? .path(try IndexClip.write(text.utf8, "x.mpd")) : .url("http://127.0.0.1:\(server.port)/x.mpd")
        let viewer = try Viewer(location, options)
        let failure = try viewer.failure()
        #expect(
            failure?.description.contains("more than 8 representations") == true, "\(String(describing: failure))")
        #expect(server.requests == (isFile ? 0 : 1))
    }

    @Test(arguments: [true, false]) func entriesAreCounted(isFile: Bool) throws {
        let text = Self.head + String(repeating: "#EXTINF:1,\na.ts\n", count: 1001) + "#EXT-X-ENDLIST\n"
        let server = try RangeServer { $0 == "/x.m3u8" ? Array(text.utf8) : nil }
        defer { server.end() }
        let location: MediaLocation =
            isFile ? .path(try IndexClip.write(text.utf8, "x.m3u8")) : .url("http://127.0.0.1:\(server.port)/x.m3u8")
        let failure = try Viewer(location, options).failure()
        #expect(failure?.description.contains("more than 1000 entries") == true, "\(String(describing: failure))")
        #expect(server.requests == (isFile ? 0 : 1))
    }

    /// libavformat keeps an entry's whole address, and its key's.
    @Test func longAddressesOfManyEntriesAreRefused() {
        var limits = TextLimits()
        limits.bytes = 1 << 20
        let entries = Array((Self.head + String(repeating: "#EXTINF:1,\na.ts\n", count: 4000)).utf8)
        let text = ReferenceText(entries, .playlist)
        #expect(text.excess(limits, at: "http://a/x.m3u8") == nil)
        #expect(text.excess(limits, at: "http://a/" + String(repeating: "x", count: 4000)) != nil)
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"\(String(repeating: "x", count: 4000))\"\n"
        #expect(ReferenceText(entries + Array(key.utf8), .playlist).excess(limits, at: "http://a/x.m3u8") != nil)
    }

    /// The limits of everyone, which are documented.
    @Test func theLimitsAreTheDocumentedOnes() {
        let limits = TextLimits()
        #expect(limits.size == "16 MiB" && limits.bytes == 16 << 20 && limits.entries == 250_000)
        #expect(limits.representations == 256 && limits.lists == 256 && limits.depth == 4)
        #expect(HTTPOptions().texts == limits)
    }

    @Test(arguments: [
        ("#EXTM3U\n", ReferenceText.Guess.text(.playlist)), ("#EXT", .unknown), ("", .unknown), ("#EXTINF", .other),
        ("ffconcat version 1.0", .text(.script)), ("ffcon", .unknown), ("\u{FEFF} <?xml?><mpd a", .text(.manifest)),
        ("<html>", .unknown), ("\0\0\0\u{18}ftyp", .other), ("<", .unknown), ("    ", .unknown),
    ]) func aTextIsKnownByItsBeginning(text: String, guess: ReferenceText.Guess) {
        #expect(ReferenceText.guess(Array(text.utf8), isMedium: true) == guess)
        if guess == .text(.manifest) { #expect(ReferenceText.guess(Array(text.utf8), isMedium: false) == .other) }
    }
}
