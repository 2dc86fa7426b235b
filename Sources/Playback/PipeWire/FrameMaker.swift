import CPipeWire
import Glibc
import Logging
import OrielDecode
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlayer
import Synchronization

/// Makes frames from those of a source: checks, keeps or copies their memory, and draws the pointer over them. For the
/// source's thread, except `counts`.
final class FrameMaker: Sendable {
    /// Numbers of frames.
    struct Counts {
        /// Those that came and could not be shown.
        var dropped = 0
        /// Those that stayed in the source's memory.
        var kept = 0
        /// Those that changed nothing of the shown part.
        var unchanged = 0
    }

    private struct State {
        var counts = Counts() {
            didSet { if counts.dropped != oldValue.dropped { hasLost = true } }
        }
        var pointer = PointerPicture()
        /// The newest frame without the pointer, and its first column and row; nil if the pointer is never told apart.
        var bare: (pixels: FramePixels, left: Int, top: Int)?
        var hasComplained = false
        var unfit = UnfitFrames()
        /// Decoder of compressed pictures, made with the first one.
        var decoder: JPEGDecoder?
        /// Whether a frame was shown, so that one that is unchanged need not be.
        var hasShown = false
        /// Whether a frame was dropped since the last one, and its damage with it.
        var hasLost = false
    }

    private let state = Mutex(State())
    private let memory = FrameMemory()
    private let log = Logger(label: "oriel")

    var counts: Counts { state.withLock { $0.counts } }

    /// Releases the newest frame's memory.
    func end() {
        let bare = state.withLock { state in
            defer { state.bare = nil }
            return state.bare
        }
        withExtendedLifetime(bare) {}
    }

    /// Counts a frame that can't be shown; the first one is logged.
    func drop(_ reason: String) {
        let isFirst = state.withLock { state in
            state.counts.dropped += 1
            state.unfit.add(reason, at: MonotonicClock.now)
            defer { state.hasComplained = true }
            return !state.hasComplained
        }
        if isFirst { log.info("a shared frame can't be shown: \(reason)") }
    }

    /// Ends a run of frames that could not be shown.
    func shown() { state.withLock { $0.unfit.end() } }

    /// Returns the latest reason if no frame could be shown for `patience`; nil otherwise.
    func hopeless(after patience: Duration) -> String? {
        state.withLock { $0.unfit.hopeless(at: MonotonicClock.now, patience: patience) }
    }

    /// A frame to show, if there is one, and whether the source's buffer is kept: then an owner gives it back.
    struct Made {
        var frame: SampleBuffer?
        var keepsBuffer = false
    }

    /// Makes a frame that is shown now.
    func make(_ raw: UnsafePointer<oriel_pipewire_frame>, _ sink: PipeWireSource.Sink) -> Made {
        let tellsPointer = takePointer(raw.pointee.pointer)
        if raw.pointee.block_count == 0 { return Made(frame: withPointer(sink)) }
        if let problem = raw.pointee.problem {
            drop(String(cString: problem))
            return Made()
        }
        if Int(raw.pointee.layout) == ORIEL_PIPEWIRE_JPEG { return Made(frame: picture(raw.pointee, sink)) }
        guard var frame = PipeWireFrame(raw), let shown = frame.shown(isDmabuf: raw.pointee.is_dmabuf) else {
            drop("\(raw.pointee.width)×\(raw.pointee.height) samples are too many, or don't fit their memory")
            return Made()
        }
        if !tellsPointer, frame.isUnchanged, skipUnchanged() { return Made() }
        // A pointer that is drawn here changes more.
        if tellsPointer || state.withLock({ $0.hasLost }) { frame.damage = [] }
        var made = Made()
        do throws(SampleBufferError) {
            if raw.pointee.is_dmabuf {
                made.frame = try dmabuf(raw.pointee, frame, sink, keepsBuffer: &made.keepsBuffer)
            } else if let pixels = pixels(raw, frame, shown, sink, keepsBuffer: &made.keepsBuffer) {
                made.frame =
                    tellsPointer
                    ? try withPointer(over: pixels, of: frame, sink) : try pixels.frame(at: sink.time())
            }
        } catch { drop("\(error)") }
        if made.frame != nil { state.withLock { ($0.hasShown, $0.hasLost) = (true, false) } }
        return made
    }

    /// Counts a frame that changes nothing. False if there is none yet that it could leave.
    private func skipUnchanged() -> Bool {
        state.withLock { state in
            if state.hasShown { state.counts.unchanged += 1 }
            return state.hasShown
        }
    }

    // MARK: Memory

    /// Counts a frame with memory of its own as in use; nil, counted as dropped, if there are enough.
    func use(_ sink: PipeWireSource.Sink) -> FrameUse? {
        take(sink) { memory.keep(most: FrameMemory.count) ? FrameUse(memory) : nil }
    }

    /// Takes memory, if need be from frames that wait: they are older than this one. Nil, counted as dropped, if there
    /// is none.
    private func take<Memory>(_ sink: PipeWireSource.Sink, _ taking: () -> Memory?) -> Memory? {
        if let taken = taking() { return taken }
        sink.flush()
        let taken = taking()
        if taken == nil { state.withLock { $0.counts.dropped += 1 } }
        return taken
    }

    /// Returns the decoder of compressed pictures, for the source's thread.
    func decoder() throws(JPEGDecoder.Failure) -> JPEGDecoder {
        if let decoder = state.withLock({ $0.decoder }) { return decoder }
        let made = try JPEGDecoder()
        state.withLock { $0.decoder = made }
        return made
    }

    /// Buffers that frames may keep: the source needs two to go on.
    private func most(_ raw: oriel_pipewire_frame) -> Int { min(3, Int(raw.buffer_count) - 2) }

    /// Keeps the frame's memory, or copies it.
    private func pixels(
        _ raw: UnsafePointer<oriel_pipewire_frame>, _ frame: PipeWireFrame, _ shown: PipeWireFrame.Shown,
        _ sink: PipeWireSource.Sink, keepsBuffer: inout Bool
    ) -> FramePixels? {
        let blocks = [raw.pointee.blocks.0, raw.pointee.blocks.1, raw.pointee.blocks.2]
        if let buffer = raw.pointee.buffer, memory.keep(most: most(raw.pointee)) {
            let owner = FrameUse(memory, keeping: buffer)
            keepsBuffer = true
            let planes = shown.planes.compactMap { rows in
                blocks[rows.block].memory.map {
                    FramePixels.Plane(
                        base: $0 + rows.offset, bytesPerRow: rows.stride, length: rows.length, rows: rows.count)
                }
            }
            state.withLock { $0.counts.kept += 1 }
            return pixels(frame, shown, planes, owner)
        }
        let copy = FrameCopy(shown, isFile: blocks[0].memory == nil)
        guard let owner = take(sink, { piece(copy.size) }) else { return nil }
        let target = owner.piece.start
        guard copy.read(blocks, to: target) else {
            drop("its memory has become shorter")
            return nil
        }
        let planes = copy.planes.map {
            FramePixels.Plane(
                base: target + $0.start, bytesPerRow: $0.stride, length: $0.rows.length, rows: $0.rows.count)
        }
        return pixels(frame, shown, planes, owner)
    }

    private func pixels(
        _ frame: PipeWireFrame, _ shown: PipeWireFrame.Shown, _ planes: [FramePixels.Plane],
        _ owner: any AnyObject & Sendable
    ) -> FramePixels {
        var attributes = frame.attributes
        if let part = frame.part {
            attributes.damage = attributes.damage.map {
                Rect(x: $0.x - part.x, y: $0.y - part.y, width: $0.width, height: $0.height)
            }
        }
        return FramePixels(
            format: frame.format, width: shown.width, height: shown.height, attributes: attributes, planes: planes,
            owner: owner)
    }

    private func piece(_ size: Int) -> UsedPiece? { memory.take(size).map { UsedPiece($0, of: memory) } }

    private func dmabuf(
        _ raw: oriel_pipewire_frame, _ frame: PipeWireFrame, _ sink: PipeWireSource.Sink, keepsBuffer: inout Bool
    ) throws(SampleBufferError) -> SampleBuffer? {
        guard let buffer = raw.buffer, let fourcc = frame.format.fourcc, let part = frame.part else { return nil }
        let use = take(sink) {
            memory.keep(most: Int(raw.buffer_count) - 1) ? FrameUse(memory, keeping: buffer) : nil
        }
        guard let use else { return nil }
        keepsBuffer = true
        let blocks = [raw.blocks.0, raw.blocks.1, raw.blocks.2].prefix(Int(raw.block_count))
        let planes = blocks.map {
            Dmabuf.Plane(
                descriptor: $0.descriptor, offset: Int($0.position) + Int($0.offset), bytesPerRow: Int($0.stride))
        }
        var attributes = frame.attributes
        if frame.crop != nil { attributes.crop = part }
        let made = try SampleBuffer(
            Dmabuf(
                Dmabuf.Format(fourcc: fourcc, modifier: raw.modifier), width: frame.width, height: frame.height,
                planes: planes), time: sink.time(), attributes: attributes
        ) { [use] in withExtendedLifetime(use) {} }
        state.withLock { $0.counts.kept += 1 }
        return made
    }

    // MARK: The pointer

    /// - Returns: whether the source tells the pointer apart.
    private func takePointer(_ raw: oriel_pipewire_pointer) -> Bool {
        guard raw.is_told else { return false }
        state.withLock { state in
            (state.pointer.x, state.pointer.y) = (Int(raw.x), Int(raw.y))
            state.pointer.isVisible = raw.is_visible
            guard raw.has_picture else { return }
            state.pointer.setPicture(
                width: Int(raw.width), height: Int(raw.height), stride: Int(raw.stride), hotspotX: Int(raw.hotspot_x),
                hotspotY: Int(raw.hotspot_y), isRedFirst: raw.is_red_first,
                bytes: UnsafeRawBufferPointer(start: raw.pixels, count: raw.pixels == nil ? 0 : Int(raw.capacity)))
        }
        return true
    }

    /// Takes the newest frame, and returns it with the pointer over it.
    private func withPointer(
        over pixels: FramePixels, of frame: PipeWireFrame, _ sink: PipeWireSource.Sink
    ) throws(SampleBufferError) -> SampleBuffer {
        let former = state.withLock { state in
            defer { state.bare = (pixels, frame.part?.x ?? 0, frame.part?.y ?? 0) }
            return state.bare
        }
        withExtendedLifetime(former) {}
        if let drawn = withPointer(sink) { return drawn }
        return try pixels.frame(at: sink.time())
    }

    /// Returns a copy of the newest frame with the pointer over it, or the frame itself without a pointer; nil if there
    /// is no frame, or no memory.
    private func withPointer(_ sink: PipeWireSource.Sink) -> SampleBuffer? {
        let (bare, pointer) = state.withLock { ($0.bare, $0.pointer) }
        guard let (pixels, left, top) = bare else { return nil }
        guard pointer.isDrawn(over: pixels.format), let plane = pixels.planes.first else {
            return try? pixels.frame(at: sink.time())
        }
        let stride = (plane.length + 63) & ~63
        guard let owner = take(sink, { piece(stride * plane.rows) }) else { return nil }
        let target = owner.piece.start
        for row in 0..<plane.rows {
            memcpy(target + row * stride, plane.base + row * plane.bytesPerRow, plane.length)
        }
        pointer.draw(
            over: UnsafeMutableRawBufferPointer(start: target, count: stride * plane.rows), stride: stride,
            width: pixels.width, height: pixels.height, format: pixels.format, left: left, top: top)
        let drawn = FramePixels(
            format: pixels.format, width: pixels.width, height: pixels.height, attributes: pixels.attributes,
            planes: [FramePixels.Plane(base: target, bytesPerRow: stride, length: plane.length, rows: plane.rows)],
            owner: owner)
        return try? drawn.frame(at: sink.time())
    }
}
