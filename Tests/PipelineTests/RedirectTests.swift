import Foundation
import OrielDemux
import OrielLibav
import OrielPipeline
import OrielTestSupport
import Testing

/// Two servers, which are two origins: credentials stay with the medium's, wherever it redirects.
@Suite struct RedirectTests {
    private let options: MediaPipeline.Options = {
        var options = MediaPipeline.Options()
        options.http.headers = ["Authorization: Bearer a", "Cookie: b=c", "Referer: e"].compactMap {
            .init(parsing: $0)
        }
        return options
    }()

    private func clip() throws -> [UInt8] { try IndexClip.bytes(try IndexClip.make("segment.ts", ClipCase.x264)) }

    private func expectCredentials(_ areSent: Bool, _ server: RangeServer, _ path: String? = nil) {
        let heads = server.heads.filter { path == nil || $0.hasPrefix("get \(path ?? "") ") }
        #expect(!heads.isEmpty && heads.allSatisfy { $0.contains("referer: e") }, "\(heads)")
        for field in ["authorization: bearer a", "cookie: b=c"] {
            #expect(heads.allSatisfy { $0.contains(field) == areSent }, "\(field): \(heads)")
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectElsewhereTakesNoCredentials(status: Int) throws {
        let other = try RangeServer(try clip())
        defer { other.end() }
        let own = try RangeServer(.redirecting("/film.ts", to: other.url, status: status)) { _ in nil }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/film.ts"), options)
        #expect(try viewer.opened() != nil)
        #expect(try viewer.rest().count > 5)
        expectCredentials(true, own)
        expectCredentials(false, other)
    }

    @Test func aRedirectOnTheServerKeepsThem() throws {
        let bytes = try clip()
        let own = try RangeServer(.redirecting("/a/film.ts", to: "inside.ts?x=/y")) {
            $0 == "/a/inside.ts?x=/y" ? bytes : nil
        }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/a/film.ts"), options)
        #expect(try viewer.opened() != nil)
        expectCredentials(true, own)
    }

    /// The other server redirects back: its word gets no credentials either.
    @Test func aRedirectBackTakesNone() throws {
        let bytes = try clip()
        let own = try RangeServer(.missing) { $0 == "/inside.ts" ? bytes : nil }
        defer { own.end() }
        let back = "http://127.0.0.1:\(own.port)/inside.ts"
        let other = try RangeServer(.redirecting("/film.ts", to: back)) { _ in nil }
        defer { other.end() }
        own.become(.redirecting("/film.ts", to: "http://127.0.0.1:\(other.port)/film.ts"))
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/film.ts"), options)
        #expect(try viewer.opened() != nil)
        expectCredentials(true, own, "/film.ts")
        expectCredentials(false, own, "/inside.ts")
        expectCredentials(false, other)
    }

    @Test func redirectsWithoutAnEndAreGivenUp() throws {
        let own = try RangeServer(.redirecting("/film.ts", to: "/film.ts")) { _ in nil }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/film.ts"), options)
        #expect(try viewer.failure() != nil)
        #expect(own.requests < 20)
    }

    /// Without credentials libavformat follows them, with one request each.
    @Test func withoutCredentialsNothingIsRequestedTwice() throws {
        let other = try RangeServer(try clip(), .withoutRanges)
        defer { other.end() }
        let own = try RangeServer(.redirecting("/film.ts", to: other.url)) { _ in nil }
        defer { own.end() }
        var options = options
        options.http.headers = [.init(parsing: "Referer: e")].compactMap { $0 }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/film.ts"), options)
        #expect(try viewer.opened() != nil)
        #expect(try viewer.rest().count > 5)
        #expect(own.requests == 1 && other.requests == 1)
    }

    /// Segments of a playlist on a server that keeps connections: one redirected elsewhere, six elsewhere from the
    /// first, one on the server. libavformat requests the later ones of a server on a connection that it kept.
    @Test func segmentsTakeNoneElsewhere() throws {
        let bytes = try clip()
        let other = try RangeServer(bytes)
        defer { other.end() }
        let there = (0..<6).map { "/there\($0).ts" }
        let entries = ["leads-away.ts"] + there.map { "http://127.0.0.1:\(other.port)\($0)" } + ["here.ts"]
        let away = "http://127.0.0.1:\(other.port)/away.ts"
        let own = try RangeServer(.redirecting("/leads-away.ts", to: away)) {
            $0 == "/list.m3u8" ? Self.list(entries) : $0 == "/here.ts" ? bytes : nil
        }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/list.m3u8"), options)
        #expect(try viewer.opened() != nil)
        _ = try? viewer.rest()
        for path in ["/list.m3u8", "/leads-away.ts", "/here.ts"] { expectCredentials(true, own, path) }
        for path in ["/away.ts"] + there { expectCredentials(false, other, path) }
    }

    /// Without credentials connections are kept, and all segments of another server come.
    @Test func aServerOfSegmentsAloneIsPlayed() throws {
        let bytes = try clip()
        let other = try RangeServer(bytes)
        defer { other.end() }
        let entries = (0..<6).map { "http://127.0.0.1:\(other.port)/\($0).ts" }
        let own = try RangeServer { $0 == "/list.m3u8" ? Self.list(entries) : nil }
        defer { own.end() }
        for isCredential in [false, true] {
            var options = options
            if !isCredential { options.http.headers = [] }
            let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/list.m3u8"), options)
            #expect(try viewer.opened() != nil)
            #expect(try viewer.rest().count > 60)
        }
        #expect(Set(other.heads.compactMap { $0.split(separator: " ").dropFirst().first }).count == 6)
    }

    private static func list(_ entries: [String], head: String = "") -> [UInt8] {
        let segments = entries.map { "#EXTINF:2,\n\($0)\n" }.joined(separator: "#EXT-X-DISCONTINUITY\n")
        return Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(head)\(segments)#EXT-X-ENDLIST\n".utf8)
    }

    /// References of a playlist besides its segments: initialisation, variants, and renditions of sound.
    @Test func otherReferencesTakeNoneElsewhere() throws {
        let folder = IndexClip.path("credentials")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let clip = try IndexClip.make("segment.ts", ClipCase.x264)
        try ffmpeg(
            ["-i", clip, "-c", "copy", "-f", "hls", "-hls_time", "0.2", "-hls_segment_type", "fmp4"]
                + ["-hls_flags", "split_by_time", "-hls_playlist_type", "vod", folder + "/list.m3u8"])
        let other = try RangeServer { try? IndexClip.bytes(folder + $0) }
        defer { other.end() }
        let there = "http://127.0.0.1:\(other.port)"
        let main =
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\",URI=\"\(there)/list.m3u8\"\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"\nhere.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\n"
            + "\(there)/list.m3u8\n"
        let here = String(decoding: try IndexClip.bytes(folder + "/list.m3u8"), as: UTF8.self)
            .replacing("init.mp4", with: "\(there)/init.mp4").replacing("\nlist", with: "\n\(there)/list")
        let own = try RangeServer {
            $0 == "/main.m3u8" ? Array(main.utf8) : $0 == "/here.m3u8" ? Array(here.utf8) : nil
        }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/main.m3u8"), options)
        #expect(try viewer.opened() != nil)
        _ = try? viewer.rest()
        expectCredentials(true, own)
        for path in ["/list.m3u8", "/init.mp4", "/list0.m4s"] { expectCredentials(false, other, path) }
    }

    /// A live playlist elsewhere, which is loaded again and again.
    @Test func reloadsTakeNoneElsewhere() throws {
        let channel = try LiveTests.Channel(edge: 6)
        defer { channel.server.end() }
        let main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(channel.url)\n"
        let own = try RangeServer { $0 == "/main.m3u8" ? Array(main.utf8) : nil }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/main.m3u8"), options)
        #expect(try viewer.opened() != nil)
        for edge in 7...9 {
            channel.go(to: edge)
            for _ in 0..<30 { _ = try viewer.next() }
        }
        #expect(channel.server.heads.count { $0.hasPrefix("get /live.m3u8 ") } > 1)
        expectCredentials(true, own)
        expectCredentials(false, channel.server)
    }

    /// A key on another server, and one to which the own server redirects.
    @Test(arguments: [true, false]) func keysTakeNoneElsewhere(isRedirected: Bool) throws {
        let bytes = try clip()
        let other = try RangeServer([UInt8](repeating: 7, count: 16))
        defer { other.end() }
        let key = "http://127.0.0.1:\(other.port)/key"
        let list =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:METHOD=AES-128,URI=\"\(isRedirected ? "key" : key)\"\n"
            + "#EXTINF:2,\nhere.ts\n#EXT-X-ENDLIST\n"
        let own = try RangeServer(.redirecting("/key", to: key)) {
            $0 == "/list.m3u8" ? Array(list.utf8) : $0 == "/here.ts" ? bytes : nil
        }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/list.m3u8"), options)
        _ = try? viewer.failure()
        expectCredentials(true, own)
        expectCredentials(false, other)
    }

    /// libavformat's DASH opens its segments itself, with all headers: one on another server is refused.
    @Test(arguments: ["BaseURL", "media", "initialization", "sourceURL", "//", "&#104;"])
    func aManifestThatNamesAnotherServerIsRefused(place: String) throws {
        let other = try RangeServer(try clip())
        defer { other.end() }
        let own = try RangeServer {
            $0 == "/film.mpd" ? Self.manifest(naming: "http://127.0.0.1:\(other.port)/", at: place) : nil
        }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/film.mpd"), options)
        let failure = try viewer.failure()
        #expect(failure?.description.contains("names another server") == true, "\(String(describing: failure))")
        expectCredentials(true, own)
        #expect(other.requests == 0)
    }

    private static func manifest(naming there: String, at place: String) -> [UInt8] {
        func text(_ name: String, _ path: String) -> String { name == place ? there + path : path }
        let base =
            switch place {
            case "BaseURL": "<dash:BaseURL serviceLocation=\"a\">\n\(there)</dash:BaseURL>"
            case "//": "<BaseURL>\(there.dropFirst(5))</BaseURL>"
            case "&#104;": "<BaseURL>&#104;\(there.dropFirst())</BaseURL>"
            default: ""
            }
        let segments =
            place == "initialization"
            ? "<SegmentTemplate initialization='\(there)init.mp4' media='$Number$.m4s' duration='2'/>"
            : "<SegmentList duration=\"2\"><Initialization sourceURL=\"\(text("sourceURL", "init.mp4"))\"/>"
                + "<SegmentURL media=\"\(text("media", "1.m4s"))\"/></SegmentList>"
        return Array(
            """
            <?xml version="1.0"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:dash="urn:mpeg:dash:schema:mpd:2011" type="static" \
            mediaPresentationDuration="PT2S" profiles="urn:mpeg:dash:profile:isoff-main:2011">\(base)
            <Period duration="PT2S"><AdaptationSet mimeType="video/mp4" contentType="video">
            <Representation id="0" bandwidth="1000">\(segments)</Representation></AdaptationSet></Period></MPD>
            """.utf8)
    }

    /// A manifest whose segments are on its own server plays with credentials, and one whose segments are elsewhere
    /// plays without.
    @Test(arguments: [true, false]) func aManifestIsPlayedWhereNoCredentialLeaks(isOwn: Bool) throws {
        let folder = IndexClip.path("credentials-dash")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let clip = try IndexClip.make("dash.mkv", frames: 150, ClipCase.x264 + ["-g", "30", "-bf", "0"])
        try ffmpeg(
            ["-i", clip, "-c", "copy", "-f", "dash", "-seg_duration", "1", "-init_seg_name", "i.m4s"]
                + ["-media_seg_name", "$Number$.m4s", folder + "/film.mpd"])
        let other = try RangeServer { try? IndexClip.bytes(folder + $0) }
        defer { other.end() }
        let here = try String(decoding: IndexClip.bytes(folder + "/film.mpd"), as: UTF8.self)
        let list = here.replacing(
            "<Period", with: "<BaseURL>http://127.0.0.1:\(other.port)/</BaseURL><Period", maxReplacements: 1)
        let own = try RangeServer {
            guard $0 == "/film.mpd" else { return try? IndexClip.bytes(folder + $0) }
            return Array((isOwn ? here : list).utf8)
        }
        defer { own.end() }
        var options = options
        if !isOwn { options.http.headers.removeAll { $0.name != "Referer" } }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/film.mpd"), options)
        #expect(try viewer.opened() != nil)
        #expect(try viewer.rest().count > 5)
        expectCredentials(isOwn, own)
        #expect(isOwn == (other.requests == 0))
    }

    /// The server's address, if a redirect is read by its own words.
    @Test(arguments: [
        ("https://b.example/x?y#z", "https://b.example/x?y"), ("//b.example/x", "http://b.example/x"),
        ("/x", "http://a.example:81/x"), ("x.ts", "http://a.example:81/d/x.ts"), ("?n", "http://a.example:81/d/f.ts?n"),
        ("  HTTP://B/ ", "HTTP://B/"), ("file:///etc/passwd", nil), ("pipe:0", nil), ("", nil), ("concat:x", nil),
    ]) func anAddressIsReadAsRFC3986Says(location: String, target: String?) {
        let answer = HTTPAnswer("HTTP/1.1 302 Found\r\nX: y\r\nlocation:\(location)\r\n\r\nlocation: http://no/")
        #expect(answer?.redirection(from: "http://u:p@a.example:81/d/f.ts?q=/#r") == target)
    }

    @Test(arguments: ["", "HTTP/1.1", "SSH-2.0 302 x\r\nLocation: http://a/\r\n", "HTTP/1.1 3 x\r\n", "\r\n\r\n"])
    func whatIsNoAnswerIsNone(head: String) { #expect(HTTPAnswer(head) == nil) }

    @Test(arguments: ["x.ts", "?n", "/x", "#f"], ["http://a", "http://a?q", "http://a#f", "a", ""])
    func anAddressWithoutAPathIsABaseToo(location: String, base: String) {
        let target = HTTPAnswer("HTTP/1.1 302 x\r\nLocation: \(location)\r\n\r\n")?.redirection(from: base)
        #expect(target?.hasPrefix("http://a/") ?? (base != "http://a"))
    }

    @Test func onlyRedirectsRedirect() {
        for status in [200, 300, 304, 305, 401, 500] {
            let answer = HTTPAnswer("HTTP/1.1 \(status) x\nLocation: http://a/\n\n")
            #expect(answer?.status == status && answer?.redirection(from: "http://b/") == nil)
        }
        #expect(HTTPAnswer("HTTP/1.1 302 x\r\n\r\nLocation: http://a/\r\n")?.location == nil)
    }
}
