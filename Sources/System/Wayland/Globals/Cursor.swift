import CWayland
import Glibc
import OrielWaylandProtocols

/// The pointer's cursor image, from the user's cursor theme (libwayland-cursor). Animated cursors show their first
/// image.
final class Cursor {
    private weak var globals: Globals?
    private var surface: WlSurface?
    private var theme: (pointer: OpaquePointer, scale: Int)?

    init(_ globals: Globals) {
        self.globals = globals
        // The theme's buffers are objects of the connection.
        globals.connection.onDisconnect { [weak self] in self?.destroy() }
    }

    deinit { destroy() }

    func destroy() {
        surface?.destroy()
        surface = nil
        endTheme()
    }

    /// Frees the theme once no held request names its buffers.
    private func endTheme() {
        guard let theme else { return }
        self.theme = nil
        guard let globals else { return wl_cursor_theme_destroy(theme.pointer) }
        globals.connection.display.table.requests.afterHeld { wl_cursor_theme_destroy(theme.pointer) }
    }

    /// Draws `shape` and passes its surface and hotspot to `set`; a nil surface for a hidden cursor.
    func show(_ shape: CursorShape, scale: Int, _ set: (WlSurface?, Int32, Int32) -> Void) {
        guard let globals else { return }
        guard shape != .hidden else { return set(nil, 0, 0) }
        // The theme's own requests must not pass those that are held; the next entry sets the cursor.
        guard globals.connection.hasRoom else { return }
        let scale = max(1, min(8, scale))
        guard let theme = loadTheme(scale, globals),
            let cursor = shape.themeNames.lazy.compactMap({ wl_cursor_theme_get_cursor(theme, $0) }).first,
            cursor.pointee.image_count > 0, let image = cursor.pointee.images?[0],
            let buffer = wl_cursor_image_get_buffer(image)
        else { return }
        let surface = self.surface ?? globals.compositor.createSurface()
        self.surface = surface
        let factor = UInt32(scale)
        set(
            surface, Int32(clamping: image.pointee.hotspot_x / factor),
            Int32(clamping: image.pointee.hotspot_y / factor))
        surface.setBufferScale(scale: Int32(scale))
        surface.attach(buffer: WlBuffer(foreign: buffer, on: surface.table), x: 0, y: 0)
        surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
    }

    private func loadTheme(_ scale: Int, _ globals: Globals) -> OpaquePointer? {
        if let theme, theme.scale == scale { return theme.pointer }
        endTheme()
        let name = getenv("XCURSOR_THEME").map { String(cString: $0) }
        let size = getenv("XCURSOR_SIZE").flatMap { Int(String(cString: $0)) }.map { max(8, min(256, $0)) } ?? 24
        guard let shm = globals.shm.pointer,
            let loaded = wl_cursor_theme_load(name, CInt(size * scale), shm)
        else { return nil }
        theme = (loaded, scale)
        return loaded
    }
}
