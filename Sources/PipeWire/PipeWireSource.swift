import CPipeWire
import Glibc
import Logging
package import OrielPlatform
package import OrielPlayer
import Synchronization

/// Frames of a source in PipeWire: a window or screen that the desktop shares, or a camera. Any thread.
///
/// A thread of its own receives frames in memory and copies each into one of four buffers, the newest first: if all are
/// in use, older waiting frames are dropped for it. The source stops with `stop`, or once this object is released.
package final class PipeWireSource: Sendable {
    /// Receiver of the frames, on the source's thread.
    package struct Sink: Sendable {
        /// Returns the time at which a frame that comes now is shown.
        package let time: @Sendable () -> Duration
        /// Takes a frame.
        package let enqueue: @Sendable (SampleBuffer) throws(SampleBufferError) -> Void
        /// Drops the waiting frames.
        package let flush: @Sendable () -> Void

        package init(
            time: @escaping @Sendable () -> Duration,
            enqueue: @escaping @Sendable (SampleBuffer) throws(SampleBufferError) -> Void,
            flush: @escaping @Sendable () -> Void
        ) {
            self.time = time
            self.enqueue = enqueue
            self.flush = flush
        }
    }

    private let receiver: Receiver

    /// Begins to receive frames.
    /// - Parameters:
    ///   - remote: a connection to PipeWire that shows the source alone; nil for the user's PipeWire.
    ///   - node: the source's number there.
    ///   - name: the stream's name in PipeWire.
    ///   - sink: takes the frames.
    ///   - ended: called once, on the source's thread, with the reason; not before the last frame was taken.
    /// - Throws: `PlatformError` if the system refuses a thread or memory.
    package init(
        remote: consuming Descriptor?, node: UInt32, name: String, sink: Sink,
        ended: @escaping @Sendable (PipeWireEnd) -> Void
    ) throws(PlatformError) {
        let receiver = Receiver(remote: remote, node: node, name: name, sink: sink, ended: ended)
        self.receiver = receiver
        _ = try NamedThread("pipewire") { receiver.run() }
    }

    deinit { receiver.stop() }

    /// Suspends the frames, or lets them come again. The source learns that its frames aren't wanted.
    package func setActive(_ isActive: Bool) { receiver.setActive(isActive) }

    /// Ends the frames. Returns at once; `ended` follows.
    package func stop() { receiver.stop() }

    /// Number of frames that came and could not be shown, for diagnosis.
    package var dropped: Int { receiver.dropped.load(ordering: .relaxed) }
}

/// The stream's thread and what it owns. It keeps itself until the stream's end.
private final class Receiver: Sendable {
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
    private let sink: PipeWireSource.Sink
    private let ended: @Sendable (PipeWireEnd) -> Void
    private let memory = FrameMemory()
    private let log = Logger(label: "oriel")
    private let hasComplained = Atomic(false)
    let dropped = Atomic(0)

    init(
        remote: consuming Descriptor?, node: UInt32, name: String, sink: PipeWireSource.Sink,
        ended: @escaping @Sendable (PipeWireEnd) -> Void
    ) {
        let number = remote?.release() ?? -1
        state = Mutex(State(remote: number))
        self.node = node
        self.name = name
        self.sink = sink
        self.ended = ended
    }

    deinit { state.withLock { if $0.remote >= 0 { close($0.remote) } } }

    func setActive(_ isActive: Bool) {
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
        let stream = state.withLock { state -> OpaquePointer? in
            guard !state.isStopped else { return nil }
            state.stream = oriel_pipewire_new(state.remote, node, name)
            if state.stream != nil { state.remote = -1 }
            if let stream = state.stream, !state.isActive { oriel_pipewire_set_active(stream, false) }
            return state.stream
        }
        guard let stream else { return ended(.stopped) }
        var callbacks = oriel_pipewire_callbacks(
            frame: { Receiver.of($0).receive($1.pointee) }, ended: { Receiver.of($0).end($1, String(cString: $2)) })
        oriel_pipewire_run(stream, &callbacks, Unmanaged.passUnretained(self).toOpaque())
        state.withLock { $0.stream = nil }
        oriel_pipewire_free(stream)
    }

    /// The thread's closure keeps the object while `run` runs.
    private static func of(_ context: UnsafeMutableRawPointer) -> Receiver {
        Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
    }

    private func end(_ reason: CInt, _ message: String) {
        let end: PipeWireEnd =
            switch Int(reason) {
            case ORIEL_PIPEWIRE_STOPPED: .stopped
            case ORIEL_PIPEWIRE_GONE: .gone
            case ORIEL_PIPEWIRE_LOST: .lost
            case ORIEL_PIPEWIRE_NO_SERVER: .unavailable(message)
            default: .failed(message)
            }
        ended(end)
    }

    // MARK: Frames

    private func receive(_ raw: oriel_pipewire_frame) {
        guard let frame = PipeWireFrame(raw), let shown = frame.shown else {
            return drop("\(raw.width)×\(raw.height) in layout \(raw.layout) doesn't fit its memory")
        }
        let size = shown.planes.reduce(0) { $0 + $1.stored * $1.count }
        var piece = memory.take(size)
        if piece == nil {
            // The newest frame counts: those that wait are older.
            sink.flush()
            piece = memory.take(size)
        }
        guard let piece else { return _ = dropped.add(1, ordering: .relaxed) }
        do throws(SampleBufferError) {
            try sink.enqueue(copy(raw, frame.format, shown, to: piece))
        } catch {
            if error != .closed { drop("\(error)") }
        }
    }

    private func copy(
        _ raw: oriel_pipewire_frame, _ format: SampleBuffer.Format, _ shown: PipeWireFrame.Shown,
        to piece: FrameMemory.Piece
    ) throws(SampleBufferError) -> SampleBuffer {
        let blocks = [raw.blocks.0, raw.blocks.1, raw.blocks.2]
        var planes: [SampleBuffer.Plane] = []
        var start = 0
        for rows in shown.planes {
            // `shown` has checked that the rows lie in the block, which C has found to be there.
            guard let source = blocks[rows.block].memory, let target = piece.bytes.baseAddress else { break }
            for row in 0..<rows.count {
                memcpy(target + start + row * rows.stored, source + rows.offset + row * rows.stride, rows.length)
            }
            let end = start + rows.count * rows.stored
            planes.append(
                SampleBuffer.Plane(UnsafeRawBufferPointer(rebasing: piece.bytes[start..<end]), bytesPerRow: rows.stored)
            )
            start = end
        }
        do throws(SampleBufferError) {
            return try SampleBuffer(
                format, width: shown.width, height: shown.height, planes: planes, time: sink.time()
            ) { [memory] in memory.give(piece) }
        } catch {
            memory.give(piece)
            throw error
        }
    }

    /// Counts a frame that can't be shown; the first one is logged.
    private func drop(_ reason: String) {
        dropped.add(1, ordering: .relaxed)
        if !hasComplained.exchange(true, ordering: .relaxed) { log.warning("a shared frame can't be shown: \(reason)") }
    }
}

extension PipeWireFrame.Rows {
    /// Bytes between two rows of the copy: a multiple of 64, for vector instructions.
    fileprivate var stored: Int { (length + 63) & ~63 }
}

extension PipeWireFrame {
    /// Reads a frame's description; nil for a layout that wasn't offered.
    fileprivate init?(_ raw: oriel_pipewire_frame) {
        let format: SampleBuffer.Format? =
            switch Int(raw.layout) {
            case ORIEL_PIPEWIRE_BGRX: .bgrx
            case ORIEL_PIPEWIRE_BGRA: .bgra
            case ORIEL_PIPEWIRE_RGBX: .rgbx
            case ORIEL_PIPEWIRE_RGBA: .rgba
            case ORIEL_PIPEWIRE_NV12: .nv12
            case ORIEL_PIPEWIRE_I420: .i420
            case ORIEL_PIPEWIRE_YUY2: .yuy2
            case ORIEL_PIPEWIRE_UYVY: .uyvy
            default: nil
            }
        guard let format else { return nil }
        let blocks = [raw.blocks.0, raw.blocks.1, raw.blocks.2].prefix(Int(raw.block_count)).map {
            Block(capacity: Int($0.capacity), offset: Int($0.offset), stride: Int($0.stride))
        }
        let crop = Crop(
            x: Int(raw.crop_x), y: Int(raw.crop_y), width: Int(raw.crop_width), height: Int(raw.crop_height))
        self.init(
            format, width: Int(raw.width), height: Int(raw.height), blocks: blocks, crop: crop.width > 0 ? crop : nil)
    }
}
