import CFFmpeg
import CFFmpegLoader
import OrielLibav
import OrielPlatform

/// Splits frames flagged as interlaced into two frames, one of each field (libavfilter's `bwdif`, or else `yadif`).
///
/// Other frames pass unchanged. libavfilter is opened at the first interlaced frame. Decode thread only.
package final class Deinterlacer {
    /// A decoded frame, or a frame made of one field.
    package struct Picture {
        package var storage: FrameStorage
        package var stamp: FrameTimer.Stamp
        /// Whether the frame was made of one field.
        package var isOfField = false

        package init(storage: FrameStorage, stamp: FrameTimer.Stamp, isOfField: Bool = false) {
            self.storage = storage
            self.stamp = stamp
            self.isOfField = isOfField
        }
    }

    /// Largest area in pixels. Interlaced video ends at 1920×1088; larger frames cost too much to be processed for a
    /// flag.
    static let largest = 1 << 23

    private var filter: FieldFilter?
    /// Format for which no filter could be opened.
    private var refused: FieldFilter.Form?
    /// Frames in the filter, oldest first: it keeps each until the next one is there.
    private var pending: [Pending] = []

    package init() {}

    /// A frame that was sent to the filter.
    private struct Pending {
        var stamp: FrameTimer.Stamp
        var isInterlaced: Bool
        /// Number of frames that came out of it.
        var given = 0
    }

    /// Whether the filter holds no frames.
    package var isEmpty: Bool { pending.isEmpty }

    /// Takes a frame and returns the frames that are ready, in order.
    /// - Parameter isWanted: if false, the frame passes unchanged, after those that were held.
    package func push(_ storage: FrameStorage, _ stamp: FrameTimer.Stamp, isWanted: Bool) -> [Picture] {
        let isInterlaced = oriel_frame_is_interlaced(storage.frame)
        // A frame without the flag goes through an open filter too, since the next one may have the flag again.
        guard isWanted, isInterlaced || filter != nil else {
            return finish() + [Picture(storage: storage, stamp: stamp)]
        }
        let form = FieldFilter.Form(storage.frame.pointee)
        var ready: [Picture] = []
        if filter == nil || filter?.form != form {
            ready = finish()
            if isInterlaced { open(form) }
        }
        guard let filter else { return ready + [Picture(storage: storage, stamp: stamp)] }
        pending.append(Pending(stamp: stamp, isInterlaced: isInterlaced))
        guard filter.push(storage, at: stamp.time.nanoseconds) else {
            // A frame that the filter rejects is shown unchanged.
            pending.removeLast()
            ready += finish() + [Picture(storage: storage, stamp: stamp)]
            refused = form
            return ready
        }
        return ready + take(from: filter)
    }

    /// Returns the held frames and closes the filter.
    package func finish() -> [Picture] {
        guard let filter else { return [] }
        self.filter = nil
        defer { pending = [] }
        filter.end()
        return take(from: filter)
    }

    /// Drops the held frames.
    package func reset() {
        filter = nil
        pending = []
    }

    private func open(_ form: FieldFilter.Form) {
        guard form != refused, form.width * form.height <= Self.largest else { return }
        let isOpen = FFmpegLibraries.openFilters(orLog: "interlaced video is shown without deinterlacing")
        filter = isOpen ? FieldFilter(form) : nil
        if filter == nil { refused = form }
    }

    private func take(from filter: FieldFilter) -> [Picture] {
        var pictures: [Picture] = []
        while let (storage, nanoseconds) = filter.take() {
            // Output without a time, or with one before the next frame's, belongs to the oldest frame.
            if let nanoseconds {
                while pending.count > 1, pending[1].stamp.time.nanoseconds <= nanoseconds { pending.removeFirst() }
            }
            guard let source = pending.first else { break }
            pending[0].given += 1
            let isOfField = source.isInterlaced && !oriel_frame_is_interlaced(storage.frame)
            guard isOfField else {
                if source.given == 0 { pictures.append(Picture(storage: storage, stamp: source.stamp)) }
                continue
            }
            let half = source.stamp.duration / 2
            guard source.given < 2 else { continue }
            let stamp = FrameTimer.Stamp(
                time: source.given == 0 ? source.stamp.time : source.stamp.time + half,
                duration: source.given == 0 ? half : source.stamp.duration - half)
            pictures.append(Picture(storage: storage, stamp: stamp, isOfField: true))
        }
        return pictures
    }
}
