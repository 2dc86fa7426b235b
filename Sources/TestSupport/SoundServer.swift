import Foundation
import Glibc
import OrielPlatform
import Synchronization

/// A private PulseAudio without a device: a sink that plays in real time to nobody, and whose monitor can be recorded. Its
/// folders are its own, so that nothing of the user's is touched. It is gone when `stop` was called, when this object is,
/// and when this process ends in any way.
public final class SoundServer: Sendable {
    /// The address for its clients, as `PULSE_SERVER` takes it.
    public let address: String
    /// What its clients need to find it, and to remember nothing of theirs elsewhere.
    public let environment: [String: String]
    private let folder: TemporaryFolder
    private let process = Mutex<ChildProcess?>(nil)
    private let rate: Int
    private let channels: Int
    private let rewinds: Bool

    /// Starts it and waits until it answers.
    /// - Parameters:
    ///   - rate: the sink's samples a second.
    ///   - channels: the sink's: 2, or 6 for 5.1.
    ///   - rewinds: whether the sink takes back what it has mixed and nobody has heard, as most devices do. One that does mixes two
    ///     seconds of silence when it begins, and is recorded only behind those; the other 50 ms.
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

    /// Starts it again, after `kill` or `stop`.
    /// - Returns: the host time of the first question that it answered.
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

    /// Takes its device away; who plays or records there is told so.
    public func removeDevice() throws { try pactl("unload-module", "module-null-sink") }

    /// Gives it the device again.
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

    /// Runs `pactl` with these arguments and answers what it printed.
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

    /// Kills it without a chance to say goodbye, as a crash would.
    public func kill() {
        process.withLock { process in
            process?.send(SIGKILL)
            _ = process?.wait(.seconds(10))
            process = nil
        }
        unlink("\(folder.path)/native")
    }

    /// Ends it and removes its folders.
    public func stop() {
        process.withLock { process in
            process?.stop(grace: .seconds(1))
            process = nil
        }
        folder.remove()
    }

    /// Records what its sink plays, until the recording is stopped or let go of.
    /// - Parameter channels: 1 for all of them as one.
    public func record(channels: Int = 1) throws -> SoundRecording {
        try SoundRecording(of: self, rate: rate, channels: channels, folder: folder.path)
    }
}
