import DequeModule
import OrielMedia

/// The medium's sound of the last moments as it was decoded, for when what was made of it is to be made anew: at another speed.
struct RecentSound {
    /// More than a renderer keeps waiting and a device is late.
    private static let kept = Duration.seconds(2)

    private var buffers: Deque<AudioBuffer> = []
    private var length = Duration.zero

    /// - Parameter speed: how much faster it is used up than it lasts.
    mutating func append(_ buffer: AudioBuffer, speed: Double) {
        buffers.append(buffer)
        length += buffer.format.duration(of: buffer.frames)
        let limit = Self.kept * max(1, speed)
        while let first = buffers.first, length - first.format.duration(of: first.frames) > limit {
            length -= first.format.duration(of: first.frames)
            buffers.removeFirst()
        }
    }

    mutating func clear() {
        buffers.removeAll()
        length = .zero
    }

    /// What there is from a media time of a generation on; where that isn't among it, all that is later.
    func from(_ time: Duration, generation: Int) -> [AudioBuffer] {
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
