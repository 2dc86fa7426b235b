import OrielDemux
import Testing

/// Text that another program drops or pastes, which is untrusted input.
@Suite struct AddressListTests {
    @Test func filesAndAddressesAreTakenInTheirOrder() {
        let list = AddressList(
            "# a comment\r\nfile:///films/a%20film.mkv\r\nhttps://example.org/live.m3u8\r\nfile:/b.mkv\r\n\r\n"
                + "FILE://localhost/%C3%A4.mkv\nrtsp://example.org/1 \0")
        #expect(
            list.media == [
                "/films/a film.mkv", "https://example.org/live.m3u8", "/b.mkv", "/ä.mkv", "rtsp://example.org/1",
            ])
        #expect(list.refused == 0)
    }

    @Test(arguments: [
        "file://elsewhere/a.mkv", "file:a.mkv", "file:///a%00b", "file:///a%2", "file:///a%zz",
        "file://", "pipe:0", "fd:3", "concat:/etc/passwd|/b", "data:text/plain,a", "unix:/run/x", "/a.mkv", "a.mkv",
        "javascript:alert(1)", "http://a b", "https://a\u{1B}[2J", ":", "https",
    ])
    func anythingElseIsNot(_ line: String) {
        let list = AddressList(line + "\r\nfile:///good.mkv\r\n")
        #expect(list.media == ["/good.mkv"])
        #expect(list.refused == 1)
    }

    @Test func bothAreBounded() {
        #expect(AddressList("https://" + String(repeating: "a", count: 9000)).media.isEmpty)
        let many = AddressList(String(repeating: "file:///a\n", count: AddressList.limit + 3))
        #expect(many.media.count == AddressList.limit && many.refused == 3)
        #expect(AddressList("").media.isEmpty)
        #expect(AddressList(String(repeating: "\0", count: 1 << 20)).media.isEmpty)
    }

    @Test func aPastedTextNamesWebAddressesAndFiles() {
        let list = AddressList(
            pasted: " https://example.org/film.mp4?t=1 \nHTTP://example.org/a\r\n/films/a film.mkv\n'/b c.mkv'\n"
                + "\"/d.mkv\"\nfile:///e%20f.mkv\n# a comment\n\n")
        #expect(
            list.media == [
                "https://example.org/film.mp4?t=1", "HTTP://example.org/a", "/films/a film.mkv", "/b c.mkv", "/d.mkv",
                "/e f.mkv",
            ])
        #expect(list.refused == 0)
    }

    @Test(arguments: [
        "a word", "film.mkv", "rtsp://example.org/1", "ftp://example.org/a", "javascript:1", "pipe:0",
        "oriel://open?url=a", "concat:/a|/b", "https:", "https://a b", "/a\u{1B}[2J", "/a\u{7}", "'", "\"\"",
        "file://elsewhere/a", "-",
    ])
    func anythingElsePastedIsNot(_ line: String) {
        let list = AddressList(pasted: line)
        #expect(list.refused == 1 || line == "https:")
        #expect(list.media.isEmpty || line == "https:")
    }

    @Test func aPastedTextIsBounded() {
        #expect(AddressList(pasted: "/" + String(repeating: "a", count: 9000)).media.isEmpty)
        let many = AddressList(pasted: String(repeating: "/a\n", count: AddressList.limit + 3))
        #expect(many.media.count == AddressList.limit && many.refused == 3)
        #expect(AddressList(pasted: String(repeating: "\0", count: 1 << 20)).media.isEmpty)
    }
}
