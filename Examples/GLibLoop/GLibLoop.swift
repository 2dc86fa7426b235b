import CGLib
import Oriel
import OrielGLib

/// A film in a program whose loop is GLib's, as every GTK program's: the library is one of the loop's sources.
@main @MainActor
enum GLibLoop {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: GLibLoop FILM") }
        let loop = g_main_loop_new(nil, 0)
        let application = try Application(id: "org.example.GLibLoop")
        let view = try PlayerView(player: Player(CommandLine.arguments[1]), in: application)
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        view.pictureInPictureClosePolicy = .closesView
        view.show()
        view.player.play()

        let source = GLibSource(application) { g_main_loop_quit(loop) }
        // Another source of the same loop.
        g_timeout_add(
            500,
            { _ in
                print("GLibLoop: half a second has passed")
                return 0
            }, nil)
        g_main_loop_run(loop)
        source.remove()
        withExtendedLifetime(controller) { application.close() }
        print("GLibLoop: end")
    }
}
