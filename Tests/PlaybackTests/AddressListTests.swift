import OrielPlayback
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
}
