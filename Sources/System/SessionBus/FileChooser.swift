public import OrielPlatform
import SystemPackage

/// One dialogue of the desktop to open files or a folder (`org.freedesktop.portal.FileChooser`). Its end closes the
/// dialogue. Only for the loop's thread; the loop must outlive it.
public final class FileChooser {
    private let portal: PortalClient
    private var isAnswered = false
    private let answer: (Result<[String], PlatformError>) -> Void

    /// The kind of the user's choice.
    public enum Choice: Hashable, Sendable {
        /// Files of these kinds, shown first from a folder.
        /// - Parameters:
        ///   - filters: names with MIME types such as `video/*`; the first is chosen.
        ///   - folder: absolute path; nil lets the desktop choose.
        case files(filters: [Filter], folder: String?)
        /// One folder, where the portal has version 3 of the interface.
        case folder(startingIn: String?)

        /// A named choice of files.
        public struct Filter: Hashable, Sendable {
            public var name: String
            /// Empty for all files.
            public var types: [String]
            public init(_ name: String, _ types: [String]) { (self.name, self.types) = (name, types) }

            /// The choice as the portal has it, `(sa(us))`: each kind is 1 with a MIME type, or 0 with a pattern for
            /// names.
            fileprivate var argument: BusArgument {
                let kinds = (types.isEmpty ? ["*"] : types).map { type in
                    BusArgument.structure([.number(types.isEmpty ? 0 : 1), .text(type)])
                }
                return .structure([.text(name), .array(of: "(us)", kinds)])
            }
        }

        fileprivate var options: [BusArgument.Option] {
            switch self {
            case .files(let filters, let folder):
                [
                    .init("multiple", .boolean(true)),
                    .init("filters", .array(of: "(sa(us))", filters.map(\.argument))),
                ] + Self.start(folder)
            case .folder(let folder): [.init("directory", .boolean(true))] + Self.start(folder)
            }
        }

        private static func start(_ folder: String?) -> [BusArgument.Option] {
            folder.map { [.init("current_folder", .bytes(PathText.bytes($0) + [0]))] } ?? []
        }
    }

    /// Maximum number of URIs accepted from an answer.
    private static let limit = 10_000

    /// Requests the portal to show the dialogue; the bus starts the portal if necessary.
    /// - Parameters:
    ///   - choice: files of some kinds, or a folder.
    ///   - parent: handle of the Wayland toplevel that the dialogue belongs to; nil for none.
    ///   - answer: called once, from the loop: with the chosen URIs, empty if the user cancelled, or with the failure.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(
        _ buses: BusConnections, title: String, _ choice: Choice, parent: String? = nil,
        answer: @escaping (Result<[String], PlatformError>) -> Void
    ) throws(PlatformError) {
        self.answer = answer
        portal = try PortalClient("org.freedesktop.portal.FileChooser", on: buses)
        portal.onFailure = { [unowned self] in finish(.failure(PlatformError("OpenFile", $0))) }
        // If the portal ends, its dialogue ends too.
        portal.onOwnerChange = { [unowned self] isOwned in
            if !isOwned { finish(.failure(PlatformError("OpenFile", .connectionReset))) }
        }
        portal.request("OpenFile") { token in
            [
                .text(parent.map { "wayland:\($0)" } ?? ""), .text(title),
                .options([.init("handle_token", token)] + choice.options),
            ]
        } answer: { [unowned self] code, results in
            // 0 with the chosen files, 1 if cancelled, 2 if it ended otherwise.
            let uris = code == 0 ? results["uris"]?.texts ?? [] : []
            finish(.success(Array(uris.prefix(Self.limit))))
        }
    }

    private func finish(_ result: Result<[String], PlatformError>) {
        guard !isAnswered else { return }
        isAnswered = true
        answer(result)
    }
}
