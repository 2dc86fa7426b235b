import CWayland
import Glibc

/// A surface that the app's toolkit has made, on the toolkit's own connection to the compositor.
///
/// GTK 4 has `gdk_wayland_display_get_wl_display` and `gdk_wayland_surface_get_wl_surface`, Qt
/// `QNativeInterface::QWaylandApplication` and the window's native interface, SDL the window properties
/// `SDL.window.wayland.display` and `SDL.window.wayland.surface`.
public struct AppSurface: Hashable {
    /// `struct wl_display *`, connected.
    public let display: OpaquePointer
    /// `struct wl_surface *` on that connection, with any role or none.
    public let surface: OpaquePointer

    /// - Parameters:
    ///   - display: `struct wl_display *` of the app.
    ///   - surface: `struct wl_surface *` of the app, made on that display.
    public init(display: OpaquePointer, surface: OpaquePointer) {
        self.display = display
        self.surface = surface
    }

    /// Throws if the pointers are of other objects (`wl_proxy_get_class`), or if the surface is of another connection:
    /// the compositor would end the app's for that.
    package func check() throws(WaylandError) {
        guard Self.isClass("wl_display", display) else {
            throw WaylandError(.protocolError, "the display isn't a wl_display")
        }
        guard Self.isClass("wl_surface", surface) else {
            throw WaylandError(.protocolError, "the surface isn't a wl_surface")
        }
        guard Self.display(of: surface, beside: display).map({ $0 == display }) ?? true else {
            throw WaylandError(.protocolError, "the wl_surface is of another wl_display")
        }
    }

    /// The connection of a proxy (`wl_proxy_get_display`); nil if unknown.
    ///
    /// Versions of libwayland before 1.23 lack the function. In all of them a proxy begins with its `wl_object` (two
    /// pointers and a number), which the display's pointer follows, and a display is a proxy of itself; that is tested.
    private static func display(of proxy: OpaquePointer, beside display: OpaquePointer) -> OpaquePointer? {
        if let displayOf { return displayOf(proxy) }
        func field(_ proxy: OpaquePointer) -> OpaquePointer? {
            UnsafeRawPointer(proxy).load(
                fromByteOffset: MemoryLayout<(UInt, UInt, UInt32)>.stride, as: OpaquePointer?.self)
        }
        return field(display) == display ? field(proxy) : nil
    }

    private static func isClass(_ name: String, _ object: OpaquePointer) -> Bool {
        wl_proxy_get_class(object).map { String(cString: $0) } == name
    }

    /// `wl_proxy_get_display`; nil in libwayland before 1.23.
    private static let displayOf: (@convention(c) (OpaquePointer) -> OpaquePointer?)? = unsafeBitCast(
        dlsym(nil, "wl_proxy_get_display"), to: (@convention(c) (OpaquePointer) -> OpaquePointer?)?.self)
}
