import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import OrielStamps
import OrielTestSupport
import Testing

/// From the command to the picture, in a clip of 1080p30 with a key frame each two seconds, in full screen: for
/// `scripts/prove`, on a machine that does nothing else. Oriel and mpv take turns on one compositor, and what they show
/// is captured in the same way.
@Suite(
    .serialized,
    .enabled(if: isProving || Counts.of("ORIEL_SEEKS", default: 0) > 0, "for a quiet machine; ORIEL_SEEKS=20 runs it"))
struct SeekBenchmarkTests {
    private static let frames = 1800
    private static let seeks = Counts.of("ORIEL_SEEKS", default: 100)
    private static let inARow = 20

    private static func clip(_ stream: StampColor) throws -> String {
        try StampedClip(
            stream: stream, size: .init(width: 1920, height: 1080), frames: frames, keyInterval: 60, sound: ClipSound()
        ).file()
    }

    /// Frames that are not near each other.
    private static func targets(_ round: Int) -> [Int] {
        (0..<inARow).map { ($0 + round * inARow) * 7919 % (frames - 150) + 60 }
    }

    /// From now to the composition that first shows the frame, or one right after it where it plays on; in
    /// milliseconds.
    private func time(
        to frame: Int, of stream: StampColor, in capture: ScreenCapture, isPlaying: Bool, _ command: () throws -> Void
    ) throws -> Double {
        let first = capture.count
        let began = MonotonicClock.now
        try command()
        let shown = capture.wait(.seconds(10), from: first) { composition in
            guard composition.time > began, let index = composition.index(of: stream) else { return false }
            return index == frame || isPlaying && (frame..<frame + 45).contains(index)
        }
        return (try #require(shown, "frame \(frame) of \(stream) was not shown").time - began) / .milliseconds(1)
    }

    /// A little behind the frame's own time, so that no rounding makes it another one.
    private func seconds(of frame: Int) -> Double { Double(frame) / 30 + 0.001 }

    private func remote(in session: OrielSession) throws -> RemoteControl {
        RemoteControl(
            directory: try RuntimeDirectory(base: session.compositor.runtimeFolder),
            display: session.compositor.environment["WAYLAND_DISPLAY"] ?? "")
    }

    private func seek(_ remote: RemoteControl, to frame: Int) throws {
        try remote.perform(.player(.seek(.to(.seconds(seconds(of: frame))))), waits: false)
    }

    private func withCapture(_ body: (OrielSession, ScreenCapture) throws -> Void) async throws {
        let server = try SoundServer()
        defer { server.stop() }
        // As its own user: the commands come from this process.
        try await withSession(.phoc, environment: server.environment) { session, compositor in
            let capture = try ScreenCapture(socket: compositor.socket)
            try body(session, capture)
            try capture.stop()
        }
    }

    private func startOriel(_ session: OrielSession, _ options: [String]) throws {
        try session.play(
            ["--id", "a", "--fullscreen"] + options + [try Self.clip(.green)], audio: "pulse",
            expecting: ["a": .fullscreen])
        pause(.milliseconds(500), because: "the end of the start is not measured")
    }

    private func stopOriel(_ session: OrielSession) throws {
        session.stop()
        try #require(try wait(.seconds(10)) { try session.status().isEmpty })
    }

    private func startMPV(_ session: OrielSession, _ capture: ScreenCapture, _ options: [String]) throws -> MPVPlayer {
        let first = capture.count
        let mpv = try MPVPlayer(
            in: session.compositor, ["--ao=pulse", "--fs"] + options + [try Self.clip(.red)],
            environment: session.environment)
        let isSeen = capture.wait(.seconds(20), from: first) { $0.index(of: .red) != nil }
        try #require(isSeen != nil, "mpv shows nothing: \(mpv.child.standardError)")
        pause(.milliseconds(500), because: "the end of the start is not measured")
        return mpv
    }

    /// With sound in both, paused and playing.
    @Test(.needs(.phoc), .needs(program: "pulseaudio"), arguments: [true, false])
    func fromTheCommandToTheFrame(isPlaying: Bool) async throws {
        var (ours, theirs) = ([Double](), [Double]())
        let hasMPV = Executable.exists("mpv")
        try await withCapture { session, capture in
            for round in 0..<max(1, Self.seeks / Self.inARow) {
                let targets = Self.targets(round)
                func measure(_ stream: StampColor, _ seek: (Int) throws -> Void) throws -> [Double] {
                    try targets.map { target in
                        defer { pause(.milliseconds(200), because: "the measured pace") }
                        return try time(to: target, of: stream, in: capture, isPlaying: isPlaying) { try seek(target) }
                    }
                }
                try startOriel(session, isPlaying ? [] : ["--paused"])
                let remote = try remote(in: session)
                ours += try measure(.green) { try seek(remote, to: $0) }
                try stopOriel(session)
                guard hasMPV else { continue }
                let mpv = try startMPV(session, capture, isPlaying ? [] : ["--pause"])
                theirs += try measure(.red) { try mpv.send("seek", "\(seconds(of: $0))", "absolute+exact") }
                mpv.child.stop()
            }
        }
        let (own, other) = (Quantiles(ours), Quantiles(theirs))
        print("seeks, \(isPlaying ? "playing" : "paused"), ms from the command to the frame: Oriel \(own)")
        if isProving { #expect(own.p95 <= 150) }
        guard hasMPV else { return print("not compared with mpv, which is not installed (scripts/setup bench)") }
        print("  mpv \(other); p95 \((own.p95 / other.p95 * 100).rounded() / 100) times mpv's")
        if isProving { #expect(own.p95 <= other.p95) }
    }

    /// Thirty requests a second, to and fro through the clip, each twelve frames from the one before: what is shown of
    /// them.
    @Test(.needs(.phoc), .needs(program: "pulseaudio")) func scrubbing() async throws {
        let seconds = Self.seeks >= 100 ? 10 : 4
        try await withCapture { session, capture in
            func scrub(_ name: String, _ stream: StampColor, _ seek: (Int) throws -> Void) throws -> Double {
                let (first, began) = (capture.count, MonotonicClock.now)
                var target = 0
                for number in 0..<seconds * 30 {
                    let place = number * 12 % 2400
                    target = 300 + min(place, 2400 - place)
                    try seek(target)
                    let next = began + .seconds(Double(number + 1) / 30)
                    pause(max(.zero, next - MonotonicClock.now), because: "the measured pace")
                }
                let ended = MonotonicClock.now
                let last = capture.wait(.seconds(10), from: first) { $0.index(of: stream) == target }
                let shown = StreamTimeline(
                    of: stream, in: Array(capture.compositions[first...]), present: .until(ended)
                ).shown.count
                print(
                    "scrubbing, \(seconds * 30) requests in \((ended - began) / .seconds(1)) s: \(name) shows "
                        + "\(Double(shown) / Double(seconds)) pictures a second, the last one asked for "
                        + "\(last.map { "\(max(0, (($0.time - ended) / .milliseconds(1)).rounded())) ms" } ?? "never") after the last request"
                )
                #expect(last != nil)
                return Double(shown) / Double(seconds)
            }
            try startOriel(session, ["--paused"])
            let remote = try remote(in: session)
            let rate = try scrub("Oriel", .green) { try seek(remote, to: $0) }
            if isProving { #expect(rate >= 10) }
            try stopOriel(session)
            guard Executable.exists("mpv") else { return }
            let mpv = try startMPV(session, capture, ["--pause"])
            _ = try scrub("mpv", .red) { try mpv.send("seek", "\(self.seconds(of: $0))", "absolute+exact") }
        }
    }
}
