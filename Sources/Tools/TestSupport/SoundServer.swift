import Foundation
import Glibc
import OrielPlatform
import Synchronization

/// A private PulseAudio without device: a sink that plays in real time without output, and whose monitor can be
/// recorded. It has its own folders, so that the user's files stay untouched. It ends at `stop`, with this object, and
/// with this process in any case.
public final class SoundServer: Sendable {
    /// Address for its clients, as in `PULSE_SERVER`.
    public let address: String
    /// Environment with which clients find the server and store no state elsewhere.
    public let environment: [String: String]
    private let folder: TemporaryFolder
    private let process = Mutex<ChildProcess?>(nil)
    private let rate: Int
    private let channels: Int
    private let rewinds: Bool

    /// Starts the server and waits until it answers.
    /// - Parameters:
    ///   - rate: the sink's samples per second.
    ///   - channels: the sink's channels: 2, or 6 for 5.1.
    ///   - rewinds: whether the sink can discard mixed samples that were not heard, as most devices do. Such a sink
    ///     mixes two seconds of silence at its start, and recordings begin after those; otherwise 50 ms.
    public init(rate: Int = 48000, channels: Int = 2, rewinds: Bool = true) throws {
        folder = try TemporaryFolder()
        self.rewinds = rewinds
        self.rate = rate
        self.channels = channels
        address = "unix:\(folder.path)/native"
        var variables = ["PULSE_SERVER": address]
        variables["PULSE_RUNTIME_PATH"] = try folder.subfolder("run")
        variables["PULSE_STATE_PATH"] = try folder.subfolder("state")
        environment = variables
        try start()
    }

    deinit { stop() }

    /// Starts the server again, after `kill` or `stop`.
    /// - Returns: host time of the first request that it answered.
    @discardableResult
    public func start() throws -> Duration {
        let home = try folder.subfolder("home")
        let process = try ChildProcess(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
                "--log-target=stderr",
                "-L",
                "module-null-sink \(device.joined(separator: " "))",
                "-L",
                "module-native-protocol-unix auth-anonymous=1 socket=\(folder.path)/native",
            ],
            environment: [
                "PATH": Executable.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": home,
                "XDG_RUNTIME_DIR": environment["PULSE_RUNTIME_PATH"] ?? home,
                "PULSE_RUNTIME_PATH": environment["PULSE_RUNTIME_PATH"] ?? home,
                "PULSE_STATE_PATH": environment["PULSE_STATE_PATH"] ?? home,
            ])
        self.process.withLock { $0 = process }
        var asked = MonotonicClock.now
        let isReady = wait(.seconds(20)) {
            asked = MonotonicClock.now
            return !process.isRunning || self.answers
        }
        guard isReady, process.isRunning else {
            process.stop()
            throw TestSupportError("pulseaudio did not start: \(process.standardError.suffix(1000))")
        }
        return asked
    }

    /// Removes its device; clients that play or record there are notified.
    public func removeDevice() throws { try pactl("unload-module", "module-null-sink") }

    /// Adds the device again.
    public func addDevice() throws { _ = try pactl(["load-module", "module-null-sink"] + device) }

    private var device: [String] {
        [
            "sink_name=null", "format=float32le", "rate=\(rate)", "channels=\(channels)",
            "channel_map=\(SoundRecording.map(of: channels))",
        ] + (rewinds ? [] : ["norewinds=1"])
    }

    private var answers: Bool {
        guard let child = try? control("info") else { return false }
        return child.wait(.seconds(5)) == .code(0)
    }

    private func control(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess("pactl", arguments, environment: Executable.environment.merging(environment) { $1 })
    }

    /// Runs `pactl` with these arguments and returns its output.
    @discardableResult
    public func pactl(_ arguments: String...) throws -> String { try pactl(arguments) }

    private func pactl(_ arguments: [String]) throws -> String {
        let child = try ChildProcess(
            "pactl", arguments, environment: Executable.environment.merging(environment) { $1 })
        guard child.wait(.seconds(10)) == .code(0) else {
            throw TestSupportError("pactl \(arguments): \(child.standardError)")
        }
        return child.standardOutput
    }

    /// Identifier of the server's process; nil if it doesn't run.
    package var pid: Int32? { process.withLock { $0?.pid } }

    /// Stops or continues it (SIGSTOP, SIGCONT): a server that doesn't answer for a while.
    public func setAnswering(_ isAnswering: Bool) { process.withLock { $0?.send(isAnswering ? SIGCONT : SIGSTOP) } }

    /// Kills it at once, as a crash would.
    public func kill() {
        process.withLock { process in
            process?.send(SIGKILL)
            _ = process?.wait(.seconds(10))
            process = nil
        }
        unlink("\(folder.path)/native")
    }

    /// Ends the server and removes its folders.
    public func stop() {
        process.withLock { process in
            process?.stop(grace: .seconds(1))
            process = nil
        }
        folder.remove()
    }

    /// Records the sink until the recording is stopped or released.
    /// - Parameter channels: 1 mixes all channels.
    public func record(channels: Int = 1) throws -> SoundRecording {
        try SoundRecording(of: self, rate: rate, channels: channels, folder: folder.path)
    }
}
