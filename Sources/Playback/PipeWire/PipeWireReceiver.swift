import CPipeWire
import Glibc
import OrielMedia
import OrielPlatform
import OrielPlayer
import Synchronization

/// The stream's thread and what it owns. It keeps itself until the stream's end.
final class PipeWireReceiver: Sendable {
    /// The C stream, made on the thread: opening the library takes time.
    private struct State: @unchecked Sendable {  // The pointer's functions are for any thread.
        var stream: OpaquePointer?
        var remote: CInt
        var isStopped = false
        var isActive = true
    }

    private let state: Mutex<State>
    private let node: UInt32
    private let name: String
    private let wishes: PipeWireSource.Wishes
    private let sink: PipeWireSource.Sink
    private let ended: @Sendable (PipeWireEnd) -> Void
    let maker = FrameMaker()

    init(
        remote: consuming Descriptor?, node: UInt32, name: String, wishes: PipeWireSource.Wishes,
        sink: PipeWireSource.Sink, ended: @escaping @Sendable (PipeWireEnd) -> Void
    ) {
        let number = remote?.release() ?? -1
        state = Mutex(State(remote: number))
        self.node = node
        self.name = name
        self.wishes = wishes
        self.sink = sink
        self.ended = ended
    }

    deinit { state.withLock { if $0.remote >= 0 { close($0.remote) } } }

    func setActive(_ isActive: Bool) {
        // Time without frames says nothing of those before it.
        maker.shown()
        state.withLock { state in
            state.isActive = isActive
            if let stream = state.stream { oriel_pipewire_set_active(stream, isActive) }
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            if let stream = state.stream { oriel_pipewire_stop(stream) }
        }
    }

    func run() {
        if let problem = PipeWireLibrary.problem { return ended(.unavailable(problem)) }
        let dmabufs = wishes.dmabufs.compactMap { oriel_pipewire_dmabuf($0) }
        let stream = state.withLock { state -> OpaquePointer? in
            guard !state.isStopped else { return nil }
            state.stream = dmabufs.withUnsafeBufferPointer { dmabufs in
                var wishes = oriel_pipewire_wishes(
                    pointer: wishes.pointer, milliseconds: UInt32(clamping: Int(wishes.patience / .milliseconds(1))),
                    dmabuf_count: dmabufs.count, dmabufs: dmabufs.baseAddress)
                return oriel_pipewire_new(state.remote, node, name, &wishes)
            }
            if state.stream != nil { state.remote = -1 }
            if let stream = state.stream, let camera = wishes.camera {
                oriel_pipewire_film(
                    stream, UInt32(clamping: camera.width), UInt32(clamping: camera.height),
                    UInt32(clamping: camera.rate), camera.isCompressed)
            }
            if let stream = state.stream, !state.isActive { oriel_pipewire_set_active(stream, false) }
            return state.stream
        }
        guard let stream else { return ended(.stopped) }
        var callbacks = oriel_pipewire_callbacks(
            frame: { PipeWireReceiver.of($0).receive($1) },
            ended: { PipeWireReceiver.of($0).end($1, String(cString: $2)) })
        oriel_pipewire_run(stream, &callbacks, Unmanaged.passUnretained(self).toOpaque())
        state.withLock { $0.stream = nil }
        oriel_pipewire_free(stream)
    }

    /// The thread's closure keeps the object while `run` runs.
    private static func of(_ context: UnsafeMutableRawPointer) -> PipeWireReceiver {
        Unmanaged<PipeWireReceiver>.fromOpaque(context).takeUnretainedValue()
    }

    private func end(_ reason: CInt, _ message: String) {
        maker.end()
        ended(PipeWireEnd(reason: reason, message: message))
    }

    /// - Returns: whether the frame's buffer is kept.
    private func receive(_ raw: UnsafePointer<oriel_pipewire_frame>) -> Bool {
        let made = maker.make(raw, sink)
        if let problem = maker.hopeless(after: wishes.patience) {
            state.withLock { if let stream = $0.stream { oriel_pipewire_fail(stream, problem) } }
        }
        guard let frame = made.frame else { return made.keepsBuffer }
        do throws(SampleBufferError) {
            try sink.enqueue(frame)
            maker.shown()
        } catch {
            switch error {
            case .closed: break
            case .unsupportedDmabufFormat:
                // The renderer has changed since the source was asked.
                maker.drop("\(error); memory is asked for instead")
                state.withLock { if let stream = $0.stream { oriel_pipewire_offer_memory(stream) } }
            default: maker.drop("\(error)")
            }
        }
        return made.keepsBuffer
    }
}

extension oriel_pipewire_dmabuf {
    /// Describes dmabufs that can be shown; nil for a layout that PipeWire isn't asked for.
    fileprivate init?(_ support: Dmabuf.Support) {
        guard let layout = SampleBuffer.Format.layout(of: support.format.fourcc) else { return nil }
        self.init(
            layout: layout, modifier: support.format.modifier, is_last_resort: !support.isDrawnInPlace)
    }
}
