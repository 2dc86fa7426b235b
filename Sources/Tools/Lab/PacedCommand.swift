import ArgumentParser
import Foundation
import Glibc
import Oriel
import OrielTestSupport

/// The workload whose instructions `scripts/bench --check` counts.
struct PacedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paced", abstract: "Shows so many frames, each when the one before was seen, and counts switches.",
        discussion: """
            The same frames of 1920×1080 in a window each time, however long that takes, so that what it does can be counted. \
            oriel-lab paced --on-fake shm 20 valgrind … runs the words after the number, and itself behind them, as a client \
            of a compositor without a screen, whose windows are 480×270.
            """)

    @Flag(help: "In a compositor of its own.") var onFake = false
    @Flag(help: "In a window of an app's own, with a connection of its own.") var inline = false
    @Flag(help: "Only the middle of each frame, half as wide and high.") var crop = false
    @Argument(help: "What draws: shm or gles.", transform: renderer(named:)) var renderer: Renderer
    @Argument(help: "How many frames.") var frames: Int
    @Argument(parsing: .captureForPassthrough, help: "What to run it by.") var program: [String] = []

    func run() throws {
        guard onFake else { return try MainActor.assumeIsolated { try show() } }
        var rules = FakeRules()
        rules.windowSize = (480, 270)
        rules.refresh = .every(milliseconds: 4)
        var offer = FakeOffer()
        // Only an inline view needs it; Oriel's own window is counted as before.
        offer.hasSubcompositor = inline
        let fake = try FakeCompositor(offer, rules: rules)
        defer { fake.stop() }
        let words =
            program + [CommandLine.arguments[0], "paced"] + (inline ? ["--inline"] : []) + (crop ? ["--crop"] : [])
            + [renderer.rawValue, "\(frames)"]
        // A rasteriser thread would do a variable part of the work.
        let child = try fake.launch(words[0], Array(words.dropFirst()), environment: ["LP_NUM_THREADS": "0"])
        guard let exit = child.wait(.seconds(300)) else {
            child.stop()
            throw ValidationError("it hangs: \(child.standardError)")
        }
        guard exit == .code(0) else { throw ValidationError("\(exit): \(child.standardError)") }
        print(child.standardOutput, terminator: "")
    }

    @MainActor private func show() throws {
        let application = try Application(id: "org.oriel.Paced", renderer: renderer, handlesSignals: false)
        let place = inline ? try PacedWindow(application) : nil
        let view = try place?.makeView(in: application) ?? SampleBufferView(in: application)
        let picture = Picture(width: 1920, height: 1080)
        if crop { view.player.pictureForm.crop = .pixels(Rect(x: 480, y: 270, width: 960, height: 540)) }
        view.timebase.setRate(0, time: .zero, atHostTime: Timebase.hostTime)
        view.show()
        var next = 0
        while view.statistics.presented < frames {
            if next <= view.statistics.presented {
                let time = Duration.seconds(next) / 30
                try view.enqueue(picture.frame(at: time))
                view.timebase.setTime(time)
                next += 1
            }
            let patience = application.prepareToWait()
            var descriptor = pollfd(fd: application.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, patience.map { CInt($0 / .milliseconds(1)) } ?? -1)
            guard try application.dispatch() else { break }
        }
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print("\(usage.ru_nvcsw) voluntary switches")
        application.close()
        withExtendedLifetime(place) {}
    }
}

@Sendable private func renderer(named name: String) throws -> Renderer {
    guard let renderer = Renderer(rawValue: name), renderer != .auto else {
        throw ValidationError("no renderer is called \(name)")
    }
    return renderer
}

/// A frame of noise; all frames share its memory.
private final class Picture: @unchecked Sendable {  // Written before frames are made of it.
    private let width: Int
    private let height: Int
    private let bytes: UnsafeMutableRawBufferPointer

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        bytes = .allocate(byteCount: width * height * 3 / 2, alignment: 64)
        var state: UInt32 = 1
        for offset in stride(from: 0, to: bytes.count - 3, by: 4) {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes.storeBytes(of: state, toByteOffset: offset, as: UInt32.self)
        }
    }

    deinit { bytes.deallocate() }

    func frame(at time: Duration) throws(SampleBufferError) -> SampleBuffer {
        let luma = width * height
        let planes = [(0, luma, width), (luma, luma / 4, width / 2), (luma * 5 / 4, luma / 4, width / 2)].map { part in
            SampleBuffer.Plane(
                UnsafeRawBufferPointer(rebasing: bytes[part.0..<part.0 + part.1]), bytesPerRow: part.2)
        }
        return try SampleBuffer(.i420, width: width, height: height, planes: planes, time: time) {
            withExtendedLifetime(self) {}
        }
    }
}
