import OrielGeometry
import OrielWaylandProtocols

/// An output of the fake compositor.
final class FakeOutput {
    let description: FakeOffer.Output
    private let display: ServerDisplay
    private var global: ServerDisplay.GlobalToken?
    private var objects: [WlOutputResource] = []

    var logicalSize: Size {
        Size(
            width: description.width / max(1, description.scale), height: description.height / max(1, description.scale)
        )
    }

    init(_ description: FakeOffer.Output, _ display: ServerDisplay) {
        self.description = description
        self.display = display
        global = display.addGlobal(WlOutputResource.self, version: 4) { [unowned self] object in
            objects.append(object)
            object.onDestroy = { [weak self, unowned object] in self?.objects.removeAll { $0 === object } }
            tell(object)
        }
    }

    private func tell(_ object: WlOutputResource) {
        object.sendGeometry(
            x: Int32(description.x), y: 0, physicalWidth: 600, physicalHeight: 340, subpixel: .unknownValue,
            make: "Oriel", model: "Paper", transform: .normal)
        object.sendMode(
            flags: .current, width: Int32(description.width), height: Int32(description.height), refresh: 60_000)
        object.sendScale(factor: Int32(description.scale))
        object.sendName(name: description.name)
        object.sendDone()
    }

    /// Whether a client's object refers to this output.
    func owns(_ object: WlOutputResource?) -> Bool { objects.contains { $0 === object } }

    /// Sends a surface that it has entered this output.
    func enter(_ surface: WlSurfaceResource) {
        for object in objects where object.client == surface.client { surface.sendEnter(output: object) }
    }

    /// Removes the output's global.
    func remove() {
        global.map(display.removeGlobal)
        global = nil
    }
}
