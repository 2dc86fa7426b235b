package import CFFmpeg
package import OrielLibav

/// Presentation times of a video stream's frames, also where the packets have decode times only.
package struct PresentationTimes {
    /// Whether packets have decode times but no presentation times (AVI, MPEG elementary streams). The presentation
    /// times that libavformat invents for some packets are ignored then. Nil before the first packet.
    private var hasDecodeTimesOnly: Bool?

    package init() {}

    /// Whether the packets so far have decode times but no presentation times.
    package var areDecodeTimesOnly: Bool { hasDecodeTimesOnly == true }

    /// Learns from the first packet whether there are presentation times. A later packet with a presentation time of
    /// its own settles that there are.
    package mutating func note(_ packet: AVPacket) {
        let hasDecodeTime = packet.dts != ORIEL_AV_NOPTS_VALUE
        if packet.pts == ORIEL_AV_NOPTS_VALUE {
            if hasDecodeTimesOnly == nil { hasDecodeTimesOnly = hasDecodeTime }
        } else if packet.pts != packet.dts || hasDecodeTimesOnly == nil {
            hasDecodeTimesOnly = false
        }
    }

    /// Returns a frame's presentation time since the start of the medium; nil if the container has none.
    /// - Parameter reorderDelay: frames that the decoder holds back to reorder them.
    package func time(of frame: AVFrame, _ traits: StreamTraits, reorderDelay: Int) -> Duration? {
        if areDecodeTimesOnly {
            guard let time = Libav.duration(frame.pkt_dts, traits.timeBase) else { return nil }
            let delay = (traits.frameDuration ?? .zero) * reorderDelay
            return snapped(time - traits.startTime - delay)
        }
        let time =
            Libav.duration(frame.best_effort_timestamp, traits.timeBase)
            ?? Libav.duration(frame.pkt_dts, traits.timeBase)
        return time.map { snapped($0 - traits.startTime) }
    }

    /// Rounds a time within a microsecond of zero to zero, as different clocks round differently.
    private func snapped(_ time: Duration) -> Duration {
        time < .microseconds(1) && time > .microseconds(-1) ? .zero : time
    }
}
