import ArgumentParser
import Foundation
import Glibc
import Oriel
import OrielPlatform
import OrielStamps

struct HurryCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "hurry", abstract: "Full-screen frames of 1920x1080 that are due when they are enqueued.",
        discussion: """
            A thread draws them ahead and enqueues one every so often. At the end a line for each: its number, and the host time, in \
            nanoseconds, right before it was enqueued.
            """)

    @Option(help: "How many there are.") var frames = 300
    @Option(help: "Milliseconds from one to the next.") var interval = 34

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Hurry")
        var options = PlayerView.Options()
        options.name = "hurry"
        let view = try SampleBufferView(in: application, options: options)
        view.timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        view.show(.fullScreen)
        let (count, pause) = (frames, UInt32(max(1, interval) * 1000))
        let thread = try NamedThread("frames") {
            var times: [Duration] = []
            for number in 0..<count {
                let frame = try? SampleBuffer(
                    .bgrx, width: 1920, height: 1080, time: view.timebase.time + .milliseconds(Int(pause) / 1000)
                ) { planes in
                    guard let pixels = planes[0].bytes.bindMemory(to: UInt32.self).baseAddress else { return }
                    StampPainter.paint(
                        .green, index: number % (StampPainter.maximumIndex + 1), size: Size(width: 1920, height: 1080),
                        stride: planes[0].bytesPerRow / 4, into: pixels)
                }
                guard let frame else { continue }
                // The frame is due now.
                let wait = (frame.time - view.timebase.time) / .microseconds(1)
                if wait > 0 { usleep(UInt32(wait)) }
                times.append(Timebase.hostTime)
                try? view.enqueue(frame)
            }
            usleep(500_000)
            for (number, time) in times.enumerated() { print("\(number) \(time.nanoseconds)") }
            Task { @MainActor in view.close() }
        }
        try application.run()
        thread.join()
        print("\(view.statistics)")
    }
}
