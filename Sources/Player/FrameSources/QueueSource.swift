import Logging
package import OrielMedia
package import OrielPlatform
package import OrielPlayback
package import OrielTransport

/// The media of a list as one source of frames. Once the present one was read to its end, the next one is opened, and its first
/// frames, of a newer generation, wait behind the last of the present one; its sound follows likewise (`SoundRelay`).
package final class QueueSource: FrameSource {
    /// A medium that is open, or about to be.
    struct Entry {
        let number: Int
        let source: MediaFrameSource
        let leg: SoundRelay.Leg?
        let start: Duration
        /// Of the first frames that it gives.
        var generation: Int
    }

    package let wakeup: Wakeup
    var options: MediaPipeline.Options
    private let relay: SoundRelay?
    private let log = Logger(label: "oriel")

    package private(set) var order = PlayOrder()
    private var items = QueueItems()
    private(set) var present: Entry?
    private(set) var ahead: Entry?
    /// What was played before begins at its beginning.
    private var begun: Set<Int> = []
    private var openings = 0
    private var decodedBefore = 0
    /// The state that was told last was that of an end.
    private var hasToldEnd = false
    private var failures: [Int: MediaError] = [:]
    private var untold: [PlayerItem] = []
    private var crossed: PlayerItem?
    private var isClosed = false
    /// What is seen where there is nothing to play; nil for nothing.
    let hint: VideoFrame?
    private var waitingHint: VideoFrame?

    /// Whether what follows is played when the present one is over.
    package var advancesAtEnd = true { didSet { settle() } }

    /// Begins to open the first of `items`.
    /// - Parameter output: where their sound goes; nil for none.
    package init(
        _ items: [PlayerItem], options: MediaPipeline.Options, audio output: (any AudioRenderer)? = nil,
        hint: VideoFrame? = nil
    ) throws(PlatformError) {
        wakeup = try Wakeup()
        self.options = options
        self.hint = hint
        relay = output.map { SoundRelay(to: $0) }
        order.insert(items.map { self.items.add($0) })
        if let first = order.current { present = try open(first) } else { renewHint() }
        settle()
    }

    // A relay and its legs hold each other until they are ended.
    deinit { close() }

    // MARK: The list

    package var list: [PlayerItem] { order.items.compactMap { items[$0] } }

    package var current: PlayerItem? { order.current.flatMap { items[$0] } }

    package var loopsList: Bool {
        get { order.loops }
        set {
            order.loops = newValue
            settle()
        }
    }

    /// Why an item couldn't be played.
    package func failure(of item: PlayerItem) -> MediaError? {
        items.number(of: item).flatMap { failures[$0] }
    }

    /// Inserts items in their order, but for those that are in the list already.
    package func insert(_ more: [PlayerItem], after other: PlayerItem?) {
        let listed = Set(list)
        order.insert(
            more.filter { !listed.contains($0) }.map { items.add($0) }, after: other.flatMap { items.number(of: $0) })
        settle()
    }

    /// Whether the present one goes with it.
    package func remove(_ item: PlayerItem) -> Bool {
        guard let number = items.number(of: item) else { return false }
        let isCurrent = number == order.current
        order.remove(number)
        // Why it failed is yet to be told.
        if failures[number] == nil { items.remove(number) }
        if isCurrent { follow() } else { settle() }
        return isCurrent
    }

    package func replaceCurrent(with item: PlayerItem?) {
        let old = order.current
        order.replaceCurrent(with: item.map { items.number(of: $0) ?? items.add($0) })
        if let old, !order.items.contains(old) { items.remove(old) }
        follow()
    }

    package func removeAll() {
        order.removeAll()
        items.removeAll()
        follow()
    }

    /// Goes to the next item, or the one before; false where there is none.
    package func go(_ direction: Direction) -> Bool {
        guard let target = direction == .next ? order.next : order.previous else { return false }
        order.go(to: target)
        follow()
        return true
    }

    package enum Direction: Hashable, Sendable { case next, previous }

    /// Whether there is an item to go to.
    package func has(_ direction: Direction) -> Bool { (direction == .next ? order.next : order.previous) != nil }

    /// Opens the present item, where none was open.
    package func begin() { follow() }

    /// The present one is over, or can't be played: goes on to what follows. Without cutting off what was given of its sound.
    package func advance() {
        noteFailure()
        guard let next = order.next else { return }
        order.go(to: next)
        follow(cutting: false)
    }

    /// The item whose last frame was taken together with the next one's first; once.
    package func takeCrossing() -> PlayerItem? {
        defer { crossed = nil }
        return crossed
    }

    /// Items that turned out not to be playable; each once.
    package func takeFailures() -> [PlayerItem] {
        defer { untold = [] }
        return untold
    }

    /// The present one failed.
    private func noteFailure() {
        guard let present, present.number == order.current, let error = present.source.failure else { return }
        refuse(present.number, error)
    }

    private func refuse(_ number: Int, _ error: MediaError) {
        guard error.kind != .interrupted else { return }
        order.refuse(number)
        failures[number] = error
        if let item = items[number] { untold.append(item) }
    }

    // MARK: What is open

    /// Each medium's generations are larger than those of all that were opened before.
    private static let generations = 1 << 32

    private func open(_ number: Int) throws(PlatformError) -> Entry? {
        guard let item = items[number] else { return nil }
        var options = options
        options.startTime = begun.insert(number).inserted ? item.startTime : .zero
        options.audioFiles = item.audioFiles.map { MediaLocation($0) }
        options.firstGeneration = openings * Self.generations
        openings += 1
        let leg: SoundRelay.Leg? =
            if let relay { try relay.makeLeg() } else { nil }
        do throws(PlatformError) {
            let source = try MediaFrameSource(item.location, options: options, audio: leg, wakeup: wakeup)
            source.wantsPictures = wantsPictures
            return Entry(
                number: number, source: source, leg: leg, start: options.startTime, generation: options.firstGeneration)
        } catch {
            if let leg { relay?.end(leg, cutting: false) }
            throw error
        }
    }

    /// Opens what may not be opened for lack of descriptors or threads as a failure like others.
    private func opened(_ number: Int) -> Entry? {
        do throws(PlatformError) { return try open(number) } catch {
            guard let item = items[number] else { return nil }
            refuse(number, MediaError(.failed("\(error)"), item.location))
            return nil
        }
    }

    private func end(_ entry: Entry, cutting: Bool) {
        if !isClosed { decodedBefore += entry.source.decodedFrames }
        if let leg = entry.leg { relay?.end(leg, cutting: cutting) }
        entry.source.close()
    }

    /// What the order says is the present one becomes that.
    private func follow(cutting: Bool = true) {
        guard !isClosed, present?.number != order.current || order.current == nil else { return settle() }
        let old = present
        present = nil
        hasToldEnd = false
        // Its sound makes room before the next one's begins.
        if let old { end(old, cutting: cutting) }
        if let ahead, ahead.number == order.current {
            present = ahead
            self.ahead = nil
        } else {
            dropAhead()
            present = order.current.flatMap { opened($0) }
        }
        renewHint()
        settle()
    }

    /// The hint is a picture like others: of a generation that is newer than those before.
    private func renewHint() {
        waitingHint = nil
        guard showsHint, let hint else { return }
        waitingHint = hint.ofGeneration(openings * Self.generations)
        openings += 1
    }

    private func dropAhead() {
        guard let ahead else { return }
        self.ahead = nil
        end(ahead, cutting: false)
        // It was not seen.
        if ahead.start > .zero { begun.remove(ahead.number) }
    }

    /// Whether another medium is played when the present one is over.
    private var hasSuccessor: Bool {
        guard advancesAtEnd, present?.source.loops != true, let next = order.next else { return false }
        return next != order.current
    }

    /// What follows from what is played, the order and the news: what is opened ahead, and what each has to know.
    package func settle() {
        guard !isClosed else { return }
        guard let present else { return dropAhead() }
        present.source.setLoops(options.loops || order.next == present.number)
        while let next = order.next, next != present.number, advancesAtEnd {
            if let ahead, ahead.number != next { dropAhead() }
            if ahead == nil, present.source.isReadToEnd { ahead = opened(next) }
            guard let ahead, case .failed = ahead.source.state.phase, ahead.source.waitingFrames().isEmpty,
                let error = ahead.source.failure
            else { break }
            // It is passed over before its turn comes.
            dropAhead()
            refuse(next, error)
        }
        if !hasSuccessor { dropAhead() }
        if present.source.isFollowed != hasSuccessor { present.source.isFollowed = hasSuccessor }
        mend()
    }

    /// What was given of the next one's sound is void where the present one's was begun anew, or cut off: it begins anew.
    func mend() {
        func mended(_ entry: Entry?) -> Entry? {
            guard var entry, let leg = entry.leg, relay?.takeLoss(of: leg) == true else { return entry }
            entry.generation = entry.source.seek(to: entry.start, .position) ?? entry.generation
            return entry
        }
        present = mended(present)
        ahead = mended(ahead)
    }

    /// The next one's first frame is the picture.
    private func cross() {
        guard let old = present, let ahead else { return }
        crossed = items[old.number]
        self.ahead = nil
        present = ahead
        hasToldEnd = false
        order.go(to: ahead.number)
        end(old, cutting: false)
        settle()
    }

    // MARK: The source

    package var state: SourceState {
        if showsHint { return hintState }
        // The loop's next turn removes such an item. A transport that saw `.failed` before would ignore every later item.
        if hopeless != nil { return SourceState(phase: .opening) }
        var state =
            present?.source.state
            ?? SourceState(phase: order.current.flatMap { failures[$0] } == nil ? .opening : .failed)
        hasToldEnd = state.phase == .ended
        state.hasSuccessor = hasSuccessor
        return state
    }

    package var failure: MediaError? {
        guard let present else { return order.current.flatMap { failures[$0] } }
        return present.source.failure
    }

    package var decodedFrames: Int { decodedBefore + (present?.source.decodedFrames ?? 0) }

    package func waitingFrames() -> [VideoFrame] {
        guard let present else { return waitingHint.map { [$0] } ?? [] }
        let own = present.source.waitingFrames()
        guard hasToldEnd, hasSuccessor, let ahead else { return own }
        return own + ahead.source.waitingFrames()
    }

    package func takeFrames(_ count: Int) {
        guard let present else {
            waitingHint = nil
            return
        }
        let own = min(count, present.source.waitingFrames().count)
        present.source.takeFrames(own)
        guard count > own else { return }
        cross()
        self.present?.source.takeFrames(count - own)
    }

    package func seek(to time: Duration, _ kind: Transport.SeekKind) -> Int? {
        defer { mend() }
        return present?.source.seek(to: time, kind)
    }

    package var wantsPictures = true {
        didSet {
            present?.source.wantsPictures = wantsPictures
            ahead?.source.wantsPictures = wantsPictures
        }
    }

    package func noteDrawn(_ frame: VideoFrame) { present?.source.noteDrawn(frame) }

    package func releasePictures() { present?.source.releasePictures() }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        for entry in [present, ahead].compactMap(\.self) { end(entry, cutting: true) }
        // What the present one was, where it came to and why it failed can be asked for still.
        ahead = nil
    }
}
