import Foundation
import OrielDemux
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielTestSupport
import Testing

/// Files that refer to other files and addresses.
@Suite struct ReferenceTests {
    /// Files that refer to `http://127.0.0.1:PORT/…` in each way that libavformat follows.
    enum Naming: String, CaseIterable, Sendable {
        case playlist = "holiday.mp4"
        case masterPlaylist = "master.m3u8"
        case key = "key.m3u8"
        case manifest = "manifest.mpd"
        case manifestBase = "base.mpd"
        case script = "script.ffconcat"
        case session = "session.sdp"
        case stream = "stream.sdp"

        func text(_ port: UInt16) -> String {
            let address = "http://127.0.0.1:\(port)"
            let head = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
            let manifest = { (base: String, media: String) in
                """
                <?xml version="1.0"?>
                <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S" \
                profiles="urn:mpeg:dash:profile:isoff-main:2011">\(base)<Period duration="PT2S">
                <AdaptationSet mimeType="video/mp4" contentType="video"><Representation id="0" bandwidth="1000">
                <SegmentList duration="2"><Initialization sourceURL="\(media)init.mp4"/>
                <SegmentURL media="\(media)1.m4s"/></SegmentList></Representation></AdaptationSet></Period></MPD>
                """
            }
            switch self {
            case .playlist: return head + "#EXTINF:2,\n\(address)/a.ts\n#EXT-X-ENDLIST\n"
            case .masterPlaylist: return "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n\(address)/a.m3u8\n"
            case .key:
                return head + "#EXT-X-KEY:METHOD=AES-128,URI=\"\(address)/key\"\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
            case .manifest: return manifest("", address + "/")
            case .manifestBase: return manifest("<BaseURL>\(address)/</BaseURL>", "")
            case .script: return "ffconcat version 1.0\nfile '\(address)/a.mp4'\n"
            case .session:
                return "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n"
                    + "m=video \(port) RTP/AVP 96\na=rtpmap:96 H264/90000\n"
            case .stream:
                return "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n"
                    + "m=video 0 RTP/AVP 96\na=control:rtsp://127.0.0.1:\(port)/a\na=rtpmap:96 H264/90000\n"
            }
        }
    }

    @Test(arguments: Naming.allCases)
    func aFileConnectsToNothing(_ naming: Naming) throws {
        let server = try ConnectionCounter()
        let path = try IndexClip.write(naming.text(server.port).utf8, naming.rawValue)
        let error = try Viewer(path).failure()
        #expect(server.end() == 0)
        #expect(error?.description.contains("network") == true, "\(error.map(\.description) ?? "no error")")
    }

    /// Returns a playlist with one segment at this address.
    func playlist(_ segment: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(segment)\n#EXT-X-ENDLIST\n"
    }

    func segment() throws -> String { try IndexClip.make("segment.ts", ClipCase.x264) }

    @Test func aFileConnectsWhereThatIsAllowed() throws {
        let server = try RangeServer(try IndexClip.bytes(try segment()))
        defer { server.end() }
        let path = try IndexClip.write(playlist(server.url + ".ts").utf8, "allowed.m3u8")
        expectComplete(try Viewer(path, MediaPipeline.Options(allowsNetwork: true)).rest(), 45)
        #expect(server.requests > 0)
    }

    @Test func whatWasLeftOutIsToldAfterTheRest() throws {
        let server = try ConnectionCounter()
        let name = try segment().split(separator: "/").last ?? ""
        let list =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.5,\n\(name)\n"
            + "#EXTINF:1.5,\nhttp://127.0.0.1:\(server.port)/b.ts\n#EXT-X-ENDLIST\n"
        let viewer = try Viewer(try IndexClip.write(list.utf8, "mixed.m3u8"))
        expectComplete(try viewer.rest(), 45)
        #expect(viewer.pipeline.snapshot.phase.failure?.kind == .networkRefused("http://127.0.0.1:\(server.port)/b.ts"))
        #expect(server.end() == 0)
    }

    @Test func whatComesFromTheNetworkOpensNoFile() throws {
        let server = try RangeServer([UInt8](playlist("file:" + (try segment())).utf8))
        defer { server.end() }
        for allows in [false, true] {
            let options = MediaPipeline.Options(allowsNetwork: allows)
            let error = try Viewer(.url(server.url + ".m3u8"), options).failure()
            #expect(error?.kind == .referenceRefused("file:" + (try segment())))
        }
    }

    /// The FIFO has no writer: opening it would block for ever.
    @Test func aPlaylistOpensNoPipe() throws {
        let pipe = try NamedPipe(IndexClip.path("segment-pipe.ts"))
        let error = try Viewer(try IndexClip.write(playlist(pipe.path).utf8, "pipe.m3u8")).failure()
        #expect(error?.kind == .referenceRefused("file:" + pipe.path))
    }

    @Test(arguments: ["pipe:0", "fd:0", "udp://127.0.0.1:5555", "subfile,,start,0,end,9,,:/etc/hostname"])
    func aPlaylistOpensNothingElse(_ address: String) throws {
        let error = try Viewer(try IndexClip.write(playlist(address).utf8, "other.m3u8")).failure()
        #expect(error != nil)
        #expect(error?.kind != .undecodable)
    }

    @Test func partsThatAPersonNamesArePlayed() throws {
        expectComplete(try Viewer(MediaLocation("concat:" + (try segment()))).rest(), 45)
        expectComplete(try Viewer(MediaLocation("async:" + (try segment()))).rest(), 45)
        let server = try ConnectionCounter()
        let list = try IndexClip.write("http://127.0.0.1:\(server.port)/a.ts\n".utf8, "parts.txt")
        #expect(try Viewer(MediaLocation("concatf:" + list)).failure() != nil)
        #expect(server.end() == 0)
    }

    @Test func whatOnlyLooksLikeAnAddressIsAFile() throws {
        for text in ["lavfi:testsrc", "subfile,,start,0,end,9,,:/etc/hostname", "img%03d.png", "*.png"] {
            #expect(MediaLocation(text) == .path(text))
            #expect(try Viewer(MediaLocation(text)).failure()?.kind == .noSuchFile)
        }
    }

    @Test func whoMayOpenWhat() {
        func policy(_ text: String, _ allows: Bool = false) -> ProtocolPolicy {
            ProtocolPolicy(MediaLocation(text), allowsNetwork: allows)
        }
        #expect(policy("a.mp4").names == ["file", "crypto", "data"])
        #expect(policy("-").list == "file,crypto,data")
        #expect(policy("a.mp4", true).allows("rtsp://a/b") == false)
        for address in ["https://a/b", "a.ts", "file:/a", "crypto+http://a/b", "rtp://a:1"] {
            #expect(policy("a.mp4", true).allows(address), "\(address)")
        }
        for address in ["http://a/b", "crypto:http://a/b", "crypto+https://a", "pipe:0", "udp://a:1", "hls+http://a"] {
            #expect(!policy("a.mp4").allows(address), "\(address)")
        }
        for text in ["http://a/b", "https://a/b", "rtsp://a/b", "rtmp://a/b", "udp://a:1", "concat:http://a|http://b"] {
            for allows in [false, true] {
                #expect(!policy(text, allows).allows("file:/etc/passwd"), "\(text)")
                #expect(!policy(text, allows).allows("/etc/passwd"), "\(text)")
                #expect(!policy(text, allows).allows("pipe:0"), "\(text)")
                #expect(policy(text, allows).allows("https://c/d"), "\(text)")
            }
        }
        #expect(!policy("http://a/b").allows("udp://a:1"))
        #expect(policy("rtsp://a/b").names.contains("rtp"))
        #expect(policy("concat:a.ts|b.ts").allows("a.ts"))
        #expect(!policy("concat:a.ts|b.ts").allows("http://a"))
        #expect(ProtocolPolicy.networkAddress(in: "file:///a b://c\n 'https://d/e' x") == "b://c")
        #expect(ProtocolPolicy.networkAddress(in: "a ://b file://c") == nil)
    }
}
