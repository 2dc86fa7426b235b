/// One setting of a desktop, as `FakeSettingsPortal` tells it.
public struct DesktopSetting: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case number(UInt32)
        case decimal(Double)
        case boolean(Bool)
        case text(String)
        /// Three numbers in one.
        case color
        /// The portal refuses to answer.
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
