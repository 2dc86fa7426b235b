/// Whether the user wants things on screen to move less, as desktops say it in their settings. Pure.
public struct MotionPreference: Hashable, Sendable {
    /// The namespaces that settings of motion are in (`org.freedesktop.portal.Settings.ReadAll`).
    static let namespaces = ["org.freedesktop.appearance", "org.gnome.desktop.interface", "org.kde.kdeglobals.KDE"]

    /// The standardised setting, where the portal is new enough to have it.
    private var standard: Bool?
    private var gnome = false
    private var plasma = false

    public init() {}

    /// The standardised setting counts where there is one; else whether GNOME's or Plasma's own turns animations off.
    public var isReduced: Bool { standard ?? (gnome || plasma) }

    /// Takes a setting's new value; one that is of no interest, or makes no sense, changes nothing.
    /// - Parameter value: numbers and booleans as decimal text.
    public mutating func note(_ value: String, of key: String, in namespace: String) {
        switch (namespace, key) {
        // 1 is reduced; what is unknown counts as 0, no preference.
        case ("org.freedesktop.appearance", "reduced-motion"): standard = value == "1"
        case ("org.gnome.desktop.interface", "enable-animations"): gnome = value == "0"
        case ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"):
            if let factor = Double(value) { plasma = factor == 0 }
        default: break
        }
    }
}
