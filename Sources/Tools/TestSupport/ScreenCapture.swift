import Foundation
import OrielPlatform
public import OrielStamps
import OrielWaylandProtocols
import Synchronization

/// Captures every composition of an output (`zwlr_screencopy_frame_v1.copy_with_damage`, requested again at once) on
/// its own thread and connection, and reads the stamps in each.
///
/// `CaptureWitness` determines whether any was missed. Any thread may use this object.
public final class ScreenCapture: Sendable {
    /// Selects frames to keep besides the readings; each takes 4 bytes per pixel.
    public enum Keeping: Hashable, Sendable {
        case none
        /// The last frames, at most this many.
        case last(Int)
        /// Frames in which a stream seen before is illegible or torn, and the frames right before them; at most this
        /// many.
        case incidents(Int)
        case all
    }

    struct State {
        var compositions: [Composition] = []
        var pictures: [Int: RGBPicture] = [:]
        var failure: TestSupportError?
        var seen: Set<StampColor> = []
        var previous: (number: Int, picture: RGBPicture)?
        var armed = false
        var stopping = false
    }

    let state = Mutex(State())
    let keeping: Keeping
    let stopping: Wakeup
    private let changed: Wakeup
    private let ended: Wakeup

    /// Starts to capture; returns when the first capture is requested.
    /// - Parameters:
    ///   - socket: the compositor's socket.
    ///   - output: the output's name; nil for the first one.
    public init(socket: String, output: String? = nil, keeping: Keeping = .none) throws {
        self.keeping = keeping
        stopping = try Wakeup()
        changed = try Wakeup()
        ended = try Wakeup()
        _ = try NamedThread("screen-capture") { [self] in
            // Scheduled before the programs under test, if permitted: a late capture misses a composition.
            raisePriority()
            do {
                let loop = try CaptureLoop(socket: socket, output: output, owner: self)
                try loop.run()
            } catch {
                let failure = error as? TestSupportError ?? TestSupportError("\(error)")
                state.withLock { $0.failure = failure }
            }
            changed.signal()
            ended.signal()
        }
        guard wait(.seconds(10), until: { $0.armed || $0.failure != nil }) else {
            throw TestSupportError("the compositor answers no request to capture")
        }
        if let failure { throw failure }
    }

    deinit { stopping.signal() }

    /// Compositions captured so far, oldest first.
    public var compositions: [Composition] { state.withLock { $0.compositions } }

    /// Number of compositions captured so far.
    public var count: Int { state.withLock { $0.compositions.count } }

    /// Reason why the capture ended early; nil while it runs.
    public var failure: TestSupportError? { state.withLock { $0.failure } }

    /// Returns the kept frame of a composition; nil if there is none.
    public func picture(of number: Int) -> RGBPicture? { state.withLock { $0.pictures[number] } }

    /// Numbers of the compositions with kept frames.
    public var keptPictures: [Int] { state.withLock { $0.pictures.keys.sorted() } }

    /// Kept frames, by their compositions' numbers.
    public var pictures: [Int: RGBPicture] { state.withLock { $0.pictures } }

    /// Waits until a composition from number `first` on satisfies `condition`, and returns it. Nil if `limit` passes or
    /// the compositor ends before. One caller at a time.
    public func wait(
        _ limit: Duration, from first: Int = 0, for condition: (Composition) -> Bool
    ) -> Composition? {
        var next = max(0, first)
        var found: Composition?
        _ = wait(limit) { state in
            while found == nil, next < state.compositions.count {
                if condition(state.compositions[next]) { found = state.compositions[next] }
                next += 1
            }
            return found != nil || state.failure != nil
        }
        return found
    }

    /// Waits for `count` further compositions. A screen without changes has none, unless it shows a witness.
    /// - Throws: if that takes longer than 20 s.
    public func pass(_ count: Int) throws {
        let goal = self.count + count
        guard wait(.seconds(20), until: { $0.compositions.count >= goal || $0.failure != nil }) else {
            throw TestSupportError("no \(count) compositions came in 20 s")
        }
        if let failure { throw failure }
    }

    /// Stops and returns all compositions.
    /// - Throws: the reason why the capture ended early.
    @discardableResult
    public func stop() throws -> [Composition] {
        stopping.signal()
        _ = waitReadable(ended.descriptor, until: MonotonicClock.now + .seconds(10))
        if let failure { throw failure }
        return compositions
    }

    private func wait(_ limit: Duration, until condition: (borrowing State) -> Bool) -> Bool {
        let deadline = MonotonicClock.now + limit
        while true {
            changed.clear()
            if state.withLock({ condition($0) }) { return true }
            guard waitReadable(changed.descriptor, until: deadline) else { return state.withLock { condition($0) } }
        }
    }

    /// Reports that the capture thread is ready for the first composition.
    func noteArmed() {
        state.withLock { $0.armed = true }
        changed.signal()
    }

    /// Adds a composition; called on the capture thread.
    func note(_ composition: Composition, picture: () -> RGBPicture) {
        let kept = keeping == .none ? nil : picture()
        state.withLock { state in
            state.compositions.append(composition)
            if let kept { keep(kept, of: composition, in: &state) }
        }
        changed.signal()
    }

    private func keep(_ picture: RGBPicture, of composition: Composition, in state: inout State) {
        switch keeping {
        case .none: break
        case .all: state.pictures[composition.number] = picture
        case .last(let count):
            state.pictures[composition.number] = picture
            state.pictures[composition.number - count] = nil
        case .incidents(let limit):
            let visible = Set(composition.stamps.map(\.stream))
            let isIncident = !state.seen.isSubset(of: visible) || composition.stamps.contains(where: \.isTorn)
            if isIncident, state.pictures.count < limit {
                if let previous = state.previous { state.pictures[previous.number] = previous.picture }
                state.pictures[composition.number] = picture
            }
            state.seen.formUnion(visible)
            state.previous = (composition.number, picture)
        }
    }
}
