import Foundation
import Glibc
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Costs of `oriel float`, and of floating nothing.
@Suite(
    .serialized, .needs(program: "pipewire"), .needs(program: "wireplumber"), .needs(program: "dbus-daemon"),
    .needs(program: "gdbus"))
struct FloatCostTests {
    /// A player that floats nothing doesn't load libpipewire, makes no thread for it, and asks neither PipeWire nor the
    /// portal for windows and cameras, though all are there.
    @Test(.needs(.phoc)) func aPlayerThatFloatsNothingHasNothingOfPipeWire() async throws {
        let server = try PipeWireServer()
        let bus = server.bus
        defer { server.stop() }
        let front = try StandInPortal(.front, ["--camera", "grant"], pipewire: server, at: bus.address)
        defer { front.stop() }
        let clip = try OrielProgram.clip(.red, frames: 300)
        try await withSession(.phoc) { session, compositor in
            let player = try compositor.launch(
                session.program.path, ["play", "--audio", "none", "--loop", "--id", "a", clip],
                environment: server.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
            defer { player.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            let file = try #require(FileHandle(forReadingAtPath: "/proc/\(player.pid)/maps"))
            let maps = String(decoding: file.readDataToEndOfFile(), as: UTF8.self)
            #expect(maps.contains("/libwayland-client.so"))
            #expect(!maps.contains("/libpipewire") && !maps.contains("/libspa-"))
            let threads = Self.threadTimes(of: player.pid).keys
            #expect(threads.contains("oriel") && !threads.contains("pipewire") && !threads.contains("cameras"))
            // It has asked the portal for other things.
            let words = front.calls.flatMap { $0.split(separator: " ") }
            #expect(words.contains("Register"), "\(front.calls)")
            for word in ["ScreenCast", "Camera", "AccessCamera", "SelectSources", "OpenPipeWireRemote"] {
                #expect(!words.contains(Substring(word)), "\(front.calls)")
            }
            let clients = try ChildProcess(
                "pw-cli", ["ls", "Client"], environment: Executable.environment.merging(server.environment) { $1 })
            #expect(clients.wait(.seconds(10)) == .code(0))
            #expect(clients.standardOutput.contains("WirePlumber"))
            #expect(!clients.standardOutput.contains("\"\(player.pid)\""), "\(clients.standardOutput)")
        }
    }

    /// A floated 1080p window isn't copied: its stream's thread takes far less processor time than reading its pixels
    /// once, which is left to the drawing.
    @Test(.needs(.phoc)) func aFloatedWindowIsNotCopied() async throws {
        let server = try PipeWireServer()
        let bus = server.bus
        defer { server.stop() }
        let film = try VideoSource(["--memory", "sealed", "--width", "1920", "--height", "1080"], in: server)
        defer { film.stop() }
        let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
        defer { front.stop() }
        try await withSession(.phoc) { session, compositor in
            let float = try compositor.launch(
                session.program.path, ["float"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            defer { float.stop(grace: .zero) }
            try session.wait(for: ["float": .pip])
            try film.tell("blank 1")
            try session.wait(for: "float") { $0.frames.presented > 30 }
            let before = (try session.player("float").frames.presented, Self.threadTimes(of: float.pid))
            pause(.seconds(3), because: "commands would be measured too")
            let after = Self.threadTimes(of: float.pid)
            let frames = max(1, try session.player("float").frames.presented - before.0)
            let once = Self.readingOnce()
            let costs = after.map { ($0, ($1 - (before.1[$0] ?? .zero)) / frames / once) }
            let stream = try #require(costs.first { $0.0 == "pipewire" }?.1)
            // A copy would be 1.7 at least.
            #expect(stream <= 1, "times reading once (\(once)), by threads, of \(frames) frames: \(costs)")
        }
    }

    /// Processor time of reading 1080p once from memory, the median of 30.
    private static func readingOnce() -> Duration {
        let count = 1920 * 1080 * 4
        let buffers = (0..<6).map { _ in [UInt8](repeating: 1, count: count) }
        let times = (0..<30).map { turn in
            let before = MonotonicClock.threadCPUTime
            // It looks at each byte, by vectors.
            let isFound = buffers[turn % 6].withUnsafeBytes { bytes in
                bytes.baseAddress.map { memchr($0, 2, count) != nil } ?? true
            }
            let time = MonotonicClock.threadCPUTime - before
            precondition(!isFound)
            return time
        }
        return times.sorted()[15]
    }

    /// Processor time of a process's threads, by their names.
    private static func threadTimes(of pid: Int32) -> [String: Duration] {
        let folder = "/proc/\(pid)/task"
        var times: [String: Duration] = [:]
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let name = try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8),
                let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8),
                let time = text.split(separator: " ").first.flatMap({ Int64($0) })
            else { continue }
            times[name.trimmingCharacters(in: .newlines), default: .zero] += .nanoseconds(time)
        }
        return times
    }
}
