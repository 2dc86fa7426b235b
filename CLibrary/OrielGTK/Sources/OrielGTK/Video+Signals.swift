import COrielGTK

extension Video {
    private typealias Plain = @convention(c) (gpointer?, gpointer?) -> Void
    private typealias WithText = @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void
    private typealias WithNumber = @convention(c) (gpointer?, guint, gpointer?) -> Void
    private typealias Asking = @convention(c) (gpointer?, gpointer?) -> gboolean
    private typealias Notified = @convention(c) (gpointer?, UnsafeMutablePointer<GParamSpec>?, gpointer?) -> Void

    func connect() {
        let willStart: Plain = { _, data in Video.at(data) { $0.onWillStartPictureInPicture?() } }
        let didStart: Plain = { _, data in Video.at(data) { $0.onDidStartPictureInPicture?() } }
        let willStop: Plain = { _, data in Video.at(data) { $0.onWillStopPictureInPicture?() } }
        let closed: Plain = { _, data in Video.at(data) { $0.onClose?() } }
        for (signal, handler) in [
            ("will-start", willStart), ("did-start", didStart), ("will-stop", willStop), ("closed", closed),
        ] { connect(signal, unsafeBitCast(handler, to: GCallback.self)) }
        let failed: WithText = { _, text, data in
            let text = text.map { String(cString: $0) } ?? ""
            Video.at(data) { $0.onFailureToStartPictureInPicture?(text) }
        }
        connect("failed-to-start", unsafeBitCast(failed, to: GCallback.self))
        let restore: Asking = { _, data in
            var isBack = true
            Video.at(data) { isBack = $0.onRestore?() ?? true }
            return isBack ? 1 : 0
        }
        connect("restore", unsafeBitCast(restore, to: GCallback.self))
        let didStop: WithNumber = { _, reason, data in
            Video.at(data) { $0.onDidStopPictureInPicture?(oriel_stop_reason(rawValue: reason)) }
        }
        connect("did-stop", unsafeBitCast(didStop, to: GCallback.self))
        let notified: Notified = { _, specification, data in
            guard let property = Property(rawValue: String(cString: g_param_spec_get_name(specification))) else {
                return
            }
            Video.at(data) { $0.onChange?(property) }
        }
        connect("notify", unsafeBitCast(notified, to: GCallback.self))
    }

    private func connect(_ signal: String, _ handler: @escaping GCallback) {
        let data = Unmanaged.passUnretained(self).toOpaque()
        g_signal_connect_data(widget, signal, handler, data, nil, GConnectFlags(rawValue: 0))
    }

    /// Calls a function with the video of a signal. GTK emits its signals on the main thread.
    private nonisolated static func at(_ data: gpointer?, _ body: @MainActor (Video) -> Void) {
        guard let data else { return }
        let video = Unmanaged<Video>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { body(video) }
    }
}
