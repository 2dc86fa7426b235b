import Foundation
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Media with several video tracks.
@Suite struct VideoTrackTests {
    /// Returns a clip of two videos of five seconds and different sizes and codecs, a tone, and a cover.
    private func clip(_ container: String = "mkv", cover: Bool = true) throws -> String {
        let path = IndexClip.path("two-videos.\(container)")
        let first = try IndexClip.make("first.mkv", frames: 150, ClipCase.x264)
        let image = try IndexClip.make("cover.png", ["-frames:v", "1", "-c:v", "png"])
        var arguments = ["-i", first, "-f", "lavfi", "-i", "testsrc2=s=128x64:r=30:d=5"]
        arguments += ["-f", "lavfi", "-i", "sine=frequency=700:duration=5:sample_rate=48000"]
        if cover { arguments += ["-i", image] }
        arguments += ["-map", "0:v", "-map", "1:v", "-map", "2:a"] + (cover ? ["-map", "3:v"] : [])
        arguments += ["-c:v:0", "copy", "-c:v:1", "mpeg4", "-q:v:1", "3", "-g:v:1", "15", "-c:a", "aac"]
        arguments += ["-metadata:s:v:1", "title=Other side", "-metadata:s:v:1", "language=ger"]
        if cover { arguments += ["-c:v:2", "copy", "-disposition:v:2", "attached_pic"] }
        try ffmpeg(arguments + [path])
        return path
    }

    @Test func allButTheCoverAreListed() throws {
        let viewer = try Viewer(try clip("mp4"))
        let info = try #require(try viewer.opened())
        #expect(info.videoTracks.map(\.codec) == ["h264", "mpeg4"])
        #expect(info.videoTracks.map(\.width) == [160, 128])
        #expect(info.videoTracks.map(\.language) == [nil, "ger"])
        #expect(viewer.pipeline.selectedVideo == 0)
        let named = try Viewer(try clip(cover: false))
        #expect(try #require(try named.opened()).videoTracks.map(\.title) == [nil, "Other side"])
    }

    /// The track changes there and back, at the end, and many times in quick succession.
    @Test(arguments: ["mkv", "mp4", "ts"]) func anotherOneBeginsWhereItIsSought(_ container: String) throws {
        let viewer = try Viewer(try clip(container, cover: false))
        let first = try #require(try viewer.next())
        #expect(first.width == 160)
        #expect(viewer.pipeline.selectVideo(1))
        let other = try #require(try viewer.seek(.seconds(2)))
        #expect(other.width == 128 && other.height == 64)
        #expect(other.time > .milliseconds(1900) && other.time <= .milliseconds(2001))
        let info = try #require(viewer.pipeline.snapshot.info)
        #expect(info.video.codec == "mpeg4" && info.video.width == 128 && info.videoTracks.count == 2)
        #expect(viewer.pipeline.selectedVideo == 1)
        let rest = try viewer.rest()
        #expect(rest.count >= 85 && rest.allSatisfy { $0.width == 128 })
        #expect(viewer.pipeline.selectVideo(0))
        let back = try #require(try viewer.seek(.seconds(3)))
        #expect(back.width == 160)
        #expect(IndexClip.index(of: back).map { (89...91).contains($0) } == true)
        for index in 0..<20 {
            _ = viewer.pipeline.selectVideo(index % 2)
            _ = viewer.pipeline.seek(to: .milliseconds(100 * index))
        }
        let last = try #require(try viewer.seek(.seconds(1)))
        #expect(last.width == 128)
        #expect(viewer.pipeline.snapshot.phase.failure == nil)
    }

    @Test func whatIsNoPlaceOrComesAsAStreamChangesNothing() throws {
        let path = try clip(cover: false)
        let viewer = try Viewer(path)
        #expect(!viewer.pipeline.selectVideo(0), "nothing is open")
        try viewer.opened()
        #expect(!viewer.pipeline.selectVideo(0), "the present one")
        #expect(!viewer.pipeline.selectVideo(2) && !viewer.pipeline.selectVideo(-1))
        let pipe = try NamedPipe(IndexClip.path("two-videos.pipe"))
        try pipe.write(try IndexClip.bytes(path))
        let piped = try Viewer(pipe.path)
        #expect(try #require(try piped.opened()).videoTracks.count == 2)
        #expect(!piped.pipeline.selectVideo(1))
        #expect(try piped.rest().allSatisfy { $0.width == 160 })
    }

    /// The sound that was decoded goes on without a gap.
    @Test func soundGoesOnMeanwhile() throws {
        let listener = try Listener()
        let viewer = try Viewer(.path(try clip(cover: false)), audio: listener)
        for _ in 0..<30 { _ = try viewer.next() }
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) >= .milliseconds(1500) ? true : nil }
        #expect(viewer.pipeline.selectVideo(1))
        let frame = try #require(try viewer.seek(.seconds(1), .exactAfterPreview))
        #expect(frame.width == 128)
        _ = try viewer.rest()
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) >= .milliseconds(4900) ? true : nil }
        let heard = listener.heard
        for (earlier, later) in zip(heard, heard.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(100) && gap > .microseconds(-100))
        }
        #expect(abs(frequency(of: heard) - 700) < 3)
    }
}
