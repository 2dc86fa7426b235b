import Foundation
import Glibc
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Files that another program is still writing while they are played.
@Suite struct GrowingFileTests {
    /// A file to which a thread appends, as another program would: a program for each piece takes too long to start
    /// where the machine is busy.
    private final class Growth {
        let path: String
        private let bytes: [UInt8]
        private let first: Int
        private let stopped = try? Wakeup()
        private var writer: NamedThread?

        /// Writes the first third.
        init(of whole: String) throws {
            bytes = try IndexClip.bytes(whole)
            first = bytes.count / 3
            path = try IndexClip.write(bytes.prefix(first), "growing." + (whole.split(separator: ".").last ?? ""))
        }

        deinit {
            stopped?.signal()
            writer?.join()
        }

        /// Writes a part of the rest, in pieces.
        /// - Parameters:
        ///   - part: of the whole.
        ///   - pause: seconds between two pieces.
        func write(part: Double = 1, pieces: Int = 16, pause: Double = 0.1) throws {
            let rest = bytes[first..<Int(Double(bytes.count) * part)]
            let step = max(1, (rest.count + pieces - 1) / pieces)
            let file = try #require(FileHandle(forWritingAtPath: path))
            let stopped = try #require(stopped)
            writer = try NamedThread("growth") {
                _ = try? file.seekToEnd()
                var left = rest
                while !left.isEmpty {
                    try? file.write(contentsOf: Data(left.prefix(step)))
                    left = left.dropFirst(step)
                    var event = pollfd(fd: stopped.descriptor, events: Int16(POLLIN), revents: 0)
                    if poll(&event, 1, CInt(pause * 1000)) != 0 { return }
                }
            }
        }

        /// Waits for the last piece.
        func end() {
            #expect(writer?.join(within: .seconds(30)) == true)
            writer = nil
        }
    }

    static let sound = ["-f", "lavfi", "-i", "sine=f=440:d=5", "-map", "0:v", "-map", "1:a", "-shortest"]
    static let clips: [(name: String, options: [String])] = [
        ("grow.ts", ClipCase.x264), ("grow.mkv", ClipCase.x264),
        ("sound.ts", sound + ClipCase.x264 + ["-c:a", "aac"]),
        ("sound.mkv", sound + ClipCase.x264 + ["-c:a", "aac"]),
    ]

    private func clip(_ clip: (name: String, options: [String])) throws -> String {
        try IndexClip.make(clip.name, frames: 150, clip.options)
    }

    /// Returns all frames to the end, each not before its time at twice the speed.
    private func watch(_ viewer: Viewer, to count: Int = .max) throws -> [VideoFrame] {
        var frames: [VideoFrame] = []
        let start = MonotonicClock.now
        while frames.count < count, let frame = try viewer.next() {
            frames.append(frame)
            viewer.wait(for: max(.zero, start + frame.time / 2 - MonotonicClock.now))
        }
        return frames
    }

    /// The player reads ahead and so meets the end early, also if the writer is faster than it plays.
    @Test(arguments: zip(clips, [0.1, 0.3, 0.3, 0.1])) func aFileThatGrowsIsPlayedToItsEnd(
        of made: (name: String, options: [String]), pause: Double
    ) throws {
        let growth = try Growth(of: try clip(made))
        try growth.write(pause: pause)
        let viewer = try Viewer(growth.path)
        let frames = try watch(viewer)
        #expect(frames.map(IndexClip.index) == (0..<150).map { $0 }, "\(frames.count) frames")
        let info = try #require(viewer.pipeline.snapshot.info)
        #expect(!info.isGrowing && !info.isDurationGuessed)
        #expect(info.duration.map { abs($0.seconds - 5) < 0.1 } == true, "\(String(describing: info.duration))")
        growth.end()
    }

    static let songs: [(name: String, options: [String])] = [
        ("grow.mp3", ["-c:a", "libmp3lame"]), ("grow.flac", ["-c:a", "flac"]), ("grow.aac", ["-c:a", "aac"]),
        ("grow.ogg", ["-c:a", "libvorbis"]), ("grow.wav", []),
    ]

    @Test(arguments: songs) func musicThatGrowsIsHeardToItsEnd(of made: (name: String, options: [String])) throws {
        let song = IndexClip.path(made.name)
        try ffmpeg(["-f", "lavfi", "-i", "anoisesrc=d=6:r=44100:a=0.3"] + made.options + [song])
        let growth = try Growth(of: song)
        try growth.write()
        let listener = try Listener(limit: 0)
        let viewer = try Viewer(.path(growth.path), audio: listener)
        try #require(try viewer.opened() != nil)
        let start = MonotonicClock.now
        try viewer.wait(.milliseconds(20)) {
            // At twice the speed.
            let heard = listener.heard.reduce(0) { $0 + $1.frames }
            listener.allow(max(0, Int((MonotonicClock.now - start).seconds * 2 * 44_100) - heard))
            return viewer.pipeline.snapshot.soundUntil != nil
                && (listener.heard.last?.end ?? .zero) > .milliseconds(5900) ? true : nil
        }
        growth.end()
        let length = try #require(viewer.pipeline.snapshot.info?.duration)
        #expect(abs(length.seconds - 6) < 0.15, "\(length)")
    }

    /// Writing that stops in the middle is an end, after a moment.
    @Test func aFileThatStopsGrowingEndsThere() throws {
        let growth = try Growth(of: try clip(Self.clips[0]))
        try growth.write(part: 0.7)
        let viewer = try Viewer(growth.path)
        let start = MonotonicClock.now
        let count = try watch(viewer).count
        #expect(count > 90 && count < 120, "\(count)")
        #expect(MonotonicClock.now - start < .seconds(20))
        let length = try #require(viewer.pipeline.snapshot.info?.duration)
        #expect(abs(length.seconds - Double(count) / 30) < 0.2)
        // The same again doesn't wait.
        growth.end()
        let again = MonotonicClock.now
        #expect(try viewer.seek(.seconds(3)).flatMap(IndexClip.index) == 90)
        _ = try viewer.rest()
        #expect(MonotonicClock.now - again < .milliseconds(1500))
    }

    /// A file that was written lately, or long ago, is over when its frames are.
    static let fragments = (
        name: "grow.mp4", options: ClipCase.x264 + ["-movflags", "frag_keyframe+empty_moov"]
    )

    @Test(arguments: clips + [fragments], [true, false]) func aFileThatDoesNotGrowIsNotWaitedFor(
        of made: (name: String, options: [String]), isFresh: Bool
    ) throws {
        let path = try IndexClip.write(try IndexClip.bytes(try clip(made)), made.name)
        var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
        if !isFresh { try #require(utimes(path, &times) == 0) }
        let viewer = try Viewer(path)
        try viewer.opened()
        let start = MonotonicClock.now
        if !isFresh { try viewer.wait(.milliseconds(10)) { viewer.pipeline.snapshot.isReadToEnd ? true : nil } }
        expectComplete(try viewer.rest(), 150)
        #expect(MonotonicClock.now - start < .milliseconds(1500))
        #expect(viewer.pipeline.snapshot.info?.isDurationGuessed == false)
    }

    @Test func aSeekInterruptsTheWaitAndReachesTheGrownPart() throws {
        let growth = try Growth(of: try clip(Self.clips[0]))
        let viewer = try Viewer(growth.path)
        try viewer.opened()
        try growth.write(pause: 0.02)
        growth.end()
        try viewer.wait(.milliseconds(10)) { viewer.pipeline.snapshot.info?.isGrowing == true ? true : nil }
        #expect(try viewer.seek(.seconds(4)).flatMap(IndexClip.index) == 120)
        #expect(try viewer.seek(.seconds(1)).flatMap(IndexClip.index) == 30)
        #expect(try viewer.rest().count == 119)
    }

    @Test func aLoopRepeatsTheGrownFile() throws {
        let growth = try Growth(of: try clip(Self.clips[3]))
        try growth.write(pieces: 400, pause: 0.004)
        // A file that hasn't grown since it was opened is taken for complete as soon as a decoder lacks packets: until
        // it has grown, no picture is taken, and less sound than the first third has.
        let listener = try Listener(limit: 24_000)
        let viewer = try Viewer(.path(growth.path), MediaPipeline.Options(loops: true), audio: listener)
        try viewer.wait(.milliseconds(10)) { viewer.pipeline.snapshot.info?.isGrowing == true ? true : nil }
        listener.allow(1 << 40)
        var frames = try watch(viewer, to: 150)
        while frames.count < 400, let frame = try viewer.next() { frames.append(frame) }
        // Its end would stop the writer.
        growth.end()
        #expect(frames.map(IndexClip.index) == (0..<400).map { $0 % 150 })
    }
}
