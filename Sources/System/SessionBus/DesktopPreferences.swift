/// The user's preferences for all programs, from the desktop's settings. Pure.
public struct DesktopPreferences: Hashable, Sendable {
    /// Namespaces with these settings (`org.freedesktop.portal.Settings.ReadAll`).
    static let namespaces = ["org.freedesktop.appearance", "org.gnome.desktop.interface", "org.kde.kdeglobals.KDE"]

    /// Factor of the text size; 1 if not set.
    public private(set) var textScale = 1.0
    /// Whether light is preferred. Without a preference it is false: a light surface dazzles beside a film.
    public private(set) var isLight = false
    /// Whether higher contrast is preferred.
    public private(set) var isHighContrast = false
    /// Whether motion should be reduced: by the standardised setting, or else if GNOME or Plasma turns animations off.
    public var reducesMotion: Bool { standardMotion ?? (gnomeMotion || plasmaMotion) }

    /// The standardised setting; nil if the portal is too old for it.
    private var standardMotion: Bool?
    private var gnomeMotion = false
    private var plasmaMotion = false

    /// Valid factors, somewhat beyond those that desktops offer; others are ignored.
    private static let textScales = 0.5...4.0

    public init() {}

    /// Handles a setting's new value; unrelated and invalid ones are ignored. An unknown choice counts as no
    /// preference. Other desktops' portals also offer GNOME's text size.
    /// - Parameter value: numbers and booleans as decimal text.
    public mutating func note(_ value: String, of key: String, in namespace: String) {
        switch (namespace, key) {
        case ("org.freedesktop.appearance", "color-scheme"): isLight = value == "2"
        case ("org.freedesktop.appearance", "contrast"): isHighContrast = value == "1"
        case ("org.freedesktop.appearance", "reduced-motion"): standardMotion = value == "1"
        case ("org.gnome.desktop.interface", "enable-animations"): gnomeMotion = value == "0"
        case ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"):
            if let factor = Double(value) { plasmaMotion = factor == 0 }
        case ("org.gnome.desktop.interface", "text-scaling-factor"):
            if let scale = Double(value), Self.textScales.contains(scale) { textScale = scale }
        default: break
        }
    }
}
