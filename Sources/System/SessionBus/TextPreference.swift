/// The user's preferred text size, from the desktop's settings. Pure.
public struct TextPreference: Hashable, Sendable {
    /// Factor of the text size; 1 if not set.
    public private(set) var scale = 1.0

    /// Valid factors, somewhat beyond those that desktops offer; others are ignored.
    private static let scales = 0.5...4.0

    public init() {}

    /// Handles a setting's new value; unrelated and invalid ones are ignored. Other desktops' portals also offer
    /// GNOME's setting; its namespace is among those of `MotionPreference`.
    /// - Parameter value: numbers as decimal text.
    public mutating func note(_ value: String, of key: String, in namespace: String) {
        guard namespace == "org.gnome.desktop.interface", key == "text-scaling-factor", let scale = Double(value),
            Self.scales.contains(scale)
        else { return }
        self.scale = scale
    }
}
