/// The last choice of `oriel float --restore`; a file of the state folder.
struct FloatRecord: Codable, Hashable, Sendable {
    /// The desktop's token for the choice, which counts once; nil if the desktop keeps none.
    var restoreToken: String?

    static let file = "float.json"

    init() {}

    init(from folder: StateFolder?) { self = folder?.read(Self.self, from: Self.file) ?? Self() }

    static func update(in folder: StateFolder?, _ change: (inout FloatRecord) -> Void) {
        folder?.update(file, empty: FloatRecord(), change)
    }
}
