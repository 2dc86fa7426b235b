import Foundation
import Glibc
public import OrielGeometry
import OrielPlatform
import Synchronization

/// A private compositor without display, with its own folders, drawing with pixman. It ends at `stop`, with this
/// object, and with this process in any case.
///
/// Tests get one through `withCompositor`, which runs only one at a time on this machine.
public final class HeadlessCompositor: Sendable {
    /// Parameters of a compositor's start.
    public struct Configuration: Sendable {
        public var kind: CompositorKind
        /// Size of each output, at 60 Hz.
        public var size: Size
        /// Number of outputs, named HEADLESS-1, HEADLESS-2, …; weston has one.
        public var outputs: Int
        /// Additional lines of the configuration file, such as sway's `bindsym`.
        public var text: String
        /// True to use `text` alone as the configuration file.
        public var isLiteral: Bool
        /// True to schedule the compositor before its clients if permitted, as newer compositors request themselves: in
        /// a capture, a compositor without CPU time looks the same as a fault of its clients.
        public var isAhead: Bool
        /// Additional environment of the compositor and its clients, before the usual.
        public var environment: [String: String]

        /// False to leave phoc without a seat, as it is without an input device.
        public var hasSeat: Bool

        public init(
            _ kind: CompositorKind, size: Size = Size(width: 1280, height: 720), outputs: Int = 1, text: String = "",
            isLiteral: Bool = false, isAhead: Bool = true, environment: [String: String] = [:], hasSeat: Bool = true
        ) {
            self.hasSeat = hasSeat
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
    /// Absolute path of the Wayland socket.
    public let socket: String
    /// `XDG_RUNTIME_DIR` of the compositor and its clients.
    public let runtimeFolder: String
    /// Environment for clients.
    public let environment: [String: String]
    /// User that the compositor runs as, if different from this process's: sway refuses to run as root.
    public let user: ChildProcess.User?
    private let folder: TemporaryFolder
    /// False for a compositor that was started in a former one's folders.
    private let ownsFolder: Bool
    private let process: ChildProcess
    /// Process ID of the compositor itself, for signals and measurements.
    public let pid: Int32
    /// Number of compositors that this one's supervisor has started before it.
    private let predecessors: Int
    /// True once the same supervisor has started another one: `stop` leaves it alone.
    private let isSucceeded = Mutex(false)
    private let logPath: String
    private let seatKeeper: SeatKeeper?
    private let finalLog = Mutex<String?>(nil)

    /// Starts the compositor and waits until it answers.
    public convenience init(_ configuration: Configuration) throws {
        try self.init(configuration, in: TemporaryFolder(), ownsFolder: true)
    }

    /// Kills the compositor as a crash would, and starts another in the same folders, which takes the same socket name.
    /// This object stays to be stopped. KWin's wrapper starts the next KWin itself, on the socket that it has kept.
    /// - Parameters:
    ///   - outputs: number of outputs of the new one; nil for that of the old one.
    ///   - meanwhile: runs between the end of the old one and the start of the new one.
    public func restarted(outputs: Int? = nil, _ meanwhile: () throws -> Void = {}) throws -> HeadlessCompositor {
        if kind == .kwin, predecessors < Self.mostCrashes { return try restartedByWrapper(meanwhile) }
        kill()
        // The wrapper would start another one.
        if kind == .kwin { process.stop(grace: .zero) }
        guard process.wait(.seconds(10)) != nil else { throw TestSupportError("\(kind) is not to be killed") }
        for name in Self.entries(of: runtimeFolder) where name.hasPrefix("sway-ipc.") {
            unlink("\(runtimeFolder)/\(name)")
        }
        try meanwhile()
        var next = configuration
        next.outputs = outputs ?? next.outputs
        return try HeadlessCompositor(next, in: folder, ownsFolder: false)
    }

    /// Crashes that KWin's wrapper takes: it gives up after ten.
    private static let mostCrashes = 9

    /// Kills KWin, and lets its wrapper notice only after `meanwhile`.
    private func restartedByWrapper(_ meanwhile: () throws -> Void) throws -> HeadlessCompositor {
        guard let wrapper = ProcessTree.find("kwin_wayland_wr", under: process.pid) else {
            throw TestSupportError("KWin has no wrapper")
        }
        Glibc.kill(wrapper, SIGSTOP)
        defer { Glibc.kill(wrapper, SIGCONT) }
        kill()
        try meanwhile()
        Glibc.kill(wrapper, SIGCONT)
        return try HeadlessCompositor(after: self)
    }

    /// The next compositor of the same supervisor, once it answers.
    private init(after former: HeadlessCompositor) throws {
        var next: Int32?
        let isThere = wait(.seconds(20)) {
            guard let name = former.kind.process else { return false }
            next = ProcessTree.find(name, under: former.process.pid)
            return next != nil && next != former.pid && Self.answers(former.socket)
        }
        guard isThere, let next else {
            throw TestSupportError("\(former.kind) was not started again: \(former.log.suffix(2000))")
        }
        configuration = former.configuration
        socket = former.socket
        runtimeFolder = former.runtimeFolder
        environment = former.environment
        user = former.user
        folder = former.folder
        ownsFolder = false
        process = former.process
        pid = next
        predecessors = former.predecessors + 1
        logPath = former.logPath
        seatKeeper = nil
        former.isSucceeded.withLock { $0 = true }
    }

    private init(_ configuration: Configuration, in folder: TemporaryFolder, ownsFolder: Bool) throws {
        if let missing = configuration.kind.missing { throw TestSupportError(missing) }
        self.configuration = configuration
        user = configuration.kind.user
        predecessors = 0
        self.folder = folder
        self.ownsFolder = ownsFolder
        runtimeFolder = try folder.subfolder("run", owner: user)
        logPath = "\(folder.path)/log"
        var variables = try Self.baseEnvironment(
            runtime: runtimeFolder, home: folder.subfolder("home", owner: user))
        variables.merge(configuration.environment) { $1 }

        let launch = try Launch(configuration, folder: folder.path)
        let isInside = configuration.kind.isInReleaseFolder
        let command =
            isInside ? ReleaseFolder.entering(launch.command, shared: folder.path, user: user) : launch.command
        let process = try ChildProcess(
            command[0], Array(command.dropFirst()),
            environment: variables.merging(launch.environment) { $1 }.merging(configuration.environment) { $1 },
            user: isInside ? nil : user,
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
        let name = configuration.kind.process
        pid = name.flatMap { ProcessTree.find($0, under: process.pid) } ?? process.pid
        seatKeeper = configuration.kind == .phoc && configuration.hasSeat ? try SeatKeeper(socket: socket) : nil
        variables["WAYLAND_DISPLAY"] = URL(fileURLWithPath: socket).lastPathComponent
        if let ipc = Self.entries(of: runtimeFolder).first(where: { $0.hasPrefix("sway-ipc.") }) {
            variables["SWAYSOCK"] = "\(runtimeFolder)/\(ipc)"
        }
        environment = variables
    }

    deinit { stop() }

    /// False once it has ended, by `stop` or otherwise.
    public var isRunning: Bool { process.isRunning }

    /// Log of the compositor.
    public var log: String {
        finalLog.withLock { $0 } ?? ((try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "")
    }

    /// Ends the compositor and removes its own folders. Clients lose their connections.
    public func stop() {
        // The shell that started it in another release's folder ends with it.
        if !isSucceeded.withLock({ $0 }) { process.stop(grace: kind.process == nil ? .seconds(2) : .zero) }
        finalLog.withLock { if $0 == nil { $0 = (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" } }
        if ownsFolder { folder.remove() }
    }

    /// Kills it at once, as a crash would.
    public func kill() {
        if pid == process.pid { process.send(SIGKILL) } else if isRunning { Glibc.kill(pid, SIGKILL) }
    }

    /// Starts a client in this session, as the session's user. If the compositor can't be scheduled before its clients,
    /// the client gets a lower priority.
    public func launch(
        _ program: String, _ arguments: [String] = [], environment extra: [String: String] = [:],
        output: ChildProcess.Output = .collected
    ) throws -> ChildProcess {
        try ChildProcess(
            program, arguments, environment: environment.merging(extra) { $1 }, folder: "/", user: user,
            priority: configuration.isAhead && !Priority.mayHurry ? .behind(10) : .ordinary, output: output)
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

/// A virtual mouse that never moves: phoc has no seat without an input device, and aborts when a client creates a layer
/// surface without a seat.
private final class SeatKeeper: @unchecked Sendable {  // Not used between creation and release.
    private let pointer: VirtualPointer

    init(socket: String) throws { pointer = try VirtualPointer(socket: socket) }
}

/// Command, files and environment that start one kind of compositor.
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
        case .labwc:
            guard width == 1280, height == 720 else { throw TestSupportError("labwc's outputs are 1280x720 here") }
            text = ""
            command = ["labwc", "-c", file]
        case .kwin:
            text = ""
            command = [
                "dbus-run-session", "--", "kwin_wayland_wrapper", "--virtual", "--no-lockscreen", "--width",
                "\(width)", "--height", "\(height)", "--output-count", "\(names.count)",
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
        if configuration.kind == .labwc { text = "<labwc_config>\(text)</labwc_config>\n" }
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
            throw TestSupportError("\(file) can't be written")
        }
        chmod(file, 0o644)
    }
}
