import OrielWaylandProtocols

/// The keyboard focus that layer surfaces get by themselves, and lose (`FakeRules.LayerFocus`).
extension FakeScene {
    /// Applies a layer surface's interactivity. Real ones wait for the commit, which follows at once.
    func setKeyboard(_ kind: ZwlrLayerSurfaceV1.KeyboardInteractivity, of surface: FakeClientSurface) {
        let old = surface.state.keyboardInteractivity
        surface.state.keyboardInteractivity = kind
        guard surface.state.isMapped, kind != old else { return }
        if board.rules.layerFocus.ends.contains(kind) {
            refocus(from: surface)
        } else {
            focus(surface, among: board.rules.layerFocus.onChange)
        }
    }

    /// Focuses a layer surface whose interactivity is among `kinds`.
    func focus(_ surface: FakeClientSurface?, among kinds: FakeRules.LayerFocus.Kinds) {
        guard let surface, surface.layerSurface != nil, surface.state.isMapped,
            kinds.contains(surface.state.keyboardInteractivity)
        else { return }
        seat.focusKeyboard(on: surface.object)
        note(.focused, surface)
    }

    /// The surface under the pointer.
    var pointedSurface: FakeClientSurface? { surface(seat.pointedSurface) }

    /// Gives the focus back to the newest window.
    private func refocus(from surface: FakeClientSurface) {
        guard seat.hasKeyboard(surface.object) else { return }
        seat.focusKeyboard(on: surfaces.last { $0.toplevel != nil && $0.state.isMapped }?.object)
    }
}
