import Foundation
import Glibc
public import OrielGeometry
import OrielPlatform
import Synchronization

/// A private compositor without a screen, in folders of its own, drawing with pixman. It is gone when `stop` was called,
/// when this object is, and when this process ends in any way.
///
/// Tests get one through `withCompositor`, which lets only one run at a time on this machine.
public final class HeadlessCompositor: Sendable {
    /// How to start one.
    public struct Configuration: Sendable {
        public var kind: CompositorKind
        /// Each output's size, at 60 Hz.
        public var size: Size
        /// Outputs named HEADLESS-1, HEADLESS-2, …; weston has one.
        public var outputs: Int
        /// Lines for the configuration file, such as sway's `bindsym`, after those that set up the outputs.
        public var text: String
        /// True to use `text` alone as the configuration file.
        public var isLiteral: Bool
        /// True to schedule it ahead of its clients where that is allowed, as newer compositors ask for themselves: one
        /// that starves shows what no capture can tell apart from its clients' faults.
        public var isAhead: Bool
        /// Further environment of the compositor and its clients.
        public var environment: [String: String]

        public init(
            _ kind: CompositorKind, size: Size = Size(width: 1280, height: 720), outputs: Int = 1, text: String = "",
            isLiteral: Bool = false, isAhead: Bool = true, environment: [String: String] = [:]
        ) {
            self.kind = kind
            self.size = size
            self.outputs = outputs
            self.text = text
            self.isLiteral = isLiteral
            self.isAhead = isAhead
            self.environment = environment
        }
    }

    public let configuration: Configuration
    public var kind: CompositorKind { configuration.kind }
    /// The absolute path of its Wayland socket.
    public let socket: String
    /// The `XDG_RUNTIME_DIR` of it and its clients.
    public let runtimeFolder: String
    /// The environment for its clients.
    public let environment: [String: String]
    /// The user it runs as, where that isn't this process's: sway refuses to run as root.
    public let user: ChildProcess.User?
    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let logPath: String
    private let seatKeeper: SeatKeeper?
    private let finalLog = Mutex<String?>(nil)

    /// Starts it and waits until it answers.
    public init(_ configuration: Configuration) throws {
        if let missing = configuration.kind.missing { throw TestSupportError(missing) }
        self.configuration = configuration
        user = configuration.kind == .sway && getuid() == 0 ? ChildProcess.User(uid: 54321, gid: 54321) : nil
        folder = try TemporaryFolder()
        runtimeFolder = try folder.subfolder("run", owner: user)
        logPath = "\(folder.path)/log"
        var variables = try Self.baseEnvironment(
            runtime: runtimeFolder, home: folder.subfolder("home", owner: user))
        variables.merge(configuration.environment) { $1 }

        let launch = try Launch(configuration, folder: folder.path)
        let process = try ChildProcess(
            launch.command[0], Array(launch.command.dropFirst()),
            environment: variables.merging(launch.environment) { $1 }, user: user,
            priority: configuration.isAhead ? .ahead : .ordinary,
            output: .file(logPath))
        self.process = process
        let runtime = runtimeFolder
        var found: String?
        let ready = wait(.seconds(20)) {
            guard process.isRunning else { return true }
            found = Self.socket(in: runtime)
            return found.map(Self.answers) ?? false
        }
        guard ready, let socket = found, process.isRunning else {
            process.stop()
            let log = (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? ""
            throw TestSupportError("\(configuration.kind) did not start: \(log.suffix(2000))")
        }
        self.socket = socket
        seatKeeper = configuration.kind == .phoc ? try SeatKeeper(socket: socket) : nil
        variables["WAYLAND_DISPLAY"] = URL(fileURLWithPath: socket).lastPathComponent
        if let ipc = Self.entries(of: runtimeFolder).first(where: { $0.hasPrefix("sway-ipc.") }) {
            variables["SWAYSOCK"] = "\(runtimeFolder)/\(ipc)"
        }
        environment = variables
    }

    deinit { stop() }

    /// False once it ended, by `stop` or by itself.
    public var isRunning: Bool { process.isRunning }

    /// The compositor's process, for signals and readings.
    public var pid: Int32 { process.pid }

    /// What it wrote to its log.
    public var log: String {
        finalLog.withLock { $0 } ?? ((try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "")
    }

    /// Ends it and removes its folders. Its clients lose their connection.
    public func stop() {
        process.stop(grace: .seconds(2))
        finalLog.withLock { if $0 == nil { $0 = (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" } }
        folder.remove()
    }

    /// Kills it without a chance to say goodbye, as a crash would.
    public func kill() { process.send(SIGKILL) }

    /// Starts a client in this session, as the session's user. Where the compositor can't be put ahead of its clients,
    /// the client is put behind the compositor.
    public func launch(
        _ program: String, _ arguments: [String] = [], environment extra: [String: String] = [:],
        output: ChildProcess.Output = .collected
    ) throws -> ChildProcess {
        try ChildProcess(
            program, arguments, environment: environment.merging(extra) { $1 }, folder: "/", user: user,
            priority: configuration.isAhead && !Priority.mayHurry ? .behind(10) : .ordinary, output: output)
    }

    /// Runs `swaymsg` with these arguments and answers what it printed.
    @discardableResult
    public func swaymsg(_ arguments: String...) throws -> String {
        let child = try launch("swaymsg", arguments)
        guard let exit = child.wait(.seconds(10)) else { throw TestSupportError("swaymsg does not end") }
        guard exit == .code(0) else {
            throw TestSupportError("swaymsg \(arguments): \(child.standardError)\(child.standardOutput)")
        }
        return child.standardOutput
    }

    private static func baseEnvironment(runtime: String, home: String) -> [String: String] {
        let own = Executable.environment
        var variables = ["PATH": own["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": home]
        variables["XDG_RUNTIME_DIR"] = runtime
        for (name, folder) in [("CONFIG", ".config"), ("STATE", ".state"), ("CACHE", ".cache"), ("DATA", ".data")] {
            variables["XDG_\(name)_HOME"] = "\(home)/\(folder)"
        }
        if let path = own["LD_LIBRARY_PATH"] { variables["LD_LIBRARY_PATH"] = path }
        return variables
    }

    private static func entries(of folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func socket(in folder: String) -> String? {
        entries(of: folder).first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }.map { "\(folder)/\($0)" }
    }

    private static func answers(_ socket: String) -> Bool {
        guard let connection = try? ToolConnection(socket: socket), let outputs = try? connection.outputs() else {
            return false
        }
        return outputs.contains { $0.width > 0 }
    }
}

/// A virtual mouse that is never moved: phoc has no seat before it has an input device, and ends itself when a client
/// makes a layer surface without one.
private final class SeatKeeper: @unchecked Sendable {  // Never touched between creation and release.
    private let pointer: VirtualPointer

    init(socket: String) throws { pointer = try VirtualPointer(socket: socket) }
}

/// The command, the files and the environment that start one kind of compositor.
private struct Launch {
    var command: [String]
    var environment: [String: String] = [:]

    init(_ configuration: HeadlessCompositor.Configuration, folder: String) throws {
        let file = "\(folder)/config"
        let (width, height) = (configuration.size.width, configuration.size.height)
        let names = (1...max(1, configuration.outputs)).map { "HEADLESS-\($0)" }
        var text: String
        switch configuration.kind {
        case .sway:
            text = "xwayland disable\ndefault_border none\n"
            text += names.map { "output \($0) mode --custom \(width)x\(height)@60Hz\n" }.joined()
            command = ["sway", "-c", file]
        case .phoc:
            text = "[core]\nxwayland=false\n"
            text += names.map { "[output:\($0)]\nmode=\(width)x\(height)\n" }.joined()
            command = ["phoc", "-C", file]
        case .weston:
            text = "[core]\nidle-time=0\n[shell]\npanel-position=none\nlocking=false\nanimation=none\n"
            text += "startup-animation=none\nclose-animation=none\nbackground-color=0xff202020\n"
            command = [
                "weston", "--backend=headless-backend.so", "--use-pixman", "--socket=wayland-1", "--debug",
                "--width=\(width)", "--height=\(height)", "--config=\(file)",
            ]
        }
        if configuration.kind.isWlroots {
            environment = [
                "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
                "WLR_HEADLESS_OUTPUTS": "\(names.count)",
            ]
        }
        if configuration.isLiteral { text = "" }
        text += configuration.text
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
            throw TestSupportError("\(file) can't be written")
        }
        chmod(file, 0o644)
    }
}
