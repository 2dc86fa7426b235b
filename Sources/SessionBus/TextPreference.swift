/// How large a user wants letters in all programs, as desktops say it in their settings. Pure.
public struct TextPreference: Hashable, Sendable {
    /// By how much letters are larger than usual. 1 where nobody says.
    public private(set) var scale = 1.0

    /// What a desktop's settings offer, with some room beyond; anything else is a mistake.
    private static let scales = 0.5...4.0

    public init() {}

    /// Takes a setting's new value; one that is of no interest, or makes no sense, changes nothing. GNOME's is the one that
    /// others on the portal have too; its namespace is among those of `MotionPreference`.
    /// - Parameter value: numbers as decimal text.
    public mutating func note(_ value: String, of key: String, in namespace: String) {
        guard namespace == "org.gnome.desktop.interface", key == "text-scaling-factor", let scale = Double(value),
            Self.scales.contains(scale)
        else { return }
        self.scale = scale
    }
}
