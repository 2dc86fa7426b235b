import CFFmpeg
import OrielDemux
import OrielLibav

/// Seeks in what the server of a live stream still has.
extension Demuxer {
    /// Time by which a segment may begin elsewhere than its playlist says.
    private static let tolerance = Duration.seconds(30)

    /// Opens the stream anew for a seek to `time`, and returns the plan as it could be followed.
    mutating func approachedLive(_ wanted: SeekPlan, _ time: Duration) throws(MediaError) -> SeekPlan {
        var plan = wanted
        preloaded = []
        let place = try source.reopenLive(at: time)
        plan.approach = .seek(place.time)
        plan.target = place.time
        // Nothing lies farther back.
        plan.latest = nil
        // After a break in the stream's timestamps, the target may never come.
        if let first = try readFirst(), first < place.start - Self.tolerance || first > place.time + Self.tolerance {
            plan.target = nil
        }
        return plan
    }

    /// Reads the first video packet ahead and returns its time; nil if there is none.
    private mutating func readFirst() throws(MediaError) -> Duration? {
        guard source.videoIndex >= 0 else { return nil }
        while try source.read(scratch) >= 0 {
            defer { av_packet_unref(scratch) }
            guard scratch.pointee.stream_index == source.videoIndex else { continue }
            let time = try source.time(of: scratch)
            if let packet = try source.packet(moving: scratch) { preloaded.append(packet) }
            return time
        }
        return nil
    }
}
