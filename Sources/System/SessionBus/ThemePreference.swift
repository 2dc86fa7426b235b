/// The user's preference for light or dark, and for contrast, from the desktop's settings. Pure.
public struct ThemePreference: Hashable, Sendable {
    /// Whether light is preferred. Without a preference it is false: a light surface dazzles beside a film.
    public private(set) var isLight = false
    /// Whether higher contrast is preferred.
    public private(set) var isHighContrast = false

    public init() {}

    /// Handles a setting's new value; unrelated ones are ignored. Unknown values count as no preference. The namespace
    /// is among those of `MotionPreference`.
    /// - Parameter value: numbers as decimal text.
    public mutating func note(_ value: String, of key: String, in namespace: String) {
        switch (namespace, key) {
        case ("org.freedesktop.appearance", "color-scheme"): isLight = value == "2"
        case ("org.freedesktop.appearance", "contrast"): isHighContrast = value == "1"
        default: break
        }
    }
}
