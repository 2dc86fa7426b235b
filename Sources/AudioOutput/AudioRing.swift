package import OrielMedia
import Synchronization

/// Samples on their way from the one thread that decodes to the one that plays: neither waits for the other, and playing
/// allocates nothing.
///
/// Frames are numbered from the first that was ever written. What was played stays readable for `history` frames, for whoever
/// has to play it once more with another gain.
package final class AudioRing: @unchecked Sendable {  // One thread at each end; the atomics order what passes.
    /// From this frame on, times go by this stamp.
    private struct Mark {
        var frame: Int
        var stamp: AudioStamp
    }

    package let format: AudioFormat
    /// Frames that fit.
    package let capacity: Int
    /// Frames that stay after they were read.
    package let history: Int
    private let samples: UnsafeMutablePointer<Float>
    private let marks: UnsafeMutablePointer<Mark>
    private static let markCapacity = 256
    /// Frames and marks ever written: the writer's word.
    private let written = Atomic(0)
    private let markedEnd = Atomic(0)
    /// What may be overwritten: the reader's word.
    private let freed = Atomic(0)
    private let markedStart = Atomic(0)

    /// The writer's: the last mark.
    private var lastMark: Mark?
    /// The reader's: the next frame it takes.
    package private(set) var head = 0

    /// - Parameters:
    ///   - capacity: how many frames it holds, history included; rounded up to a power of two.
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

    /// 0.7 s ahead, and half a second behind for what is written anew.
    convenience init(_ format: AudioFormat) {
        self.init(format: format, capacity: format.rate, history: format.rate / 2)
    }

    deinit {
        samples.deallocate()
        marks.deallocate()
    }

    // MARK: The writer's end

    /// Frames for which there is room.
    package var room: Int {
        capacity - (written.load(ordering: .relaxed) - freed.load(ordering: .acquiring))
    }

    /// Appends as much of `source` as there is room for.
    /// - Parameters:
    ///   - source: whole frames, interleaved.
    ///   - stamp: of its first frame.
    /// - Returns: how many frames were taken.
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

    /// Whether a frame's stamp follows from the last mark. Rounding of the container's clock is no jump.
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

    /// Frames that wait.
    package var waiting: Int { written.load(ordering: .acquiring) - head }

    /// The first frame that can still be read.
    package var oldest: Int { freed.load(ordering: .relaxed) }

    /// Where a frame belongs that was written, and whose mark is not too long ago.
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

    /// Copies frames that can be read, from wherever, into `target`.
    package func copy(_ frames: Range<Int>, to target: UnsafeMutablePointer<Float>) {
        let place = frames.lowerBound & (capacity - 1)
        let first = min(frames.count, capacity - place)
        target.update(from: samples + place * format.channels, count: first * format.channels)
        (target + first * format.channels).update(from: samples, count: (frames.count - first) * format.channels)
    }

    /// Takes `count` waiting frames, or passes over them.
    package func advance(_ count: Int) {
        head += count
        free()
    }

    /// Goes back to a frame that was taken, as far as there still is what was.
    package func rewind(to frame: Int) { head = max(oldest, min(head, frame)) }

    /// Passes over what is of an older epoch. True if anything was.
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

    /// Passes over what is of an earlier time than this, as far as its times run on. True if anything was.
    @discardableResult
    package func skip(to time: Duration) -> Bool {
        let start = head
        let limit = written.load(ordering: .acquiring)
        guard head < limit, let first = stamp(at: head), first.time < time else { return false }
        let frames = format.frames(in: (time - first.time) / first.speed)
        advance(max(0, min(frames, nextMark(after: head, or: limit) - head)))
        return head > start
    }

    /// Where the stretch ends that a frame is of.
    private func nextMark(after frame: Int, or limit: Int) -> Int {
        var result = limit
        var index = markedEnd.load(ordering: .acquiring) - 1
        while index >= markedStart.load(ordering: .relaxed), marks[index % Self.markCapacity].frame > frame {
            result = min(limit, marks[index % Self.markCapacity].frame)
            index -= 1
        }
        return result
    }

    /// Gives back what is older than the history, and the marks of what nobody asks for any more.
    private func free() {
        let limit = head - history
        if limit > freed.load(ordering: .relaxed) { freed.store(limit, ordering: .releasing) }
        let end = markedEnd.load(ordering: .acquiring)
        var start = markedStart.load(ordering: .relaxed)
        // Half of the marks stay: what a device plays can be far behind what it was given.
        while end - start > Self.markCapacity / 2, marks[(start + 1) % Self.markCapacity].frame <= head { start += 1 }
        markedStart.store(start, ordering: .releasing)
    }
}
