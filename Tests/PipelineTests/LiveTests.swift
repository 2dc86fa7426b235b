import Foundation
import OrielDemux
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Synchronization
import Testing

/// Live HLS and DASH streams, whose segments are added during playback, and a complete DASH stream.
@Suite struct LiveTests {
    /// A live HLS server of half a minute in segments of a second; its playlist has the five newest.
    final class Channel: Sendable {
        let server: RangeServer
        private let state: State

        /// - Parameter edge: The number of the newest segment.
        init(edge: Int) throws {
            let clip = try IndexClip.make("live.mkv", frames: 150, ClipCase.x264 + ["-g", "30", "-bf", "0"])
            let name = IndexClip.path("live")
            try ffmpeg(
                ["-stream_loop", "5", "-i", clip, "-c", "copy", "-f", "segment", "-segment_time", "1"]
                    + ["-segment_format", "mpegts", "\(name)-%02d.ts"])
            let segments = try (0..<30).map { try IndexClip.bytes("\(name)-\($0 < 10 ? "0" : "")\($0).ts") }
            let state = State(edge: edge)
            self.state = state
            server = try RangeServer { path in state.file(path, segments) }
        }

        private final class State: Sendable {
            let edge: Mutex<Int>
            let more = Mutex("")
            init(edge: Int) { self.edge = Mutex(edge) }

            func file(_ path: String, _ segments: [[UInt8]]) -> [UInt8]? {
                let edge = edge.withLock { $0 }
                let present = max(0, edge - 4)...edge
                guard path == "/live.m3u8" else {
                    let number = Int(path.dropFirst().prefix { $0.isNumber })
                    return number.flatMap { present.contains($0) ? segments[$0] : nil }
                }
                let head = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n"
                let list = present.map { "#EXTINF:1.0,\n\($0).ts\n" }.joined()
                let more = more.withLock { $0 }
                return Array((head + "#EXT-X-MEDIA-SEQUENCE:\(present.lowerBound)\n" + list + more).utf8)
            }
        }

        var url: String { "http://127.0.0.1:\(server.port)/live.m3u8" }

        /// Makes `edge` the newest segment.
        /// - Parameter more: Lines at the playlist's end.
        func go(to edge: Int, adding more: String = "") {
            state.more.withLock { $0 = more }
            state.edge.withLock { $0 = edge }
        }
    }

    @Test func aLiveStreamIsTakenUpWhereItIs() throws {
        let channel = try Channel(edge: 6)
        defer { channel.server.end() }
        let viewer = try Viewer(.url(channel.url))
        let info = try #require(try viewer.opened())
        #expect(info.isLive && info.hasLiveEdge && !info.isSeekable && info.duration == nil)
        // libavformat begins with the third segment from the end.
        let first = try #require(try viewer.next())
        #expect(IndexClip.index(of: first) == 120 && first.time == .seconds(2))
        for edge in [14, 22] {
            channel.go(to: edge)
            let generation = try #require(viewer.pipeline.seekToLiveEdge())
            var frame = try #require(try viewer.next())
            while frame.generation < generation { frame = try #require(try viewer.next()) }
            let segment = edge - 2
            // The frame times go on, so the jump's length is known.
            #expect(IndexClip.index(of: frame) == segment * 30 % 150)
            #expect(abs((frame.time - .seconds(segment - 2)).seconds) < 0.05, "\(frame.time)")
            let following = try #require(try viewer.next())
            #expect(IndexClip.index(of: following) == (segment * 30 + 1) % 150 && following.time > frame.time)
        }
        channel.server.become(.missing)
        _ = viewer.pipeline.seekToLiveEdge()
        guard case .network? = try viewer.failure()?.kind else {
            Issue.record("\(viewer.pipeline.snapshot.phase)")
            return
        }
    }

    /// Media time zero is the beginning of segment 2, the oldest when the stream was opened.
    @Test(arguments: [
        (time: 0.5, edge: 6, frame: 75), (0, 6, 60), (2.5, 6, 135), (3, 8, 150), (0, 8, 120), (20, 20, 570),
        (60, 20, 570),
    ])
    func aLiveStreamIsSoughtInWhatTheServerHas(_ time: Double, edge: Int, frame wanted: Int) throws {
        let channel = try Channel(edge: 6)
        defer { channel.server.end() }
        let viewer = try Viewer(.url(channel.url))
        #expect(try viewer.opened()?.hasLiveWindow == true)
        _ = try #require(try viewer.next())
        channel.go(to: edge)
        let frame = try #require(try viewer.seek(.seconds(time)))
        #expect(IndexClip.index(of: frame) == wanted % 150, "\(frame.time)")
        // An exact seek enters its frame at the target.
        #expect(abs(frame.time.seconds - Double(wanted) / 30 + 2) < 0.05, "\(frame.time)")
        let next = try #require(try viewer.next())
        #expect(IndexClip.index(of: next) == (wanted + 1) % 150 && next.time > frame.time)
    }

    @Test func aWindowGoesOnWithThePlaylist() {
        func playlist(from sequence: Int, _ lengths: String...) -> [UInt8] {
            let segments = lengths.map { "#EXTINF:\($0),\n\($0).ts\n" }.joined()
            return Array("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n\(segments)".utf8)
        }
        var window = LiveWindow(playlist(from: 7, "2", "3", "2", "2.5", "2"))
        #expect(window.head == .seconds(5))
        #expect(window.place(of: .seconds(6)) == (3, .seconds(5), .seconds(6)))
        #expect(window.place(of: .seconds(-1)) == (5, .zero, .seconds(-1)))
        #expect(window.place(of: .seconds(60)) == (2, .seconds(7), .seconds(7)))
        window.advance(to: playlist(from: 9, "2", "2.5", "2", "4"))
        #expect(window.place(of: .seconds(6)) == (4, .seconds(5), .seconds(6)))
        // A playlist from before is no news.
        window.advance(to: playlist(from: 8, "3", "2", "2.5"))
        #expect(window.place(of: .seconds(6)) == (4, .seconds(5), .seconds(6)))
        // Two segments came and went in between.
        window.advance(to: playlist(from: 15, "1", "1", "1"))
        #expect(window.place(of: .zero).start == .milliseconds(17_500))
        for absurd in ["-1", "nan", "1e999", "x", ""] {
            for sequence in [.max, .min, 0, .max] {
                window.advance(to: playlist(from: sequence, absurd, absurd, absurd, absurd))
                #expect(window.place(of: .seconds(6)).segment <= 4)
            }
        }
        window.advance(to: [])
        #expect(window.place(of: .seconds(6)).segment == 0)
    }

    @Test func aFileHasNoLiveEdge() throws {
        let bytes = try NetworkTests().clip()
        for behaviour in [RangeServer.Behaviour.whole, .withoutRanges] {
            let server = try RangeServer(bytes, behaviour)
            defer { server.end() }
            let viewer = try Viewer(MediaLocation(server.url))
            let info = try viewer.opened()
            #expect(info?.hasLiveEdge == false && info?.hasLiveWindow == false)
            #expect(viewer.pipeline.seekToLiveEdge() == nil)
        }
    }

    /// Closing never waits for a playlist that doesn't come, nor does closing while the stream is reopened.
    @Test func aSilentServerHoldsUpNothing() throws {
        let channel = try Channel(edge: 6)
        defer { channel.server.end() }
        let viewer = try Viewer(.url(channel.url))
        _ = try viewer.next()
        channel.server.become(.stallingAfter(0))
        let requests = channel.server.requests
        #expect(viewer.pipeline.seekToLiveEdge() != nil)
        try viewer.wait(.milliseconds(1)) { channel.server.requests > requests ? true : nil }
        let clock = ContinuousClock()
        let taken = clock.measure { viewer.pipeline.close() }
        #expect(taken < .seconds(2))
    }

    /// A live DASH server: a segment is added each second, and a request for a later segment waits for it.
    final class Broadcast: Sendable {
        let server: RangeServer
        /// The time at which the first segment began.
        private let begin: Begin

        private final class Begin: Sendable {
            let time: Mutex<Date>
            let isOver = Atomic(false)
            init(_ time: Date) { self.time = Mutex(time) }
            var segments: Double { Date().timeIntervalSince(time.withLock { $0 }) }
        }

        /// - Parameter age: The number of seconds since the broadcast's beginning.
        init(age: Int) throws {
            let folder = IndexClip.path("broadcast")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let clip = try IndexClip.make("live.mkv", frames: 150, ClipCase.x264 + ["-g", "30", "-bf", "0"])
            try ffmpeg(
                ["-stream_loop", "11", "-i", clip, "-c", "copy", "-f", "dash", "-seg_duration", "1"]
                    + ["-use_template", "1", "-use_timeline", "0", "-init_seg_name", "i.m4s"]
                    + ["-media_seg_name", "$Number$.m4s", folder + "/list.mpd"])
            let begin = Begin(Self.whole(-age))
            self.begin = begin
            server = try RangeServer { path in
                guard path == "/live.mpd" else {
                    guard let number = Double(path.dropFirst().prefix { $0.isNumber }) else {
                        return try? IndexClip.bytes(folder + path)
                    }
                    _ = wait(.seconds(10)) { begin.segments >= number || begin.isOver.load(ordering: .acquiring) }
                    return begin.segments >= number ? try? IndexClip.bytes(folder + path) : nil
                }
                let style = Date.ISO8601FormatStyle()
                let text = """
                    <?xml version="1.0"?>
                    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011"
                        type="dynamic" availabilityStartTime="\(begin.time.withLock { $0 }.formatted(style))"
                        publishTime="\(Date().formatted(style))" minimumUpdatePeriod="PT2S" minBufferTime="PT1S"
                        timeShiftBufferDepth="PT10S" suggestedPresentationDelay="PT3S">
                    <Period id="0" start="PT0S"><AdaptationSet contentType="video" segmentAlignment="true">
                    <Representation id="0" mimeType="video/mp4" codecs="avc1.42c00a" bandwidth="100000" width="160"
                        height="90" frameRate="30/1"><SegmentTemplate timescale="1" duration="1" startNumber="1"
                        initialization="i.m4s" media="$Number$.m4s"/></Representation>
                    </AdaptationSet></Period></MPD>
                    """
                return Array(text.utf8)
            }
        }

        /// Returns the time in so many seconds, rounded down to a whole second, as manifests have it.
        private static func whole(_ seconds: Int) -> Date {
            Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + Double(seconds)).rounded(.down))
        }

        var url: String { "http://127.0.0.1:\(server.port)/live.mpd" }

        func end() {
            begin.isOver.store(true, ordering: .releasing)
            server.end()
        }

        /// Makes `age` the number of seconds since the broadcast's beginning.
        func go(to age: Int) { begin.time.withLock { $0 = Self.whole(-age) } }
    }

    @Test func aLiveManifestIsTakenUpWhereItIs() throws {
        let broadcast = try Broadcast(age: 8)
        defer { broadcast.end() }
        let viewer = try Viewer(.url(broadcast.url))
        let info = try #require(try viewer.opened())
        #expect(info.container == "dash" && info.isLive && info.hasLiveEdge && !info.isSeekable && info.duration == nil)
        func segment(of frame: VideoFrame, near wanted: Int) -> Int? {
            guard let index = IndexClip.index(of: frame) else { return nil }
            return (wanted - 2...wanted + 2).first { $0 * 30 % 150 == index / 30 * 30 }
        }
        // Playback begins at the start of the segment three seconds behind the live edge, and goes on from there.
        let first = try #require(try viewer.next())
        let start = try #require(segment(of: first, near: 5))
        #expect(IndexClip.index(of: first).map { $0 % 30 } == 0)
        for number in 1..<75 {
            let frame = try #require(try viewer.next())
            #expect(IndexClip.index(of: frame) == (start * 30 + number) % 150)
        }
        #expect(viewer.pipeline.seek(to: .seconds(1)) == nil)
        broadcast.go(to: 40)
        let generation = try #require(viewer.pipeline.seekToLiveEdge())
        var frame = try #require(try viewer.next())
        while frame.generation < generation { frame = try #require(try viewer.next()) }
        #expect(segment(of: frame, near: 37) != nil && IndexClip.index(of: frame).map { $0 % 30 } == 0)
        // The frame times go on, so the jump's length is known.
        #expect(abs((frame.time - first.time).seconds - Double(37 - start)) <= 2, "\(frame.time)")
    }

    /// Closing isn't delayed while the demuxer waits for a segment.
    @Test func aManifestWithoutNewsIsLeftAtOnce() throws {
        let broadcast = try Broadcast(age: 8)
        defer { broadcast.end() }
        let viewer = try Viewer(.url(broadcast.url))
        _ = try viewer.next()
        broadcast.go(to: -3600)
        let requests = broadcast.server.requests
        try viewer.wait(.milliseconds(1)) {
            _ = viewer.pipeline.takeFrame()
            return broadcast.server.requests > requests ? true : nil
        }
        let taken = ContinuousClock().measure { viewer.pipeline.close() }
        #expect(taken < .seconds(2))
    }

    @Test func aManifestAndItsSegmentsArePlayedAndSought() throws {
        let folder = IndexClip.path("dash")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let clip = try IndexClip.make("dash.mkv", frames: 150, ClipCase.x264 + ["-g", "30", "-bf", "0"])
        try ffmpeg(
            [
                "-i", clip, "-c", "copy", "-f", "dash", "-seg_duration", "1", "-init_seg_name",
                "i-$RepresentationID$.m4s",
            ]
                + ["-media_seg_name", "s-$RepresentationID$-$Number$.m4s", folder + "/list.mpd"])
        let server = try RangeServer { try? IndexClip.bytes(folder + $0) }
        defer { server.end() }
        let viewer = try Viewer(.url("http://127.0.0.1:\(server.port)/list.mpd"))
        let info = try #require(try viewer.opened())
        #expect(info.container == "dash" && !info.isLive && !info.hasLiveEdge)
        #expect(info.duration.map { abs($0.seconds - 5) < 0.1 } == true)
        expectComplete(try viewer.rest(), 150)
        #expect(try viewer.seek(.seconds(3)).flatMap(IndexClip.index) == 90)
        expectComplete(try viewer.rest(), 59, from: 91)
    }
}
