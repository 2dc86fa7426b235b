import CPipeWire
import OrielPlatform
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

/// A frame that counts as in use until this object is released; a buffer of the source's that it keeps is given back
/// then.
final class FrameUse: @unchecked Sendable {  // The pointer's function is for any thread.
    private let memory: FrameMemory
    private let buffer: OpaquePointer?

    /// - Parameter memory: has counted the frame (`keep`).
    init(_ memory: FrameMemory, keeping buffer: OpaquePointer? = nil) {
        (self.memory, self.buffer) = (memory, buffer)
    }

    deinit {
        if let buffer { oriel_pipewire_give_back(buffer) }
        memory.endKeeping()
    }
}

/// A piece of memory in use, given back with this object.
final class UsedPiece: Sendable {
    let piece: AlignedMemory
    private let memory: FrameMemory

    init(_ piece: AlignedMemory, of memory: FrameMemory) { (self.piece, self.memory) = (piece, memory) }

    deinit { memory.give(piece) }
}
