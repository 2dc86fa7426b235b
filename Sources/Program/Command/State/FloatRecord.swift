import OrielGeometry
package import OrielPlayer

/// The choices of `oriel float`; a file of the state folder.
package struct FloatRecord: StateFile, Hashable, Sendable {
    /// A part of a window or screen under a name of the user's.
    private struct Preset: Codable, Hashable, Sendable {
        var restoreToken: String?
        /// Parts of the picture, or with a corner its pixels.
        var crop: UnitRect?
        var pixels: Rect?
        var corner: Corner?
        var cropsBlackBars: Bool?
    }

    /// The desktop's token for the last choice, which counts once; nil if the desktop keeps none.
    private var restoreToken: String?
    private var presets: [String: Preset]?

    package static let file = "float.json"
    /// Largest number of presets.
    package static let limit = 100

    package init() {}

    /// Returns the token of the last choice, or of a preset's.
    package func token(of preset: String?) -> String? {
        guard let preset else { return restoreToken }
        return presets?[preset]?.restoreToken
    }

    /// Stores the token of the last choice, or of a preset's.
    package mutating func setToken(_ token: String?, of preset: String?) {
        guard let preset else { return restoreToken = token }
        change(preset) { $0.restoreToken = token }
    }

    /// The crop of a preset; nil if there is none, or none that can be used.
    package func crop(of preset: String) -> VideoCrop? {
        guard let stored = presets?[preset] else { return nil }
        if stored.cropsBlackBars == true { return .blackBars }
        if let pixels = stored.pixels, pixels.width > 0, pixels.height > 0 {
            return stored.corner.map { .held(pixels, to: $0) } ?? .pixels(pixels)
        }
        return stored.crop?.clamped.map { .part($0) }
    }

    /// Stores the crop of a preset.
    package mutating func setCrop(_ crop: VideoCrop, of preset: String) {
        change(preset) { stored in
            stored = Preset(restoreToken: stored.restoreToken)
            switch crop {
            case .none: break
            case .blackBars: stored.cropsBlackBars = true
            case .part(let part): stored.crop = part
            case .pixels(let pixels): stored.pixels = pixels
            case .held(let pixels, let corner): (stored.pixels, stored.corner) = (pixels, corner)
            }
        }
    }

    private mutating func change(_ preset: String, _ body: (inout Preset) -> Void) {
        var presets = presets ?? [:]
        guard presets[preset] != nil || presets.count < Self.limit else { return }
        body(&presets[preset, default: Preset()])
        // A name whose part was never chosen isn't kept.
        if presets[preset] == Preset() { presets[preset] = nil }
        self.presets = presets
    }
}
