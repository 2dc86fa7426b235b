import OrielPlayer

/// Where a view's user goes in what is played.
extension PlayerView {
    /// Where a skip, a scrub, a chapter or a command leads that its user asked for: as the app likes, and within what is played.
    func destination(of time: Duration, from origin: Duration? = nil) -> Duration {
        let end = player.duration ?? max(time, .zero)
        let wanted = min(max(time, .zero), end)
        guard let timeToSeekAfterUserNavigated else { return time }
        return min(max(timeToSeekAfterUserNavigated(origin ?? player.position, wanted), .zero), end)
    }
}
