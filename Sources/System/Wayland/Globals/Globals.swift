import CWayland
import Logging
import OrielPlatform
package import OrielWaylandProtocols

/// The compositor's globals (`wl_registry`), bound at the versions this library supports. Required globals are always
/// present, optional ones may be nil, outputs and seats come and go.
///
/// It belongs to the connection's thread.
public final class Globals {
    /// The connection that the globals are bound on.
    public let connection: Connection
    private let registry: WlRegistry
    private var advertised: [Advertisement]

    package let compositor: WlCompositor
    package let shm: WlShm
    package let subcompositor: WlSubcompositor?
    package let shell: XdgWmBase
    /// The layer shell, which overlays use; nil if not offered. A compositor may add or withdraw it later.
    package private(set) var layerShell: ZwlrLayerShellV1?
    private var layerShellName: UInt32?
    package let pipShell: PictureInPictureShell?
    package let viewporter: WpViewporter?
    package let presentation: WpPresentation?
    package let activation: XdgActivationV1?
    package let fractionalScales: WpFractionalScaleManagerV1?
    package let idleInhibition: ZwpIdleInhibitManagerV1?
    package let relativePointers: ZwpRelativePointerManagerV1?
    let textInputs: ZwpTextInputManagerV3?
    package let decorations: ZxdgDecorationManagerV1?
    package let contentTypes: WpContentTypeManagerV1?
    package let alphaModifiers: WpAlphaModifierV1?
    let dataDevices: WlDataDeviceManager?
    let exporter: ZxdgExporterV2?
    package let toplevelTags: XdgToplevelTagManagerV1?
    private let outputManager: ZxdgOutputManagerV1?

    /// Outputs with a complete state, oldest first.
    public private(set) var outputs: [Output] = []
    /// Largest number of seats that are used at once. Each has a keymap, and a device for drops.
    package static let mostSeats = 16
    /// The seats, oldest first, at most `mostSeats`. A further one is used once one of these is gone.
    public private(set) var seats: [Seat] = []
    /// Runs when an output was added and its state is complete.
    public var onOutputAdded: ((Output) -> Void)?
    /// Runs when an output was removed, after the output's own `onGone`.
    public var onOutputRemoved: ((Output) -> Void)?
    /// Runs when a seat was added, before its devices are known.
    public var onSeatAdded: ((Seat) -> Void)?
    /// Runs when a seat was removed, after the seat's own `onGone`.
    public var onSeatRemoved: ((Seat) -> Void)?
    /// Runs when the compositor adds or withdraws its layer shell. Existing layer surfaces stay.
    public var onLayerShellChange: (() -> Void)?

    /// True if presentation times are on `CLOCK_MONOTONIC`, our host clock (`wp_presentation.clock_id`).
    package private(set) var presentationClockIsOurs = false
    /// Number of presentation feedback requests. If many of them get no answer, the compositor sends none (wlroots 0.15
    /// and 0.16 without an output), and each pending request would keep an object alive.
    var feedbackAsked = 0
    var hasFeedbackCome = false
    package let surfaces = SurfaceTable()
    private var pendingOutputs: [Output] = []

    private struct Advertisement {
        let name: UInt32
        let interface: String
        let version: UInt32
    }

    /// Reads the registry and binds the globals; blocks for two round trips.
    /// - Throws: `WaylandError` with a sentence that names the missing required global, or says why the connection is
    ///   lost.
    public convenience init(_ connection: Connection) throws(WaylandError) {
        let collected = Collected(on: connection)
        try connection.roundtrip()
        try self.init(connection, collected)
        try connection.roundtrip()
    }

    /// Reads the registry and binds the globals from the loop, without blocking. The connection must be attached.
    /// - Parameter completion: called once, outside of a dispatch; never if the connection ends first.
    package static func read(
        on connection: Connection, _ completion: @escaping (Result<Globals, WaylandError>) -> Void
    ) {
        let collected = Collected(on: connection)
        connection.sync { [weak connection] in
            guard let connection else { return }
            let globals: Globals
            do throws(WaylandError) { globals = try Globals(connection, collected) } catch {
                return complete(.failure(error))
            }
            connection.sync { complete(.success(globals)) }
        }
        func complete(_ result: Result<Globals, WaylandError>) {
            connection.loop?.schedule(after: .zero) { if connection.loss == nil { completion(result) } }
        }
    }

    private init(_ connection: Connection, _ collected: Collected) throws(WaylandError) {
        self.connection = connection
        registry = collected.registry
        advertised = collected.list
        let binder = Binder(
            registry: registry, advertised: advertised,
            interfaces: connection.isShared ? Self.pictureInterfaces : nil)
        compositor = try binder.required(WlCompositor.self, 4, for: "surfaces with damage in buffer coordinates")
        shm = try binder.required(WlShm.self, 1, for: "shared-memory buffers")
        shell = try binder.required(XdgWmBase.self, 1, for: "windows (xdg-shell)")
        subcompositor = binder.optional(WlSubcompositor.self)
        layerShell = binder.optional(ZwlrLayerShellV1.self)
        layerShellName =
            layerShell == nil ? nil : advertised.first { $0.interface == ZwlrLayerShellV1.interface.name }?.name
        pipShell = binder.optional(PictureInPictureShell.self)
        viewporter = binder.optional(WpViewporter.self)
        presentation = binder.optional(WpPresentation.self)
        activation = binder.optional(XdgActivationV1.self)
        fractionalScales = binder.optional(WpFractionalScaleManagerV1.self)
        idleInhibition = binder.optional(ZwpIdleInhibitManagerV1.self)
        relativePointers = binder.optional(ZwpRelativePointerManagerV1.self)
        decorations = binder.optional(ZxdgDecorationManagerV1.self)
        contentTypes = binder.optional(WpContentTypeManagerV1.self)
        alphaModifiers = binder.optional(WpAlphaModifierV1.self)
        textInputs = binder.optional(ZwpTextInputManagerV3.self)
        dataDevices = binder.optional(WlDataDeviceManager.self)
        exporter = binder.optional(ZxdgExporterV2.self)
        toplevelTags = binder.optional(XdgToplevelTagManagerV1.self)
        outputManager = binder.optional(ZxdgOutputManagerV1.self)
        listen()
        for global in advertised { addIfOutputOrSeat(global) }
    }

    /// Optional interfaces for pictures in an app's window. Input, and everything else on its connection, is the app's.
    private static let pictureInterfaces: Set<String> = [
        WlSubcompositor.interface.name, WpViewporter.interface.name, WpPresentation.interface.name,
        WpFractionalScaleManagerV1.interface.name, ZwpIdleInhibitManagerV1.interface.name,
        WpContentTypeManagerV1.interface.name, WpAlphaModifierV1.interface.name, ZxdgOutputManagerV1.interface.name,
    ]

    /// Ends the seats: keys are let go of, and nothing is repeated. For a connection that was lost.
    package func endSeats() {
        let ended = seats
        seats = []
        for seat in ended { seat.end() }
    }

    /// Returns the offered version of an interface, such as `zwlr_layer_shell_v1`; nil if it isn't offered.
    public func offeredVersion(of interface: String) -> UInt32? {
        advertised.filter { $0.interface == interface }.map(\.version).max()
    }

    /// Binds an optional interface that is used for a moment; nil if it isn't offered in a version.
    func bind<T: Proxy>(_ type: T.Type, since version: UInt32) -> T? {
        guard let global = advertised.first(where: { $0.interface == type.interface.name && $0.version >= version })
        else { return nil }
        return registry.bind(type, name: global.name, version: global.version)
    }

    /// Names of all offered interfaces, sorted; for reports.
    public var offeredInterfaces: [String] { Set(advertised.map(\.interface)).sorted() }

    /// True if overlays can be layer surfaces (`zwlr_layer_shell_v1`).
    public var hasLayerShell: Bool { layerShell != nil }
    /// True if surfaces can have subsurfaces (`wl_subcompositor`).
    public var hasSubsurfaces: Bool { subcompositor != nil }
    /// True if the compositor places Picture-in-Picture windows itself (`PictureInPictureShell`).
    public var hasPictureInPictureShell: Bool { pipShell != nil }
    /// True if presentation times are available (`wp_presentation` on our host clock).
    public var hasPresentationTimes: Bool {
        presentation != nil && presentationClockIsOurs
            && (hasFeedbackCome || feedbackAsked < Surface.feedbackLimit)
    }
    /// True if surfaces can be scaled and cropped (`wp_viewporter`).
    public var hasViewporter: Bool { viewporter != nil }

    /// Asks for the session's windows (`zwlr_foreign_toplevel_manager_v1`), anew at each call; nil if the compositor
    /// lists none.
    func listToplevels() -> ZwlrForeignToplevelManagerV1? {
        Binder(registry: registry, advertised: advertised, interfaces: connection.isShared ? [] : nil)
            .optional(ZwlrForeignToplevelManagerV1.self)
    }

    // MARK: Events

    private func listen() {
        registry.onEvent = { [weak self] event in
            switch event {
            case .global(let name, let interface, let version): self?.add(name, interface, version)
            case .globalRemove(let name): self?.remove(name)
            }
        }
        let shell = shell
        shell.onEvent = { [unowned shell] event in
            if case .ping(let serial) = event { shell.pong(serial: serial) }
        }
        presentation?.onEvent = { [weak self] event in
            // 1 is CLOCK_MONOTONIC.
            if case .clockId(let clock) = event { self?.presentationClockIsOurs = clock == 1 }
        }
    }

    /// Whether a popup's grab alone brings it the keyboard, whichever surface it belongs to, as in KWin.
    package var popupsTakeKeyboard: Bool { advertised.contains { $0.interface == "org_kde_plasma_shell" } }

    private func add(_ name: UInt32, _ interface: String, _ version: UInt32) {
        let global = Advertisement(name: name, interface: interface, version: version)
        advertised.append(global)
        addIfOutputOrSeat(global)
        addIfLayerShell(global)
    }

    private func addIfLayerShell(_ global: Advertisement) {
        guard !connection.isShared, layerShell == nil, global.interface == ZwlrLayerShellV1.interface.name else {
            return
        }
        layerShell = registry.bind(ZwlrLayerShellV1.self, name: global.name, version: global.version)
        layerShellName = global.name
        onLayerShellChange?()
    }

    private func addIfOutputOrSeat(_ global: Advertisement) {
        if global.interface == WlOutput.interface.name, global.version >= 2 {
            let object = registry.bind(WlOutput.self, name: global.name, version: global.version)
            let output = Output(
                object, globalName: global.name, logical: outputManager?.getXdgOutput(output: object))
            pendingOutputs.append(output)
            output.onComplete = { [weak self] output in self?.complete(output) }
        } else if global.interface == WlSeat.interface.name, !connection.isShared {
            addSeat(global)
        }
    }

    private func addSeat(_ global: Advertisement) {
        guard seats.count < Self.mostSeats else { return }
        let object = registry.bind(WlSeat.self, name: global.name, version: global.version)
        let seat = Seat(object, globalName: global.name, globals: self)
        seats.append(seat)
        onSeatAdded?(seat)
    }

    private func complete(_ output: Output) {
        guard let index = pendingOutputs.firstIndex(where: { $0 === output }) else { return }
        pendingOutputs.remove(at: index)
        outputs.append(output)
        onOutputAdded?(output)
    }

    private func remove(_ name: UInt32) {
        advertised.removeAll { $0.name == name }
        if name == layerShellName {
            (layerShell, layerShellName) = (nil, nil)
            onLayerShellChange?()
        }
        pendingOutputs.removeAll { output in
            guard output.globalName == name else { return false }
            output.end()
            return true
        }
        if let index = outputs.firstIndex(where: { $0.globalName == name }) {
            let output = outputs.remove(at: index)
            surfaces.forget(output)
            output.end()
            onOutputRemoved?(output)
        }
        if let index = seats.firstIndex(where: { $0.globalName == name }) {
            let seat = seats.remove(at: index)
            seat.end()
            onSeatRemoved?(seat)
            let used = Set(seats.map(\.globalName))
            let next = advertised.first { $0.interface == WlSeat.interface.name && !used.contains($0.name) }
            if let next { addSeat(next) }
        }
    }

    package func output(for object: WlOutput?) -> Output? {
        guard let object else { return nil }
        return (outputs + pendingOutputs).first { $0.object === object }
    }

    /// The registry, and the globals that it has advertised so far.
    private final class Collected {
        let registry: WlRegistry
        var list: [Advertisement] = []

        init(on connection: Connection) {
            registry = connection.display.getRegistry()
            registry.onEvent = { [weak self] event in
                switch event {
                case .global(let name, let interface, let version):
                    self?.list.append(Advertisement(name: name, interface: interface, version: version))
                case .globalRemove(let name): self?.list.removeAll { $0.name == name }
                }
            }
        }
    }

    /// Binds globals at the lower of the offered version and the generated code's.
    private struct Binder {
        let registry: WlRegistry
        let advertised: [Advertisement]
        /// The optional interfaces to bind; nil binds all.
        let interfaces: Set<String>?

        func optional<T: Proxy>(_ type: T.Type) -> T? {
            guard interfaces?.contains(type.interface.name) != false else { return nil }
            guard let global = advertised.first(where: { $0.interface == type.interface.name }) else { return nil }
            return registry.bind(type, name: global.name, version: global.version)
        }

        func required<T: Proxy>(_ type: T.Type, _ version: UInt32, for feature: String) throws(WaylandError) -> T {
            let name = type.interface.name
            guard let global = advertised.first(where: { $0.interface == name }) else {
                throw WaylandError(.missingGlobal, "the compositor lacks \(name), which \(feature) need")
            }
            guard global.version >= version else {
                throw WaylandError(
                    .missingGlobal,
                    "the compositor has \(name) version \(global.version) only; \(feature) need \(version)")
            }
            return registry.bind(type, name: global.name, version: global.version)
        }
    }
}
