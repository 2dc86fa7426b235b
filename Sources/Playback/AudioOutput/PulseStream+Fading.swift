import CPulse
import Glibc
import OrielMedia

/// Fade-out of audio that is no longer wanted.
extension PulseStream {
    /// Fades out on a halt; the ring goes back, so that playback resumes from here.
    func fadeAway(at now: Duration) {
        guard let heard = heardFrame()?.frame, let lastStart = map.lastStart,
            let place = map.ring(of: max(heard, lastStart))?.frame, fadeOut()
        else { return }
        ring.rewind(to: place)
        void()
        dropTime = now + Self.rewriteMargin + Self.fade
    }

    /// Fades out for good and returns the host time at which it is silent; nil if nothing is audible.
    func silence(at now: Duration) -> Duration? {
        if let dropTime { return dropTime }
        guard fadeOut() else { return nil }
        void()
        return now + Self.rewriteMargin + Self.fade
    }

    /// Rewrites the audio at the server with a fade-out as soon as possible, followed by silence. False if there is
    /// none or its position is unknown.
    func fadeOut() -> Bool {
        guard !isCorked, let end, let heard = heardFrame()?.frame, let lastStart = map.lastStart else { return false }
        let first = min(end, max(heard + ring.format.frames(in: Self.rewriteMargin), lastStart))
        let count = min(ring.format.frames(in: Self.fade), end - first)
        guard count > 0, let from = map.ring(of: first)?.frame, from >= ring.oldest, from + count <= ring.head else {
            return false
        }
        let present = ramp
        ramp.set(0, at: from, within: count)
        var frame = from
        var back = end - first
        while frame < from + count {
            let written = write(frame..<from + count, back: back)
            guard written > 0 else { break }
            frame += written
            back = 0
        }
        ramp = present
        // If nothing could be written, the audio is cut off.
        guard frame == from + count else { return false }
        return writeSilence(end - first - count)
    }

    private func writeSilence(_ frames: Int) -> Bool {
        var left = frames
        while left > 0 {
            var buffer: UnsafeMutableRawPointer?
            var bytes = left * frameBytes
            guard pulse.stream_begin_write(stream, &buffer, &bytes) >= 0, let buffer else { return false }
            let count = min(left, bytes / frameBytes)
            guard count > 0 else {
                _ = pulse.stream_cancel_write(stream)
                return false
            }
            memset(buffer, 0, count * frameBytes)
            guard pulse.stream_write(stream, buffer, count * frameBytes, nil, 0, PA_SEEK_RELATIVE) >= 0 else {
                return false
            }
            left -= count
        }
        return true
    }
}
