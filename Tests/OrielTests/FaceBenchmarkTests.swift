import Foundation
import Oriel
import OrielMedia
import OrielPlatform
import OrielTestSupport
import Testing

/// Cost of the library besides drawing. Figures without checks: only if `ORIEL_BENCHMARK` is set.
@MainActor
@Suite(
    .serialized, .enabled(if: ProcessInfo.processInfo.environment["ORIEL_BENCHMARK"] != nil, "ORIEL_BENCHMARK is unset")
)
struct FaceBenchmarkTests {
    private func report(_ what: String, _ times: [Duration]) {
        let sorted = times.sorted()
        func text(_ time: Duration) -> String { "\((time / .microseconds(1) * 10).rounded() / 10)" }
        print("\(what): \(text(sorted[sorted.count / 2])) µs (median), \(text(sorted[sorted.count * 95 / 100])) (p95)")
    }

    /// Controller, session, delegate and the calls to the host; without compositor and broker.
    @Test func whatATransitionCosts() throws {
        let host = FakeHost()
        let recorder = Recorder()
        let controller = try #require(
            PictureInPictureController(contentSource: PictureInPictureController.ContentSource(host: host)))
        controller.delegate = recorder
        var (starts, ends): ([Duration], [Duration]) = ([], [])
        for round in 0..<2200 {
            let begin = MonotonicClock.processCPUTime
            controller.startPictureInPicture()
            host.act()
            let middle = MonotonicClock.processCPUTime
            controller.closePictureInPicture()
            host.act()
            let end = MonotonicClock.processCPUTime
            #expect(recorder.take().count == 4)
            guard round >= 200 else { continue }
            starts.append(middle - begin)
            ends.append(end - middle)
        }
        report("a start", starts)
        report("an end", ends)
    }

    /// From the app's memory to the frame that a surface draws, without upload and drawing: wrapped, enqueued, taken,
    /// released.
    @Test func whatAPushedFrameCosts() throws {
        let (width, height) = (1920, 1080)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: width * height * 3 / 2, alignment: 64)
        defer { memory.deallocate() }
        let source = try SampleBufferSource(name: "pushed")
        source.timebase.setRate(0, time: .zero, atHostTime: Timebase.hostTime)
        let player = Player(source: source)
        var times: [Duration] = []
        for round in 0..<2200 {
            let begin = MonotonicClock.processCPUTime
            let luma = UnsafeRawBufferPointer(rebasing: memory[..<(width * height)])
            let chroma = UnsafeRawBufferPointer(rebasing: memory[(width * height)...])
            let frame = try SampleBuffer(
                .nv12, width: width, height: height,
                planes: [.init(luma, bytesPerRow: width), .init(chroma, bytesPerRow: width)],
                time: .milliseconds(round * 16)
            ) {}
            try source.enqueue(frame)
            source.timebase.setTime(.milliseconds(round * 16))
            player.sourceHasNews()
            player.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
            let end = MonotonicClock.processCPUTime
            #expect(player.currentFrame?.time == .milliseconds(round * 16))
            if round >= 200 { times.append(end - begin) }
        }
        report("a pushed frame of \(width)x\(height), besides its upload", times)
    }
}
