import OrielGeometry
import OrielWaylandProtocols

/// Popups of windows and layer surfaces.
extension FakeScene {
    func adopt(_ positioner: XdgPositionerResource) {
        positioner.onRequest = { [unowned self, unowned positioner] in
            guard case .setSize(let width, let height) = $0 else { return }
            positioners[ObjectIdentifier(positioner)] = Size(width: Int(width), height: Int(height))
        }
        positioner.onDestroy = { [unowned self, unowned positioner] in
            positioners[ObjectIdentifier(positioner)] = nil
        }
    }

    func adopt(
        _ popup: XdgPopupResource, of surface: FakeClientSurface, over parent: FakeClientSurface?,
        _ positioner: XdgPositionerResource?
    ) {
        surface.popup = popup
        surface.state.role = .popup
        surface.hadRole = true
        surface.state.parent = parent?.state.number
        surface.state.wantedSize = positioner.flatMap { positioners[ObjectIdentifier($0)] } ?? .zero
        note(.gotRole, surface)
        popup.onDestroy = { [weak self, weak surface] in self?.roleEnded(surface) }
        popup.onRequest = { [unowned self, weak surface] in
            if case .grab = $0 { note(.asked("grab"), surface) }
        }
    }

    /// Sends a popup's part of a configure: near its parent's corner.
    func configure(_ popup: XdgPopupResource, of surface: FakeClientSurface, size: Size?) {
        var wanted = size ?? surface.state.wantedSize
        if case .show(let most) = board.rules.popups {
            wanted = Size(width: min(wanted.width, most.width), height: min(wanted.height, most.height))
        }
        popup.sendConfigure(
            x: 10, y: Int32(clamping: board.rules.popupTop), width: Int32(clamping: wanted.width),
            height: Int32(clamping: wanted.height))
    }
}
