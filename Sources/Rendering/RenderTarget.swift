import CEGL
public import OrielGeometry

/// Somewhere to draw: `WindowTarget` or `OffscreenTarget`. Belongs to its context's thread.
public class RenderTarget {
    let context: GraphicsContext
    /// In pixels. A window's owner sets it whenever it resizes the `wl_egl_window`.
    public var size: Size
    /// Texels that are to be pixels as they are get copied, not drawn. A window's pixels are stored as they are; into others a
    /// copy is converted, which costs more than drawing.
    package var takesCopies = false

    init(_ context: GraphicsContext, size: Size) {
        self.context = context
        self.size = size
    }

    /// Makes the context current and directs drawing here.
    func bind() throws(RenderingError) { throw RenderingError("bind", detail: "an abstract target") }
}
