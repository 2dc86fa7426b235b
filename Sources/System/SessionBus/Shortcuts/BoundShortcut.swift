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

    /// Reads `a(sa{sv})`: names, each with a description and a trigger.
    static func list(from message: BusMessage) throws(BusMessage.Malformed) -> [BoundShortcut] {
        var list: [BoundShortcut] = []
        try message.structures(of: "sa{sv}") { () throws(BusMessage.Malformed) in
            var shortcut = BoundShortcut(try message.text(), trigger: "")
            try message.dictionary(of: "v") { (name) throws(BusMessage.Malformed) in
                guard name == "trigger_description" else { return try message.skip("v") }
                shortcut.trigger = try message.variant() ?? ""
            }
            if list.count < mostShortcuts { list.append(shortcut) }
        }
        return list
    }
}
