/// A desktop setting for `FakeSettingsPortal`.
public struct DesktopSetting: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case number(UInt32)
        case decimal(Double)
        case boolean(Bool)
        case text(String)
        /// A tuple of three numbers.
        case color
        /// The portal refuses the request.
        case refused
    }

    public var namespace: String
    public var key: String
    public var value: Value

    public init(_ namespace: String, _ key: String, _ value: Value) {
        self.namespace = namespace
        self.key = key
        self.value = value
    }
}
