import CPipeWire
import OrielDecode
import OrielMedia
import OrielPlayer

// A camera's compressed pictures.
extension FrameMaker {
    /// Decodes a picture; nil, counted, if it can't be shown or all memory is in use.
    func picture(_ raw: oriel_pipewire_frame, _ sink: PipeWireSource.Sink) -> SampleBuffer? {
        guard let use = use(sink) else { return nil }
        do {
            let picture = try decode(raw.blocks.0)
            let format: SampleBuffer.Format = picture.layout == .i422 ? .i422 : .i420
            var attributes = SampleBuffer.Attributes()
            attributes.color = ColorDescription(matrix: .bt601, range: .full, chromaLocation: .center)
            let planes = zip(picture.planes, format.planes).map { plane, shape in
                FramePixels.Plane(
                    base: plane.base, bytesPerRow: plane.bytesPerRow,
                    length: shape.columns(picture.width) * shape.bytes, rows: shape.rows(picture.height))
            }
            return try FramePixels(
                format: format, width: picture.width, height: picture.height, attributes: attributes, planes: planes,
                owner: UsedPicture(picture.owner, use)
            ).frame(at: sink.time())
        } catch {
            drop("\(error)")
            return nil
        }
    }

    private func decode(_ block: oriel_pipewire_block) throws -> JPEGDecoder.Picture {
        let (offset, size) = (Int(block.offset), Int(block.size))
        guard offset + size <= Int(block.capacity) else {
            throw JPEGDecoder.Failure(description: "a JPEG picture doesn't fit its memory")
        }
        var block = block
        return try decoder().decode(size) { bytes in
            oriel_pipewire_read(&block, offset, bytes.baseAddress!, size)
        }
    }
}

/// A decoded picture in use.
private final class UsedPicture: Sendable {
    private let owner: any AnyObject & Sendable
    private let use: FrameUse

    init(_ owner: any AnyObject & Sendable, _ use: FrameUse) { (self.owner, self.use) = (owner, use) }
}
