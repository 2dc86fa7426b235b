import OrielGeometry
import OrielWaylandProtocols

extension FakeScene {
    func offerGlobals() {
        func add<T: Resource>(_ type: T.Type, _ version: UInt32, _ bound: @escaping (T) -> Void) {
            guard !offer.missing.contains(type.interface.name) else { return }
            display.addGlobal(type, version: offer.versions[type.interface.name] ?? version, bound)
        }
        add(WlCompositorResource.self, 4) { [unowned self] compositor in
            compositor.onRequest = { [unowned self] in
                switch $0 {
                case .createSurface(let surface): adopt(surface)
                case .createRegion(let region): adopt(region)
                }
            }
        }
        if offer.hasSubcompositor {
            add(WlSubcompositorResource.self, 1) { [unowned self] compositor in
                compositor.onRequest = { [unowned self] in
                    guard case .getSubsurface(let object, let surface, let parent) = $0 else { return }
                    adopt(object, of: self.surface(surface), over: self.surface(parent))
                }
            }
        }
        add(WlShmResource.self, 1) { [unowned self] in memory.serve($0) }
        add(WlSeatResource.self, 7) { [unowned self] in seat.serve($0) }
        for number in 1..<max(1, offer.seats) {
            // Without devices.
            add(WlSeatResource.self, 7) { $0.sendName(name: "seat\(number)") }
        }
        add(WlDataDeviceManagerResource.self, 3) { [unowned self] manager in
            manager.onRequest = { [unowned self] in if case .getDataDevice(let device, _) = $0 { drag.adopt(device) } }
        }
        add(XdgWmBaseResource.self, 3) { [unowned self] shell in
            shell.onRequest = { [unowned self] in
                switch $0 {
                case .getXdgSurface(let object, let surface): adopt(object, of: self.surface(surface))
                case .createPositioner(let positioner): adopt(positioner)
                default: break
                }
            }
        }
        if !offer.missing.contains(ZwlrLayerShellV1Resource.interface.name) { offerLayerShell() }
        if offer.hasPictureInPictureShell {
            add(PictureInPictureShellResource.self, 1) { [unowned self] shell in
                shell.onRequest = { [unowned self] in
                    if case .getPip(let object, let xdgSurface) = $0 {
                        adopt(object, of: surfaces.first { $0.xdgSurface === xdgSurface }, by: shell)
                    }
                }
            }
        }
        add(WpPresentationResource.self, 1) { [unowned self] presentation in
            presentation.sendClockId(clkId: offer.presentationClock)
            presentation.onRequest = { [unowned self] in
                if case .feedback(let surface, let object) = $0 {
                    self.surface(surface)?.pendingFeedback.append(object)
                }
            }
        }
        add(WpViewporterResource.self, 1) { [unowned self] viewporter in
            viewporter.onRequest = { [unowned self] in
                if case .getViewport(let object, let surface) = $0 { adopt(object, of: self.surface(surface)) }
            }
        }
        add(WpAlphaModifierV1Resource.self, 1) { [unowned self] modifiers in
            modifiers.onRequest = { [unowned self] in
                guard case .getSurface(let object, let surface) = $0 else { return }
                let client = self.surface(surface)
                object.onRequest = { [weak client] in
                    if case .setMultiplier(let factor) = $0 {
                        client?.state.opacity = Double(factor) / Double(UInt32.max)
                    }
                }
            }
        }
        add(ZxdgOutputManagerV1Resource.self, 3) { [unowned self] manager in
            manager.onRequest = { [unowned self] in
                guard case .getXdgOutput(let object, let output) = $0,
                    let found = outputs.first(where: { $0.owns(output) })
                else { return }
                object.sendLogicalPosition(x: Int32(found.description.x), y: 0)
                object.sendLogicalSize(width: Int32(found.logicalSize.width), height: Int32(found.logicalSize.height))
                object.sendName(name: found.description.name)
                output?.sendDone()
            }
        }
        add(XdgActivationV1Resource.self, 1) { [unowned self] activation in
            activation.onRequest = { [unowned self] in
                switch $0 {
                case .getActivationToken(let token):
                    token.onRequest = { if case .commit = $0 { token.sendDone(token: "a-token") } }
                case .activate(let token, let surface):
                    note(.asked(token == "a-token" ? "activate" : "activate \(token)"), self.surface(surface))
                case .destroy: break
                }
            }
        }
        add(ZxdgExporterV2Resource.self, 1) { [unowned self] exporter in
            exporter.onRequest = { [unowned self] in
                guard case .exportToplevel(let object, let surface) = $0 else { return }
                note(.asked("export_toplevel"), self.surface(surface))
                withheldHandles.append((object, "window-\(self.surface(surface)?.state.number ?? 0)"))
                if board.rules.sendsHandles { sendHandles() }
                object.onDestroy = { [weak self, weak object] in
                    self?.withheldHandles.removeAll { $0.object === object }
                    self?.note(.asked("destroy_exported"), nil)
                }
            }
        }
        seat.onKeyboardFocus = { [unowned self] in textInput.focus($0, $1) }
        add(ZwpTextInputManagerV3Resource.self, 1) { [unowned self] manager in
            manager.onRequest = { [unowned self] in
                guard case .getTextInput(let object, _) = $0 else { return }
                textInput.adopt(object) { [unowned self] in note(.asked("text-input \($0)"), nil) }
            }
        }
        add(ZxdgDecorationManagerV1Resource.self, 1) { manager in
            manager.onRequest = {
                guard case .getToplevelDecoration(let object, _) = $0 else { return }
                object.onRequest = { if case .setMode(let mode) = $0 { object.sendConfigure(mode: mode) } }
            }
        }
        add(ZwpIdleInhibitManagerV1Resource.self, 1) { [unowned self] manager in
            manager.onRequest = { [unowned self] in
                guard case .createInhibitor(let object, let surface) = $0 else { return }
                note(.asked("create_inhibitor"), self.surface(surface))
                let number = self.surface(surface)?.state.number
                object.onDestroy = { [weak self] in
                    guard let self else { return }
                    note(.asked("destroy_inhibitor"), number.flatMap { self.surface($0) })
                }
            }
        }
    }

    func sendHandles() {
        for (object, handle) in withheldHandles { object.sendHandle(handle: handle) }
        withheldHandles = []
    }

    func offerLayerShell() {
        guard layerShell == nil else { return }
        let version = offer.versions[ZwlrLayerShellV1Resource.interface.name] ?? offer.layerShellVersion
        layerShell = display.addGlobal(ZwlrLayerShellV1Resource.self, version: version) { [unowned self] shell in
            shell.onRequest = { [unowned self] in
                guard case .getLayerSurface(let object, let surface, let output, let layer, let namespace) = $0 else {
                    return
                }
                self.surface(surface)?.output = outputs.first { $0.owns(output) } ?? outputs.first
                adopt(object, of: self.surface(surface), layer: layer, namespace: namespace)
            }
        }
    }

    /// Withdraws the global; existing layer surfaces stay.
    func withdrawLayerShell() {
        layerShell.map(display.removeGlobal)
        layerShell = nil
    }

    private func adopt(_ object: WpViewportResource, of surface: FakeClientSurface?) {
        object.onRequest = { [weak surface] in
            switch $0 {
            case .setDestination(let width, let height):
                surface?.destination = width > 0 ? Size(width: Int(width), height: Int(height)) : nil
            case .destroy: surface?.destination = nil
            case .setSource: break
            }
        }
    }

    private func adopt(_ object: XdgSurfaceResource, of surface: FakeClientSurface?) {
        guard let surface else { return }
        surface.xdgSurface = object
        object.onRequest = { [unowned self, weak surface] in
            guard let surface else { return }
            switch $0 {
            case .getToplevel(let toplevel): adopt(toplevel, of: surface)
            case .getPopup(let popup, let parent, let positioner):
                adopt(popup, of: surface, over: surfaces.first { $0.xdgSurface === parent }, positioner)
            case .ackConfigure(let serial):
                surface.isAcknowledged = true
                surface.pictureInPicture?.acknowledge(serial)
                note(.acknowledged(serial: serial), surface)
            case .setWindowGeometry(let x, let y, let width, let height):
                surface.pendingGeometry = Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
            case .destroy: checkRole(of: surface)
            }
        }
    }

    private func adopt(_ toplevel: XdgToplevelResource, of surface: FakeClientSurface) {
        surface.toplevel = toplevel
        surface.state.role = .toplevel
        surface.hadRole = true
        note(.gotRole, surface)
        toplevel.onDestroy = { [weak self, weak surface] in self?.roleEnded(surface) }
        toplevel.onRequest = { [unowned self, weak surface] request in
            guard let surface else { return }
            switch request {
            case .setTitle(let title): surface.state.name = title
            case .setAppId(let name): surface.state.appID = name
            case .setFullscreen, .unsetFullscreen:
                let isFull = if case .setFullscreen = request { true } else { false }
                surface.state.wantsFullScreen =
                    isFull && (surface.state.isMapped || board.rules.keepsEarlyFullScreen)
                note(.asked(isFull ? "set_fullscreen" : "unset_fullscreen"), surface)
                reconfigure(surface)
            case .setMaximized, .unsetMaximized:
                surface.state.isMaximized = if case .setMaximized = request { true } else { false }
                note(.asked(surface.state.isMaximized ? "set_maximized" : "unset_maximized"), surface)
                reconfigure(surface)
            case .move: note(.asked("move"), surface)
            case .resize: note(.asked("resize"), surface)
            case .setMinimized: note(.asked("set_minimized"), surface)
            default: break
            }
        }
    }

    private func adopt(
        _ object: ZwlrLayerSurfaceV1Resource, of surface: FakeClientSurface?, layer: ZwlrLayerShellV1.Layer,
        namespace: String
    ) {
        guard let surface else { return }
        surface.layerSurface = object
        surface.state.role = ["oriel-usable-area", "oriel-output-probe"].contains(namespace) ? .probe : .layer
        surface.state.name = namespace
        surface.hadRole = true
        surface.state.layer = layer
        note(.gotRole, surface)
        object.onDestroy = { [weak self, weak surface] in self?.roleEnded(surface) }
        object.onRequest = { [unowned self, weak surface] in
            guard let surface else { return }
            switch $0 {
            case .setSize(let width, let height):
                let size = Size(width: Int(width), height: Int(height))
                let changed = surface.state.wantedSize != size
                surface.state.wantedSize = size
                if changed { reconfigure(surface) }
            case .setAnchor(let anchor): surface.state.anchor = anchor
            case .setMargin(let top, let right, let bottom, let left):
                surface.state.margins = [top, right, bottom, left].map(Int.init)
            case .setKeyboardInteractivity(let kind):
                setKeyboard(kind, of: surface)
                note(.asked("keyboard \(kind.rawValue)"), surface)
            case .setLayer(let layer): surface.state.layer = layer
            case .getPopup(let popup):
                surfaces.first { $0.popup === popup }?.state.parent = surface.state.number
            case .ackConfigure(let serial):
                surface.isAcknowledged = true
                note(.acknowledged(serial: serial), surface)
            default: break
            }
        }
    }

    /// Adopts a subsurface. Its commits take effect at once, independent of its parent; enough for tests of its
    /// contents.
    private func adopt(
        _ object: WlSubsurfaceResource, of surface: FakeClientSurface?, over parent: FakeClientSurface?
    ) {
        guard let surface else { return }
        surface.state.role = .subsurface
        surface.state.parent = parent?.state.number
        note(.gotRole, surface)
        object.onDestroy = { [weak self, weak surface] in self?.roleEnded(surface) }
    }

    /// Unmaps the surface after its role object was destroyed.
    func roleEnded(_ surface: FakeClientSurface?) {
        guard let surface else { return }
        if surfaces.contains(where: { $0.popup != nil && $0.state.parent == surface.state.number }) {
            note(.failed("parent destroyed before its popup"), surface)
        }
        surface.toplevel = nil
        surface.layerSurface = nil
        surface.pictureInPicture = nil
        surface.popup = nil
        surface.state.frame = nil
        surface.isConfigured = false
        surface.isAcknowledged = false
        guard surface.state.isMapped else { return }
        surface.state.isMapped = false
        note(.unmapped, surface)
    }
}
