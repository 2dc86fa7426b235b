package import OrielDecode
package import OrielLibav
package import OrielMedia

/// Description of a source, for the user and `oriel status`.
package struct SourceDescription: Hashable, Sendable {
    /// Description of the video, known once the source is open.
    package struct Video: Hashable, Sendable {
        /// The codec's name in libavcodec, such as `h264`; empty for frames that an app makes.
        package var codec: String
        /// Visible size in samples, before rotation and sample aspect ratio.
        package var width: Int
        package var height: Int
        /// Nil if it varies or is unknown.
        package var framesPerSecond: Rational?
        /// Whether the video is interlaced and deinterlaced to one frame per field.
        package var isDeinterlaced = false
        /// Whether the video is decoded in hardware, and why not.
        package var hardware = HardwareStatus()
    }

    /// Description of the sound, known once the source is open.
    package struct Audio: Hashable, Sendable {
        /// The codec's name in libavcodec, such as `aac`.
        package var codec: String
    }

    /// Path or URL of the medium; empty for a source without.
    package var address: String
    /// The medium's own title.
    package var title: String?
    package var tags: MediaInfo.Tags
    /// Short name, from which the player's name in the session is made.
    package var name: String
    package var video: Video?
    /// Nil if there is no sound, or none is played.
    package var audio: Audio?
    /// Bits per second of the whole medium; nil if unknown.
    package var bitRate: Int?

    package init(
        address: String = "", title: String? = nil, tags: MediaInfo.Tags = MediaInfo.Tags(), name: String = "player",
        video: Video? = nil, audio: Audio? = nil, bitRate: Int? = nil
    ) {
        self.bitRate = bitRate
        self.address = address
        self.title = title
        self.tags = tags
        self.name = name
        self.video = video
        self.audio = audio
    }
}
