import CPipeWire
import Glibc
package import OrielPlatform
import Synchronization

/// The cameras of a PipeWire, as they come and go. Any thread. The watch stops with `stop`, or once this object is
/// released.
package final class PipeWireCameraWatch: Sendable {
    private let watcher: Watcher

    /// Begins to watch.
    /// - Parameters:
    ///   - remote: a connection to PipeWire that shows cameras; nil for the user's PipeWire.
    ///   - changed: called on the watch's thread with the cameras, once they are known and after each change.
    ///   - ended: called once, on the watch's thread, with the reason.
    /// - Throws: `PlatformError` if the system refuses a thread or memory.
    package init(
        remote: consuming Descriptor?, changed: @escaping @Sendable ([PipeWireCamera]) -> Void,
        ended: @escaping @Sendable (PipeWireEnd) -> Void
    ) throws(PlatformError) {
        let watcher = Watcher(remote: remote, changed: changed, ended: ended)
        self.watcher = watcher
        _ = try NamedThread("cameras") { watcher.run() }
    }

    deinit { watcher.stop() }

    /// Ends the watch. Returns at once; `ended` follows.
    package func stop() { watcher.stop() }
}

/// The watch's thread and what it owns. It keeps itself until the watch's end.
private final class Watcher: Sendable {
    private struct State: @unchecked Sendable {  // The pointer's functions are for any thread.
        var watch: OpaquePointer?
        var remote: CInt
        var isStopped = false
    }

    private let state: Mutex<State>
    private let changed: @Sendable ([PipeWireCamera]) -> Void
    private let ended: @Sendable (PipeWireEnd) -> Void

    init(
        remote: consuming Descriptor?, changed: @escaping @Sendable ([PipeWireCamera]) -> Void,
        ended: @escaping @Sendable (PipeWireEnd) -> Void
    ) {
        let number = remote?.release() ?? -1
        state = Mutex(State(remote: number))
        self.changed = changed
        self.ended = ended
    }

    deinit { state.withLock { if $0.remote >= 0 { close($0.remote) } } }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            if let watch = state.watch { oriel_pipewire_watch_stop(watch) }
        }
    }

    func run() {
        if let problem = PipeWireLibrary.problem { return ended(.unavailable(problem)) }
        let watch = state.withLock { state -> OpaquePointer? in
            guard !state.isStopped else { return nil }
            state.watch = oriel_pipewire_watch_new(state.remote)
            if state.watch != nil { state.remote = -1 }
            return state.watch
        }
        guard let watch else { return ended(.stopped) }
        var callbacks = oriel_pipewire_watch_callbacks(
            changed: { context, cameras, count in
                let list = UnsafeBufferPointer(start: cameras, count: Int(count)).map { PipeWireCamera($0) }
                Watcher.of(context).changed(list)
            }, ended: { Watcher.of($0).ended(PipeWireEnd(reason: $1, message: String(cString: $2))) })
        oriel_pipewire_watch_run(watch, &callbacks, Unmanaged.passUnretained(self).toOpaque())
        state.withLock { $0.watch = nil }
        oriel_pipewire_watch_free(watch)
    }

    /// The thread's closure keeps the object while `run` runs.
    private static func of(_ context: UnsafeMutableRawPointer) -> Watcher {
        Unmanaged<Watcher>.fromOpaque(context).takeUnretainedValue()
    }
}
