import Foundation
import Glibc
import OrielGeometry
import OrielMedia
import OrielStamps
import OrielTestSupport
import Testing

/// The apps of `Examples/`, where every user can run them, and clips beside them.
struct ExampleApps {
    let folder: TemporaryFolder
    /// Log with the output of all apps.
    var log: String { folder.path + "/log" }

    /// Whether they were built beside the tests.
    static var areBuilt: Bool { names.allSatisfy { (try? Executable.built($0)) != nil } }
    static let names = [
        "Call", "Cinema", "Custom", "GLibLoop", "GTKWindow", "Lecture", "Observing", "OwnLoop", "Persistence",
        "SampleBuffers", "Seats", "Standard",
    ]

    init() throws {
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        for name in Self.names {
            try Executable.place(Executable.built(name), at: path(of: name))
        }
    }

    func path(of app: String) -> String { "\(folder.path)/\(app)" }

    /// A clip, of two minutes by default, that every user can read, by its stream's name, which becomes the player's.
    func clip(_ stream: StampColor, frames: Int = 3600) throws -> String {
        let path = "\(folder.path)/\(stream.name).mp4"
        let clip = StampedClip(stream: stream, size: Size(width: 320, height: 180), frames: frames)
        try Executable.place(clip.file(), at: path)
        return path
    }

    /// Puts English subtitles beside a clip.
    func addSubtitles(to clip: String) throws {
        let path = clip.replacing(/mp4$/, with: "en.srt")
        try "1\n00:00:01,000 --> 00:00:09,000\nA line.\n".write(toFile: path, atomically: true, encoding: .utf8)
    }
}

/// The apps running in one compositor, and what they print, in the order in which they print it.
final class ExampleSession {
    private let compositor: HeadlessCompositor
    private let apps: ExampleApps
    private var children: [ChildProcess] = []

    private let environment: [String: String]

    init(_ compositor: HeadlessCompositor, _ apps: ExampleApps, environment: [String: String] = [:]) {
        self.compositor = compositor
        self.apps = apps
        self.environment = environment
    }

    deinit { for child in children { child.stop(grace: .zero) } }

    /// Starts an app. All write to one file, whose order is theirs.
    func start(_ app: String, _ arguments: String...) throws -> ChildProcess {
        let child = try compositor.launch(
            apps.path(of: app), arguments, environment: environment, output: .file(apps.log))
        children.append(child)
        return child
    }

    /// Starts an app whose standard input is a pipe, and answers what is written into it by `write`.
    func start(_ app: String, reading pipe: String) throws -> ChildProcess {
        guard mkfifo(pipe, 0o666) == 0, chmod(pipe, 0o666) == 0 else { throw TestSupportError("no pipe \(pipe)") }
        let child = try compositor.launch(
            "/bin/sh", ["-c", "exec \"$0\" < \"$1\"", apps.path(of: app), pipe], output: .file(apps.log))
        children.append(child)
        return child
    }

    /// Lines that the apps have printed, without the library's log lines.
    var lines: [String] {
        let text = (try? String(contentsOfFile: apps.log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init).filter {
            line in ExampleApps.names.contains { line.hasPrefix($0 + ": ") }
        }
    }

    /// Waits until so many lines were printed after the first `start` ones, and answers them.
    func lines(_ count: Int, after start: Int, limit: Duration = .seconds(30)) -> [String] {
        _ = wait(limit, every: .milliseconds(20)) { lines.count >= start + count }
        return Array(lines.dropFirst(start))
    }

    /// Everything they wrote, for a failure's message.
    var everything: String { (try? String(contentsOfFile: apps.log, encoding: .utf8)) ?? "" }
}

/// Where a stream stands on the screen.
enum StreamPlace {
    case fullScreen, overlay

    func holds(_ stream: StampColor, in composition: Composition) -> Bool {
        let places = composition.places(of: stream)
        guard places.count == 1, let width = places.first?.width else { return false }
        return self == .fullScreen ? width >= 1200 : (100...500).contains(width)
    }
}
