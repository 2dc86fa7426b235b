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

/// Store of the settings that a page shows. Its functions work on another thread, one call after the other, and call
/// `done` later; `problem` is one line if the file can't be used and was left as it was.
@MainActor
public protocol PlaySettings: AnyObject, Sendable {
    /// Reads the settings, in the order of the page.
    func read(done: @escaping @MainActor @Sendable (_ settings: [PlaySetting], _ problem: String?) -> Void)
    /// Writes a value: `true` or `false` of a toggle, one of a choice's, or a slider's number. The players follow.
    func write(_ value: String, for key: String, done: @escaping @MainActor @Sendable (_ problem: String?) -> Void)
}
