package import CFFmpeg
package import OrielMedia

/// One reference to a decoded picture (`AVFrame`), given back when nobody needs it any more.
///
/// Written on the decode thread before it is shared, and immutable after; hence `@unchecked Sendable`.
package final class FrameStorage: @unchecked Sendable {
    package let frame: UnsafeMutablePointer<AVFrame>

    /// A blank one; nil if there is no memory.
    package init?() {
        guard let frame = av_frame_alloc() else { return nil }
        self.frame = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }
}

extension VideoFrame {
    /// The planes' size in memory.
    package var bytes: Int { planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } }
}

/// Makes `VideoFrame`s of decoded frames, without a copy where the renderer can draw what the decoder made. Decode
/// thread only.
package final class FrameBuilder {
    private let traits: StreamTraits
    private let converter = PixelConverter()
    /// The format seen last, so that descriptors are not read for each frame.
    private var known: (libav: CInt, format: PixelFormat)?
    /// The most light that there is: a frame need not repeat it.
    private var peakLuminance: Double?

    package init(_ traits: StreamTraits) {
        self.traits = traits
        peakLuminance = traits.peakLuminance
    }

    /// Makes the frame to show; nil where its picture can't be expressed.
    /// - Parameter entry: media time at which it is shown first; nil for its own.
    package func build(
        _ source: FrameStorage, stamp: FrameTimer.Stamp, generation: Int, entry: Duration? = nil
    ) -> VideoFrame? {
        let decoded = AVPixelFormat(rawValue: source.frame.pointee.format)
        var color = ColorDescription(source.frame.pointee, format: decoded, codec: traits.codec)
        if color.transfer == .pq {
            peakLuminance = Libav.luminance(oriel_frame_peak_luminance(source.frame)) ?? peakLuminance
            color.peakLuminance = peakLuminance
        }
        var storage = source
        guard source.frame.pointee.width > 0, source.frame.pointee.height > 0 else { return nil }
        if needsConversion(source) {
            guard let nearest = PixelFormat.nearest(to: decoded),
                let converted = converter.convert(source, to: nearest, color: color)
            else { return nil }
            storage = converted
        }
        guard let format = pixelFormat(storage.frame.pointee.format) else { return nil }

        let (width, height) = (Int(storage.frame.pointee.width), Int(storage.frame.pointee.height))
        var planes: [VideoFrame.Plane] = []
        var isUpsideDown = false
        for index in 0..<format.planeCount {
            guard let data = oriel_frame_data(storage.frame, CInt(index)) else { return nil }
            let size = format.planeSize(index, width: width, height: height)
            let stride = Int(oriel_frame_linesize(storage.frame, CInt(index)))
            isUpsideDown = stride < 0
            // Rows that lie bottom up are taken as they lie in memory, and the picture is turned instead.
            planes.append(
                VideoFrame.Plane(
                    base: UnsafeRawPointer(stride < 0 ? data + stride * (size.height - 1) : data),
                    bytesPerRow: abs(stride), width: size.width, height: size.height))
        }
        let matrix = oriel_frame_display_matrix(source.frame)
        let upright = matrix.map { Orientation(displayMatrix: $0) } ?? traits.orientation
        let orientation = isUpsideDown ? upright.ofUpsideDown : upright
        return VideoFrame(
            format: format, width: width, height: height, planes: planes, color: color,
            sampleAspectRatio: sampleAspectRatio(source.frame.pointee), rotation: orientation.rotation,
            isFlipped: orientation.isFlipped, time: stamp.time,
            duration: traits.isStillImage ? .zero : stamp.duration, generation: generation, entry: entry, buffer: nil,
            storage: storage)
    }

    /// True for a format the renderer can't draw, and for planes that lie partly bottom up.
    private func needsConversion(_ source: FrameStorage) -> Bool {
        guard let format = pixelFormat(source.frame.pointee.format) else { return true }
        let strides = (0..<format.planeCount).map { oriel_frame_linesize(source.frame, CInt($0)) }
        return strides.contains { $0 < 0 } && strides.contains { $0 > 0 }
    }

    private func pixelFormat(_ format: CInt) -> PixelFormat? {
        if let known, known.libav == format { return known.format }
        guard let found = PixelFormat(libav: AVPixelFormat(rawValue: format)) else { return nil }
        known = (format, found)
        return found
    }

    /// The frame's, else the stream's, else square.
    private func sampleAspectRatio(_ frame: AVFrame) -> Rational {
        Rational(positive: frame.sample_aspect_ratio) ?? Rational(positive: traits.sampleAspectRatio) ?? Rational(1, 1)
    }
}
