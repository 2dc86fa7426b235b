package import OrielMedia
import Synchronization

/// Ring of samples between the decode thread and the sound thread: neither waits for the other, and playing allocates
/// nothing.
///
/// Frames are numbered from the first one ever written. Played frames stay readable for `history` frames, so that they
/// can be rewritten with another gain.
package final class AudioRing: @unchecked Sendable {  // One thread at each end; atomics order the samples.
    /// Stamp that times count from, beginning with a frame.
    private struct Mark {
        var frame: Int
        var stamp: AudioStamp
    }

    package let format: AudioFormat
    /// Number of frames that fit.
    package let capacity: Int
    /// Number of frames that stay readable after they were taken.
    package let history: Int
    private let samples: UnsafeMutablePointer<Float>
    private let marks: UnsafeMutablePointer<Mark>
    private static let markCapacity = 256
    /// Numbers of frames and marks ever written; set by the writer.
    private let written = Atomic(0)
    private let markedEnd = Atomic(0)
    /// Numbers of frames and marks that may be overwritten; set by the reader.
    private let freed = Atomic(0)
    private let markedStart = Atomic(0)

    /// The last mark. Writer only.
    private var lastMark: Mark?
    private let taken = Atomic(0)

    /// Number of the next frame to take; set by the reader.
    package private(set) var head: Int {
        get { taken.load(ordering: .relaxed) }
        set { taken.store(newValue, ordering: .relaxed) }
    }

    /// Makes a ring.
    /// - Parameters:
    ///   - capacity: number of frames, including the history; rounded up to a power of two.
    package init(format: AudioFormat, capacity: Int, history: Int) {
        self.format = format
        self.history = history
        var size = 1
        while size < max(capacity, history * 2) { size *= 2 }
        self.capacity = size
        samples = .allocate(capacity: size * format.channels)
        samples.initialize(repeating: 0, count: size * format.channels)
        marks = .allocate(capacity: Self.markCapacity)
        marks.initialize(
            repeating: Mark(frame: 0, stamp: AudioStamp(time: .zero)), count: Self.markCapacity)
    }

    /// Makes a ring with half a second of history and at least as much ahead.
    convenience init(_ format: AudioFormat) {
        self.init(format: format, capacity: format.rate, history: format.rate / 2)
    }

    deinit {
        samples.deallocate()
        marks.deallocate()
    }

    // MARK: The writer's end

    /// Number of frames for which there is room.
    package var room: Int {
        capacity - (written.load(ordering: .relaxed) - freed.load(ordering: .acquiring))
    }

    /// Appends as much of `source` as there is room for.
    /// - Parameters:
    ///   - source: whole interleaved frames.
    ///   - stamp: the stamp of the first frame.
    /// - Returns: the number of frames taken.
    package func write(_ source: UnsafeBufferPointer<Float>, _ stamp: AudioStamp) -> Int {
        let end = written.load(ordering: .relaxed)
        let count = min(source.count / format.channels, room)
        guard count > 0, let base = source.baseAddress else { return 0 }
        if !continues(stamp, at: end) {
            let markEnd = markedEnd.load(ordering: .relaxed)
            guard markEnd - markedStart.load(ordering: .acquiring) < Self.markCapacity else { return 0 }
            let mark = Mark(frame: end, stamp: stamp)
            marks[markEnd % Self.markCapacity] = mark
            markedEnd.store(markEnd + 1, ordering: .releasing)
            lastMark = mark
        }
        let place = end & (capacity - 1)
        let first = min(count, capacity - place)
        samples.advanced(by: place * format.channels).update(from: base, count: first * format.channels)
        samples.update(from: base + first * format.channels, count: (count - first) * format.channels)
        written.store(end + count, ordering: .releasing)
        return count
    }

    /// Whether a frame's stamp continues the last mark. Rounding of the container's clock is tolerated.
    private func continues(_ stamp: AudioStamp, at frame: Int) -> Bool {
        guard let last = lastMark, last.stamp.epoch == stamp.epoch, last.stamp.generation == stamp.generation,
            last.stamp.speed == stamp.speed
        else { return false }
        let distance = stamp.time - self.stamp(of: last, at: frame).time
        return distance < .microseconds(50) && distance > .microseconds(-50)
    }

    private func stamp(of mark: Mark, at frame: Int) -> AudioStamp {
        var stamp = mark.stamp
        let played = format.duration(of: frame - mark.frame)
        stamp.time += stamp.speed == 1 ? played : played * stamp.speed
        return stamp
    }

    // MARK: The reader's end

    /// Number of frames that wait; on other threads than the reader's it may be a moment old.
    package var waiting: Int { written.load(ordering: .acquiring) - head }

    /// Number of the first frame that can still be read.
    package var oldest: Int { freed.load(ordering: .relaxed) }

    /// Stamp of a frame that was written; nil if its mark is too old.
    package func stamp(at frame: Int) -> AudioStamp? {
        let end = markedEnd.load(ordering: .acquiring)
        var index = end - 1
        while index >= max(0, end - Self.markCapacity, markedStart.load(ordering: .relaxed)) {
            let mark = marks[index % Self.markCapacity]
            if mark.frame <= frame { return stamp(of: mark, at: frame) }
            index -= 1
        }
        return nil
    }

    /// Copies readable frames into `target`, waiting or history.
    package func copy(_ frames: Range<Int>, to target: UnsafeMutablePointer<Float>) {
        let place = frames.lowerBound & (capacity - 1)
        let first = min(frames.count, capacity - place)
        target.update(from: samples + place * format.channels, count: first * format.channels)
        (target + first * format.channels).update(from: samples, count: (frames.count - first) * format.channels)
    }

    /// Takes or skips `count` waiting frames.
    package func advance(_ count: Int) {
        head += count
        free()
    }

    /// Goes back to a frame that was taken, as far as the history reaches.
    package func rewind(to frame: Int) { head = max(oldest, min(head, frame)) }

    /// Skips frames of older epochs. Returns whether there were any.
    @discardableResult
    package func skip(before epoch: Int) -> Bool {
        let limit = written.load(ordering: .acquiring)
        let start = head
        let end = markedEnd.load(ordering: .acquiring)
        var index = markedStart.load(ordering: .relaxed)
        while index < end, head < limit {
            let next = index + 1 < end ? min(marks[(index + 1) % Self.markCapacity].frame, limit) : limit
            if next > head {
                guard marks[index % Self.markCapacity].stamp.epoch < epoch else { break }
                head = next
            }
            index += 1
        }
        free()
        return head > start
    }

    /// Skips frames before a media time of a generation, within a continuous stretch of times. Returns whether there
    /// were any. Frames of later generations come after it: another repetition of a loop, or the next medium.
    @discardableResult
    package func skip(to time: Duration, of generation: Int) -> Bool {
        let start = head
        let limit = written.load(ordering: .acquiring)
        guard head < limit, let first = stamp(at: head), first.generation <= generation, first.time < time else {
            return false
        }
        let frames = format.frames(in: (time - first.time) / first.speed)
        advance(max(0, min(frames, nextMark(after: head, or: limit) - head)))
        return head > start
    }

    /// Number of the first frame with another mark after `frame`, or `limit` if there is none.
    private func nextMark(after frame: Int, or limit: Int) -> Int {
        var result = limit
        var index = markedEnd.load(ordering: .acquiring) - 1
        while index >= markedStart.load(ordering: .relaxed), marks[index % Self.markCapacity].frame > frame {
            result = min(limit, marks[index % Self.markCapacity].frame)
            index -= 1
        }
        return result
    }

    /// Frees frames older than the history, and old marks.
    private func free() {
        let limit = head - history
        if limit > freed.load(ordering: .relaxed) { freed.store(limit, ordering: .releasing) }
        let end = markedEnd.load(ordering: .acquiring)
        var start = markedStart.load(ordering: .relaxed)
        // Half of the marks stay, since a device may play far behind the written frames.
        while end - start > Self.markCapacity / 2, marks[(start + 1) % Self.markCapacity].frame <= head { start += 1 }
        markedStart.store(start, ordering: .releasing)
    }
}
