package import OrielMedia

/// What a source of frames is, for people and for `oriel status`.
package struct SourceDescription: Hashable, Sendable {
    /// Its pictures, known once it is open.
    package struct Video: Hashable, Sendable {
        /// The codec's name in libavcodec, such as `h264`; empty for what was never coded.
        package var codec: String
        /// Visible size in samples, before rotation and sample aspect ratio.
        package var width: Int
        package var height: Int
        /// Nil where it varies or isn't known.
        package var framesPerSecond: Rational?
        /// It is interlaced, and shown field by field.
        package var isDeinterlaced: Bool

        package init(
            codec: String, width: Int, height: Int, framesPerSecond: Rational? = nil, isDeinterlaced: Bool = false
        ) {
            self.codec = codec
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.isDeinterlaced = isDeinterlaced
        }
    }

    /// Its sound, known once it is open.
    package struct Audio: Hashable, Sendable {
        /// The codec's name in libavcodec, such as `aac`.
        package var codec: String

        package init(codec: String) { self.codec = codec }
    }

    /// Where it is: a path, an address; empty for what has none.
    package var address: String
    /// What it calls itself.
    package var title: String?
    /// A short name, from which a player's name is made.
    package var name: String
    package var video: Video?
    /// Nil where it has none, or none is played.
    package var audio: Audio?

    package init(
        address: String = "", title: String? = nil, name: String = "player", video: Video? = nil, audio: Audio? = nil
    ) {
        self.address = address
        self.title = title
        self.name = name
        self.video = video
        self.audio = audio
    }
}
