import CEGL
public import OrielGeometry

/// Target of drawing: a `WindowTarget` or an `OffscreenTarget`. Belongs to its context's thread.
public class RenderTarget {
    let context: GraphicsContext
    /// Size in pixels. A window's owner sets it whenever it resizes the `wl_egl_window`.
    public var size: Size

    init(_ context: GraphicsContext, size: Size) {
        self.context = context
        self.size = size
    }

    /// Makes the context current and directs drawing to this target.
    func bind() throws(RenderingError) { throw RenderingError("bind", detail: "an abstract target") }
}
