import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import Testing

/// RTSP, with the tests' own server.
@Suite struct SessionTests {
    private func clip() throws -> String {
        try IndexClip.make("session.mkv", frames: 150, ClipCase.x264 + ["-bf", "0"])
    }

    /// The packets come on ports of their own, or interleaved on the one connection if the server requires it.
    @Test(arguments: [SessionServer.Behaviour.playing, .interleaved]) func aSessionIsPlayedAndTakenUpAnew(
        _ behaviour: SessionServer.Behaviour
    ) throws {
        let server = try SessionServer(try clip(), behaviour)
        defer { server.end() }
        let viewer = try Viewer(.url(server.url))
        let info = try #require(try viewer.opened())
        #expect(info.container == "rtsp" && info.isLive && info.hasLiveEdge)
        var indices: [Int] = []
        while indices.count < 40, let frame = try viewer.next() {
            indices += IndexClip.index(of: frame).map { [$0] } ?? []
        }
        let first = try #require(indices.first)
        #expect(first < 60 && indices == Array(first..<first + 40), "\(indices)")
        let generation = try #require(viewer.pipeline.seekToLiveEdge())
        var frame = try #require(try viewer.next())
        while frame.generation < generation { frame = try #require(try viewer.next()) }
        #expect(IndexClip.index(of: frame).map { $0 < 60 } == true)
        #expect(server.connections >= 2)
    }

    /// Closing isn't delayed by a server that answers nothing, nor by a session without packets.
    @Test(arguments: [SessionServer.Behaviour.silent, .empty]) func aSilentServerIsLeftAtOnce(
        _ behaviour: SessionServer.Behaviour
    ) throws {
        let server = try SessionServer(try clip(), behaviour)
        defer { server.end() }
        let viewer = try Viewer(.url(server.url))
        try viewer.wait(.milliseconds(10)) { server.connections > 0 ? true : nil }
        let before = MonotonicClock.now
        viewer.pipeline.close()
        #expect(MonotonicClock.now - before < .seconds(2))
    }

    /// The medium fails after 15 s without a byte.
    @Test func aSilentServerIsGivenUp() throws {
        let server = try SessionServer(try clip(), .silent)
        defer { server.end() }
        let before = MonotonicClock.now
        let viewer = try Viewer(.url(server.url))
        guard case .network? = try viewer.failure()?.kind else {
            Issue.record("\(viewer.pipeline.snapshot.phase)")
            return
        }
        #expect(MonotonicClock.now - before < .seconds(40))
    }
}
