/// A clip's sound: beeps at each whole second of its own time, the first at 0, so that where it is heard can be told.
public struct ClipSound: Hashable, Sendable {
    /// ffmpeg's name of the encoder.
    public var codec: String
    /// Samples a second.
    public var rate: Int
    public var channels: Int
    /// How long it is, in seconds; nil for as long as the pictures are.
    public var seconds: Double?
    /// When it begins, in seconds after the pictures.
    public var delay: Double
    /// A tone without end instead of beeps.
    public var isSteady: Bool

    /// How long a beep is, in milliseconds.
    public static let beepLength = 40
    /// A beep's tone, in hertz.
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

    /// ffmpeg's description of a source that makes it.
    func source(pictureSeconds: Double) -> String {
        let tone = "0.5*sin(2*PI*\(Self.frequency)*t)"
        let expression = isSteady ? tone : "if(lt(mod(t\\,1)\\,\(Double(Self.beepLength) / 1000))\\,\(tone)\\,0)"
        let all = (0..<max(1, channels)).map { _ in expression }.joined(separator: "|")
        return "aevalsrc=\(all):s=\(rate):d=\(seconds ?? pictureSeconds)"
    }
}
