import CWayland
public import OrielGeometry

/// The native window for `eglCreateWindowSurface` (`struct wl_egl_window`). Destroy the EGL surface first, then this.
public final class NativeWindow {
    /// `struct wl_egl_window *`; nil after `destroy()`.
    public private(set) var pointer: OpaquePointer?
    /// Size of the next buffer, in buffer pixels.
    public private(set) var size: Size

    /// Creates a native window (`wl_egl_window_create`); nil for a surface that has ended.
    /// - Parameter size: in buffer pixels, not empty.
    public init?(_ surface: Surface, size: Size) {
        guard let native = surface.nativeSurface,
            let window = wl_egl_window_create(
                native, CInt(clamping: max(1, size.width)), CInt(clamping: max(1, size.height)))
        else { return nil }
        pointer = window
        self.size = size
    }

    deinit { destroy() }

    /// Sets the next buffer's size (`wl_egl_window_resize`); takes effect with the next `eglSwapBuffers`.
    public func resize(to size: Size) {
        guard let pointer, size != self.size else { return }
        self.size = size
        wl_egl_window_resize(pointer, CInt(clamping: max(1, size.width)), CInt(clamping: max(1, size.height)), 0, 0)
    }

    /// Forgets the native window, whose connection another part of the program has ended.
    package func abandon() { pointer = nil }

    /// Destroys the native window (`wl_egl_window_destroy`). May be repeated.
    public func destroy() {
        pointer.map { wl_egl_window_destroy($0) }
        pointer = nil
    }
}
