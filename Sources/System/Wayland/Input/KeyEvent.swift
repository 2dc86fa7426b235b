/// A key press, repeat or release on one of our surfaces.
public struct KeyEvent: Sendable, Hashable {
    /// Modifiers in effect, independent of the layout's keys for them.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let shift = Modifiers(rawValue: 1)
        public static let control = Modifiers(rawValue: 2)
        public static let alt = Modifiers(rawValue: 4)
        public static let logo = Modifiers(rawValue: 8)
    }

    /// Kind of key event.
    public enum Phase: Sendable, Hashable { case pressed, repeated, released }

    /// Whether the key was pressed, repeated while held, or released.
    public var phase: Phase
    /// Keysym with modifiers and layout applied, as xkbcommon numbers it.
    public var keysym: UInt32
    /// The keysym's name, such as `braceright`.
    public var name: String
    /// Name of the key's keysym without modifiers, such as `bracketright`.
    public var baseName: String
    /// Name of the keysym in the first layout where the key is ASCII, for shortcuts on non-Latin layouts; otherwise
    /// `baseName`.
    public var latinName: String
    /// Text that the key types; empty if none.
    public var text: String
    /// Modifiers in effect at the event.
    public var modifiers: Modifiers
    /// Serial of the press, for requests that need one; a release has its own.
    public var serial: UInt32
    /// The compositor's time, with an undefined epoch; a repeat has the time of the press.
    public var time: Duration
    /// Key code, as numbered in linux/input-event-codes.h; 0 for a key that the app has forwarded.
    public var code: UInt32
}

extension KeyEvent {
    /// A key that the app has received.
    /// - Parameters:
    ///   - keysym: with modifiers and layout applied.
    ///   - time: host time.
    package init(_ keysym: UInt32, _ modifiers: Modifiers, _ phase: Phase, _ time: Duration) {
        let (name, base) = (Keymap.name(of: keysym), Keymap.name(of: Keymap.lowercase(keysym)))
        self.init(
            phase: phase, keysym: keysym, name: name, baseName: base, latinName: base,
            text: Keymap.text(named: name) ?? "", modifiers: modifiers, serial: 0, time: time, code: 0)
    }
}
