import CGTK
import Oriel
import OrielGLib

/// A film inside a window of GTK 4: its picture is a subsurface of the window's surface, in the place of a widget.
@main @MainActor
enum Main {
    private static var film: Film?
    private static let loop = g_main_loop_new(nil, 0)

    static func main() throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: GTKWindow FILM") }
        gtk_init()
        let application = try Application(id: "org.example.GTKWindow")
        let film = try Film(CommandLine.arguments[1], in: application)
        self.film = film
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
        append(box, film.area)
        append(box, film.button)
        let window = new_window("GTKWindow", 640, 420, box)!
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
        print("GTKWindow: end")
    }
}
