import CGLib
public import Oriel

/// An application as one of the sources of GLib's main loop, which a GTK program runs.
@MainActor
public final class GLibSource {
    private static var current: GLibSource?
    private let application: Application
    private let onEnd: () -> Void
    private let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
    private let source: UnsafeMutablePointer<GSource>
    private let tag: gpointer?

    /// - Parameter onEnd: called when the application has ended, for example by a command.
    public init(_ application: Application, onEnd: @escaping () -> Void) {
        self.application = application
        self.onEnd = onEnd
        functions.initialize(to: GSourceFuncs())
        functions.pointee.prepare = { _, timeout in
            MainActor.assumeIsolated { GLibSource.current?.prepare(timeout) ?? 0 }
        }
        functions.pointee.check = { _ in MainActor.assumeIsolated { GLibSource.current?.isReady == true ? 1 : 0 } }
        functions.pointee.dispatch = { _, _, _ in MainActor.assumeIsolated { GLibSource.current?.dispatch() ?? 0 } }
        source = g_source_new(functions, guint(MemoryLayout<GSource>.size))
        tag = g_source_add_unix_fd(source, application.descriptor, G_IO_IN)
        Self.current = self
        g_source_attach(source, nil)
    }

    /// Takes the application out of the loop.
    public func remove() {
        g_source_destroy(source)
        g_source_unref(source)
        Self.current = nil
    }

    /// How long GLib may wait, in milliseconds; whether it need not.
    private func prepare(_ timeout: UnsafeMutablePointer<gint>?) -> gboolean {
        let limit = application.prepareToWait().map { ($0 / .milliseconds(1)).rounded(.up) }
        timeout?.pointee = limit.map { gint(min($0, 60_000)) } ?? -1
        return limit == 0 ? 1 : 0
    }

    private var isReady: Bool { g_source_query_unix_fd(source, tag).rawValue != 0 }

    private func dispatch() -> gboolean {
        guard (try? application.dispatch()) != true else { return 1 }
        onEnd()
        return 0
    }
}
