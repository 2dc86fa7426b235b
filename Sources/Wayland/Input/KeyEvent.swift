/// A key pressed, repeated or released on one of our surfaces.
public struct KeyEvent: Sendable, Hashable {
    /// Modifiers in effect, whatever key makes them on this layout.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let shift = Modifiers(rawValue: 1)
        public static let control = Modifiers(rawValue: 2)
        public static let alt = Modifiers(rawValue: 4)
        public static let logo = Modifiers(rawValue: 8)
    }

    /// What happened to the key.
    public enum Phase: Sendable, Hashable { case pressed, repeated, released }

    /// Pressed, repeated by us while held, or released.
    public var phase: Phase
    /// The symbol with its modifiers and layout applied, as xkbcommon numbers it.
    public var keysym: UInt32
    /// The symbol's name, such as `braceright`.
    public var name: String
    /// The name of the key's symbol without modifiers, such as `bracketright`.
    public var baseName: String
    /// That of the first layout in which the key is an ASCII symbol, for shortcuts on other scripts; else `baseName`.
    public var latinName: String
    /// The text it types; empty where it types none.
    public var text: String
    /// Those in effect when it happened.
    public var modifiers: Modifiers
    /// Of the press, for requests that need one; a release has its own.
    public var serial: UInt32
    /// The compositor's time, of an undefined epoch; a repetition has that of the press.
    public var time: Duration
    /// The key itself, as linux/input-event-codes.h numbers it.
    public var code: UInt32
}
