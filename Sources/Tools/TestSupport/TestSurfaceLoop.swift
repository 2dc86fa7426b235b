import Glibc
import OrielGeometry
import OrielPlatform
import OrielStamps
import OrielWaylandProtocols

/// The loop of a `TestSurface`'s thread.
final class TestSurfaceLoop {
    private let owner: TestSurface
    private let content: @Sendable (Int) -> TestSurface.Content?
    private let connection: ToolConnection
    private let shm: WlShm
    private let surface: WlSurface
    private var buffers: [SharedBuffer] = []
    private var size: Size
    private var isConfigured = false
    private var wantsDrawing = false
    private var count = 0
    private var failure: (any Error)?
    /// Objects that must live as long as the surface.
    private var layerSurface: ZwlrLayerSurfaceV1?
    private var window: (base: XdgWmBase, surface: XdgSurface, toplevel: XdgToplevel)?
    private var seat: WlSeat?

    init(
        _ role: TestSurface.Role, size: Size, title: String, socket: String, output name: String?, owner: TestSurface,
        content: @escaping @Sendable (Int) -> TestSurface.Content?
    ) throws {
        self.owner = owner
        self.content = content
        self.size = size
        connection = try ToolConnection(socket: socket)
        shm = try connection.require(WlShm.self, version: 1)
        surface = try connection.require(WlCompositor.self, version: 4).createSurface()
        listenToSeat()
        let output = try name.map { name in
            guard let output = try connection.outputs().first(where: { $0.name == name }) else {
                throw TestSupportError("there is no output \(name)")
            }
            return output.proxy
        }
        switch role {
        case .overlay(let edges):
            let layer = try makeLayerSurface(.overlay, on: output)
            layer.setSize(width: UInt32(size.width), height: UInt32(size.height))
            layer.setAnchor(anchor: ZwlrLayerSurfaceV1.Anchor(rawValue: edges.rawValue))
            layer.setExclusiveZone(zone: -1)
        case .panel(let edge):
            let layer = try makeLayerSurface(.top, on: output)
            let isAcross = edge == .top || edge == .bottom
            let thickness = isAcross ? size.height : size.width
            layer.setSize(width: isAcross ? 0 : UInt32(thickness), height: isAcross ? UInt32(thickness) : 0)
            let ends: TestSurface.Edges = isAcross ? [.left, .right] : [.top, .bottom]
            layer.setAnchor(anchor: ZwlrLayerSurfaceV1.Anchor(rawValue: edge.union(ends).rawValue))
            layer.setExclusiveZone(zone: Int32(thickness))
        case .fullScreen:
            // Sway's first configure leaves the size open even here; this one is right.
            if let output = try connection.outputs().first {
                self.size = Size(width: output.width, height: output.height)
            }
            try makeWindow(role, title: title)
        case .window: try makeWindow(role, title: title)
        }
        surface.commit()
    }

    func run() throws {
        while !owner.stopping.clear() {
            try connection.dispatch(limit: .seconds(1), waking: owner.stopping)
            if wantsDrawing { try draw() }
            if let failure { throw failure }
        }
        layerSurface?.destroy()
        window?.toplevel.destroy()
        window?.surface.destroy()
        surface.destroy()
        try connection.roundtrip()
    }

    private func makeLayerSurface(
        _ height: ZwlrLayerShellV1.Layer, on output: WlOutput?
    ) throws -> ZwlrLayerSurfaceV1 {
        let shell = try connection.require(ZwlrLayerShellV1.self, version: 1)
        let layer = shell.getLayerSurface(surface: surface, output: output, layer: height, namespace: "test")
        layer.onEvent = { [unowned self, unowned layer] event in
            switch event {
            case .configure(let serial, let width, let height):
                layer.ackConfigure(serial: serial)
                if width > 0, height > 0 { size = Size(width: Int(width), height: Int(height)) }
                configured()
            case .closed: owner.note { $0.isClosed = true }
            }
        }
        layerSurface = layer
        return layer
    }

    private func makeWindow(_ role: TestSurface.Role, title: String) throws {
        let base = try connection.require(XdgWmBase.self, version: 1)
        base.onEvent = { [unowned base] event in
            if case .ping(let serial) = event { base.pong(serial: serial) }
        }
        let xdgSurface = base.getXdgSurface(surface: surface)
        let toplevel = xdgSurface.getToplevel()
        toplevel.setTitle(title: title)
        toplevel.setAppId(appId: "oriel-test-surface")
        if case .fullScreen = role { toplevel.setFullscreen(output: nil) }
        toplevel.onEvent = { [unowned self] event in
            switch event {
            case .configure(let width, let height, _) where width > 0 && height > 0:
                size = Size(width: Int(width), height: Int(height))
            case .close: owner.note { $0.isClosed = true }
            default: break
            }
        }
        xdgSurface.onEvent = { [unowned self, unowned xdgSurface] event in
            if case .configure(let serial) = event {
                xdgSurface.ackConfigure(serial: serial)
                configured()
            }
        }
        window = (base, xdgSurface, toplevel)
    }

    private func configured() {
        let current = size
        owner.note { $0.size = current }
        if !isConfigured || buffers.last.map({ $0.size != size }) ?? false { wantsDrawing = true }
        isConfigured = true
    }

    /// Draws the next frame, if one is due and a buffer is free.
    private func draw() throws {
        guard let next = content(count) else {
            wantsDrawing = false
            return
        }
        guard let buffer = try freeBuffer() else { return }
        wantsDrawing = false
        paint(next, into: buffer)
        let callback = surface.frame()
        callback.onEvent = { [unowned self] _ in wantsDrawing = true }
        surface.attach(buffer: buffer.buffer, x: 0, y: 0)
        surface.damage(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
        connection.flush()
        buffer.isBusy = true
        count += 1
        owner.note { $0.commits.append(next) }
    }

    private func freeBuffer() throws -> SharedBuffer? {
        if let free = buffers.first(where: { !$0.isBusy && $0.size == size }) { return free }
        guard buffers.count(where: { $0.size == size }) < 4 else { return nil }
        let buffer = try SharedBuffer(shm, size: size)
        buffers.append(buffer)
        return buffer
    }

    private func paint(_ content: TestSurface.Content, into buffer: SharedBuffer) {
        switch content {
        case .stamp(let stream, let index):
            StampPainter.paint(stream, index: index, size: size, stride: buffer.stride, into: buffer.pixels)
        case .plain(let colour): buffer.pixels.update(repeating: colour, count: buffer.stride * size.height)
        }
    }

    private func listenToSeat() {
        guard let seat = connection.bind(WlSeat.self, version: 1) else { return }
        self.seat = seat
        var keyboard: WlKeyboard?
        var pointer: WlPointer?
        seat.onEvent = { [unowned self] event in
            guard case .capabilities(let capabilities) = event else { return }
            if capabilities.contains(.keyboard), keyboard == nil { keyboard = listen(to: seat.getKeyboard()) }
            if capabilities.contains(.pointer), pointer == nil { pointer = listen(to: seat.getPointer()) }
        }
    }

    private func listen(to keyboard: WlKeyboard) -> WlKeyboard {
        keyboard.onEvent = { [unowned self] event in
            switch event {
            case .enter: heard(.keyboardEntered)
            case .leave: heard(.keyboardLeft)
            case .key(_, _, let key, let state): heard(.key(code: Int(key), pressed: state == .pressed))
            case .modifiers(_, let depressed, _, _, _): heard(.modifiers(depressed: depressed))
            case .keymap(_, let descriptor, _): close(descriptor)
            default: break
            }
        }
        return keyboard
    }

    private func listen(to pointer: WlPointer) -> WlPointer {
        pointer.onEvent = { [unowned self] event in
            switch event {
            case .enter(_, _, let x, let y): heard(.pointerEntered(x: x, y: y))
            case .leave: heard(.pointerLeft)
            case .motion(_, let x, let y): heard(.pointerMoved(x: x, y: y))
            case .button(_, _, let button, let state): heard(.button(code: Int(button), pressed: state == .pressed))
            case .axis(_, let axis, let value):
                heard(.scrolled(x: axis == .horizontalScroll ? value : 0, y: axis == .verticalScroll ? value : 0))
            default: break
            }
        }
        return pointer
    }

    private func heard(_ event: InputEvent) { owner.note { $0.events.append(event) } }
}
