import OrielMedia

/// Whether one thread decodes a stream, or several do.
///
/// Frame threads cost memory (a picture and its tables each) and context switches, and what one thread decodes at half its time or
/// less gains nothing by them. So they are for what one can't keep up with, and for the way to a seek's target. Pure: what
/// packets took, and how many frames wait, come in.
package struct DecoderThreads: Hashable, Sendable {
    package enum Way: Hashable, Sendable {
        case one
        case several
    }

    /// What decides.
    package enum Rule: Hashable, Sendable {
        case byLoad
        /// Changes wherever that can be, whatever it is good for: what tests ask for.
        case atEveryChance
        /// The same, but after so many changes no other decoder can be opened.
        case failingAfter(changes: Int)

        var isEager: Bool { self != .byLoad }
    }

    /// More than one thread is to have to do, as a share of its time.
    package static let most = 0.5
    /// What is little enough for one again.
    package static let little = 0.33
    /// Larger streams begin with several threads, in samples of luma a second: a little more than 1080p60 has.
    package static let large = 1 << 27
    /// So many packets of a run tell early that it is too much for one thread: what came of them still waits to be shown.
    package static let early = 8...24
    /// They take longer than those that follow, so this much of what they are shown for.
    private static let earlyShare = 0.75
    /// So many frames in a row that come into an empty queue are late.
    private static let lateness = 8
    /// A stream of less load isn't late by its decoding.
    private static let leastLoad = 0.2
    /// So many packets after a target, the several that were its way are kept: where one seek was, the next may be near, and another
    /// decoder costs it a few milliseconds.
    package static let afterTarget = 48

    private let rule: Rule
    private let isLarge: Bool
    /// What decodes now.
    package private(set) var way: Way
    /// One thread's share of its time that the stream takes at its own speed, as far as that was measured.
    package private(set) var load: Double?
    /// On the way to a seek's target.
    private var catchesUp = false
    /// Packets until what the last target needed may end.
    private var lingering = 0
    private var isLate = false
    private var emptyQueues = 0
    /// Of this run, by one thread.
    private var packets = 0
    private var cost = Duration.zero
    private var length = Duration.zero
    private var isStuck = false

    package init(_ rule: Rule = .byLoad, samplesPerSecond: Int) {
        self.rule = rule
        isLarge = samplesPerSecond > Self.large
        way = isLarge ? .several : .one
    }

    /// Whether another decoder may be opened after so many changes: always, but where a test wants none.
    package func mayOpen(after changes: Int) -> Bool {
        if case .failingAfter(let most) = rule { changes < most } else { true }
    }

    /// What is to decode from the next chance on.
    package var wanted: Way {
        if isStuck { return way }
        if rule.isEager { return way == .one ? .several : .one }
        if catchesUp || isLate || lingering > 0 && way == .several { return .several }
        guard let load else { return isLarge ? .several : .one }
        return load > (way == .one ? Self.most : Self.little) ? .several : .one
    }

    /// Whether what was decoded of this run is to be decoded once more, by several threads, since one is too slow from the
    /// start on and the next chance may be far.
    package var wantsReplay: Bool {
        guard way == .one, !isStuck, Self.early.contains(packets) else { return false }
        return rule.isEager ? packets == Self.early.lowerBound : cost > length * Self.earlyShare
    }

    /// A run begins, by a seek or a repetition.
    /// - Parameter hasTarget: frames before a target are decoded for nothing, as fast as can be.
    package mutating func begin(hasTarget: Bool, isRepetition: Bool) {
        catchesUp = hasTarget
        lingering = 0
        if !isRepetition { isLate = false }
        emptyQueues = 0
        restart()
    }

    /// The target's frame was decoded.
    package mutating func land() {
        catchesUp = false
        lingering = Self.afterTarget
    }

    /// A packet is decoded.
    package mutating func notePacket() { if lingering > 0 { lingering -= 1 } }

    /// It was changed.
    package mutating func change(to way: Way) {
        self.way = way
        restart()
    }

    /// No change is possible any more.
    package mutating func stay() { isStuck = true }

    /// One thread has decoded a packet.
    /// - Parameters:
    ///   - cost: the time that it took.
    ///   - length: what it is shown for.
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

    /// Several threads have decoded for a while.
    /// - Parameters:
    ///   - cost: the processor's time of the whole process, in which theirs is contained.
    ///   - length: what came of it is shown for.
    package mutating func note(processCost cost: Duration, length: Duration) {
        guard way == .several, length > .zero else { return }
        let bound = cost / length
        load = min(load ?? bound, bound)
    }

    /// A frame goes into the queue, where `waiting` of `capacity` are.
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
