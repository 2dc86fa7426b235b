import Oriel
import OrielGeometry
import OrielPlatform
import OrielWayland

/// An app's own window whose whole content is a view.
@MainActor
final class PacedWindow {
    private let connection: Connection
    private let window: InlineWindow

    init(_ application: Application) throws {
        connection = try Connection()
        let globals = try Globals(connection)
        try connection.attach(to: application.loop.eventLoop) { _ in }
        window = InlineWindow(globals)
    }

    func makeView(in application: Application) throws -> SampleBufferView {
        // The pointers are valid: the window was just made.
        let place = AppSurface(display: connection.nativeDisplay!, surface: window.surface.nativeSurface!)
        let view = try SampleBufferView(
            in: application, surface: place, frame: Rect(x: 0, y: 0, width: 480, height: 270))
        view.onSurfaceCommitNeeded = { [weak window] in window?.surface.commit() }
        return view
    }
}
