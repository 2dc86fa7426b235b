import OrielPlayer

/// Targets of the user's seeks.
extension PlayerView {
    /// Returns the target of a skip, a scrub, a chapter or a command, as the app's closure decides. With a closure, it
    /// is limited to the medium's duration.
    func destination(of time: Duration, from origin: Duration? = nil) -> Duration {
        let end = player.duration ?? max(time, .zero)
        let wanted = min(max(time, .zero), end)
        guard let timeToSeekAfterUserNavigated else { return time }
        return min(max(timeToSeekAfterUserNavigated(origin ?? player.position, wanted), .zero), end)
    }
}
