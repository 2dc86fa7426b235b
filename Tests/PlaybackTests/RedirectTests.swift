import OrielPlayback
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

    /// Segments of a playlist: one redirected elsewhere, one elsewhere from the first, one on the server.
    @Test func segmentsTakeNoneElsewhere() throws {
        let bytes = try clip()
        let other = try RangeServer(bytes)
        defer { other.end() }
        let list =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nleads-away.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\n"
            + "http://127.0.0.1:\(other.port)/there.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\nhere.ts\n#EXT-X-ENDLIST\n"
        let away = "http://127.0.0.1:\(other.port)/away.ts"
        let own = try RangeServer(.redirecting("/leads-away.ts", to: away)) {
            $0 == "/list.m3u8" ? Array(list.utf8) : $0 == "/here.ts" ? bytes : nil
        }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/list.m3u8"), options)
        #expect(try viewer.opened() != nil)
        _ = try? viewer.rest()
        for path in ["/list.m3u8", "/leads-away.ts", "/here.ts"] { expectCredentials(true, own, path) }
        for path in ["/away.ts", "/there.ts"] { expectCredentials(false, other, path) }
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

    /// A known limit (docs/opening-media.md): libavformat's DASH opens its segments itself, with all headers. If this
    /// fails, the limit and its sentence may go.
    @Test func dashStillSendsThemEverywhere() throws {
        let other = try RangeServer(try clip())
        defer { other.end() }
        let manifest = """
            <?xml version="1.0"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S" \
            profiles="urn:mpeg:dash:profile:isoff-main:2011"><BaseURL>http://127.0.0.1:\(other.port)/</BaseURL>
            <Period duration="PT2S"><AdaptationSet mimeType="video/mp4" contentType="video">
            <Representation id="0" bandwidth="1000"><SegmentList duration="2"><Initialization sourceURL="init.mp4"/>
            <SegmentURL media="1.m4s"/></SegmentList></Representation></AdaptationSet></Period></MPD>
            """
        let own = try RangeServer { $0 == "/film.mpd" ? Array(manifest.utf8) : nil }
        defer { own.end() }
        let viewer = try Viewer(MediaLocation("http://127.0.0.1:\(own.port)/film.mpd"), options)
        _ = try? viewer.failure()
        expectCredentials(true, own)
        expectCredentials(true, other)
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
