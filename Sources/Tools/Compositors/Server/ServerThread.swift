import Glibc
import OrielPlatform
import Synchronization

/// Runs a fake compositor on its own thread, so that a client in the same test may block on it.
package final class ServerThread<Compositor>: Sendable {
    /// Absolute path of the socket.
    package let socket: String
    private let folder: TemporaryFolder
    private let wakeup: Wakeup
    private let jobs = Mutex<[Job]>([])
    private let thread = Mutex<NamedThread?>(nil)

    private enum Job {
        case call(@Sendable (ServerDisplay, Compositor) -> Void)
        case stop
    }

    /// Starts the thread and listens.
    /// - Parameters:
    ///   - place: absolute path of the socket, which replaces a former one; nil for one in a folder of its own.
    ///   - make: runs on the thread; adds the globals and returns the compositor's state, which never leaves the
    ///     thread.
    package init(at place: String? = nil, _ make: @escaping @Sendable (ServerDisplay) throws -> Compositor) throws {
        folder = try TemporaryFolder()
        let path = place ?? "\(folder.path)/wayland-fake"
        unlink(path)
        socket = path
        wakeup = try Wakeup()
        let started = BoundedQueue<Result<Void, TestSupportError>>(capacity: 1)
        let body: @Sendable () -> Void = { [weak self, wakeup] in
            do {
                let display = try ServerDisplay()
                let compositor = try make(display)
                try display.listen(at: path)
                started.push(.success(()), generation: 0)
                while true {
                    var entries = [
                        pollfd(fd: display.descriptor, events: Int16(POLLIN), revents: 0),
                        pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
                    ]
                    poll(&entries, 2, -1)
                    wakeup.clear()
                    display.dispatch()
                    for job in self?.takeJobs() ?? [.stop] {
                        switch job {
                        case .call(let body): body(display, compositor)
                        case .stop:
                            // While the compositor still lives: its handlers are called for each object's end.
                            withExtendedLifetime(compositor) { display.disconnectClients() }
                            return
                        }
                    }
                    display.dispatch()
                }
            } catch {
                started.push(.failure(TestSupportError("\(error)")), generation: 0)
            }
        }
        let running = try NamedThread("fake server", body)
        thread.withLock { $0 = running }
        if case .failure(let error)? = started.pop(generation: 0) {
            stop()
            throw error
        }
    }

    deinit { stop() }

    /// Runs `body` on the server's thread, after all requests that clients have sent so far, and waits for its result.
    /// Nil once the thread has stopped.
    package func perform<R: Sendable>(_ body: @escaping @Sendable (ServerDisplay, Compositor) -> R) -> R? {
        guard thread.withLock({ $0 != nil }) else { return nil }
        let answer = BoundedQueue<R>(capacity: 1)
        add(.call { display, compositor in answer.push(body(display, compositor), generation: 0) })
        return answer.pop(generation: 0)
    }

    /// Runs `body` on the server's thread, without waiting for it.
    package func begin(_ body: @escaping @Sendable (ServerDisplay, Compositor) -> Void) {
        if thread.withLock({ $0 != nil }) { add(.call(body)) }
    }

    /// Ends the thread and all clients' connections.
    package func stop() {
        guard let running = thread.withLock({ $0.take() }) else { return }
        add(.stop)
        running.join()
        folder.remove()
    }

    private func add(_ job: Job) {
        jobs.withLock { $0.append(job) }
        wakeup.signal()
    }

    private func takeJobs() -> [Job] {
        jobs.withLock { list in
            defer { list = [] }
            return list
        }
    }
}
