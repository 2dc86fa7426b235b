import CPipeWire
import OrielPlayer

/// Pixels of a frame, and the owner of their memory.
struct FramePixels: Sendable {
    /// Plane in memory that stays while the owner does.
    struct Plane: @unchecked Sendable {  // Written before this value is made; the source may break its word, and shows.
        var base: UnsafeRawPointer
        var bytesPerRow: Int
        /// Bytes of a row's samples.
        var length: Int
        var rows: Int
    }

    let format: SampleBuffer.Format
    let width, height: Int
    let attributes: SampleBuffer.Attributes
    let planes: [Plane]
    let owner: any AnyObject & Sendable

    /// Returns the frame of these pixels.
    func frame(at time: Duration) throws(SampleBufferError) -> SampleBuffer {
        let planes = planes.map { plane in
            SampleBuffer.Plane(
                UnsafeRawBufferPointer(
                    start: plane.base, count: (plane.rows - 1) * plane.bytesPerRow + plane.length),
                bytesPerRow: plane.bytesPerRow)
        }
        return try SampleBuffer(
            format, width: width, height: height, planes: planes, time: time, attributes: attributes
        ) { [owner] in withExtendedLifetime(owner) {} }
    }
}

/// A buffer of the source's that a frame keeps, given back with this object.
final class KeptBuffer: @unchecked Sendable {  // The pointer's function is for any thread.
    private let buffer: OpaquePointer
    private let memory: FrameMemory

    /// - Parameter memory: has counted this frame (`keep`).
    init(_ buffer: OpaquePointer, _ memory: FrameMemory) { (self.buffer, self.memory) = (buffer, memory) }

    deinit {
        oriel_pipewire_give_back(buffer)
        memory.endKeeping()
    }
}

/// A piece of memory in use, given back with this object.
final class UsedPiece: Sendable {
    let piece: FrameMemory.Piece
    private let memory: FrameMemory

    init(_ piece: FrameMemory.Piece, of memory: FrameMemory) { (self.piece, self.memory) = (piece, memory) }

    deinit { memory.give(piece) }
}
