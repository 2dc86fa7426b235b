import CFakePortal
import Glibc
import OrielPlatform
import OrielSessionBus
import Synchronization

/// A fake file chooser portal (`org.freedesktop.portal.FileChooser`) that answers at once, on its own thread.
package final class FakeFileChooser: Sendable {
    package enum Answer: Hashable, Sendable {
        case chosen([String])
        case cancelled
        /// The portal refuses the request.
        case refused
        /// The dialogue stays open until `answer`.
        case open
        /// Another dialogue is answered first, with the first URI; ours with the others.
        case chosenAfter(other: String, [String])
    }

    /// Path of the portal's request object (`REQUEST_PATH`).
    private static let request = "/org/freedesktop/portal/desktop/request/fake/oriel"

    private let wakeup: Wakeup
    private let thread: NamedThread
    private let state: State

    private final class State: Sendable {
        let isStopped = Mutex(false)
        /// Choice of the user that was not sent yet.
        let choice = Mutex([String]?.none)
        let asked = Mutex(0)
        let parent = Mutex("")
        let called = Mutex("")
    }

    /// Number of calls.
    package var asked: Int { state.asked.withLock { $0 } }
    /// Parent window of the last call, as the caller wrote it.
    package var parent: String { state.parent.withLock { $0 } }

    /// The portal's method that was called first; empty before that.
    package var firstCall: String { state.called.withLock { $0 } }

    /// Starts the portal; returns once it answers.
    /// - Parameter address: address of the bus.
    package init(_ answer: Answer, at address: String) throws {
        let wakeup = try Wakeup()
        let state = State()
        let started = BoundedQueue<TestSupportError?>(capacity: 1)
        self.wakeup = wakeup
        self.state = state
        thread = try NamedThread("fake-chooser") {
            let chooser = UnsafeMutablePointer<fake_chooser>.allocate(capacity: 1)
            defer { chooser.deallocate() }
            chooser.initialize(to: fake_chooser(answer))
            do {
                let loop = try EventLoop()
                let bus = try SessionBus(loop: loop, address: address)
                guard fake_chooser_start(bus.pointer, chooser) == 0 else {
                    throw TestSupportError("no name for the portal")
                }
                // The loop must not retain the bus, or the name would never be released.
                try loop.watch(wakeup) { [weak bus] in bus?.process() }
                bus.process()
                started.push(nil, generation: 0)
                withExtendedLifetime(bus) {
                    while !state.isStopped.withLock({ $0 }) {
                        loop.turn(limit: .milliseconds(100))
                        if let choice = state.choice.withLock({ $0.take() }) {
                            var answer = fake_chooser(.chosen(choice))
                            _ = fake_chooser_respond(bus.pointer, &answer, Self.request, nil)
                        }
                        let parent = text(of: chooser.pointee.parent)
                        let called = text(of: chooser.pointee.called)
                        state.parent.withLock { $0 = parent }
                        state.called.withLock { $0 = called }
                        state.asked.withLock { $0 = Int(chooser.pointee.asked) }
                    }
                }
            } catch { started.push(TestSupportError("\(error)"), generation: 0) }
        }
        if case let error?? = started.pop(generation: 0) { throw error }
    }

    /// Ends the open dialogue with the user's choice.
    package func answer(_ addresses: [String]) {
        state.choice.withLock { $0 = addresses }
        wakeup.signal()
    }

    /// Releases the name. At most once.
    package func stop() {
        state.isStopped.withLock { $0 = true }
        wakeup.signal()
        thread.join()
    }
}

extension fake_chooser {
    /// Its strings are never freed: a test has only a few.
    init(_ answer: FakeFileChooser.Answer) {
        self.init()
        switch answer {
        case .chosen(let addresses):
            first = addresses.first.map { UnsafePointer(strdup($0)) }
            second = addresses.dropFirst().first.map { UnsafePointer(strdup($0)) }
        case .cancelled: response = 1
        case .refused: response = -EACCES
        case .open: silent = 1
        case .chosenAfter(let other, let addresses):
            self.init(.chosen(addresses))
            self.other = UnsafeMutablePointer<fake_chooser>.allocate(capacity: 1)
            self.other.initialize(to: fake_chooser(.chosen([other])))
        }
    }
}

/// Text of a C array of characters, up to its first zero.
func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
