package import CFFmpeg
import OrielGeometry
package import OrielLibav
package import OrielMedia

/// Owned reference to a decoded frame (`AVFrame`), released with the object.
///
/// Written on the decode thread before it is shared and immutable afterwards; hence `@unchecked Sendable`.
package final class FrameStorage: @unchecked Sendable {
    package let frame: UnsafeMutablePointer<AVFrame>

    /// Makes a blank frame; nil if memory ran out.
    package init?() {
        guard let frame = av_frame_alloc() else { return nil }
        self.frame = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Returns the planes of a format, valid as long as this object; nil if one is missing. Rows that are stored bottom
    /// up are taken in memory order.
    func planes(_ format: PixelFormat) -> [VideoFrame.Plane]? {
        let size = Size(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        let parts = format.parts
        var planes: [VideoFrame.Plane] = []
        planes.reserveCapacity(parts.count)
        for part in parts {
            guard let data = oriel_frame_data(frame, CInt(part.plane)) else { return nil }
            let size = format.size(of: part, in: size)
            let stride = Int(oriel_frame_linesize(frame, CInt(part.plane)))
            planes.append(
                VideoFrame.Plane(
                    base: stride < 0 ? data + stride * (size.height - 1) : data, bytesPerRow: abs(stride),
                    width: size.width, height: size.height))
        }
        return planes
    }
}

extension VideoFrame {
    /// Bytes of the planes in memory.
    package var bytes: Int { planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } }
}

/// Makes `VideoFrame`s from decoded frames, without a copy if the renderer can draw the decoder's format. Decode thread
/// only.
package final class FrameBuilder {
    private let traits: StreamTraits
    private let converter = PixelConverter()
    /// The last format, so that descriptors are not looked up for each frame.
    private var known: (libav: CInt, format: PixelFormat)?
    /// Peak luminance in cd/m². Kept, since not every frame repeats it.
    private var peakLuminance: Double?

    package init(_ traits: StreamTraits) {
        self.traits = traits
        peakLuminance = traits.peakLuminance
    }

    /// Makes the frame to show; nil if its format can't be converted.
    /// - Parameter entry: media time at which the frame is shown first; nil for its own time.
    package func build(
        _ source: FrameStorage, stamp: FrameTimer.Stamp, generation: Int, entry: Duration? = nil
    ) -> VideoFrame? {
        let loan = SurfaceLoan.held(by: source.frame.pointee)
        let decoded = loan?.format ?? AVPixelFormat(rawValue: source.frame.pointee.format)
        var color = ColorDescription(source.frame.pointee, format: decoded, codec: traits.codec)
        if color.transfer == .pq {
            peakLuminance = Libav.luminance(oriel_frame_peak_luminance(source.frame)) ?? peakLuminance
            color.peakLuminance = peakLuminance
        }
        var storage = source
        guard source.frame.pointee.width > 0, source.frame.pointee.height > 0 else { return nil }
        if let loan { return frame(loan, source, color, stamp: stamp, generation: generation, entry: entry) }
        if needsConversion(source) {
            guard let nearest = PixelFormat.nearest(to: decoded),
                let converted = converter.convert(source, to: nearest, color: color)
            else { return nil }
            storage = converted
        }
        guard let format = pixelFormat(storage.frame.pointee.format), let planes = storage.planes(format) else {
            return nil
        }

        let upright = orientation(of: source)
        let isUpsideDown = oriel_frame_linesize(storage.frame, 0) < 0
        let orientation = isUpsideDown ? upright.ofUpsideDown : upright
        return VideoFrame(
            format: format, width: Int(storage.frame.pointee.width), height: Int(storage.frame.pointee.height),
            planes: planes, color: color, sampleAspectRatio: sampleAspectRatio(source.frame.pointee),
            rotation: orientation.rotation, isFlipped: orientation.isFlipped, time: stamp.time,
            duration: traits.isStillImage ? .zero : stamp.duration, generation: generation, entry: entry,
            storage: storage)
    }

    /// Makes the frame of a surface that stays in the device.
    private func frame(
        _ loan: SurfaceLoan, _ source: FrameStorage, _ color: ColorDescription, stamp: FrameTimer.Stamp,
        generation: Int, entry: Duration?
    ) -> VideoFrame? {
        guard let format = pixelFormat(loan.format.rawValue) else { return nil }
        let orientation = orientation(of: source)
        let frame = source.frame.pointee
        let buffer = FrameBuffer(
            loan.dmabuf, x: Int(frame.crop_left), y: Int(frame.crop_top), refuse: { loan.refuse() },
            map: { loan.map(format) })
        return VideoFrame(
            format: format, width: Int(frame.width), height: Int(frame.height), planes: [], color: color,
            sampleAspectRatio: sampleAspectRatio(frame), rotation: orientation.rotation,
            isFlipped: orientation.isFlipped, time: stamp.time, duration: stamp.duration, generation: generation,
            entry: entry, buffer: buffer, storage: source)
    }

    /// Orientation of the frame's own display matrix, or else of the stream's.
    private func orientation(of source: FrameStorage) -> Orientation {
        oriel_frame_display_matrix(source.frame).map { Orientation(displayMatrix: $0) } ?? traits.orientation
    }

    /// Whether the renderer can't draw the format, or only some planes are stored bottom up.
    private func needsConversion(_ source: FrameStorage) -> Bool {
        guard pixelFormat(source.frame.pointee.format) != nil else { return true }
        // Zero for planes that the format doesn't have.
        let strides = (0..<4).lazy.map { oriel_frame_linesize(source.frame, $0) }
        return strides.contains { $0 < 0 } && strides.contains { $0 > 0 }
    }

    private func pixelFormat(_ format: CInt) -> PixelFormat? {
        if let known, known.libav == format { return known.format }
        guard let found = PixelFormat(libav: AVPixelFormat(rawValue: format)) else { return nil }
        known = (format, found)
        return found
    }

    /// Sample aspect ratio of the frame, or else of the stream, or else 1.
    private func sampleAspectRatio(_ frame: AVFrame) -> Rational {
        Rational(positive: frame.sample_aspect_ratio) ?? Rational(positive: traits.sampleAspectRatio) ?? Rational(1, 1)
    }
}
