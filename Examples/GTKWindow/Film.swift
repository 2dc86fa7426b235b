import CGTK
import Oriel

/// A widget that keeps the picture's place, and the view whose picture is there.
@MainActor
final class Film {
    let area: UnsafeMutablePointer<GtkWidget> = gtk_drawing_area_new()
    let button: UnsafeMutablePointer<GtkWidget> = gtk_button_new_with_label("Float")
    private let application: Application
    private let player: Player
    private var view: PlayerView?
    private var controller: PictureInPictureController?

    init(_ media: String, in application: Application) throws {
        self.application = application
        player = try Player(media)
        player.play()
        gtk_widget_set_vexpand(area, 1)
        let data = Unmanaged.passUnretained(self).toOpaque()
        func connect(_ widget: UnsafeMutablePointer<GtkWidget>, _ signal: String, _ handler: @escaping Handler) {
            connect_signal(widget, signal, unsafeBitCast(handler, to: GCallback.self), data)
        }
        connect(area, "map") { _, data in Film.at(data) { $0.mapped() } }
        connect(area, "unmap") { _, data in Film.at(data) { $0.unmapped() } }
        connect(button, "clicked") { _, data in Film.at(data) { $0.clicked() } }
        let resized: @convention(c) (gpointer?, gint, gint, gpointer?) -> Void = { _, _, _, data in
            Film.at(data) { $0.laidOut() }
        }
        connect_signal(area, "resize", unsafeBitCast(resized, to: GCallback.self), data)
    }

    private typealias Handler = @convention(c) (gpointer?, gpointer?) -> Void

    private nonisolated static func at(_ data: gpointer?, _ body: @MainActor (Film) -> Void) {
        guard let data else { return }
        let film = Unmanaged<Film>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { body(film) }
    }

    private func mapped() {
        guard let display = wayland_display(area), let surface = wayland_surface(area) else { return }
        let place = AppSurface(display: display, surface: surface)
        do throws(StartError) {
            if let view { try view.move(to: place) } else { try makeView(in: place) }
            try view?.setSurfaceToplevel(surface)
        } catch { print("GTKWindow: \(error)") }
        laidOut()
    }

    private func makeView(in place: AppSurface) throws(StartError) {
        let view = try PlayerView(
            player: player, in: application, surface: place, frame: Rect(x: 0, y: 0, width: 0, height: 0))
        view.onSurfaceCommitNeeded = { [unowned self] in
            // gtk_widget_queue_draw would not do: GTK leaves out a frame in which nothing has changed.
            if let surface = wayland_surface(area) { wl_surface_commit(surface) }
        }
        self.view = view
        controller = view.enablePictureInPicture()
    }

    /// GTK destroys the surface of a window that it hides. A picture that floats goes on.
    private func unmapped() { try? view?.move(to: nil) }

    private func laidOut() {
        guard let view, gtk_widget_get_mapped(area) != 0 else { return }
        var (x, y): (gint, gint) = (0, 0)
        bounds_in_surface(area, &x, &y)
        view.surfaceFrame = Rect(
            x: Int(x), y: Int(y), width: Int(gtk_widget_get_width(area)), height: Int(gtk_widget_get_height(area)))
    }

    private func clicked() {
        view?.noteUserAction()
        if controller?.isPictureInPictureActive == true {
            controller?.stopPictureInPicture()
        } else {
            controller?.startPictureInPicture()
        }
    }
}
