import Glibc
import OrielWaylandProtocols

/// A drag from another client over the fake compositor's clients, and the clipboard.
final class FakeDrag {
    private var devices: [WlDataDeviceResource] = []
    private var over: WlDataDeviceResource?
    /// Pipe ends left open for sources that never end.
    private var held: [CInt] = []

    deinit { for end in held { close(end) } }

    func adopt(_ device: WlDataDeviceResource) {
        devices.append(device)
        device.onDestroy = { [weak self, weak device] in self?.devices.removeAll { $0 === device } }
    }

    /// Drags the object onto a surface.
    /// - Parameter note: receives the client's replies.
    func enter(
        _ surface: WlSurfaceResource, _ content: FakeCompositor.Dragged, serial: UInt32,
        note: @escaping (String) -> Void
    ) {
        guard let device = devices.first(where: { $0.client == surface.client }) else { return }
        let offer = device.sendDataOffer()
        offer.onRequest = { [weak self, weak offer] in
            switch $0 {
            case .accept(_, let kind): note("accept \(kind ?? "nothing")")
            case .setActions(let actions, _): offer?.sendAction(dndAction: actions.contains(.copy) ? .copy : .none)
            case .receive(_, let end): self?.write(content, to: end)
            case .finish: note("finish")
            case .destroy: note("forget")
            }
        }
        for kind in content.kinds { offer.sendOffer(mimeType: kind) }
        offer.sendSourceActions(sourceActions: .copy)
        device.sendEnter(serial: serial, surface: surface, x: 10, y: 10, id: offer)
        over = device
    }

    /// Sends the clipboard's content to the surface's client; nil for an empty one.
    func select(_ content: FakeCompositor.Dragged?, for surface: WlSurfaceResource, note: @escaping (String) -> Void) {
        guard let device = devices.first(where: { $0.client == surface.client }) else { return }
        guard let content else { return device.sendSelection(id: nil) }
        let offer = device.sendDataOffer()
        offer.onRequest = { [weak self] in
            switch $0 {
            case .receive(let kind, let end):
                note("paste \(kind)")
                self?.write(content, to: end)
            case .destroy: note("forget")
            default: break
            }
        }
        for kind in content.kinds { offer.sendOffer(mimeType: kind) }
        device.sendSelection(id: offer)
    }

    func drop() { over?.sendDrop() }

    func leave() { over?.sendLeave() }

    /// Writes the text, at most as much as fits into a pipe.
    private func write(_ content: FakeCompositor.Dragged, to end: CInt) {
        let bytes = [UInt8](content.text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(end, $0.baseAddress, $0.count) }
        if content.ends { close(end) } else { held.append(end) }
    }
}
