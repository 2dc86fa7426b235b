import Glibc
import OrielMedia
import OrielPlayback
import OrielTestSupport
import Testing

/// Protocols that are libavformat's alone, each from a server of this machine: they open, play, and end with their server.
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

        /// `ffmpeg`'s arguments behind the medium's.
        func output(_ port: Int) -> [String] {
            switch self {
            case .rtmp: ["-f", "flv", "-listen", "1", url(port)]
            case .tcp: ["-f", "mpegts", url(port) + "?listen=1"]
            case .udp: ["-f", "mpegts", url(port)]
            case .http: ["-f", "mpegts", "-listen", "1", url(port)]
            }
        }
    }

    /// What comes as it happens has no way back; where a connection says so, its end is the medium's.
    @Test(arguments: Way.allCases) func itComesAsItHappens(_ way: Way) throws {
        let clip = try IndexClip.make("protocol.mkv", frames: 90, ClipCase.x264 + ["-g", "30", "-bf", "0"])
        let port = try LoopbackListener.freePort()
        let server = try ChildProcess(
            "ffmpeg", ["-v", "error", "-re", "-i", clip, "-c", "copy"] + way.output(port))
        defer { server.stop(grace: .zero) }
        // One that can't be connected to yet is refused, as to any player; UDP is only listened to.
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
