import DequeModule
package import OrielMedia

/// Recently decoded audio at its original speed, from which audio is made anew when the speed changes.
package struct RecentAudio {
    /// Length kept: more than a renderer queues plus a device's latency.
    private static let kept = Duration.seconds(2)

    private var buffers: Deque<AudioBuffer> = []
    private var length = Duration.zero

    package init() {}

    /// Adds a buffer and drops those that are older than needed.
    /// - Parameter speed: the playback speed, in media seconds per second.
    package mutating func append(_ buffer: AudioBuffer, speed: Double) {
        buffers.append(buffer)
        length += buffer.format.duration(of: buffer.frames)
        let limit = Self.kept * max(1, speed)
        while let first = buffers.first, length - first.format.duration(of: first.frames) > limit {
            length -= first.format.duration(of: first.frames)
            buffers.removeFirst()
        }
    }

    package mutating func clear() {
        buffers.removeAll()
        length = .zero
    }

    /// Returns the audio from a media time of a generation on. If that time isn't kept, returns everything of that
    /// generation and later ones.
    package func from(_ time: Duration, generation: Int) -> [AudioBuffer] {
        let place = buffers.lastIndex { $0.stamp.generation == generation && $0.stamp.time <= time }
        guard let place else { return Array(buffers.drop { $0.stamp.generation < generation }) }
        let first = buffers[place]
        let cut = min(first.frames, max(0, first.format.frames(in: time - first.stamp.time)))
        var result = Array(buffers[place...])
        result[0] = first.dropFirst(cut)
        if cut >= first.frames { result.removeFirst() }
        return result
    }
}
