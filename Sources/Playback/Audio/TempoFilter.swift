import CFFmpeg
import CFFmpegLoader
import OrielMedia

/// Makes sound last shorter or longer and keeps its pitch (libavfilter's `atempo`, which lays pieces of sound over each other
/// where they are alike). One thread.
final class TempoFilter {
    /// Beyond these nothing is left that one would listen to.
    static let speeds = 0.25...4.0
    /// What one `atempo` changes without leaving anything out.
    private static let step = 0.5...2.0

    /// Added to what `atempo` is given and taken off again behind it. It compares pieces whole, so where the end of one before is silent
    /// and a sound begins in the second half of the next, that piece fits best where the sound lies outside of the comparison: up to
    /// half of it early. Where something is everywhere, 46 dB below the loudest, it fits best near its place. Of what is softer
    /// than that, low tones aren't laid wave on wave any more.
    private static let presence: Float = 0.005

    private let format: AudioFormat
    private let graph: FilterGraph
    private let source: UnsafeMutablePointer<AVFilterContext>?
    private let sink: UnsafeMutablePointer<AVFilterContext>?
    private var scratch: UnsafeMutablePointer<AVFrame>?

    /// Nil where libavfilter has no such filter, or no memory. It must have been opened.
    init?(speed: Double, format: AudioFormat) {
        guard let graph = FilterGraph(), let scratch = av_frame_alloc() else { return nil }
        self.format = format
        self.graph = graph
        self.scratch = scratch
        // As `av_channel_layout_default` has them.
        let layouts = [1: "mono", 2: "stereo", 6: "5.1", 8: "7.1"]
        let layout = layouts[format.channels] ?? "\(format.channels)c"
        source = graph.addSource(
            "abuffer",
            "sample_rate=\(format.rate):sample_fmt=flt:channel_layout=\(layout):time_base=1/\(format.rate)")
        var last = source
        for tempo in Self.steps(to: speed) { last = graph.add("atempo", "tempo=\(tempo)", after: last) }
        sink = graph.add("abuffersink", after: last)
        guard sink != nil, graph.configure() else { return nil }
    }

    deinit { av_frame_free(&scratch) }

    /// How long the pieces are that `atempo` lays: the power of two that is a twenty-fourth of a second or next above it.
    static func window(at rate: Int) -> Int {
        var window = 1
        while window < rate / 24 { window *= 2 }
        return window
    }

    /// How far ahead of its place sound comes out, in media time. The middle of a piece is laid where it belongs. Below its own speed
    /// pieces are taken nearer to each other than they are laid, so each sound is in several, and heard first in that whose end
    /// it is in: half of a piece before the middle, which was to last `1 / speed` times as long. Several `atempo` add up to
    /// the same. Above its own speed what begins is ahead by that at most, and what goes on is behind, and nothing is to be told.
    static func lead(at speed: Double, format: AudioFormat) -> Duration {
        speed < 1 ? format.duration(of: window(at: format.rate) / 2) * (1 - speed) : .zero
    }

    /// Factors that each `atempo` can do well, which make the speed together.
    static func steps(to speed: Double) -> [Double] {
        let wanted = min(max(speed, speeds.lowerBound), speeds.upperBound)
        if step.contains(wanted) { return [wanted] }
        let root = wanted.squareRoot()
        return [root, wanted / root]
    }

    /// Takes whole frames and answers what has come of all so far: whole frames too.
    func push(_ samples: [Float]) -> [Float] {
        guard let frame = scratch, !samples.isEmpty else { return [] }
        frame.pointee.nb_samples = CInt(clamping: samples.count / format.channels)
        frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        frame.pointee.sample_rate = CInt(format.rate)
        frame.pointee.pts = ORIEL_AV_NOPTS_VALUE
        av_channel_layout_default(&frame.pointee.ch_layout, CInt(format.channels))
        defer { av_frame_unref(frame) }
        guard av_frame_get_buffer(frame, 0) >= 0, let data = oriel_frame_data(frame, 0) else { return [] }
        let place = UnsafeMutableRawPointer(data).assumingMemoryBound(to: Float.self)
        for (index, sample) in samples.enumerated() { place[index] = sample + Self.presence }
        guard av_buffersrc_write_frame(source, frame) >= 0 else { return [] }
        av_frame_unref(frame)
        return take()
    }

    /// What it still holds. Nothing more can be pushed.
    func finish() -> [Float] { av_buffersrc_write_frame(source, nil) >= 0 ? take() : [] }

    private func take() -> [Float] {
        guard let frame = scratch else { return [] }
        var result: [Float] = []
        while av_buffersink_get_frame(sink, frame) >= 0 {
            let count = Int(frame.pointee.nb_samples) * format.channels
            if let data = oriel_frame_data(frame, 0), count > 0 {
                let samples = UnsafeRawPointer(data).assumingMemoryBound(to: Float.self)
                for index in 0..<count { result.append(samples[index] - Self.presence) }
            }
            av_frame_unref(frame)
        }
        return result
    }
}
