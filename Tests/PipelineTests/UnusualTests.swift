import Foundation
import OrielMedia
import OrielPipeline
import OrielTestSupport
import Testing

/// Containers without an index or duration, with references to other files, or that begin in the middle.
@Suite struct UnusualTests {
    /// Fields that can't be written to a pipe afterwards (index, duration) are missing.
    @Test(arguments: ["matroska", "flv", "nut", "avi", "webm"])
    func aContainerThatWasStreamedHasNoIndex(_ format: String) throws {
        let codec = format == "webm" ? ["-c:v", "libvpx", "-b:v", "1M"] : ClipCase.x264
        let complete = try IndexClip.make("streamed-source.\(format)", codec + ["-f", format])
        let path = IndexClip.path("streamed.\(format)")
        try ffmpeg(["-i", complete, "-c", "copy", "-f", format, "pipe:1"], output: path)
        try expectExactSeeks(path, 45)
    }

    @Test func anEditListTrimsTheStart() throws {
        let path = IndexClip.path("trimmed.mp4")
        try ffmpeg(["-ss", "0.7", "-i", try ClipCase.codecs[0].file(), "-c", "copy", path])
        let viewer = try Viewer(path)
        #expect(try viewer.next().flatMap(IndexClip.index) == 21)
        try expectExactSeeks(path, 24, from: 21)
    }

    @Test func aPlaylistOfSegments() throws {
        let folder = IndexClip.path("hls")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try ffmpeg(
            ["-i", try ClipCase.codecs[0].file(), "-c", "copy", "-f", "hls", "-hls_time", "0.5"]
                + ["-hls_playlist_type", "vod", folder + "/list.m3u8"])
        try expectExactSeeks(folder + "/list.m3u8", 45)
    }

    @Test func aListOfFiles() throws {
        let first = try IndexClip.make("part-0.mkv", ClipCase.x264 + ["-vf", "select=lt(n\\,20)", "-frames:v", "20"])
        _ = try IndexClip.make(
            "part-1.mkv", ClipCase.x264 + ["-vf", "select=gte(n\\,20),setpts=N/30/TB", "-frames:v", "25"])
        let folder = String(first.dropLast("/part-0.mkv".count))
        let list = folder + "/list.ffconcat"
        try "ffconcat version 1.0\nfile part-0.mkv\nfile part-1.mkv\n".write(
            toFile: list, atomically: true, encoding: .utf8)
        expectComplete(try Viewer(list).rest(), 45)
    }

    @Test func theBestOfSeveralVideoStreams() throws {
        let path = IndexClip.path("two.mkv")
        let cover = try IndexClip.make("one.png", ["-frames:v", "1", "-c:v", "png"])
        try ffmpeg(
            ["-i", cover, "-i", try ClipCase.codecs[0].file(), "-map", "0", "-map", "1", "-c", "copy"]
                + ["-disposition:v:0", "attached_pic", path])
        expectComplete(try Viewer(path).rest(), 45)
    }

    @Test func aLinkAndAFileThatIsRemoved() throws {
        let path = IndexClip.path("link.mp4")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: try ClipCase.codecs[0].file())
        expectComplete(try Viewer(path).rest(), 45)
        // The file is removed during playback: the open descriptor keeps it.
        let doomed = try IndexClip.write(try IndexClip.bytes(path), "doomed.mp4")
        let viewer = try Viewer(doomed, MediaPipeline.Options(loops: true))
        try viewer.opened()
        try FileManager.default.removeItem(atPath: doomed)
        var frames: [VideoFrame] = []
        for _ in 0..<90 { if let frame = try viewer.next() { frames.append(frame) } }
        #expect(frames.map(IndexClip.index) == (0..<90).map { $0 % 45 })
    }
}
