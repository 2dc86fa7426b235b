/// The user's preference for reduced motion, from the desktop's settings. Pure.
public struct MotionPreference: Hashable, Sendable {
    /// Namespaces with motion settings (`org.freedesktop.portal.Settings.ReadAll`).
    static let namespaces = ["org.freedesktop.appearance", "org.gnome.desktop.interface", "org.kde.kdeglobals.KDE"]

    /// The standardised setting; nil if the portal is too old for it.
    private var standard: Bool?
    private var gnome = false
    private var plasma = false

    public init() {}

    /// Whether motion should be reduced: by the standardised setting, or else if GNOME or Plasma turns animations off.
    public var isReduced: Bool { standard ?? (gnome || plasma) }

    /// Handles a setting's new value; unrelated and invalid ones are ignored.
    /// - Parameter value: numbers and booleans as decimal text.
    public mutating func note(_ value: String, of key: String, in namespace: String) {
        switch (namespace, key) {
        // 1 means reduced; unknown values count as 0, no preference.
        case ("org.freedesktop.appearance", "reduced-motion"): standard = value == "1"
        case ("org.gnome.desktop.interface", "enable-animations"): gnome = value == "0"
        case ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"):
            if let factor = Double(value) { plasma = factor == 0 }
        default: break
        }
    }
}
