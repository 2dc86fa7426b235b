import Foundation
import Glibc
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Measurements without pass limits: the CPU cost of decoding beside ffmpeg's, and the cost of a paused pipeline.
/// They run only if `ORIEL_BENCHMARK` is set; use `--filter` and let nothing else run.
@Suite(
    .serialized, .enabled(if: ProcessInfo.processInfo.environment["ORIEL_BENCHMARK"] != nil, "ORIEL_BENCHMARK is unset")
)
struct BenchmarkTests {
    /// Returns the path of a clip of 300 frames of 1920×1080, made at the first call.
    static func clip(_ name: String, _ codec: [String]) throws -> String {
        let path = IndexClip.folder + "/" + name
        if FileManager.default.fileExists(atPath: path) { return path }
        try ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30,noise=alls=6:allf=t", "-frames:v", "300"] + codec + [
                path
            ])
        return path
    }

    static var childTime: Duration {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }

    @Test(arguments: [
        ("bench-h264.mp4", ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"]),
        (
            "bench-vp9.webm",
            ["-c:v", "libvpx-vp9", "-b:v", "4M", "-deadline", "realtime", "-cpu-used", "8", "-pix_fmt", "yuv420p"]
        ),
    ])
    func decodingCostsWhatFFmpegNeeds(_ name: String, _ codec: [String]) throws {
        let path = try Self.clip(name, codec)
        for _ in 0..<2 {
            let childBefore = Self.childTime
            try ffmpeg(["-threads", "2", "-i", path, "-f", "null", "-"])
            let reference = Self.childTime - childBefore
            let before = MonotonicClock.processCPUTime
            let start = MonotonicClock.now
            let viewer = try Viewer(path, MediaPipeline.Options(decoderThreads: 2))
            var count = 0
            while try viewer.next() != nil { count += 1 }
            let own = MonotonicClock.processCPUTime - before
            let elapsed = MonotonicClock.now - start
            #expect(count == 300)
            print(
                "\(name): \(own.nanoseconds / 300_000) µs CPU a frame, ffmpeg \(reference.nanoseconds / 300_000), ratio",
                Double(own.nanoseconds * 100 / max(1, reference.nanoseconds)) / 100,
                "in", elapsed.nanoseconds / 1_000_000, "ms")
        }
    }

    /// Seeks with the automatic number of decoder threads (nil), and with a fixed one.
    @Test(arguments: [nil, 1, 2])
    func seekingCosts(_ threads: Int?) throws {
        let path = try Self.clip("bench-h264.mp4", ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"])
        let start = MonotonicClock.now
        let viewer = try Viewer(path, MediaPipeline.Options(decoderThreads: threads))
        try viewer.opened()
        _ = try viewer.next()
        let first = MonotonicClock.now - start
        var times: [Duration] = []
        for index in [299, 0, 249, 251, 120, 10, 240] {
            let start = MonotonicClock.now
            let frame = try viewer.seek(.seconds(index) / 30)
            times.append(MonotonicClock.now - start)
            let distance = try #require(frame).time - .seconds(index) / 30
            #expect(distance < .milliseconds(17) && distance > .milliseconds(-17))
        }
        print(
            "\(threads.map { "\($0)" } ?? "any number of") threads: first picture after \(first.nanoseconds / 1_000_000) ms;",
            "exact seeks, keyframes 250 frames apart, ms:", times.map { $0.nanoseconds / 1_000_000 })
    }

    @Test func whilePausedNothingRuns() throws {
        let path = try Self.clip("bench-h264.mp4", ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"])
        let viewer = try Viewer(path)
        try viewer.wait { viewer.pipeline.statistics.queuedFrames == Viewer.full ? true : nil }
        func switches() -> Int {
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            var sum = 0
            for task in tasks {
                let status = (try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)) ?? ""
                guard status.contains("oriel-") || status.contains("av:") else { continue }
                for line in status.split(separator: "\n") where line.contains("voluntary_ctxt_switches") {
                    sum += Int(line.filter(\.isNumber)) ?? 0
                }
            }
            return sum
        }
        // The decoder's threads may not have gone to sleep yet.
        #expect(wait(.seconds(20)) { viewer.wakeups(during: .milliseconds(200)) == 0 })
        let before = (switches(), MonotonicClock.processCPUTime)
        #expect(viewer.wakeups(during: .seconds(5)) == 0)
        let count = switches() - before.0
        #expect(count <= 5)
        print(
            "paused for 5 s: \(count) context switches of the pipeline's threads,",
            (MonotonicClock.processCPUTime - before.1).nanoseconds / 1000, "µs CPU of the whole process")
    }
}
