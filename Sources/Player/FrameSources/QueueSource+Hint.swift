import OrielMedia
import OrielTransport

/// What is seen where there is nothing to play.
extension QueueSource {
    /// Nothing is to be played, and the hint is seen in its place.
    package var showsHint: Bool { hint != nil && present == nil && order.current == nil }

    /// The one picture that is all there is.
    var hintState: SourceState { SourceState(phase: .ended, isStill: true) }

    /// The present item, where it can't be played and nothing follows it: with a hint to show, it is taken out of the list
    /// rather than the end of everything.
    package var hopeless: PlayerItem? {
        guard hint != nil, let present, case .failed = present.source.state.phase,
            present.source.waitingFrames().isEmpty, order.next == nil
        else { return nil }
        return current
    }
}

extension VideoFrame {
    /// The same picture, of another generation.
    func ofGeneration(_ generation: Int) -> VideoFrame {
        VideoFrame(
            format: format, width: width, height: height, planes: planes, color: color,
            sampleAspectRatio: sampleAspectRatio, rotation: rotation, isFlipped: isFlipped, time: time,
            duration: duration, generation: generation, entry: entry, buffer: nil, storage: self)
    }
}
