import OrielPlatform
import Synchronization

/// Memory for the frames of one source, and the count of those that keep the source's own. Any thread.
///
/// A piece is owned by one frame at a time, and used again once no reader is left.
final class FrameMemory: Sendable {
    /// Greatest number of frames in use: one is shown, one is drawn, one waits, one is written.
    static let count = 4

    private struct State {
        var free: [AlignedMemory] = []
        /// Frames in use, also those in the source's memory.
        var inUse = 0
        /// Frames in the source's memory.
        var kept = 0
    }
    private let state = Mutex(State())

    /// Returns a piece of this size; nil if all are in use, or the system has no memory.
    func take(_ size: Int) -> AlignedMemory? {
        let (found, dropped) = state.withLock { state in
            let dropped = state.free.filter { $0.size != size }
            state.free.removeAll { $0.size != size }
            guard state.inUse < Self.count else { return (nil as AlignedMemory?, dropped) }
            let piece = state.free.popLast() ?? AlignedMemory(size: size)
            if piece != nil { state.inUse += 1 }
            return (piece, dropped)
        }
        withExtendedLifetime(dropped) {}
        return found
    }

    /// Counts a frame that stays in the source's memory. False if there are enough.
    /// - Parameter most: greatest number of such frames.
    func keep(most: Int) -> Bool {
        state.withLock { state in
            guard state.kept < most, state.inUse < Self.count else { return false }
            state.kept += 1
            state.inUse += 1
            return true
        }
    }

    /// Ends what `keep` began.
    func endKeeping() {
        state.withLock { state in
            state.kept -= 1
            state.inUse -= 1
        }
    }

    /// Takes a piece back.
    func give(_ piece: AlignedMemory) {
        state.withLock { state in
            state.inUse -= 1
            if state.inUse + state.free.count < Self.count { state.free.append(piece) }
        }
    }
}
