import OrielWindows

/// The view of a playback: its surfaces, and the recipient of changes of the app's delegate.
@MainActor
protocol ViewPlaybackHost: AnyObject {
    var application: Application { get }
    var scene: PlayerScene { get }
    /// The delegate's time range, or whether it skips, has changed.
    func delegateAnswered()
    /// Playback was paused or resumed.
    func pauseChanged()
}
