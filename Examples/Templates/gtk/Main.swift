import CGTK
import GLibSource
import Oriel

/// A window of GTK 4 with a film in the place of a widget, and a button that lets it float.
@main @MainActor
enum Main {
    private static var film: Film?
    private static let loop = g_main_loop_new(nil, 0)

    static func main() throws {
        guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else { return print("usage: NewApp FILE…") }
        gtk_init()
        let application = try Application(id: "org.example.NewApp")
        let film = try Film(arguments, in: application)
        self.film = film
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
        append(box, film.area)
        append(box, film.button)
        let window = new_window("NewApp", 640, 420, box)!
        let close: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, _ in
            MainActor.assumeIsolated { g_main_loop_quit(Main.loop) }
            return 0
        }
        connect_signal(window, "close-request", unsafeBitCast(close, to: GCallback.self), nil)
        present(window)
        let source = GLibSource(application) { g_main_loop_quit(Main.loop) }
        g_main_loop_run(loop)
        source.remove()
        application.close()
    }
}
