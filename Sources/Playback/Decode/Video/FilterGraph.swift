import CFFmpeg
import CFFmpegLoader

/// Chain of libavfilter's filters, without additional threads. libavfilter must have been opened. One thread.
final class FilterGraph {
    private var graph: UnsafeMutablePointer<AVFilterGraph>

    /// Makes an empty graph; nil if memory ran out.
    init?() {
        guard let graph = avfilter_graph_alloc() else { return nil }
        graph.pointee.nb_threads = 1
        self.graph = graph
    }

    deinit {
        var ended: UnsafeMutablePointer<AVFilterGraph>? = graph
        avfilter_graph_free(&ended)
    }

    /// Adds a source filter; nil if there is none of that name, or it rejects the options.
    func addSource(_ name: String, _ options: String) -> UnsafeMutablePointer<AVFilterContext>? {
        make(name, options)
    }

    /// Adds a filter after another one; also nil if that one is nil or can't be linked.
    func add(
        _ name: String, _ options: String? = nil, after last: UnsafeMutablePointer<AVFilterContext>?
    ) -> UnsafeMutablePointer<AVFilterContext>? {
        guard let last, let made = make(name, options), avfilter_link(last, 0, made, 0) >= 0 else { return nil }
        return made
    }

    /// Completes the graph; false if its filters don't fit together. Nothing can be added afterwards.
    func configure() -> Bool { avfilter_graph_config(graph, nil) >= 0 }

    private func make(_ name: String, _ options: String?) -> UnsafeMutablePointer<AVFilterContext>? {
        var made: UnsafeMutablePointer<AVFilterContext>?
        guard let filter = avfilter_get_by_name(name),
            avfilter_graph_create_filter(&made, filter, nil, options, nil, graph) >= 0
        else { return nil }
        return made
    }
}
