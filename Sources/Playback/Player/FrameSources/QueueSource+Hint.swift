import OrielPipeline
import OrielTransport

/// The hint that is shown while there is nothing to play.
extension QueueSource {
    /// Whether there is nothing to play and the hint is shown.
    package var showsHint: Bool { hint != nil && present == nil && order.current == nil }

    /// State of a source that has only the hint's frame.
    var hintState: SourceState { SourceState(phase: .ended, isStill: true) }

    /// The present item, if it can't be played, nothing follows it and there is a hint. It is removed from the list, so
    /// that its failure doesn't end the player.
    package var hopeless: PlayerItem? {
        guard hint != nil, let present, case .failed = present.source.snapshot.phase,
            present.source.peekFrames().isEmpty, order.next == nil
        else { return nil }
        return current
    }
}
