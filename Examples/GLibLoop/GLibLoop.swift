import CGLib
import Oriel

/// A film in a program whose loop is GLib's, as every GTK program's: the library is one of the loop's sources.
@main @MainActor
enum GLibLoop {
    private static var application: Application?
    private static var tag: gpointer?
    private static let loop = g_main_loop_new(nil, 0)

    static func main() throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: GLibLoop FILM") }
        let application = try Application(id: "org.example.GLibLoop")
        self.application = application
        let view = try PlayerView(player: Player(CommandLine.arguments[1]), in: application)
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        view.pictureInPictureClosePolicy = .closesView
        view.show()
        view.player.play()

        var functions = GSourceFuncs()
        functions.prepare = { _, timeout in MainActor.assumeIsolated { GLibLoop.prepare(timeout) } }
        functions.check = { source in
            MainActor.assumeIsolated { g_source_query_unix_fd(source, GLibLoop.tag).rawValue != 0 ? 1 : 0 }
        }
        functions.dispatch = { _, _, _ in MainActor.assumeIsolated { GLibLoop.dispatch() } }
        withUnsafeMutablePointer(to: &functions) { functions in
            let source = g_source_new(functions, guint(MemoryLayout<GSource>.size))
            tag = g_source_add_unix_fd(source, application.descriptor, G_IO_IN)
            g_source_attach(source, nil)
            // What else the program does in its loop.
            g_timeout_add(
                500,
                { _ in
                    print("GLibLoop: half a second has passed")
                    return 0
                }, nil)
            g_main_loop_run(loop)
            g_source_destroy(source)
            g_source_unref(source)
        }
        withExtendedLifetime(controller) { application.close() }
        print("GLibLoop: end")
    }

    /// How long GLib may wait, in milliseconds; whether it need not.
    private static func prepare(_ timeout: UnsafeMutablePointer<gint>?) -> gboolean {
        let limit = application?.prepareToWait().map { ($0 / .milliseconds(1)).rounded(.up) }
        timeout?.pointee = limit.map { gint(min($0, 60_000)) } ?? -1
        return limit == 0 ? 1 : 0
    }

    private static func dispatch() -> gboolean {
        if (try? application?.dispatch()) != true { g_main_loop_quit(loop) }
        return 1
    }
}
