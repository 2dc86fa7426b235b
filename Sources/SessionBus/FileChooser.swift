public import OrielPlatform
import SystemPackage

/// One question of the desktop's own dialogue which files to open (`org.freedesktop.portal.FileChooser`), on a connection of
/// its own that lasts as long. The loop's thread only; the loop must outlive it.
public final class FileChooser {
    private let service: BusService
    /// Path of the request, as the portal has returned it; nil before.
    private var request: String?
    private let token = "oriel\(UInt64.random(in: 0...UInt64.max))"
    private var isAnswered = false
    private let answer: (Result<[String], PlatformError>) -> Void

    /// The most addresses that are taken of an answer.
    private static let limit = 10_000

    /// Asks the portal, which the bus starts if need be; it shows the dialogue.
    /// - Parameters:
    ///   - parent: the handle of the Wayland window in front of which it shows it; nil for none.
    ///   - address: of the bus; nil takes the user's.
    ///   - answer: called once, from the loop: addresses (URIs), none where nothing was chosen, or why nothing could be.
    /// - Throws: as `SessionBus.init` does.
    public init(
        loop: EventLoop, title: String, parent: String? = nil, address: String? = nil,
        answer: @escaping (Result<[String], PlatformError>) -> Void
    ) throws(PlatformError) {
        self.answer = answer
        service = try BusService(DesktopPortal.name, on: SessionBus(loop: loop, address: address))
        let signal = BusService.Signal(path: nil, interface: "org.freedesktop.portal.Request", member: "Response")
        try service.listen(for: signal) { [unowned self] in respond($0) }
        // With the portal goes its dialogue.
        service.onOwnerChange = { [unowned self] isOwned in
            if !isOwned { finish(.failure(PlatformError("OpenFile", .connectionReset))) }
        }
        try service.call(
            DesktopPortal.path, "org.freedesktop.portal.FileChooser", "OpenFile",
            [
                .text(parent.map { "wayland:\($0)" } ?? ""), .text(title),
                .options([("handle_token", .text(token)), ("multiple", .boolean(true))]),
            ]
        ) { [unowned self] answer in
            switch answer {
            case .success(let message): request = try? message.text("o")
            case .failure(let error): finish(.failure(PlatformError("OpenFile", error.errno)))
            }
        }
    }

    /// Whether a request of this path is ours. It is the one that the portal has returned; before that, the one that follows
    /// from the token.
    private func isOurs(_ path: String?) -> Bool {
        guard let path else { return false }
        if let request { return path == request }
        return service.ownName.map { path == DesktopPortal.request(token, of: $0) } ?? false
    }

    /// The dialogue is over: 0 with the files that were chosen, 1 where it was cancelled, 2 where it ended otherwise.
    private func respond(_ message: BusMessage) {
        guard isOurs(message.header.path) else { return }
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
