import CLinux
import Glibc
import OrielPlatform
import Synchronization
import SystemPackage

/// A child in its own process group that dies with this process in any case (`prctl(PR_SET_PDEATHSIG)` through
/// `setpriv`). All methods may be called from any thread; those that wait block it.
public final class ChildProcess: Sendable {
    /// The way a child ended.
    public enum Exit: Hashable, Sendable {
        case code(CInt)
        case signal(CInt)
    }

    /// Destination of a child's output.
    public enum Output: Sendable {
        /// Collected in memory, separately: `standardOutput` and `standardError`.
        case collected
        /// Both streams, appended to a file.
        case file(String)
        /// The output of this process.
        case inherited
    }

    /// The user a child runs as, if this process is root.
    public struct User: Hashable, Sendable {
        public var uid: UInt32
        public var gid: UInt32

        public init(uid: UInt32, gid: UInt32) {
            self.uid = uid
            self.gid = gid
        }
    }

    public let pid: Int32
    /// Name of the program, for messages.
    public let name: String
    private let watch: Descriptor
    private let output: ChildOutput?
    private let error: ChildOutput?
    private let exit = Mutex<Exit?>(nil)

    /// Starts `program` (a path, or a name found in `PATH`).
    ///
    /// - Parameters:
    ///   - environment: the complete environment; nil for this process's own.
    ///   - folder: the working folder.
    ///   - user: another user to run as; only root may.
    ///   - priority: scheduling priority.
    ///   - output: destination of the output. The input is empty, unless inherited.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, folder: String? = nil,
        user: User? = nil, priority: Priority = .ordinary, output destination: Output = .collected
    ) throws {
        let path = try Executable.find(program)
        name = program
        var command = try priority.prefix + [Executable.find("setpriv"), "--pdeathsig", "KILL"]
        if let user { command += ["--reuid=\(user.uid)", "--regid=\(user.gid)", "--clear-groups"] }
        command.append("--")
        if let folder { command += [try Executable.find("env"), "-C", folder] }
        command += [path] + arguments

        let null = try Descriptor(checking: oriel_open("/dev/null", O_RDWR | O_CLOEXEC, 0), "open")
        var outPipe: (read: CInt, write: CInt) = (-1, -1)
        var errorPipe = outPipe
        var descriptors = Spawner.Descriptors(input: null.number, output: 1, error: 2)
        var log: CInt = -1
        switch destination {
        case .inherited: descriptors.input = 0
        case .file(let path):
            log = oriel_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
            guard log >= 0 else { throw PlatformError("open", Errno(rawValue: errno), subject: path) }
            descriptors.output = log
            descriptors.error = log
        case .collected:
            outPipe = try Self.makePipe()
            errorPipe = try Self.makePipe()
            descriptors.output = outPipe.write
            descriptors.error = errorPipe.write
        }
        output = outPipe.read < 0 ? nil : try ChildOutput(reading: Descriptor(owning: outPipe.read))
        error = errorPipe.read < 0 ? nil : try ChildOutput(reading: Descriptor(owning: errorPipe.read))
        let variables = environment ?? Executable.environment
        let (pid, status) = Spawner.spawn(
            command, environment: variables.map { "\($0.key)=\($0.value)" }, descriptors: descriptors)
        for number in [outPipe.write, errorPipe.write, log] where number >= 0 { close(number) }
        guard status == 0 else { throw PlatformError("posix_spawn", Errno(rawValue: status), subject: program) }
        self.pid = pid
        watch = try Descriptor(checking: oriel_pidfd_open(pid), "pidfd_open")
        LiveChildren.add(pid)
    }

    deinit { stop(grace: .zero) }

    private static func makePipe() throws(PlatformError) -> (read: CInt, write: CInt) {
        var ends: (CInt, CInt) = (-1, -1)
        let status = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) { pipe($0) }
        }
        guard status == 0 else { throw PlatformError("pipe", Errno(rawValue: errno)) }
        for end in [ends.0, ends.1] { _ = oriel_fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends.0, ends.1)
    }

    /// Standard output so far; complete once `wait` has returned the exit. Empty if not collected.
    public var standardOutput: String { output?.text ?? "" }
    /// Standard error so far.
    public var standardError: String { error?.text ?? "" }

    /// False once the child has ended.
    public var isRunning: Bool { wait(.zero) == nil }

    /// Sends a signal to the child (`kill`); does nothing once its exit was collected.
    public func send(_ signal: CInt) {
        exit.withLock { if $0 == nil { kill(pid, signal) } }
    }

    /// Waits for the child's end; nil if it is still running after `limit`.
    public func wait(_ limit: Duration) -> Exit? {
        if let known = exit.withLock({ $0 }) { return known }
        guard waitReadable(watch.number, until: MonotonicClock.now + limit) else { return nil }
        let result = exit.withLock { exit -> Exit in
            if let exit { return exit }
            var status: CInt = 0
            while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
            let signal = status & 0x7f
            let result = signal == 0 ? Exit.code(status >> 8 & 0xff) : Exit.signal(signal)
            exit = result
            LiveChildren.remove(pid)
            return result
        }
        output?.waitForEnd(.seconds(1))
        error?.waitForEnd(.seconds(1))
        return result
    }

    /// Waits until standard output satisfies `condition`. False if `limit` passes or the child ends before.
    public func waitForOutput(_ limit: Duration, until condition: (String) -> Bool) -> Bool {
        output?.wait(limit, until: condition) ?? false
    }

    /// Waits until standard error satisfies `condition`. False if `limit` passes or the child ends before.
    public func waitForError(_ limit: Duration, until condition: (String) -> Bool) -> Bool {
        error?.wait(limit, until: condition) ?? false
    }

    /// Ends the child: SIGTERM, then after `grace` SIGKILL to its process group.
    @discardableResult
    public func stop(grace: Duration = .seconds(2)) -> Exit {
        if let known = exit.withLock({ $0 }) { return known }
        if grace > .zero {
            send(SIGTERM)
            send(SIGCONT)
            if let ended = wait(grace) {
                killpg(pid, SIGKILL)
                return ended
            }
        }
        killpg(pid, SIGKILL)
        return wait(.seconds(10)) ?? .signal(SIGKILL)
    }
}

/// Children to be killed at `exit`, so that a test runner that ends early leaves none behind.
private enum LiveChildren {
    private static let pids = Mutex<Set<pid_t>>([])
    private static let registered: Void = {
        atexit { LiveChildren.killAll() }
        return ()
    }()

    static func add(_ pid: pid_t) {
        registered
        _ = pids.withLock { $0.insert(pid) }
    }

    static func remove(_ pid: pid_t) { _ = pids.withLock { $0.remove(pid) } }

    private static func killAll() { pids.withLock { for pid in $0 { killpg(pid, SIGKILL) } } }
}
