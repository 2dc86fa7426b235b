import CLinux
import Glibc
package import SystemPackage

/// Output of a program that ran to its end, started without a shell.
package struct ProgramOutput: Sendable {
    /// Bytes of standard output and of standard error.
    package let output: [UInt8], errors: [UInt8]
    /// Whether the program ended with status 0.
    package let succeeded: Bool

    /// Reason why a program gave no output.
    package enum Failure: Error, Sendable {
        /// The program doesn't exist or can't be run.
        case notStarted(Errno)
        /// The program exceeded its time limit or printed too much, and was killed.
        case tooMuch
        /// The caller's interruption descriptor became readable; the program was killed.
        case interrupted
    }

    /// Runs a program and waits for its end. Blocks the calling thread, which may be any. If the program is killed, its
    /// whole process group is.
    /// - Parameters:
    ///   - name: file name of the program, looked up in `PATH`.
    ///   - limit: maximum run time.
    ///   - bytes: maximum number of bytes on either stream.
    ///   - interruption: descriptor that, once readable, causes the program to be killed.
    /// - Throws: `Failure`.
    package init(
        of name: String, _ arguments: [String], limit: Duration, bytes: Int, interruption: CInt
    ) throws(Failure) {
        let deadline = MonotonicClock.now + limit
        var (outputs, complaints): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        guard oriel_pipe(&outputs) == 0 else { throw .notStarted(Errno(rawValue: errno)) }
        let output = Descriptor(owning: outputs[0])
        guard oriel_pipe(&complaints) == 0 else {
            close(outputs[1])
            throw .notStarted(Errno(rawValue: errno))
        }
        let errors = Descriptor(owning: complaints[0])
        let started = Self.spawn([name] + arguments, outputs[1], complaints[1])
        // While this process holds the write ends, the pipes never report end of file.
        close(outputs[1])
        close(complaints[1])
        let child = try started.get()
        var texts: [CInt: [UInt8]] = [output.number: [], errors.number: []]
        // Watch the process as well: it may close its output and run on.
        let end: Descriptor
        do throws(PlatformError) { end = try Descriptor(checking: oriel_pidfd_open(child), "pidfd_open") } catch {
            throw Self.abandon(child, .notStarted(error.errno))
        }
        var open = [output.number, errors.number, end.number]
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        // After the program's end only buffered output is read: a child that inherited the pipes may run on.
        var hasEnded = false
        while !open.isEmpty {
            var waited = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            waited.append(pollfd(fd: interruption, events: Int16(POLLIN), revents: 0))
            let left = deadline - MonotonicClock.now
            let patience = hasEnded ? 0 : CInt(clamping: max(0, left.nanoseconds / 1_000_000 + 1))
            let count = poll(&waited, nfds_t(waited.count), patience)
            guard waited.last?.revents == 0 else { throw Self.abandon(child, .interrupted) }
            if count < 0, errno == EINTR { continue }
            if hasEnded, count == 0 { break }
            guard count > 0, left > .zero else { throw Self.abandon(child, .tooMuch) }
            for ready in waited.dropLast() where ready.revents != 0 {
                guard ready.fd != end.number else {
                    hasEnded = true
                    open.removeAll { $0 == ready.fd }
                    continue
                }
                let size = read(ready.fd, &chunk, chunk.count)
                if size < 0, errno == EINTR { continue }
                guard size > 0 else {
                    open.removeAll { $0 == ready.fd }
                    continue
                }
                texts[ready.fd]?.append(contentsOf: chunk.prefix(size))
                if let text = texts[ready.fd], text.count > bytes { throw Self.abandon(child, .tooMuch) }
            }
        }
        succeeded = Self.end(of: child) == 0
        self.output = texts[output.number] ?? []
        self.errors = texts[errors.number] ?? []
    }

    /// Starts the program in its own process group, with no signals blocked and `/dev/null` as standard input.
    static func spawn(_ words: [String], _ output: CInt, _ errors: CInt) -> Result<pid_t, Failure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGPIPE)
        sigaddset(&usual, SIGCHLD)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var list = words.map { strdup($0) } + [nil]
        defer { for word in list { free(word) } }
        var child = pid_t()
        let status = posix_spawnp(&child, words[0], &actions, &attributes, &list, environ)
        return status == 0 ? .success(child) : .failure(.notStarted(Errno(rawValue: status)))
    }

    private static func abandon(_ child: pid_t, _ failure: Failure) -> Failure {
        kill(-child, SIGKILL)
        _ = end(of: child)
        return failure
    }

    /// Waits for the child and returns its status; 0 if the app has already reaped it.
    private static func end(of child: pid_t) -> CInt {
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return 0 } }
        return status
    }
}
