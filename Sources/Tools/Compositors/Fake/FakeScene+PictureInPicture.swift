import OrielGeometry
import OrielWaylandProtocols

/// Picture-in-Picture windows: KWin's answers and errors.
extension FakeScene {
    /// Numbers of `xx_pip_shell_v1.error`, `xx_pip_v1.error` and `xdg_surface.error`.
    private enum Failure: UInt32 {
        case invalidSize = 0
        case alreadyConstructed = 1
        case invalidOrigin = 101
        case invalidResizeEdge = 102
        case notConstructed = 201
        case defunctRole = 206

        var name: String {
            switch self {
            case .invalidSize: "invalid_size"
            case .alreadyConstructed: "already_constructed"
            case .invalidOrigin: "invalid_origin"
            case .invalidResizeEdge: "invalid_resize_edge"
            case .notConstructed: "not_constructed"
            case .defunctRole: "defunct_role_object"
            }
        }
    }

    private func fail(_ failure: Failure, _ object: Resource?, _ surface: FakeClientSurface) {
        object?.postError(failure.rawValue % 100, failure.name)
        note(.failed(failure.name), surface)
    }

    func adopt(
        _ object: PictureInPictureRoleResource, of surface: FakeClientSurface?,
        by shell: PictureInPictureShellResource
    ) {
        guard let surface else { return }
        // KWin answers another role with this error, not with `role`.
        guard !surface.hadRole, surface.state.commits == 0 else {
            return fail(.alreadyConstructed, shell, surface)
        }
        surface.pictureInPicture = FakePictureInPicture(object)
        surface.state.role = .pictureInPicture
        surface.hadRole = true
        note(.gotRole, surface)
        object.onDestroy = { [weak self, weak surface] in
            if let surface { self?.note(.asked("destroy_role"), surface) }
            self?.roleEnded(surface)
        }
        object.onRequest = { [unowned self, weak surface] in if let surface { answer($0, of: surface) } }
    }

    private func answer(_ request: PictureInPictureRoleResource.Request, of surface: FakeClientSurface) {
        guard let window = surface.pictureInPicture else { return }
        switch request {
        case .setAppId(let name): surface.state.appID = name
        case .setOrigin(let origin):
            guard origin !== surface.object else { return fail(.invalidOrigin, window.object, surface) }
            window.setOrigin(self.surface(origin)?.state.number)
        case .setOriginRect(let x, let y, let width, let height):
            window.setOriginPart(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
        case .move(_, let serial):
            guard surface.isConfigured else { return fail(.notConstructed, surface.xdgSurface, surface) }
            grab(surface, serial, edges: [], as: "move")
        case .resize(_, let serial, let edges):
            guard surface.isConfigured else { return fail(.notConstructed, surface.xdgSurface, surface) }
            guard edges.rawValue <= 10, edges.rawValue & 3 != 3 else {
                return fail(.invalidResizeEdge, window.object, surface)
            }
            grab(surface, serial, edges: Edges(rawValue: UInt8(edges.rawValue)), as: "resize")
        case .destroy: break
        }
    }

    /// Begins an interactive move or resize; a serial of no press that holds is ignored.
    private func grab(_ surface: FakeClientSurface, _ serial: UInt32, edges: Edges, as name: String) {
        let hasGrabbed = seat.grab(surface.object, serial: serial) { [weak self, weak surface] isPointer in
            guard let self, let surface, let window = surface.pictureInPicture else { return }
            let wasResizing = window.drag?.isEmpty == false
            window.endDrag()
            grabbed = nil
            if wasResizing { configure(surface) }
            if isPointer { seat.movePointer(over: surface.object, x: 1, y: 1) }
        }
        note(.asked(hasGrabbed ? name : "\(name) with a stale serial"), surface)
        guard hasGrabbed else { return }
        grabbed = surface
        surface.pictureInPicture?.beginDrag(edges)
        if !edges.isEmpty { configure(surface) }
    }

    /// Moves the hand that holds a Picture-in-Picture window.
    func dragGrabbed(dx: Int, dy: Int) {
        guard let grabbed, let window = grabbed.pictureInPicture else { return }
        if window.drag(dx: dx, dy: dy) { configure(grabbed) }
        grabbed.state.frame = window.frame
        note(.asked("dragged"), grabbed)
    }

    /// Sends a Picture-in-Picture window's configure, with bounds while it has no place or if the test sets others.
    func configurePictureInPicture(_ window: FakePictureInPicture, serial: UInt32, size: Size?) {
        let rules = board.rules.pictureInPicture
        let area = usableArea
        let quarter = Size(width: (area.width + 2) / 4, height: (area.height + 2) / 4)
        let isFirst = window.frame == nil
        let bounds = rules.sendsBounds && (isFirst || rules.bounds != nil) ? rules.bounds ?? quarter : nil
        window.configure(serial: serial, size: size ?? (isFirst ? rules.firstSize : nil), bounds: bounds)
    }

    /// Applies a commit to a Picture-in-Picture window, after the surface's own state.
    func committed(_ surface: FakeClientSurface, hasUnmapped: Bool) {
        guard let window = surface.pictureInPicture else { return }
        if hasUnmapped {
            // A null buffer resets what was set.
            window.reset()
            (surface.state.appID, surface.state.origin, surface.state.originPart) = ("", nil, nil)
        }
        let old = surface.state.origin
        window.applyOrigin(to: &surface.state)
        if let origin = surface.state.origin, origin != old { note(.asked("origin \(origin)"), surface) }
        guard surface.state.isMapped else {
            surface.state.frame = nil
            return
        }
        let (rules, size) = (board.rules.pictureInPicture, surface.state.geometry?.size ?? surface.state.size)
        if rules.checksBounds, let bounds = window.bounds,
            surface.state.size.width > bounds.width || surface.state.size.height > bounds.height
        {
            return fail(.invalidSize, window.object, surface)
        }
        window.committed(size, in: usableArea, rules)
        surface.state.frame = window.frame
    }

    /// The usable area of the first output, in logical pixels.
    var usableArea: Size {
        board.rules.usableArea.map { Size(width: $0.width, height: $0.height) } ?? outputs.first?.logicalSize ?? .zero
    }

    /// A client destroys an `xdg_surface`, whose role object must have gone before.
    func checkRole(of surface: FakeClientSurface) {
        guard let window = surface.pictureInPicture, window.object.isAlive else { return }
        fail(.defunctRole, window.object, surface)
    }
}
