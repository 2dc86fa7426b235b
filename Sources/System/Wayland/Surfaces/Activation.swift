import OrielWaylandProtocols

extension Globals {
    /// Requests a token that lets another window, in this process or another, be raised (`xdg_activation_v1`).
    /// - Parameters:
    ///   - seat: seat of the user's press.
    ///   - serial: serial of the press.
    ///   - surface: surface that was pressed.
    ///   - appID: ID of the app to be raised, if known.
    ///   - handler: called once, with the token.
    /// - Returns: false if the compositor doesn't offer the protocol; the handler is then not called.
    @discardableResult
    public func requestActivationToken(
        seat: Seat? = nil, serial: UInt32? = nil, surface: Surface? = nil, appID: String? = nil,
        _ handler: @escaping (String) -> Void
    ) -> Bool {
        guard let activation = self[XdgActivationV1.self] else { return false }
        let token = activation.getActivationToken()
        if let seat, let serial { token.setSerial(serial: serial, seat: seat.object) }
        if let surface, surface.isAlive { token.setSurface(surface: surface.object) }
        if let appID { token.setAppId(appId: appID.clippedForWire) }
        token.onEvent = { [unowned token] event in
            guard case .done(let text) = event else { return }
            token.destroy()
            handler(text)
        }
        token.commit()
        return true
    }

    /// Raises a window with a token that the focused app requested (`xdg_activation_v1.activate`).
    public func activate(_ surface: Surface, token: String) {
        guard token.utf8.count <= String.wireLimit else { return }
        self[XdgActivationV1.self]?.activate(token: token, surface: surface.object)
    }
}
