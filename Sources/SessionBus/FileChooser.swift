public import OrielPlatform
import SystemPackage

/// One file-open dialogue of the desktop (`org.freedesktop.portal.FileChooser`), on its own bus connection. Only for
/// the loop's thread; the loop must outlive it.
public final class FileChooser {
    private let service: BusService
    private var request = PortalRequest()
    private var isAnswered = false
    private let answer: (Result<[String], PlatformError>) -> Void

    /// Maximum number of URIs accepted from an answer.
    private static let limit = 10_000

    /// Requests the portal to show the dialogue; the bus starts the portal if necessary.
    /// - Parameters:
    ///   - applicationID: name of the program's desktop entry, for the portal; nil to name none.
    ///   - parent: handle of the Wayland toplevel that the dialogue belongs to; nil for none.
    ///   - address: address of the bus; nil for the user's bus.
    ///   - answer: called once, from the loop: with the chosen URIs, empty if the user cancelled, or with the failure.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(
        loop: EventLoop, title: String, applicationID: String? = nil, parent: String? = nil, address: String? = nil,
        answer: @escaping (Result<[String], PlatformError>) -> Void
    ) throws(PlatformError) {
        self.answer = answer
        service = try BusService(DesktopPortal.name, on: SessionBus(loop: loop, address: address))
        let signal = BusService.Signal(path: nil, interface: "org.freedesktop.portal.Request", member: "Response")
        try service.listen(for: signal) { [unowned self] in respond($0) }
        // If the portal ends, its dialogue ends too.
        service.onOwnerChange = { [unowned self] isOwned in
            if !isOwned { finish(.failure(PlatformError("OpenFile", .connectionReset))) }
        }
        DesktopPortal.register(applicationID, with: service)
        try service.call(
            DesktopPortal.path, "org.freedesktop.portal.FileChooser", "OpenFile",
            [
                .text(parent.map { "wayland:\($0)" } ?? ""), .text(title),
                .options([.init("handle_token", .text(request.token)), .init("multiple", .boolean(true))]),
            ]
        ) { [unowned self] answer in
            switch answer {
            case .success(let message): request.path = try? message.text("o")
            case .failure(let error): finish(.failure(PlatformError("OpenFile", error.errno)))
            }
        }
    }

    /// Handles the dialogue's end: 0 with the chosen files, 1 if cancelled, 2 if it ended otherwise.
    private func respond(_ message: BusMessage) {
        guard request.isAnswered(at: message.header.path, for: service.ownName) else { return }
        do throws(BusMessage.Malformed) {
            let isChosen = try message.number() == 0
            try finish(.success(isChosen ? chosen(message) : []))
        } catch { finish(.failure(PlatformError("OpenFile", .badMessage))) }
    }

    /// Reads `a{sv}` with `uris` of type `as` among others.
    private func chosen(_ message: BusMessage) throws(BusMessage.Malformed) -> [String] {
        var addresses: [String] = []
        try message.dictionary(of: "v") { (name) throws(BusMessage.Malformed) in
            guard name == "uris" else { return try message.skip("v") }
            let texts = try message.variant(of: "as") { () throws(BusMessage.Malformed) in try message.texts() }
            addresses += (texts ?? []).prefix(Self.limit - addresses.count)
        }
        return addresses
    }

    private func finish(_ result: Result<[String], PlatformError>) {
        guard !isAnswered else { return }
        isAnswered = true
        answer(result)
    }
}
