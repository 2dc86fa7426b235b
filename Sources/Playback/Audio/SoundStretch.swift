import Logging
import OrielMedia

/// One piece of sound on its way from the medium's time to the listener's: at a speed, its pitch kept, to the sample as long as
/// it has to be. Where nothing can make it so it is silence of that length, so that time goes on in step.
struct SoundStretch {
    private let speed: Double
    private let format: AudioFormat
    /// Of the first frame that is taken.
    private let start: AudioStamp
    private let filter: TempoFilter?
    /// How much later what comes out belongs than by counting.
    private let lead: Duration
    /// Frames that were taken and given.
    private var taken = 0
    private var given = 0

    private static let logger = Logger(label: "oriel")
    /// Told once, however many speeds are tried.
    private static let problem: String? = {
        let problem = FFmpegLibraries.filterProblem
        if let problem { logger.warning("sound is silent at speeds other than 1: \(problem)") }
        return problem
    }()

    /// - Parameter start: media time, generation and epoch of the first frame that comes.
    init(speed: Double, format: AudioFormat, start: AudioStamp) {
        self.speed = speed
        self.format = format
        self.start = start
        filter =
            TempoFilter.speeds.contains(speed) && Self.problem == nil
            ? TempoFilter(speed: speed, format: format) : nil
        lead = filter == nil ? .zero : TempoFilter.lead(at: speed, format: format)
    }

    /// The media time of what it takes next.
    var end: Duration { start.time + format.duration(of: taken) }

    /// Whether a buffer is what it takes next.
    func isFollowed(by buffer: AudioBuffer) -> Bool {
        let distance = buffer.stamp.time - end
        return buffer.stamp.generation == start.generation && buffer.stamp.epoch == start.epoch
            && distance < .milliseconds(1) && distance > .milliseconds(-1)
    }

    /// Takes what follows; answers what is ready, which may be nothing.
    mutating func take(_ buffer: AudioBuffer) -> AudioBuffer? {
        taken += buffer.frames
        guard let filter else { return give([Float](repeating: 0, count: max(0, due - given) * format.channels)) }
        return give(filter.push(buffer.samples))
    }

    /// The rest: together exactly as long as what was taken takes at its speed.
    mutating func finish() -> AudioBuffer? {
        var samples = filter?.finish() ?? []
        let wanted = max(0, due - given) * format.channels
        if samples.count > wanted { samples.removeLast(samples.count - wanted) }
        samples.append(contentsOf: repeatElement(0, count: wanted - samples.count))
        return give(samples)
    }

    /// Frames that there are to be of what was taken.
    private var due: Int { Int((Double(taken) / speed).rounded()) }

    private mutating func give(_ samples: [Float]) -> AudioBuffer? {
        guard !samples.isEmpty else { return nil }
        var stamp = start
        stamp.time += format.duration(of: given) * speed + lead
        stamp.speed = speed
        given += samples.count / format.channels
        return AudioBuffer(samples: samples, format: format, stamp: stamp)
    }
}
