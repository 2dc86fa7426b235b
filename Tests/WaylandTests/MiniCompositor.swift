import Glibc
import OrielTestSupport
import OrielWaylandProtocols

/// A minimal fake compositor controlled by tests. It lives on its server's thread.
final class MiniCompositor {
    let display: ServerDisplay
    var surfaces: [WlSurfaceResource] = []
    var shellSurfaces: [XdgSurfaceResource] = []
    var toplevels: [XdgToplevelResource] = []
    var layerSurfaces: [ZwlrLayerSurfaceV1Resource] = []
    var seats: [WlSeatResource] = []
    var keyboards: [WlKeyboardResource] = []
    var pointers: [WlPointerResource] = []
    var touches: [WlTouchResource] = []
    var relativePointers: [ZwpRelativePointerV1Resource] = []
    var outputs: [WlOutputResource] = []
    var scales: [WpFractionalScaleV1Resource] = []
    var feedbacks: [WpPresentationFeedbackResource] = []
    var tokens: [XdgActivationTokenV1Resource] = []
    /// Clients' requests, one line each, for tests that check them.
    var requests: [String] = []
    private(set) var outputGlobal: ServerDisplay.GlobalToken?
    private(set) var seatGlobals: [ServerDisplay.GlobalToken] = []

    struct Options: Sendable {
        /// Interfaces not offered.
        var missing: Set<String> = []
        var compositorVersion: UInt32 = 4
        var seatVersion: UInt32 = 7
        var seats = 1
        var presentationClock: UInt32 = 1
        var hasLogicalOutputs = true
        var dmabufVersion: UInt32 = 4
        /// The device of the dmabuf feedback; nil sends none.
        var mainDevice: [UInt8]?
    }

    init(_ display: ServerDisplay, _ options: Options = Options()) {
        self.display = display
        func offer<T: Resource>(_ type: T.Type, _ version: UInt32, _ bound: @escaping (T) -> Void) {
            guard !options.missing.contains(type.interface.name) else { return }
            display.addGlobal(type, version: version, bound)
        }
        offer(WlCompositorResource.self, options.compositorVersion) { [unowned self] in serve($0) }
        offer(WlShmResource.self, 1) { shm in
            shm.onRequest = { if case .createPool(_, let fd, _) = $0 { close(fd) } }
        }
        offer(XdgWmBaseResource.self, 3) { [unowned self] in serve($0) }
        offer(ZwlrLayerShellV1Resource.self, 4) { [unowned self] shell in
            shell.onRequest = { [unowned self] in
                if case .getLayerSurface(let id, _, _, _, _) = $0 { layerSurfaces.append(id) }
            }
        }
        if !options.missing.contains("wl_seat") {
            seatGlobals = (0..<options.seats).map { _ in
                display.addGlobal(WlSeatResource.self, version: options.seatVersion) { [unowned self] in serve($0) }
            }
        }
        offer(ZwpRelativePointerManagerV1Resource.self, 1) { [unowned self] manager in
            manager.onRequest = { [unowned self] in
                if case .getRelativePointer(let id, _) = $0 { relativePointers.append(id) }
            }
        }
        offer(WpFractionalScaleManagerV1Resource.self, 1) { [unowned self] manager in
            manager.onRequest = { [unowned self] in
                if case .getFractionalScale(let id, _) = $0 { scales.append(id) }
            }
        }
        offer(WpPresentationResource.self, 1) { [unowned self] presentation in
            presentation.sendClockId(clkId: options.presentationClock)
            presentation.onRequest = { [unowned self] in
                if case .feedback(_, let callback) = $0 { feedbacks.append(callback) }
            }
        }
        offer(XdgActivationV1Resource.self, 1) { [unowned self] in serve($0) }
        offer(ZwpLinuxDmabufV1Resource.self, options.dmabufVersion) { [unowned self] dmabuf in
            dmabuf.onDestroy = { [weak self] in self?.requests.append("destroy dmabuf") }
            dmabuf.onRequest = { [unowned self] in
                guard case .getDefaultFeedback(let feedback) = $0 else { return }
                feedback.onDestroy = { [weak self] in self?.requests.append("destroy feedback") }
                let table = open("/dev/null", O_RDONLY | O_CLOEXEC)
                feedback.sendFormatTable(fd: table, size: 16)
                close(table)
                if let device = options.mainDevice { feedback.sendMainDevice(device: device) }
                feedback.sendDone()
            }
        }
        if options.hasLogicalOutputs {
            offer(ZxdgOutputManagerV1Resource.self, 3) { manager in
                manager.onRequest = { request in
                    guard case .getXdgOutput(let id, let output) = request else { return }
                    id.sendLogicalPosition(x: 100, y: 50)
                    id.sendLogicalSize(width: 853, height: 480)
                    output?.sendDone()
                }
            }
        }
        guard !options.missing.contains("wl_output") else { return }
        outputGlobal = display.addGlobal(WlOutputResource.self, version: 4) { [unowned self] output in
            outputs.append(output)
            output.sendGeometry(
                x: 7, y: 9, physicalWidth: 600, physicalHeight: 340, subpixel: .unknownValue, make: "Oriel",
                model: "Paper", transform: ._90)
            output.sendMode(flags: .current, width: 1280, height: 720, refresh: 59_940)
            output.sendScale(factor: 2)
            output.sendName(name: "FAKE-1")
            output.sendDone()
        }
    }

    private func serve(_ compositor: WlCompositorResource) {
        compositor.onRequest = { [unowned self] request in
            guard case .createSurface(let surface) = request else { return }
            surfaces.append(surface)
            surface.onRequest = { [unowned self] request in
                switch request {
                case .commit: requests.append("commit")
                case .frame(let callback): callback.sendDone(callbackData: 1234); callback.destroy()
                default: break
                }
            }
        }
    }

    private func serve(_ shell: XdgWmBaseResource) {
        shell.sendPing(serial: 77)
        shell.onRequest = { [unowned self] request in
            switch request {
            case .getXdgSurface(let id, _):
                shellSurfaces.append(id)
                id.onRequest = { [unowned self] request in
                    switch request {
                    case .getToplevel(let toplevel): toplevels.append(toplevel)
                    case .ackConfigure(let serial): requests.append("ack \(serial)")
                    default: break
                    }
                }
            case .pong(let serial): requests.append("pong \(serial)")
            default: break
            }
        }
    }

    private func serve(_ seat: WlSeatResource) {
        seats.append(seat)
        seat.sendCapabilities(capabilities: [.pointer, .keyboard, .touch])
        seat.sendName(name: "seat-1")
        seat.onRequest = { [unowned self] request in
            switch request {
            case .getKeyboard(let id): keyboards.append(id)
            case .getPointer(let id):
                pointers.append(id)
                id.onRequest = { [unowned self] in
                    if case .setCursor(let serial, let surface, _, _) = $0 {
                        requests.append("cursor \(serial) \(surface == nil ? "hidden" : "shown")")
                    }
                }
            case .getTouch(let id): touches.append(id)
            case .release: break
            }
        }
    }

    private func serve(_ activation: XdgActivationV1Resource) {
        activation.onRequest = { [unowned self] request in
            switch request {
            case .getActivationToken(let id):
                tokens.append(id)
                id.onRequest = { if case .commit = $0 { id.sendDone(token: "a-token") } }
            case .activate(let token, let surface):
                requests.append("activate \(token) \(surface === self.surfaces.first)")
            case .destroy: break
            }
        }
    }
}
