import Foundation
import OrielPlatform
public import OrielStamps
import OrielWaylandProtocols
import Synchronization

/// Captures every composition of an output (`zwlr_screencopy_frame_v1.copy_with_damage`, armed again at once) on a
/// thread and a connection of its own, and reads the stamps in each.
///
/// Whether none was missed is for `CaptureWitness` to say. Any thread may use this object.
public final class ScreenCapture: Sendable {
    /// Which pictures are kept besides the readings; each takes 4 bytes a pixel.
    public enum Keeping: Hashable, Sendable {
        case none
        /// The last few.
        case last(Int)
        /// Those in which a stream that was seen before is illegible or torn, and the ones right before; at most so many.
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

    /// Starts capturing; returns when the first capture is armed.
    /// - Parameters:
    ///   - socket: the compositor's socket.
    ///   - output: the output's name; nil for the first one.
    public init(socket: String, output: String? = nil, keeping: Keeping = .none) throws {
        self.keeping = keeping
        stopping = try Wakeup()
        changed = try Wakeup()
        ended = try Wakeup()
        _ = try NamedThread("screen-capture") { [self] in
            // Ahead of the programs under test, where that is allowed: a late capture is a missed composition.
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

    /// Those captured so far, oldest first.
    public var compositions: [Composition] { state.withLock { $0.compositions } }

    /// The number of those captured so far.
    public var count: Int { state.withLock { $0.compositions.count } }

    /// Why capturing ended by itself; nil while it goes on.
    public var failure: TestSupportError? { state.withLock { $0.failure } }

    /// A picture that was kept.
    public func picture(of number: Int) -> RGBPicture? { state.withLock { $0.pictures[number] } }

    /// The numbers of the pictures that were kept.
    public var keptPictures: [Int] { state.withLock { $0.pictures.keys.sorted() } }

    /// The pictures that were kept, by their compositions' numbers.
    public var pictures: [Int: RGBPicture] { state.withLock { $0.pictures } }

    /// Waits until a composition from number `first` on satisfies `condition`, and answers it. Nil when `limit` passed,
    /// or the compositor was gone, before. One caller at a time.
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

    /// Waits until so many more compositions were captured: what happens next happens at another one. On a screen that
    /// doesn't change there is none, unless a witness stands on it. Throws when that takes longer than 20 s.
    public func pass(_ count: Int) throws {
        let goal = self.count + count
        guard wait(.seconds(20), until: { $0.compositions.count >= goal || $0.failure != nil }) else {
            throw TestSupportError("no \(count) compositions came in 20 s")
        }
        if let failure { throw failure }
    }

    /// Stops, and answers everything captured. Throws what ended the capture before.
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

    /// The capture thread: it is ready for the first composition.
    func noteArmed() {
        state.withLock { $0.armed = true }
        changed.signal()
    }

    /// The capture thread: one more composition.
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
