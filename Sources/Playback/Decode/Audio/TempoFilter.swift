import CFFmpeg
import CFFmpegLoader
import OrielMedia

/// Changes the duration of audio and keeps its pitch, with libavfilter's `atempo`, which overlaps pieces where they are
/// alike. One thread.
final class TempoFilter {
    /// Supported speeds; beyond them audio is unintelligible.
    static let speeds = 0.25...4.0
    /// Range of one `atempo` without dropping pieces.
    private static let step = 0.5...2.0

    /// Constant that is added to the input of `atempo` and subtracted from its output.
    ///
    /// `atempo` compares whole pieces. If the end of a piece is silent and a sound begins in the second half of the
    /// next, the best match puts the sound outside of the comparison, up to half a piece early. With a constant 46 dB
    /// below the loudest everywhere, the best match is near the proper place. Low tones that are softer than the
    /// constant are no longer aligned in phase.
    private static let presence: Float = 0.005

    private let format: AudioFormat
    private let graph: FilterGraph
    private let source: UnsafeMutablePointer<AVFilterContext>?
    private let sink: UnsafeMutablePointer<AVFilterContext>?
    private var scratch: UnsafeMutablePointer<AVFrame>?

    /// Makes the filter graph; nil if libavfilter lacks a filter or memory ran out. libavfilter must have been opened.
    init?(speed: Double, format: AudioFormat) {
        guard let graph = FilterGraph(), let scratch = av_frame_alloc() else { return nil }
        self.format = format
        self.graph = graph
        self.scratch = scratch
        // The same layouts as `av_channel_layout_default`.
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

    /// Number of frames in a piece of `atempo`: the lowest power of two from a 24th of a second.
    static func window(at rate: Int) -> Int {
        var window = 1
        while window < rate / 24 { window *= 2 }
        return window
    }

    /// Media time by which output comes before its proper place.
    ///
    /// The middle of a piece is put where it belongs. Below speed 1, pieces are taken nearer to each other than they
    /// are put, so each sound is in several, and is first heard in the one whose end it is in: half a piece before the
    /// middle, stretched by `1 / speed`. Several `atempo` in a row add up to the same. Above speed 1, onsets are early
    /// by at most that and continuing sound is late, so the lead is zero.
    static func lead(at speed: Double, format: AudioFormat) -> Duration {
        speed < 1 ? format.duration(of: window(at: format.rate) / 2) * (1 - speed) : .zero
    }

    /// Returns factors within the range of `atempo` whose product is the speed.
    static func steps(to speed: Double) -> [Double] {
        let wanted = min(max(speed, speeds.lowerBound), speeds.upperBound)
        if step.contains(wanted) { return [wanted] }
        let root = wanted.squareRoot()
        return [root, wanted / root]
    }

    /// Takes whole frames and returns the output so far, in whole frames.
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

    /// Returns the rest of the output. Nothing can be pushed afterwards.
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
