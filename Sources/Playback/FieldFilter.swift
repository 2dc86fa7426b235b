import CFFmpeg
import CFFmpegLoader
import OrielPlatform

/// A graph of libavfilter that makes one picture of each field of interlaced frames of one form. One thread.
final class FieldFilter {
    /// What frames have in common that one graph takes.
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

        /// The options of libavfilter's `buffer`.
        fileprivate var source: String {
            // Times are nanoseconds.
            let form = "video_size=\(width)x\(height):pix_fmt=\(format):time_base=1/1000000000:pixel_aspect=0/1"
            return oriel_buffer_takes_color() ? "\(form):colorspace=\(colorspace):range=\(range)" : form
        }
    }

    let form: Form
    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var source: UnsafeMutablePointer<AVFilterContext>?
    private var sink: UnsafeMutablePointer<AVFilterContext>?

    /// Nil where there is no such filter, no memory, or nothing that takes frames of this form. libavfilter must have been opened.
    init?(_ form: Form) {
        self.form = form
        graph = avfilter_graph_alloc()
        guard let graph else { return nil }
        // The decoder has threads enough.
        graph.pointee.nb_threads = 1
        source = add("buffer", form.source)
        // A picture per field, the first field by the frame's flag, and only where a frame is flagged.
        let options = "mode=send_field:parity=auto:deint=interlaced"
        let filter = add("bwdif", options, after: source) ?? add("yadif", options, after: source)
        sink = add("buffersink", nil, after: filter)
        guard sink != nil, avfilter_graph_config(graph, nil) >= 0 else { return nil }
    }

    deinit { avfilter_graph_free(&graph) }

    /// False where the filter doesn't take it.
    func push(_ storage: FrameStorage, at nanoseconds: Int64) -> Bool {
        storage.frame.pointee.pts = nanoseconds
        return av_buffersrc_write_frame(source, storage.frame) >= 0
    }

    /// Nothing more is pushed: what it holds can be taken.
    func end() { _ = av_buffersrc_write_frame(source, nil) }

    /// The next picture that is ready, and its time in nanoseconds where it has one.
    func take() -> (FrameStorage, Int64?)? {
        guard let storage = FrameStorage(), av_buffersink_get_frame(sink, storage.frame) >= 0 else { return nil }
        let time = Libav.duration(storage.frame.pointee.pts, av_buffersink_get_time_base(sink))
        return (storage, time?.nanoseconds)
    }

    private func add(
        _ name: String, _ options: String?, after last: UnsafeMutablePointer<AVFilterContext>? = nil
    ) -> UnsafeMutablePointer<AVFilterContext>? {
        var made: UnsafeMutablePointer<AVFilterContext>?
        guard let filter = avfilter_get_by_name(name),
            avfilter_graph_create_filter(&made, filter, nil, options, nil, graph) >= 0
        else { return nil }
        guard name != "buffer" else { return made }
        guard let last, avfilter_link(last, 0, made, 0) >= 0 else { return nil }
        return made
    }
}
