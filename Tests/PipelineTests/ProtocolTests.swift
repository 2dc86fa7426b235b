import Glibc
import OrielLibav
import OrielMedia
import OrielTestSupport
import Testing

/// Protocols that libavformat alone implements, each from a server on this machine: they open, play and end with it.
@Suite struct ProtocolTests {
    enum Way: String, CaseIterable, Sendable {
        case rtmp, tcp, udp, http

        func url(_ port: Int) -> String {
            switch self {
            case .rtmp: "rtmp://127.0.0.1:\(port)/live/clip"
            case .tcp, .udp: "\(rawValue)://127.0.0.1:\(port)"
            case .http: "http://127.0.0.1:\(port)/clip.ts"
            }
        }

        /// Returns ffmpeg's arguments after those for the medium.
        func output(_ port: Int) -> [String] {
            switch self {
            case .rtmp: ["-f", "flv", "-listen", "1", url(port)]
            case .tcp: ["-f", "mpegts", url(port) + "?listen=1"]
            case .udp: ["-f", "mpegts", url(port)]
            case .http: ["-f", "mpegts", "-listen", "1", url(port)]
            }
        }
    }

    /// Live protocols can't seek; if the connection reports its end, the medium ends.
    @Test(arguments: Way.allCases) func itComesAsItHappens(_ way: Way) throws {
        let clip = try IndexClip.make("protocol.mkv", frames: 90, ClipCase.x264 + ["-g", "30", "-bf", "0"])
        let port = try LoopbackListener.freePort()
        let server = try ChildProcess(
            "ffmpeg", ["-v", "error", "-re", "-i", clip, "-c", "copy"] + way.output(port))
        defer { server.stop(grace: .zero) }
        // A connection before the server listens is refused, as for any player; UDP needs no connection.
        var viewer = try Viewer(.url(way.url(port)))
        var info: MediaInfo?
        for _ in 0..<200 where info == nil {
            info = try? viewer.opened()
            if info == nil {
                usleep(50_000)
                viewer = try Viewer(.url(way.url(port)))
            }
        }
        #expect(info?.isLive == true && info?.isSeekable == false, "\(server.standardError)")
        var indices: [Int] = []
        while indices.count < 40, let frame = try viewer.next() { indices.append(IndexClip.index(of: frame) ?? -1) }
        let first = try #require(indices.first)
        #expect(indices == Array(first..<first + 40))
        if way == .udp { return }
        var last = indices.last
        while let frame = try viewer.next() { last = IndexClip.index(of: frame) }
        #expect(last == 89, "\(String(describing: last))")
    }
}
