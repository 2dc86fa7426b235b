package import CFFmpeg

/// A video stream as its open container describes it, for opening a decoder. Valid while the container is open; demux
/// thread only.
package struct VideoStream {
    package let stream: UnsafeMutablePointer<AVStream>
    package let location: MediaLocation
    /// Frames per second (`av_guess_frame_rate`).
    package let frameRate: AVRational
    /// Bits per second, or those of the whole medium; nil if unknown.
    package let bitRate: Int?
    /// Media time zero on the container's clock.
    package let startTime: Duration
    /// Whether times may jump in the middle (transport streams).
    package let hasDiscontinuities: Bool
    /// Size in the container's header, since libavcodec keeps none that it refuses; nil if it has none.
    let declaredSize: (width: Int, height: Int)?
    /// Whether the medium counts as an image only because of its file name's extension.
    let isKnownByNameOnly: Bool
    /// Whether the format is a guess by a few bytes, which any program or noise may have.
    let isGuess: Bool
    /// The error if the headers lack the data that a decoder needs.
    package let brokenHeader: MediaError

    package init(
        stream: UnsafeMutablePointer<AVStream>, location: MediaLocation, frameRate: AVRational, bitRate: Int?,
        startTime: Duration, hasDiscontinuities: Bool, declaredSize: (width: Int, height: Int)?,
        isKnownByNameOnly: Bool, isGuess: Bool,
        brokenHeader: MediaError
    ) {
        self.stream = stream
        self.location = location
        self.frameRate = frameRate
        self.bitRate = bitRate
        self.startTime = startTime
        self.hasDiscontinuities = hasDiscontinuities
        self.declaredSize = declaredSize
        self.isKnownByNameOnly = isKnownByNameOnly
        self.isGuess = isGuess
        self.brokenHeader = brokenHeader
    }

    /// Checks the declared size.
    /// - Parameter first: a packet that was read already, which holds an image's header.
    /// - Throws: `MediaError` if the size or the headers rule out decoding.
    package func check(_ first: Packet?) throws(MediaError) {
        let parameters = stream.pointee.codecpar.pointee
        var (width, height) = (Int(parameters.width), Int(parameters.height))
        // The file's declared size explains libavcodec's refusal.
        let isRefused = width <= 0 || height <= 0
        if isRefused {
            guard let declared = first?.declaredSize ?? declaredSize else {
                throw isKnownByNameOnly ? MediaError(.notMedia, location) : brokenHeader
            }
            (width, height) = declared
        }
        guard width > 0, height > 0 else { throw MediaError(isGuess ? .notMedia : .noSize, location) }
        guard width <= PictureLimits.side, height <= PictureLimits.side, width * height <= PictureLimits.pixels else {
            throw MediaError(.tooLarge(width: width, height: height), location)
        }
        if isRefused { throw brokenHeader }
    }
}
