import CEGL
import OrielGeometry
public import OrielMedia

/// A stream's current frame on the GPU. Belongs to its context's thread.
///
/// Textures are reused while format and size stay. The frame is kept too: it is copied when it is first drawn, once for
/// all targets, and again after the context was lost, even while paused.
public final class FrameTexture {
    private let context: GraphicsContext
    private var generation = 0
    /// A texture of each plane.
    private var copies: [PlaneTexture] = []
    /// Whether `copies` show the current frame instead of an earlier one.
    private var areCopiesCurrent = false
    /// Memory for samples that are converted before the upload.
    private var scratch: [UInt16] = []
    /// The last frame given to `upload`, or its mapping in memory; nil if there is none.
    public private(set) var frame: VideoFrame?
    /// The last frame as it was given.
    private var given: VideoFrame?
    /// Textures of the frame's own buffer, if it is drawn in place; there are no copies then.
    private var imported: [PlaneTexture] = []
    /// Called after each copy.
    public var onCopy: () -> Void = {}
    /// Number of copies so far.
    package private(set) var uploadCount = 0
    package var textureNames: [UInt32] { (copies + imported).map(\.name) }
    /// Place of a frame in its textures, which show the whole buffer if it is drawn in place.
    static func place(of frame: VideoFrame) -> Rect {
        Rect(x: frame.buffer?.x ?? 0, y: frame.buffer?.y ?? 0, width: frame.width, height: frame.height)
    }

    /// Makes an empty texture for one stream's frames.
    public init(_ context: GraphicsContext) { self.context = context }

    deinit { context.discard(textures: textureNames, of: generation) }

    /// Replaces the frame to be drawn.
    ///
    /// - Throws: `RenderingError` if the planes don't match the format, exceed `GraphicsFacts.maximumTextureSize`, or
    ///   are in a buffer that can be neither imported nor read. The texture is empty then.
    public func upload(_ whole: VideoFrame) throws(RenderingError) {
        guard given !== whole else { return }
        let frame: VideoFrame
        do throws(RenderingError) {
            if try importBuffer(of: whole) { return }
            frame = try whole.readable()
            _ = try frame.planeShapes(facts: context.facts)
        } catch {
            clear()
            throw error
        }
        discardImport()
        (self.frame, given) = (frame, whole)
        areCopiesCurrent = false
    }

    /// Frees the textures and releases the frame.
    public func clear() {
        context.discard(textures: textureNames, of: generation)
        copies = []
        imported = []
        (frame, given) = (nil, nil)
    }

    private func discardImport() {
        context.discard(textures: imported.map(\.name), of: generation)
        imported = []
    }

    /// Draws the frame's buffer in place from now on. False if it has to be read.
    private func importBuffer(of frame: VideoFrame) throws(RenderingError) -> Bool {
        guard let dmabuf = frame.buffer?.dmabuf, let importer = context.importer,
            importer.takes(dmabuf, as: frame.format),
            max(dmabuf.width, dmabuf.height) <= context.facts.maximumTextureSize
        else { return false }
        try context.makeCurrent()
        var textures: [PlaneTexture] = []
        do throws(RenderingError) {
            for layer in DmabufLayer.layers(of: dmabuf, as: frame.format) {
                textures.append(try importer.texture(layer))
                context.textureCount += 1
                try context.checkGL("glEGLImageTargetTexture2DOES")
            }
        } catch {
            context.discard(textures: textures.map(\.name), of: context.generation)
            if !error.isContextLost {
                frame.buffer?.refuse()
                // A readable buffer is read instead.
                if dmabuf.format.modifier == Dmabuf.linear || frame.inMemory() != nil { return false }
            }
            var error = error
            error.isBuffers = !error.isContextLost
            throw error
        }
        clear()
        generation = context.generation
        imported = textures
        (self.frame, given) = (frame, frame)
        return true
    }

    /// Returns the frame's textures, copying the planes if needed. The context must be current.
    func planes() throws(RenderingError) -> [PlaneTexture] {
        guard let frame else { throw RenderingError("draw", detail: "no frame was uploaded") }
        if frame.buffer != nil {
            // Textures of a lost context are imported anew.
            if generation != context.generation, try !importBuffer(of: frame) {
                throw RenderingError("draw", detail: "the buffer can't be imported any more")
            }
            return imported
        }
        if generation != context.generation {
            // The textures belong to a lost context.
            copies = []
            areCopiesCurrent = false
            generation = context.generation
        }
        guard !areCopiesCurrent else { return copies }
        let shapes = try frame.planeShapes(facts: context.facts)
        if copies.map(\.shape) != shapes {
            context.discard(textures: copies.map(\.name), of: generation)
            context.deleteDiscarded()
            // Registered before the check, so that they are freed in any case.
            copies = shapes.map { PlaneTexture($0) }
            context.textureCount += copies.count
            try context.checkGL("glTexStorage2D")
        }
        for (texture, part) in zip(copies, frame.format.parts) {
            texture.upload(frame.planes[part.plane], of: frame.format, by: &scratch)
        }
        try context.checkGL("glTexSubImage2D")
        areCopiesCurrent = true
        uploadCount += 1
        onCopy()
        return copies
    }
}

extension VideoFrame {
    /// Returns the frame with its planes in memory.
    fileprivate func readable() throws(RenderingError) -> VideoFrame {
        if let frame = inMemory() { return frame }
        let format = buffer.map { "\($0.dmabuf.format)" } ?? ""
        var error = RenderingError(
            "upload", detail: "a buffer of the format \(format) can be neither imported nor read")
        error.isBuffers = true
        throw error
    }

    /// Shapes of the textures, one a plane. Throws if the planes don't match the format or are too large.
    func planeShapes(facts: GraphicsFacts) throws(RenderingError) -> [PlaneTexture.Shape] {
        let encoding: SampleEncoding =
            format.bytesPerComponent == 1 ? .normalized8 : facts.has16BitTextures ? .normalized16 : .biasedHalf
        let limit = facts.maximumTextureSize
        guard max(width, height) <= limit else {
            var error = RenderingError(
                "upload", detail: "a frame of \(width)x\(height) samples; up to \(limit)x\(limit) can be drawn here")
            error.isLasting = true
            throw error
        }
        if let planeFault { throw RenderingError("upload", detail: planeFault) }
        let size = Size(width: width, height: height)
        return format.parts.map { PlaneTexture.Shape($0, of: format, in: size, encoding: encoding) }
    }
}
