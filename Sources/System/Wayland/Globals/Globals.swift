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
    private let registry: Registry
    /// The optional globals, by their classes.
    private var optional: [ObjectIdentifier: Proxy] = [:]

    package let compositor: WlCompositor
    package let shm: WlShm
    package let shell: XdgWmBase
    /// The layer shell, which overlays use; nil if not offered. A compositor may add or withdraw it later.
    package private(set) var layerShell: ZwlrLayerShellV1?
    private var layerShellName: UInt32?

    /// Outputs with a complete state, oldest first.
    public private(set) var outputs: [Output] = []
    /// Largest number of seats that are used at once. Each has a keymap, and a device for drops.
    package static let mostSeats = 16
    /// The seats, oldest first, at most `mostSeats`. A further one is used once one of these is gone.
    public private(set) var seats: [Seat] = []
    /// Runs when an output was added and its state is complete.
    public var onOutputAdded: ((Output) -> Void)?
    /// Runs when an output was removed.
    public var onOutputRemoved: ((Output) -> Void)?
    /// Runs when a seat was added, before its devices are known.
    public var onSeatAdded: ((Seat) -> Void)?
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

    /// Reads the registry and binds the globals; blocks for two round trips.
    /// - Throws: `WaylandError` with a sentence that names the missing required global, or says why the connection is
    ///   lost.
    public convenience init(_ connection: Connection) throws(WaylandError) {
        let registry = Registry(of: connection)
        try connection.roundtrip()
        try self.init(connection, registry)
        try connection.roundtrip()
    }

    /// Reads the registry and binds the globals from the loop, without blocking. The connection must be attached.
    /// - Parameter completion: called once, outside of a dispatch; never if the connection ends first.
    package static func read(
        on connection: Connection, _ completion: @escaping (Result<Globals, WaylandError>) -> Void
    ) {
        let registry = Registry(of: connection)
        connection.sync { [weak connection] in
            guard let connection else { return }
            let globals: Globals
            do throws(WaylandError) { globals = try Globals(connection, registry) } catch {
                return complete(.failure(error))
            }
            connection.sync { complete(.success(globals)) }
        }
        func complete(_ result: Result<Globals, WaylandError>) {
            connection.loop?.schedule(after: .zero) { if connection.loss == nil { completion(result) } }
        }
    }

    private init(_ connection: Connection, _ registry: Registry) throws(WaylandError) {
        self.connection = connection
        self.registry = registry
        compositor = try registry.required(WlCompositor.self, 4, for: "surfaces with damage in buffer coordinates")
        shm = try registry.required(WlShm.self, 1, for: "shared-memory buffers")
        shell = try registry.required(XdgWmBase.self, 1, for: "windows (xdg-shell)")
        for type in Self.pictureInterfaces + (connection.isShared ? [] : Self.windowInterfaces) {
            optional[ObjectIdentifier(type)] = registry.bind(type)
        }
        if !connection.isShared, let offer = registry.offers.first(where: { $0.isOf(ZwlrLayerShellV1.self) }) {
            (layerShell, layerShellName) = (registry.bind(ZwlrLayerShellV1.self, offer), offer.name)
        }
        listen()
        for offer in registry.offers { addIfOutputOrSeat(offer) }
    }

    /// Optional interfaces for pictures in an app's window. Input, and everything else on its connection, is the app's.
    private static let pictureInterfaces: [Proxy.Type] = [
        WlSubcompositor.self, WpViewporter.self, WpPresentation.self, WpFractionalScaleManagerV1.self,
        ZwpIdleInhibitManagerV1.self, WpContentTypeManagerV1.self, WpAlphaModifierV1.self, ZxdgOutputManagerV1.self,
    ]

    /// Optional interfaces for windows, overlays and their input.
    private static let windowInterfaces: [Proxy.Type] = [
        PictureInPictureShell.self, XdgActivationV1.self, ZwpRelativePointerManagerV1.self,
        ZxdgDecorationManagerV1.self, ZwpTextInputManagerV3.self, WlDataDeviceManager.self, ZxdgExporterV2.self,
        XdgToplevelTagManagerV1.self,
    ]

    /// Returns an optional global; nil if the compositor doesn't offer it, or if the connection is the app's and it
    /// isn't for pictures.
    package subscript<T: Proxy>(_ type: T.Type) -> T? { optional[ObjectIdentifier(type)] as? T }

    /// Ends the seats: keys are let go of, and nothing is repeated. For a connection that was lost.
    package func endSeats() {
        let ended = seats
        seats = []
        for seat in ended { seat.end() }
    }

    /// Returns the offered version of an interface, such as `zwlr_layer_shell_v1`; nil if it isn't offered.
    public func offeredVersion(of interface: String) -> UInt32? {
        registry.offers.filter { $0.interface == interface }.map(\.version).max()
    }

    /// Binds an optional interface that is used for a moment; nil if it isn't offered in a version.
    func bind<T: Proxy>(_ type: T.Type, since version: UInt32 = 1) -> T? { registry.bind(type, since: version) }

    /// Names of all offered interfaces, sorted; for reports.
    public var offeredInterfaces: [String] { Set(registry.offers.map(\.interface)).sorted() }

    /// True if overlays can be layer surfaces (`zwlr_layer_shell_v1`).
    public var hasLayerShell: Bool { layerShell != nil }
    /// True if surfaces can have subsurfaces (`wl_subcompositor`).
    public var hasSubsurfaces: Bool { self[WlSubcompositor.self] != nil }
    /// True if the compositor places Picture-in-Picture windows itself (`PictureInPictureShell`).
    public var hasPictureInPictureShell: Bool { self[PictureInPictureShell.self] != nil }
    /// True if presentation times are available (`wp_presentation` on our host clock).
    public var hasPresentationTimes: Bool {
        self[WpPresentation.self] != nil && presentationClockIsOurs
            && (hasFeedbackCome || feedbackAsked < Surface.feedbackLimit)
    }
    /// True if surfaces can be scaled and cropped (`wp_viewporter`).
    public var hasViewporter: Bool { self[WpViewporter.self] != nil }
    /// True if surfaces can have an opacity (`wp_alpha_modifier_v1`).
    package var hasOpacity: Bool { self[WpAlphaModifierV1.self] != nil }
    /// True if a surface can keep its output on (`zwp_idle_inhibit_manager_v1`).
    package var hasIdleInhibition: Bool { self[ZwpIdleInhibitManagerV1.self] != nil }

    // MARK: Events

    private func listen() {
        registry.object.onEvent = { [weak self] event in
            switch event {
            case .global(let name, let interface, let version): self?.add(Offer(name, interface, version))
            case .globalRemove(let name): self?.remove(name)
            }
        }
        let shell = shell
        shell.onEvent = { [unowned shell] event in
            if case .ping(let serial) = event { shell.pong(serial: serial) }
        }
        self[WpPresentation.self]?.onEvent = { [weak self] event in
            // 1 is CLOCK_MONOTONIC.
            if case .clockId(let clock) = event { self?.presentationClockIsOurs = clock == 1 }
        }
    }

    /// Whether a popup's grab alone brings it the keyboard, whichever surface it belongs to, as in KWin.
    package var popupsTakeKeyboard: Bool { offeredVersion(of: "org_kde_plasma_shell") != nil }

    private func add(_ offer: Offer) {
        registry.offers.append(offer)
        addIfOutputOrSeat(offer)
        guard !connection.isShared, layerShell == nil, offer.isOf(ZwlrLayerShellV1.self) else { return }
        (layerShell, layerShellName) = (registry.bind(ZwlrLayerShellV1.self, offer), offer.name)
        onLayerShellChange?()
    }

    private func addIfOutputOrSeat(_ offer: Offer) {
        if offer.isOf(WlOutput.self), offer.version >= 2 {
            let object = registry.bind(WlOutput.self, offer)
            let logical = self[ZxdgOutputManagerV1.self]?.getXdgOutput(output: object)
            let output = Output(object, globalName: offer.name, logical: logical)
            pendingOutputs.append(output)
            output.onComplete = { [weak self] output in self?.complete(output) }
        } else if offer.isOf(WlSeat.self), !connection.isShared {
            addSeat(offer)
        }
    }

    private func addSeat(_ offer: Offer) {
        guard seats.count < Self.mostSeats else { return }
        let seat = Seat(registry.bind(WlSeat.self, offer), globalName: offer.name, globals: self)
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
        registry.offers.removeAll { $0.name == name }
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
            seats.remove(at: index).end()
            let used = Set(seats.map(\.globalName))
            let next = registry.offers.first { $0.isOf(WlSeat.self) && !used.contains($0.name) }
            if let next { addSeat(next) }
        }
    }

    package func output(for object: WlOutput?) -> Output? {
        guard let object else { return nil }
        return (outputs + pendingOutputs).first { $0.object === object }
    }

    /// A global that the compositor advertises.
    private struct Offer {
        let name: UInt32
        let interface: String
        let version: UInt32

        init(_ name: UInt32, _ interface: String, _ version: UInt32) {
            (self.name, self.interface, self.version) = (name, interface, version)
        }

        func isOf(_ type: Proxy.Type) -> Bool { interface == type.interface.name }
    }

    /// The registry and its present globals, which are bound at the lower of the offered version and the generated
    /// code's.
    private final class Registry {
        let object: WlRegistry
        var offers: [Offer] = []

        init(of connection: Connection) {
            object = connection.display.getRegistry()
            object.onEvent = { [weak self] event in
                switch event {
                case .global(let name, let interface, let version): self?.offers.append(Offer(name, interface, version))
                case .globalRemove(let name): self?.offers.removeAll { $0.name == name }
                }
            }
        }

        func bind<T: Proxy>(_ type: T.Type, _ offer: Offer) -> T {
            object.bind(type, name: offer.name, version: offer.version)
        }

        func bind<T: Proxy>(_ type: T.Type, since version: UInt32 = 1) -> T? {
            offers.first { $0.isOf(type) && $0.version >= version }.map { bind(type, $0) }
        }

        func required<T: Proxy>(_ type: T.Type, _ version: UInt32, for feature: String) throws(WaylandError) -> T {
            if let object = bind(type, since: version) { return object }
            let name = type.interface.name
            guard let offer = offers.first(where: { $0.isOf(type) }) else {
                throw WaylandError(.missingGlobal, "the compositor lacks \(name), which \(feature) need")
            }
            throw WaylandError(
                .missingGlobal,
                "the compositor has \(name) version \(offer.version) only; \(feature) need \(version)")
        }
    }
}
