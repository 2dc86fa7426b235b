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
        let written = write(from..<from + count, back: end - first)
        ramp = present
        // If nothing could be written, the audio is cut off.
        guard written == count else { return false }
        let silence = end - first - count
        return put(silence, back: 0) { samples, _, count in memset(samples, 0, count * frameBytes) } == silence
    }
}
