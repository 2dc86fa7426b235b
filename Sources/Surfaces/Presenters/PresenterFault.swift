import OrielRaster
import OrielRendering
import OrielWayland

/// Why a picture could not be drawn, and what that means for those to come.
package struct PresenterFault: Error, CustomStringConvertible {
    enum Kind: Sendable {
        /// Another attempt may do.
        case passing
        /// All that the driver held is gone: `Presenter.recover()` starts over.
        case lost
        /// It will never do for this picture.
        case lasting
        /// Nor would anything else: the picture is passed over.
        case picture
    }

    let kind: Kind
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: RenderingError) {
        self.init(error.isContextLost ? .lost : error.isBuffers ? .picture : .passing, error.description)
    }
    init(_ error: RasterError) { self.init(.lasting, error.description) }
    init(_ error: WaylandError) { self.init(.passing, error.description) }
}
