package import OrielGeometry
package import OrielWaylandProtocols

/// The role object that a popup belongs to. Its surface must be mapped.
package enum PopupParent {
    /// An `xdg_surface`: a window, or another role on it.
    case window(XdgSurface)
    case layer(ZwlrLayerSurfaceV1)
}

/// A short-lived surface beside another one, such as a menu (`xdg_popup`). It belongs to the connection's thread.
///
/// Call `surface.commit()` without a buffer, wait for `onConfigure`, then draw. The compositor keeps the popup within
/// the output: it is flipped, moved, then made smaller. It may be dismissed at any time, also before its first
/// configure.
package final class Popup {
    /// The surface with the popup role.
    package let surface: Surface
    /// Receives the popup's area in logical pixels of the parent's window geometry. The configure is already
    /// acknowledged.
    package var onConfigure: ((Rect) -> Void)?
    /// Runs when the compositor has dismissed the popup: destroy it.
    package var onDone: (() -> Void)?

    private let shellSurface: XdgSurface
    private let object: XdgPopup
    private var pending = Rect(origin: .zero, size: .zero)

    /// Gives a surface the popup role.
    /// - Parameters:
    ///   - anchor: area that the popup is placed beside, in logical pixels of the parent's window geometry.
    ///   - size: wanted size in logical pixels.
    ///   - isAbove: whether it is placed above the anchor rather than below, if there is room.
    ///   - seat: the seat whose input is grabbed: its keyboard comes to the popup, and a press elsewhere dismisses it.
    ///   - serial: serial of the press, touch or key that opens the popup.
    package init(
        _ surface: Surface, of parent: PopupParent, at anchor: Rect, size: Size, isAbove: Bool, seat: Seat,
        serial: UInt32
    ) {
        self.surface = surface
        let shell = surface.globals.shell
        shellSurface = shell.getXdgSurface(surface: surface.object)
        let positioner = shell.createPositioner()
        positioner.setSize(width: Int32(clamping: max(1, size.width)), height: Int32(clamping: max(1, size.height)))
        positioner.setAnchorRect(
            x: Int32(clamping: anchor.x), y: Int32(clamping: anchor.y), width: Int32(clamping: max(1, anchor.width)),
            height: Int32(clamping: max(1, anchor.height)))
        positioner.setAnchor(anchor: isAbove ? .topLeft : .bottomLeft)
        positioner.setGravity(gravity: isAbove ? .topRight : .bottomRight)
        let adjustment: XdgPositioner.ConstraintAdjustment = [.flipX, .flipY, .slideX, .slideY, .resizeX, .resizeY]
        positioner.setConstraintAdjustment(constraintAdjustment: adjustment.rawValue)
        switch parent {
        case .window(let parent): object = shellSurface.getPopup(parent: parent, positioner: positioner)
        case .layer(let parent):
            object = shellSurface.getPopup(parent: nil, positioner: positioner)
            parent.getPopup(popup: object)
        }
        positioner.destroy()
        object.grab(seat: seat.object, serial: serial)
        object.onEvent = { [weak self] in self?.receive($0) }
        shellSurface.onEvent = { [weak self] event in
            guard let self, case .configure(let serial) = event else { return }
            shellSurface.ackConfigure(serial: serial)
            onConfigure?(pending)
        }
    }

    deinit { destroy() }

    private func receive(_ event: XdgPopup.Event) {
        switch event {
        case .configure(let x, let y, let width, let height):
            pending = Rect(x: Int(x), y: Int(y), width: max(0, Int(width)), height: max(0, Int(height)))
        case .popupDone: onDone?()
        case .repositioned: break
        }
    }

    /// Ends the role; the surface may be destroyed after it. May be repeated.
    package func destroy() {
        object.destroy()
        shellSurface.destroy()
    }
}
