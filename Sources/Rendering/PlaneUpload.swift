import OrielGeometry
import OrielMedia

/// Memory for samples on their way to a texture, reused between frames.
final class Scratch {
    private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Returns at least `count` bytes of any content; nil if there are none.
    func bytes(_ count: Int) -> UnsafeMutableRawPointer? {
        if buffer.count < count {
            buffer.deallocate()
            buffer = .allocate(byteCount: count, alignment: 64)
        }
        return buffer.baseAddress
    }

    deinit { buffer.deallocate() }
}

/// Copies a frame's planes to textures, in their form. The context must be current.
struct PlaneUpload {
    private let frame: VideoFrame
    private let scratch: Scratch

    /// Makes an upload.
    /// - Parameter frame: a frame whose planes match its format (`VideoFrame.planeShapes`).
    init(_ frame: VideoFrame, scratch: Scratch) {
        self.frame = frame
        self.scratch = scratch
    }

    /// Copies the planes.
    /// - Parameter scaler: for the form that needs one; otherwise nil.
    func copy(to textures: [PlaneTexture], in form: FrameForm, scaler: Scaler?) {
        switch form {
        case .planes:
            for (texture, plane) in zip(textures, frame.planes(of: textures)) { copy(plane, to: texture) }
        case .interleavedChroma:
            copy(frame.planes[0], to: textures[0])
            copyInterleaved(to: textures[1])
            if textures.count > 2 { copy(frame.planes[3], to: textures[2]) }
        case .halved:
            let shape = textures[0].shape
            guard let bytes = scratch.bytes(shape.width * shape.height * 4) else { return }
            let texels = bytes.bindMemory(to: UInt32.self, capacity: shape.width * shape.height)
            Repacking.halve(frame, width: shape.width, height: shape.height, into: texels)
            textures[0].upload(bytes, bytesPerRow: shape.width * 4)
        case .scaled(let size):
            guard let scaler, let bytes = scratch.bytes(size.width * size.height * 4) else { return }
            scaler.scale(
                frame, into: bytes.bindMemory(to: UInt32.self, capacity: size.width * size.height),
                isBlueFirst: textures[0].shape.order == .storedBGRA)
            textures[0].upload(bytes, bytesPerRow: size.width * 4)
        }
    }

    private func copy(_ plane: VideoFrame.Plane, to texture: PlaneTexture) {
        let shape = texture.shape
        guard shape.encoding == .biasedHalf else {
            return texture.upload(plane.base, bytesPerRow: plane.bytesPerRow)
        }
        let bytesPerRow = shape.width * shape.bytesPerSample
        guard let bytes = scratch.bytes(bytesPerRow * shape.height) else { return }
        let words = bytes.bindMemory(to: UInt16.self, capacity: bytesPerRow * shape.height / 2)
        Repacking.half(plane, count: bytesPerRow / 2, height: shape.height, format: frame.format, into: words)
        texture.upload(bytes, bytesPerRow: bytesPerRow)
    }

    private func copyInterleaved(to texture: PlaneTexture) {
        let shape = texture.shape
        let bytesPerRow = shape.width * shape.bytesPerSample
        guard let bytes = scratch.bytes(bytesPerRow * shape.height) else { return }
        let (first, second) = (frame.planes[1], frame.planes[2])
        if shape.encoding == .normalized8 {
            Repacking.interleave(
                first, second, width: shape.width, height: shape.height,
                into: bytes.bindMemory(to: UInt8.self, capacity: bytesPerRow * shape.height))
        } else {
            let words = bytes.bindMemory(to: UInt16.self, capacity: bytesPerRow * shape.height / 2)
            Repacking.interleave(first, second, width: shape.width, height: shape.height, into: words)
            if shape.encoding == .biasedHalf {
                let plane = VideoFrame.Plane(
                    base: bytes, bytesPerRow: bytesPerRow, width: shape.width, height: shape.height)
                Repacking.half(plane, count: bytesPerRow / 2, height: shape.height, format: frame.format, into: words)
            }
        }
        texture.upload(bytes, bytesPerRow: bytesPerRow)
    }
}
