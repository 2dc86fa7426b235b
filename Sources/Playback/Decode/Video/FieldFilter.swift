import CFFmpeg
import CFFmpegLoader
import OrielLibav
import OrielPlatform

/// Filter graph that makes a frame of each field of interlaced frames of one format. One thread.
final class FieldFilter {
    /// Format that all frames of one graph share.
    struct Form: Hashable {
        var width: Int
        var height: Int
        private var format: CInt
        private var colorspace: UInt32
        private var range: UInt32

        init(_ frame: AVFrame) {
            width = Int(frame.width)
            height = Int(frame.height)
            format = frame.format
            colorspace = frame.colorspace.rawValue
            range = frame.color_range.rawValue
        }

        /// Options of libavfilter's `buffer`.
        fileprivate var source: String {
            // Times are nanoseconds.
            let form = "video_size=\(width)x\(height):pix_fmt=\(format):time_base=1/1000000000:pixel_aspect=0/1"
            return oriel_buffer_takes_color() ? "\(form):colorspace=\(colorspace):range=\(range)" : form
        }
    }

    let form: Form
    private let graph: FilterGraph
    private let source: UnsafeMutablePointer<AVFilterContext>?
    private let sink: UnsafeMutablePointer<AVFilterContext>?

    /// Opens the graph; nil if no filter accepts this format, or memory ran out. libavfilter must have been opened.
    init?(_ form: Form) {
        guard let graph = FilterGraph() else { return nil }
        self.form = form
        self.graph = graph
        source = graph.addSource("buffer", form.source)
        // One frame per field, the first field by the frame's flag, and only for flagged frames.
        let options = "mode=send_field:parity=auto:deint=interlaced"
        let filter = graph.add("bwdif", options, after: source) ?? graph.add("yadif", options, after: source)
        sink = graph.add("buffersink", after: filter)
        guard sink != nil, graph.configure() else { return nil }
    }

    /// Sends a frame; false if the filter rejects it.
    func push(_ storage: FrameStorage, at nanoseconds: Int64) -> Bool {
        storage.frame.pointee.pts = nanoseconds
        return av_buffersrc_write_frame(source, storage.frame) >= 0
    }

    /// Ends the input; the held frames can be taken afterwards.
    func end() { _ = av_buffersrc_write_frame(source, nil) }

    /// Returns the next frame and its time in nanoseconds, which is nil if unknown. Nil if no frame is ready.
    func take() -> (FrameStorage, Int64?)? {
        guard let storage = FrameStorage(), av_buffersink_get_frame(sink, storage.frame) >= 0 else { return nil }
        let time = Libav.duration(storage.frame.pointee.pts, av_buffersink_get_time_base(sink))
        return (storage, time?.nanoseconds)
    }
}
