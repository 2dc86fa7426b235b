package import OrielDecode
package import OrielLibav
package import OrielMedia
package import OrielPipeline
package import OrielPlatform
package import OrielTransport

/// The items of a list as one source of frames. When the present item was read to its end, the next one is opened, and
/// its first frames, of a newer generation, wait behind the last of the present one; its sound follows likewise
/// (`AudioRelay`).
package final class QueueSource: FrameSource {
    /// A medium that is open or being opened.
    struct Entry {
        let item: PlayerItem
        let source: MediaPipeline
        let leg: AudioRelay.Leg?
        let start: Duration
        /// Generation of the medium's first frames.
        var generation: Int
        /// Whether it was asked to begin again after its last frame. The pipeline reports once that it can't.
        var loops: Bool
    }

    package let wakeup: Wakeup
    var options: MediaPipeline.Options
    private let relay: AudioRelay?

    package internal(set) var order = PlayOrder<PlayerItem>()
    private(set) var present: Entry?
    var ahead: Entry?
    /// Items that the user goes to; nil if the present one is followed by the next.
    var visit: Visit?
    /// Returns where an item starts; nil for its own `startTime`.
    var startOfItem: (PlayerItem) -> Duration? = { _ in nil }
    /// Items that were opened before; they start at their beginning, not at `startTime`.
    private var begun: Set<ObjectIdentifier> = []
    private var openings = 0
    private var decodedBefore = 0
    /// Whether the last state that was returned was an end.
    private var hasToldEnd = false
    private var failures: [PlayerItem: MediaError] = [:]
    private var untold: [PlayerItem] = []
    private var crossed: PlayerItem?
    private var isClosed = false
    /// The frame that is shown while there is nothing to play; nil for none.
    private(set) var hint: VideoFrame?
    private var waitingHint: VideoFrame?
    /// The colour of a hint without a text; nil for the usual one.
    package private(set) var groundColor: UInt32?

    /// Whether the next item is played when the present one ends.
    package var advancesAtEnd = true { didSet { settle() } }

    /// Makes the source and starts to open the first of `items`.
    /// - Parameter output: destination of their sound; nil for none.
    package init(
        _ items: [PlayerItem], options: MediaPipeline.Options, audio output: (any AudioRenderer)? = nil,
        hint: VideoFrame? = nil
    ) throws(PlatformError) {
        wakeup = try Wakeup()
        self.options = options
        self.hint = hint
        relay = output.map { AudioRelay(to: $0) }
        order.insert(items)
        if let first = order.current { present = try open(first) } else { renewHint() }
        settle()
    }

    // A relay and its legs refer to each other until they are ended.
    deinit { close() }

    // MARK: The list

    package var list: [PlayerItem] { order.items }

    package var current: PlayerItem? { order.current }

    package var loopsList: Bool {
        get { order.loops }
        set {
            order.loops = newValue
            settle()
        }
    }

    /// Whether an item begins again after its last frame (`Player.Options.loops`).
    package var repeatsItem: Bool {
        get { options.loops }
        set {
            options.loops = newValue
            settle()
        }
    }

    /// Returns the reason why an item couldn't be played; nil if it could.
    package func failure(of item: PlayerItem) -> MediaError? { failures[item] }

    /// Forgets what is known of items that come into the list; they are played as for the first time.
    func enter(_ items: [PlayerItem]) {
        let listed = Set(order.items)
        for item in items where !listed.contains(item) {
            begun.remove(ObjectIdentifier(item))
            failures[item] = nil
        }
    }

    /// Inserts items in their order, except those that are in the list.
    package func insert(_ more: [PlayerItem], after other: PlayerItem?) {
        enter(more)
        order.insert(more, after: other)
        settle()
    }

    /// Removes an item. Returns whether it was the present one.
    package func remove(_ item: PlayerItem) -> Bool {
        let isCurrent = item == order.current
        order.remove(item)
        updateVisit()
        if isCurrent { follow() } else { settle() }
        return isCurrent
    }

    package func replaceCurrent(with item: PlayerItem?) {
        let old = order.current
        if let item { enter([item]) }
        order.replaceCurrent(with: item)
        if let old, !order.items.contains(old) { failures[old] = nil }
        follow()
    }

    /// Replaces the list, each item once; items that stay keep what is known of them.
    /// - Returns: whether another item is the present one now, or none.
    package func setList(_ wanted: [PlayerItem]) -> Bool {
        let old = order.current
        var taken: Set<PlayerItem> = []
        enter(wanted)
        order.setItems(wanted.filter { taken.insert($0).inserted })
        updateVisit()
        guard old != order.current else {
            settle()
            return false
        }
        follow()
        return true
    }

    package func removeAll() {
        order.removeAll()
        failures = [:]
        follow()
    }

    /// Goes to the next or the previous item. Returns false if there is none.
    package func go(_ direction: Direction) -> Bool {
        guard let target = target(direction) else { return false }
        order.go(to: target)
        follow()
        return true
    }

    package enum Direction: Hashable, Sendable {
        case next, previous
        /// The item at an index of the list.
        case index(Int)
    }

    /// Whether there is an item to go to.
    package func has(_ direction: Direction) -> Bool { target(direction) != nil }

    private func target(_ direction: Direction) -> PlayerItem? {
        switch direction {
        case .next: order.next
        case .previous: order.previous
        case .index(let index): order.items.indices.contains(index) ? order.items[index] : nil
        }
    }

    /// Opens the present item if none is open.
    package func begin() { follow() }

    /// Goes on to the next item, since the present one has ended or can't be played. The sound that was already
    /// delivered is played to its end.
    package func advance() {
        noteFailure()
        guard let next = order.next else { return }
        order.go(to: next)
        follow(cutting: false)
    }

    /// Returns, once, the item that was left because its last frame and the next item's first one were taken together.
    package func takeCrossing() -> PlayerItem? {
        defer { crossed = nil }
        return crossed
    }

    /// Returns the items that couldn't be played, each once.
    package func takeFailures() -> [PlayerItem] {
        defer { untold = [] }
        return untold
    }

    /// Records a failure of the present item.
    private func noteFailure() {
        guard let present, present.item == order.current, let error = present.source.failure else { return }
        refuse(present.item, error)
    }

    private func refuse(_ item: PlayerItem, _ error: MediaError) {
        guard error.kind != .interrupted else { return }
        order.refuse(item)
        failures[item] = error
        untold.append(item)
        if visit?.targets.first == item { refuseVisit() }
    }

    // MARK: Open items

    /// Number of generations per opened medium, so that a later medium's are larger.
    private static let generations = 1 << 32

    private func open(_ item: PlayerItem) throws(PlatformError) -> Entry {
        var options = options
        let isFirstTime = begun.insert(ObjectIdentifier(item)).inserted
        options.startTime =
            startOfItem(item).map { max(.zero, $0.onClocks) } ?? item.soughtTime
            ?? (isFirstTime ? item.startTime : .zero)
        options.audioFiles = item.audioFiles.map { MediaLocation($0) }
        options.firstGeneration = openings * Self.generations
        openings += 1
        let leg: AudioRelay.Leg? =
            if let relay { try relay.makeLeg() } else { nil }
        do throws(PlatformError) {
            let source = try MediaPipeline(
                location: item.location, options: options, audio: leg, wakeup: wakeup, coverless: DrawnFrame.note)
            return Entry(
                item: item, source: source, leg: leg, start: options.startTime,
                generation: options.firstGeneration, loops: options.loops)
        } catch {
            if let leg { relay?.end(leg, cutting: false) }
            throw error
        }
    }

    /// Opens an item; treats a lack of descriptors or threads as a failure of the item.
    private func opened(_ item: PlayerItem) -> Entry? {
        do throws(PlatformError) { return try open(item) } catch {
            refuse(item, MediaError(.failed("\(error)"), item.location))
            return nil
        }
    }

    private func end(_ entry: Entry, cutting: Bool) {
        if !isClosed { decodedBefore += entry.source.statistics.decoded }
        if let leg = entry.leg { relay?.end(leg, cutting: cutting) }
        entry.source.close()
    }

    /// Makes the order's current item the present one, and closes the former.
    func follow(cutting: Bool = true) {
        guard !isClosed, present?.item != order.current || order.current == nil else { return settle() }
        let old = present
        visit = nil
        present = nil
        hasToldEnd = false
        // The former item's sound ends before the next one's begins.
        if let old { end(old, cutting: cutting) }
        if let ahead, ahead.item == order.current {
            present = ahead
            self.ahead = nil
        } else {
            dropAhead()
            present = order.current.flatMap { opened($0) }
        }
        renewHint()
        settle()
    }

    /// Replaces the hint of a source that has one by a ground of one colour.
    /// - Parameter color: alpha in the highest byte, then red, green and blue; opaque.
    /// - Returns: whether it is shown now.
    package func changeHint(toGround color: UInt32) -> Bool {
        groundColor = color
        guard hint != nil else { return false }
        hint = DrawnFrame.ground(color)
        renewHint()
        return showsHint
    }

    /// Queues the hint as a frame of a newer generation, if it is to be shown.
    private func renewHint() {
        waitingHint = nil
        guard showsHint, let hint else { return }
        waitingHint = hint.copy(generation: openings * Self.generations)
        openings += 1
    }

    private func dropAhead() {
        guard let ahead else { return }
        self.ahead = nil
        end(ahead, cutting: false)
        // The item was not shown, so its start time applies the next time.
        if ahead.start > .zero { begun.remove(ObjectIdentifier(ahead.item)) }
    }

    /// Opens an item anew that was opened ahead, since its start has changed.
    func renew(_ item: PlayerItem) {
        guard ahead?.item == item else { return }
        dropAhead()
        settle()
    }

    /// Whether another item is played when the present one ends.
    private var hasSuccessor: Bool {
        guard advancesAtEnd, present?.source.loops != true, let next = order.next else { return false }
        return next != order.current
    }

    /// Updates the open items after a change of the list or of a source: opens the next item ahead, skips failing ones,
    /// and tells the present one whether it loops or is followed.
    package func settle() {
        guard !isClosed else { return }
        guard let present else { return dropAhead() }
        let loops = options.loops || order.next == present.item
        if loops != present.loops {
            self.present?.loops = loops
            present.source.loops = loops
        }
        while let next = visit?.targets.first ?? (hasSuccessor ? order.next : nil) {
            if let ahead, ahead.item != next { dropAhead() }
            if ahead == nil, visit != nil || present.source.snapshot.isReadToEnd {
                ahead = opened(next)
                if ahead == nil, failures[next] != nil { continue }
            }
            guard let ahead, case .failed = ahead.source.snapshot.phase, ahead.source.peekFrames().isEmpty,
                let error = ahead.source.failure
            else { break }
            // The item is skipped before its turn.
            dropAhead()
            refuse(next, error)
        }
        if !hasSuccessor, visit == nil { dropAhead() }
        if present.source.isFollowed != hasSuccessor { present.source.isFollowed = hasSuccessor }
        mend()
    }

    /// Restarts an item whose delivered sound was discarded because the sound before it was restarted or cut.
    func mend() {
        func mended(_ entry: Entry?) -> Entry? {
            guard var entry, let leg = entry.leg, relay?.takeLoss(of: leg) == true else { return entry }
            entry.generation = entry.source.seek(to: entry.start, .position) ?? entry.generation
            return entry
        }
        present = mended(present)
        ahead = mended(ahead)
    }

    /// Makes the next item the present one, since its first frame was taken.
    private func cross() {
        guard let old = present, let ahead else { return }
        crossed = old.item
        self.ahead = nil
        present = ahead
        hasToldEnd = false
        order.go(to: ahead.item)
        end(old, cutting: false)
        settle()
    }

    // MARK: The source

    package var state: SourceState {
        if showsHint { return hintState }
        var state =
            present?.source.sourceState
            ?? SourceState(phase: order.current.flatMap { failures[$0] } == nil ? .opening : .failed)
        // The loop's next turn removes such an item. A transport that saw `.failed` before would ignore every later
        // item. Asked after the state, since the medium may fail in between.
        if state.phase == .failed, hopeless != nil { return SourceState(phase: .opening) }
        hasToldEnd = state.phase == .ended
        state.hasSuccessor = hasSuccessor
        state.awaitsItem = visit != nil
        return state
    }

    package var failure: MediaError? {
        guard let present else { return order.current.flatMap { failures[$0] } }
        return present.source.failure
    }

    package var decodedFrames: Int { decodedBefore + (present?.source.statistics.decoded ?? 0) }

    package func waitingFrames() -> [VideoFrame] {
        guard let present else { return waitingHint.map { [$0] } ?? [] }
        let own = present.source.peekFrames(.max)
        guard hasToldEnd, hasSuccessor, visit == nil, let ahead else { return own }
        return own + ahead.source.peekFrames(.max)
    }

    package func takeFrames(_ count: Int) {
        guard let present else {
            waitingHint = nil
            return
        }
        let own = min(count, present.source.peekFrames(.max).count)
        for _ in 0..<own { _ = present.source.takeFrame() }
        guard count > own else { return }
        cross()
        for _ in own..<count { _ = self.present?.source.takeFrame() }
    }

    package func seek(to time: Duration, _ kind: Transport.SeekKind) -> Int? {
        defer { mend() }
        return present?.source.seek(to: time, kind)
    }

    package func releasePictures() { medium?.releasePictures() }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        for entry in [present, ahead].compactMap(\.self) { end(entry, cutting: true) }
        // The present item stays, since its description, position and failure can still be read.
        ahead = nil
    }
}
