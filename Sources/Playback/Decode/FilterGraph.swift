import CFFmpeg
import CFFmpegLoader

/// A graph of libavfilter, one filter after the other, without threads of its own. libavfilter must have been opened. One thread.
final class FilterGraph {
    private var graph: UnsafeMutablePointer<AVFilterGraph>

    /// Nil where there is no memory.
    init?() {
        guard let graph = avfilter_graph_alloc() else { return nil }
        graph.pointee.nb_threads = 1
        self.graph = graph
    }

    deinit {
        var ended: UnsafeMutablePointer<AVFilterGraph>? = graph
        avfilter_graph_free(&ended)
    }

    /// Adds a filter that nothing comes before. Nil where there is none of that name, or none with these options.
    func addSource(_ name: String, _ options: String) -> UnsafeMutablePointer<AVFilterContext>? {
        make(name, options)
    }

    /// Adds a filter after another one; nil also where that is nil, or doesn't go with it.
    func add(
        _ name: String, _ options: String? = nil, after last: UnsafeMutablePointer<AVFilterContext>?
    ) -> UnsafeMutablePointer<AVFilterContext>? {
        guard let last, let made = make(name, options), avfilter_link(last, 0, made, 0) >= 0 else { return nil }
        return made
    }

    /// Whether all of it goes together; nothing can be added afterwards.
    func configure() -> Bool { avfilter_graph_config(graph, nil) >= 0 }

    private func make(_ name: String, _ options: String?) -> UnsafeMutablePointer<AVFilterContext>? {
        var made: UnsafeMutablePointer<AVFilterContext>?
        guard let filter = avfilter_get_by_name(name),
            avfilter_graph_create_filter(&made, filter, nil, options, nil, graph) >= 0
        else { return nil }
        return made
    }
}
