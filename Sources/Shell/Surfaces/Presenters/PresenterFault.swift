import OrielRaster
import OrielRendering
import OrielWayland

/// A picture could not be drawn. `kind` tells how drawing may go on.
package struct PresenterFault: Error, CustomStringConvertible {
    enum Kind: Sendable {
        /// Another attempt may succeed.
        case passing
        /// The graphics context was lost: `Presenter.recover()` starts over.
        case lost
        /// This presenter can never draw this picture; the other one may.
        case lasting
        /// No presenter can draw this picture: it is skipped.
        case picture
    }

    let kind: Kind
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: RenderingError) {
        let kind: Kind =
            error.isContextLost ? .lost : error.isBuffers ? .picture : error.isLasting ? .lasting : .passing
        self.init(kind, error.description)
    }
    init(_ error: RasterError) { self.init(.lasting, error.description) }
    init(_ error: WaylandError) { self.init(.passing, error.description) }
}
