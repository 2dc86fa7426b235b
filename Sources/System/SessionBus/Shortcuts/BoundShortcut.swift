/// A shortcut that the desktop has bound.
public struct BoundShortcut: Hashable, Codable, Sendable {
    /// Name that the program gave it.
    public var id: String
    /// Key in words, for showing; empty if the desktop doesn't tell it.
    public var trigger: String

    public init(_ id: String, trigger: String) {
        self.id = id
        self.trigger = trigger
    }

    /// Largest number of shortcuts that are read from an answer.
    private static let mostShortcuts = 64

    /// The shortcuts of an answer, `a(sa{sv})`: names, each with a description and a trigger.
    static func list(_ value: BusArgument?) -> [BoundShortcut] {
        (value?.items ?? []).prefix(mostShortcuts).compactMap { item in
            guard let id = item.items.first?.text, let facts = item.items.last else { return nil }
            return BoundShortcut(id, trigger: facts["trigger_description"]?.plain ?? "")
        }
    }
}
