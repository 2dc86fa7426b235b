import Glibc
import Synchronization

/// Memory for the frames of one source, and the count of those that keep the source's own. Any thread.
///
/// Pieces are used again once no reader is left.
final class FrameMemory: Sendable {
    /// A piece of memory, owned by one frame at a time.
    final class Piece: @unchecked Sendable {  // Written before its frame is made, never while that exists.
        let bytes: UnsafeMutableRawBufferPointer

        init?(size: Int) {
            var start: UnsafeMutableRawPointer?
            guard posix_memalign(&start, 64, max(64, size)) == 0, let start else { return nil }
            bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
        }

        deinit { free(bytes.baseAddress) }
    }

    /// Greatest number of frames in use: one is shown, one is drawn, one waits, one is written.
    static let count = 4

    private struct State {
        var free: [Piece] = []
        /// Frames in use, also those in the source's memory.
        var inUse = 0
        /// Frames in the source's memory.
        var kept = 0
    }
    private let state = Mutex(State())

    /// Returns a piece of this size; nil if all are in use, or the system has no memory.
    func take(_ size: Int) -> Piece? {
        let (found, dropped) = state.withLock { state in
            let dropped = state.free.filter { $0.bytes.count != size }
            state.free.removeAll { $0.bytes.count != size }
            guard state.inUse < Self.count else { return (nil as Piece?, dropped) }
            let piece = state.free.popLast() ?? Piece(size: size)
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
    func give(_ piece: Piece) {
        state.withLock { state in
            state.inUse -= 1
            if state.inUse + state.free.count < Self.count { state.free.append(piece) }
        }
    }
}
