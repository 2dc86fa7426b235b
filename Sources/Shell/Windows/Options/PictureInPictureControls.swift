package import OrielControls

/// Controls that Oriel shows on the overlay.
public struct PictureInPictureControls: OptionSet, Hashable, Sendable {
    /// One bit for each control.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The button that returns to the window.
    public static let returnButton = PictureInPictureControls(rawValue: 1)
    /// The button that closes Picture in Picture.
    public static let closeButton = PictureInPictureControls(rawValue: 2)
    /// Play and pause, with the skips beside it, unless `skips` is missing.
    public static let playPause = PictureInPictureControls(rawValue: 4)
    /// The skips beside play and pause.
    public static let skips = PictureInPictureControls(rawValue: 8)
    /// The button that swaps with another app's picture.
    public static let swap = PictureInPictureControls(rawValue: 16)
    /// The button that mutes.
    public static let mute = PictureInPictureControls(rawValue: 32)
    /// The bar with the position and the length.
    public static let bar = PictureInPictureControls(rawValue: 64)
    /// Every control.
    public static let all: PictureInPictureControls = [
        .returnButton, .closeButton, .playPause, .skips, .swap, .mute, .bar,
    ]

    /// The elements that are left out.
    package var hidden: Set<ControlsElement> {
        var hidden: Set<ControlsElement> = []
        // The swap's button stands beside the one to return.
        if !contains(.returnButton) { hidden.formUnion([.stopPictureInPicture, .swap]) }
        if !contains(.closeButton) { hidden.insert(.close) }
        if !contains(.skips) { hidden.insert(.skips) }
        if !contains(.swap) { hidden.insert(.swap) }
        if !contains(.mute) { hidden.insert(.mute) }
        if !contains(.bar) { hidden.formUnion([.track, .time, .duration]) }
        return hidden
    }
}
