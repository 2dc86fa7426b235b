import OrielMedia

/// Decision whether one thread or several decode a stream.
///
/// Frame threads cost memory (a frame and its tables each) and context switches, and gain nothing for a stream that one
/// thread decodes in half of its time or less. So several threads serve streams that one can't keep up with, and the
/// way to a seek's target. Value code; fed with decoding costs and the fill of the frame queue.
package struct DecoderThreads: Hashable, Sendable {
    package enum Way: Hashable, Sendable {
        case one
        case several
    }

    /// Rule of the decision.
    package enum Rule: Hashable, Sendable {
        case byLoad
        /// Changes at every opportunity, useful or not; for tests.
        case atEveryChance
        /// Like `atEveryChance`, but no decoder can be opened after this many changes.
        case failingAfter(changes: Int)

        var isEager: Bool { self != .byLoad }
    }

    /// Load of one thread beyond which several are used, as a share of its time.
    package static let most = 0.5
    /// Load below which one thread is used again.
    package static let little = 0.33
    /// Luma samples per second beyond which a stream begins with several threads: a little more than 1080p60.
    package static let large = 1 << 27
    /// Number of packets of a run after which overload is detected early, while their frames still wait to be shown.
    package static let early = 8...24
    /// Share of their duration that the first packets may take; they cost more than later ones.
    private static let earlyShare = 0.75
    /// Number of consecutive frames that find the frame queue empty after which decoding counts as late.
    private static let lateness = 8
    /// Load below which an empty queue isn't blamed on decoding.
    private static let leastLoad = 0.2
    /// Number of packets after a seek's target for which several threads are kept. Another seek is likely then, and
    /// another decoder would cost it a few milliseconds.
    package static let afterTarget = 48

    private let rule: Rule
    private let isLarge: Bool
    /// The present way of decoding.
    package private(set) var way: Way
    /// Load of the stream at its own speed, as a share of one thread's time; nil until measured.
    package private(set) var load: Double?
    /// Whether a seek's target was not reached yet.
    private var catchesUp = false
    /// Number of packets for which several threads are still kept after a target.
    private var lingering = 0
    private var isLate = false
    private var emptyQueues = 0
    /// Packets decoded by one thread in this run, their cost and their duration.
    private var packets = 0
    private var cost = Duration.zero
    private var length = Duration.zero
    private var isStuck = false

    package init(_ rule: Rule = .byLoad, samplesPerSecond: Int) {
        self.rule = rule
        isLarge = samplesPerSecond > Self.large
        way = isLarge ? .several : .one
    }

    /// Whether another decoder may be opened after `changes`. Only false in tests.
    package func mayOpen(after changes: Int) -> Bool {
        if case .failingAfter(let most) = rule { changes < most } else { true }
    }

    /// The way of decoding from the next opportunity on.
    package var wanted: Way {
        if isStuck { return way }
        if rule.isEager { return way == .one ? .several : .one }
        if catchesUp || isLate || lingering > 0 && way == .several { return .several }
        guard let load else { return isLarge ? .several : .one }
        return load > (way == .one ? Self.most : Self.little) ? .several : .one
    }

    /// Whether the run has to be decoded again by several threads. True if one thread is too slow from the start, since
    /// the next entry may be far.
    package var wantsReplay: Bool {
        guard way == .one, !isStuck, Self.early.contains(packets) else { return false }
        return rule.isEager ? packets == Self.early.lowerBound : cost > length * Self.earlyShare
    }

    /// Begins a run, after a seek or as a repetition.
    /// - Parameter hasTarget: whether frames before a target are decoded and dropped, as fast as possible.
    package mutating func begin(hasTarget: Bool, isRepetition: Bool) {
        catchesUp = hasTarget
        lingering = 0
        if !isRepetition { isLate = false }
        emptyQueues = 0
        restart()
    }

    /// Notes that the target's frame was decoded.
    package mutating func land() {
        catchesUp = false
        lingering = Self.afterTarget
    }

    /// Notes that a packet is being decoded.
    package mutating func notePacket() { if lingering > 0 { lingering -= 1 } }

    /// Notes that the way of decoding was changed.
    package mutating func change(to way: Way) {
        self.way = way
        restart()
    }

    /// Rules out any further change.
    package mutating func stay() { isStuck = true }

    /// Records the cost of a packet that one thread decoded.
    /// - Parameters:
    ///   - cost: the time it took.
    ///   - length: the duration of its frame.
    package mutating func note(cost: Duration, length: Duration) {
        guard way == .one, length > .zero else { return }
        packets += 1
        self.cost += cost
        self.length += length
        if packets < Self.early.upperBound {
            if packets >= Self.early.lowerBound, load == nil || packets == Self.early.upperBound - 1 {
                load = self.cost / self.length
            }
        } else {
            load = (load ?? 0) + (cost / length - (load ?? 0)) / Double(Self.early.upperBound)
        }
    }

    /// Records the cost of several threads over a while.
    /// - Parameters:
    ///   - cost: CPU time of the whole process, an upper bound for theirs.
    ///   - length: the duration of the decoded frames.
    package mutating func note(processCost cost: Duration, length: Duration) {
        guard way == .several, length > .zero else { return }
        let bound = cost / length
        load = min(load ?? bound, bound)
    }

    /// Notes that a frame is added to the frame queue, in which `waiting` of `capacity` are.
    package mutating func note(waiting: Int, capacity: Int) {
        if waiting == 0 { emptyQueues += 1 } else if waiting >= capacity - 1 { emptyQueues = 0 }
        if emptyQueues >= Self.lateness, load ?? 1 > Self.leastLoad { isLate = true }
    }

    private mutating func restart() {
        packets = 0
        cost = .zero
        length = .zero
    }
}
