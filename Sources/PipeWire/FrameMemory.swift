import Glibc
import Synchronization

/// Memory for the frames of one source: a few pieces that are used again once no reader is left. Any thread.
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

    /// Greatest number of pieces: one is shown, one is drawn, one waits, one is written.
    static let count = 4

    private struct State {
        var free: [Piece] = []
        var inUse = 0
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

    /// Takes a piece back.
    func give(_ piece: Piece) {
        state.withLock { state in
            state.inUse -= 1
            if state.inUse + state.free.count < Self.count { state.free.append(piece) }
        }
    }
}
