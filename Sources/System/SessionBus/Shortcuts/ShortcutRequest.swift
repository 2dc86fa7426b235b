/// A shortcut that a program asks the desktop to bind.
public struct ShortcutRequest: Hashable, Sendable {
    /// Name of the shortcut for the desktop, which keeps the user's key under it: it must never change.
    public var id: String
    /// Description for the user.
    public var description: String
    /// Key to propose, such as `LOGO+i`; nil for none. The desktop or the user may choose another.
    public var preferredTrigger: String?

    public init(_ id: String, _ description: String, preferredTrigger: String? = nil) {
        self.id = id
        self.description = description
        self.preferredTrigger = preferredTrigger
    }

    /// The shortcut as a member of an argument of `BindShortcuts`, `(sa{sv})`. An empty trigger is left out: some
    /// desktops drop a shortcut that has one.
    var argument: BusArgument {
        var options = [BusArgument.Option("description", .text(description))]
        if let preferredTrigger, !preferredTrigger.isEmpty {
            options.append(.init("preferred_trigger", .text(preferredTrigger)))
        }
        return .structure([.text(id), .options(options)])
    }
}
