public import OrielWindows

extension PlayerView {
    /// How a view is shown.
    public enum Mode: Hashable, Sendable {
        /// A window among others.
        case window
        /// The whole of an output.
        case fullScreen
    }

    /// Options of a view, given to its initializer.
    public typealias Options = PlayerViewOptions
}
