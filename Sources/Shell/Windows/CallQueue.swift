import OrielPlatform

/// Calls to the app's delegates and handlers that wait for a turn of the loop, in the order in which they arose.
///
/// None runs inside a call that the app makes: an app may change its own state there, which a delegate's method reads.
@MainActor
package final class CallQueue {
    package typealias Call = @MainActor () -> Void

    private let loop: MainLoop
    private var calls: [Call] = []
    private let timer = LoopTimer()

    init(loop: MainLoop) { self.loop = loop }

    /// Runs `call` in the loop's next turn, after all calls that were added before.
    package func add(_ call: @escaping Call) {
        calls.append(call)
        guard !timer.isSet else { return }
        timer.set(on: loop, after: .zero) { [weak self] in self?.run() }
    }

    /// Runs the present calls; what they add waits for the turn after, so that no app keeps the loop from its work.
    private func run() {
        let due = calls
        calls = []
        for call in due { call() }
    }

    /// Runs every call, also those that calls add, up to a bound; for the application's end, after which no loop turns.
    package func finish() {
        timer.cancel()
        for _ in 0..<Self.mostRounds where !calls.isEmpty { run() }
        calls = []
        timer.cancel()
    }

    /// More rounds than any transition has callbacks.
    private static let mostRounds = 16
}
