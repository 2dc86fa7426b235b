public import OrielWindows

extension PlayerView {
    /// How a view is shown.
    public enum Mode: Hashable, Sendable {
        /// A window among others.
        case window
        /// All of an output.
        case fullScreen
    }

    /// What a view is given when it is made.
    public typealias Options = PlayerViewOptions
}
