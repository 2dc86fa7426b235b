/// Kind of app that `oriel new-app` makes.
package enum AppKind: String, CaseIterable {
    /// A player with Oriel's controls.
    case player
    /// A player with controls of its own.
    case custom
    /// A player whose film goes on in Picture in Picture while its view is gone.
    case persistent
    /// A call with two pictures.
    case call
    /// A picture that the app draws.
    case frames
    /// A film inside a window of GTK 4.
    case gtk

    /// Plays the file that it is started with.
    var playsFiles: Bool { self != .call && self != .frames }

    /// Name of the app whose text is this kind's template.
    package var example: String {
        switch self {
        case .custom: "Custom"
        case .frames: "SampleBuffers"
        case .gtk: "GTKWindow"
        case .player, .persistent, .call: "NewApp"
        }
    }
}
