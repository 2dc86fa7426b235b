/// Audio of a clip: a beep at each whole second of its own time, from 0, so that the position can be heard.
public struct ClipSound: Hashable, Sendable {
    /// Name of ffmpeg's encoder.
    public var codec: String
    /// Samples per second.
    public var rate: Int
    public var channels: Int
    /// Duration in seconds; nil for that of the video.
    public var seconds: Double?
    /// Start in seconds after the video.
    public var delay: Double
    /// True for a continuous tone instead of beeps.
    public var isSteady: Bool

    /// Duration of a beep in milliseconds.
    public static let beepLength = 40
    /// Frequency of a beep in hertz.
    public static let frequency = 1000

    public init(
        codec: String = "aac", rate: Int = 48000, channels: Int = 2, seconds: Double? = nil, delay: Double = 0,
        isSteady: Bool = false
    ) {
        self.codec = codec
        self.rate = rate
        self.channels = channels
        self.seconds = seconds
        self.delay = delay
        self.isSteady = isSteady
    }

    /// Returns ffmpeg's description of the audio source.
    func source(pictureSeconds: Double) -> String {
        let tone = "0.5*sin(2*PI*\(Self.frequency)*t)"
        let expression = isSteady ? tone : "if(lt(mod(t\\,1)\\,\(Double(Self.beepLength) / 1000))\\,\(tone)\\,0)"
        let all = (0..<max(1, channels)).map { _ in expression }.joined(separator: "|")
        return "aevalsrc=\(all):s=\(rate):d=\(seconds ?? pictureSeconds)"
    }
}
