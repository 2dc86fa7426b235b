import CFFmpeg
import CFFmpegLoader
import Logging
import OrielMedia
import OrielPlatform

/// Makes pictures of frames that are flagged as two fields of different times: one of each field (libavfilter's `bwdif`, else
/// `yadif`). Other frames pass as they are. Nothing is opened before the first flagged frame. Decode thread only.
final class Deinterlacer {
    /// One decoded frame, or one field that was made a picture.
    struct Picture {
        var storage: FrameStorage
        var stamp: FrameTimer.Stamp
        /// It was made of one field.
        var isOfField = false
    }

    /// Interlaced video ends at 1920×1088; larger pictures cost too much to be made anew for a flag.
    static let largest = 1 << 23

    private static let logger = Logger(label: "oriel")
    /// Told once, however many media are interlaced.
    private static let problem: String? = {
        let problem = FFmpegLibraries.filterProblem
        if let problem { logger.warning("interlaced video is shown as it is: \(problem)") }
        return problem
    }()

    private var filter: FieldFilter?
    /// The form of frames for which there is no filter.
    private var refused: FieldFilter.Form?
    /// What went in and has not all come out, oldest first: the filter keeps a frame until the next one is there.
    private var pending: [Pending] = []

    /// A frame that went into the filter.
    private struct Pending {
        var stamp: FrameTimer.Stamp
        var isInterlaced: Bool
        /// Pictures that came out of it.
        var given = 0
    }

    /// Nothing is held back.
    var isEmpty: Bool { pending.isEmpty }

    /// Takes a frame; answers what is ready, in order.
    /// - Parameter isWanted: else it passes as it is, behind what was held back.
    func push(_ storage: FrameStorage, _ stamp: FrameTimer.Stamp, isWanted: Bool) -> [Picture] {
        let isInterlaced = oriel_frame_is_interlaced(storage.frame)
        // A frame without the flag goes through an open filter too: the next one may have it again.
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
            // Whatever it is that the filter can't take, the picture is shown.
            pending.removeLast()
            ready += finish() + [Picture(storage: storage, stamp: stamp)]
            refused = form
            return ready
        }
        return ready + take(from: filter)
    }

    /// What is held back; the next frame is the first of others.
    func finish() -> [Picture] {
        guard let filter else { return [] }
        self.filter = nil
        defer { pending = [] }
        filter.end()
        return take(from: filter)
    }

    /// Forgets what is held back.
    func reset() {
        filter = nil
        pending = []
    }

    private func open(_ form: FieldFilter.Form) {
        guard Self.problem == nil, form != refused, form.width * form.height <= Self.largest else { return }
        filter = FieldFilter(form)
        if filter == nil { refused = form }
    }

    private func take(from filter: FieldFilter) -> [Picture] {
        var pictures: [Picture] = []
        while let (storage, nanoseconds) = filter.take() {
            // A frame's pictures come before those of the next: times, where it has some, tell which frame that is.
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
