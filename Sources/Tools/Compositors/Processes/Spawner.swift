import CLinux
import Glibc
import OrielPlatform
import Synchronization

/// Starts children from one thread that lives as long as the process. The kernel ties a child's parent-death signal to
/// the thread that forked it, and test bodies run on pool threads that come and go.
enum Spawner {
    private struct Job: Sendable { let run: @Sendable () -> Void }

    private static let jobs: BoundedQueue<Job> = {
        let queue = BoundedQueue<Job>(capacity: 16)
        do {
            _ = try NamedThread("spawner") { while let job = queue.pop(generation: 0) { job.run() } }
        } catch { fatalError("no test works without children: \(error)") }
        return queue
    }()

    /// Standard descriptors of a child.
    struct Descriptors: Sendable {
        var input: CInt
        var output: CInt
        var error: CInt
    }

    /// Starts a program (`posix_spawn`) in a new process group, with no signal blocked or ignored.
    static func spawn(
        _ arguments: [String], environment: [String], descriptors: Descriptors
    ) -> (pid: pid_t, status: CInt) {
        let answer = BoundedQueue<(pid_t, CInt)>(capacity: 1)
        jobs.push(
            Job {
                answer.push(
                    start(arguments, environment: environment, descriptors: descriptors), generation: 0)
            }, generation: 0)
        return answer.pop(generation: 0) ?? (0, EAGAIN)
    }

    private static func start(
        _ arguments: [String], environment: [String], descriptors: Descriptors
    ) -> (pid_t, CInt) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, descriptors.input, 0)
        posix_spawn_file_actions_adddup2(&actions, descriptors.output, 1)
        posix_spawn_file_actions_adddup2(&actions, descriptors.error, 2)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for string in argv + envp { free(string) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, &envp)
        return (pid, status)
    }
}
