import OrielDemux
import Testing

/// Headers with credentials are sent only to the medium's own server.
@Suite struct HTTPHeaderTests {
    private let http: HTTPOptions = {
        var http = HTTPOptions()
        http.headers = ["AUTHORIZATION: Bearer a", "cookie: b=c", "Proxy-Authorization: d", "Referer: e"].compactMap {
            .init(parsing: $0)
        }
        return http
    }()

    @Test(arguments: [
        "https://a.example/film.m3u8", "https://a.example/other/segment.ts",
        "HTTPS://A.example:443/?x=https://b.example",
        "crypto+https://a.example/segment.ts", "crypto:https://a.example/segment.ts", "https://user:word@a.example/",
    ]) func theOwnServerGetsAll(address: String) {
        let lines = http.headerLines(for: address, of: "https://a.example/film.m3u8")
        #expect(lines == "AUTHORIZATION: Bearer a\r\ncookie: b=c\r\nProxy-Authorization: d\r\nReferer: e\r\n")
    }

    @Test(arguments: [
        "https://b.example/segment.ts", "http://a.example/segment.ts", "https://a.example:8443/",
        "https://x.a.example/",
        "https://a.example@b.example/", "https://a.example.b.example/", "https://b.example?@a.example/",
        "https://b.example#@a.example/", "https://b.example\\@a.example/", "crypto+https://b.example/key", "data:,x",
        "",
    ]) func anotherServerGetsNoCredentials(address: String) {
        let lines = http.headerLines(for: address, of: "https://a.example/film.m3u8")
        #expect(lines == "Referer: e\r\n")
    }

    @Test func portsThatAreSaidOrNotAreTheSame() {
        #expect(http.headerLines(for: "http://[::1]:80/", of: "http://[::1]/")?.contains("cookie") == true)
        #expect(http.headerLines(for: "http://[::1]:81/", of: "http://[::1]/")?.contains("cookie") == false)
    }

    /// Subtitles from a web server get the film's headers if they are on the film's server.
    @Test func whatBelongsToAMediumIsHeldToTheMediumsServer() {
        var http = http
        http.medium = "https://a.example/film.mp4"
        let other = "https://b.example/film.srt"
        #expect(http.headerLines(for: other, of: other) == "Referer: e\r\n")
        #expect(http.headerLines(for: "https://a.example/film.srt", of: "https://a.example/film.srt")?.count ?? 0 > 20)
        http.headers = []
        #expect(http.headerLines(for: other, of: other) == nil)
    }
}
