/// A setting of the configuration, for a page on which a person changes it.
public struct PlaySetting: Sendable, Hashable {
    /// The kind of the setting, with its present value.
    public enum Kind: Sendable, Hashable {
        case toggle(Bool)
        /// Values with their names for people, and the index of the present one; nil for a default that is none of
        /// them.
        case choice(values: [String], labels: [String], selected: Int?)
        case slider(Double, range: ClosedRange<Double>, step: Double)
    }

    /// The setting's name in `oriel config`, such as `pip.opacity`.
    public var key: String
    /// The setting's name for people.
    public var label: String
    public var kind: Kind

    /// Creates a setting.
    public init(key: String, label: String, kind: Kind) { (self.key, self.label, self.kind) = (key, label, kind) }
}

/// The settings that a page shows. Both functions work on another thread, one call after the other, and call `done`
/// later.
public struct PlaySettings: Sendable {
    /// Receives the settings in the order of the page; one line instead if the file can't be used.
    public typealias Shown = @MainActor @Sendable ([PlaySetting], _ problem: String?) -> Void
    /// Receives one line if the file was left as it was; nil after a change, which the players follow.
    public typealias Written = @MainActor @Sendable (_ problem: String?) -> Void

    public var read: @MainActor @Sendable (_ done: @escaping Shown) -> Void
    /// Writes a value: `true` or `false` of a toggle, one of a choice's, or a slider's number.
    public var write: @MainActor @Sendable (_ key: String, _ value: String, _ done: @escaping Written) -> Void

    /// Makes settings of the two functions.
    public init(
        read: @escaping @MainActor @Sendable (@escaping Shown) -> Void,
        write: @escaping @MainActor @Sendable (String, String, @escaping Written) -> Void
    ) { (self.read, self.write) = (read, write) }
}
