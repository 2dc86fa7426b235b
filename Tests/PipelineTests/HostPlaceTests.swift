import OrielDemux
import OrielLibav
import OrielPipeline
import OrielTestSupport
import Testing

/// Hosts that are on this machine or its network, and media that may not lead there.
@Suite struct HostPlaceTests {
    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "100.63.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "169.253.1.1", "223.255.255.255",
    ]) func anAddressOfTheInternetIsOne(text: String) { #expect(HostPlace.of("http://\(text):81/x") == .internet) }

    @Test(arguments: [
        "127.0.0.1", "127.1", "2130706433", "0x7f.1", "017700000001", "0.0.0.0", "0", "10.1.2.3", "172.16.0.1",
        "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255", "198.18.0.1", "192.0.0.1",
        "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:192.168.1.1]", "[::10.0.0.1]",
        "[fe80::1]", "[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "[ff02::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
        "[2001::1]", "localhost", "LOCALHOST.", "a.localhost", "nas.local", "Nas.Local.", "a.home.arpa", "x.internal",
        "a@127.0.0.1", "8.8.8.8@127.0.0.1",
    ]) func anAddressOfThisNetworkIsNone(text: String) { #expect(HostPlace.of("http://\(text)/x") == .local) }

    @Test(arguments: ["http:///x", "http://", "x", "", "http://a.invalid/", "http://%31%32%37.0.0.1/", "http://[::1/"])
    func aHostThatCannotBeFoundIsUnknown(address: String) {
        #expect([.unknown, .local].contains(HostPlace.of(address)))
    }

    @Test func globalIPv6IsOfTheInternet() {
        let global: [UInt8] = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(HostPlace.isOfInternet(global))
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 8, 8, 8, 8]
        #expect(HostPlace.isOfInternet(mapped))
        for count in [0, 3, 5, 15, 17] { #expect(!HostPlace.isOfInternet([UInt8](repeating: 0x26, count: count))) }
    }

    /// Nothing is requested, not even to find out where the address leads.
    @Test func aMediumThatIsHeldToTheInternetRequestsNothingHere() throws {
        let server = try RangeServer(try IndexClip.bytes(try IndexClip.make("segment.ts", ClipCase.x264)))
        defer { server.end() }
        var options = MediaPipeline.Options()
        let restriction = InternetOnly(server.url)
        options.http.internetOnly = restriction
        let failure = try Viewer(MediaLocation(server.url), options).failure()
        #expect(failure?.description.contains("not known to be on the internet") == true)
        #expect(server.requests == 0)
        // Another medium of the same player, and the same one once its user agrees.
        #expect(try Viewer(MediaLocation(server.url + "?"), options).opened() != nil)
        restriction.lift()
        #expect(try Viewer(MediaLocation(server.url), options).opened() != nil)
    }
}
