import OrielDemux
import OrielLibav
import OrielPlatform

/// Files that another program is still writing.
extension Demuxer {
    /// Goes back to the first packet if opening has met the present end of a file that may grow. Demuxers remember an
    /// end.
    static func restartIfGrowing(_ source: MediaSource) throws(MediaError) {
        guard let input = source.input, input.hasMetEnd, input.mayGrow, !source.isImageFormat else { return }
        _ = try source.rewind(thoroughly: false)
    }

    /// Notes that the file has grown: the length is a guess until the end was read.
    mutating func noteGrowth() {
        guard !info.isGrowing, source.input?.growth.hasGrown == true, !info.video.isStillImage || info.isSoundOnly
        else { return }
        info.isGrowing = true
        info.isDurationGuessed = true
        info.hasGrown = true
        core.update(info)
    }

    /// Counts a packet's end into the length of a growing file.
    mutating func noteRead(until end: Duration?) {
        guard let end else { return }
        farthestRead = max(farthestRead ?? end, end)
        guard info.isGrowing, info.duration.map({ $0 < end }) ?? true else { return }
        info.duration = end
        // Nothing is woken for each packet.
        core.state.withLock { $0.snapshot.info?.duration = end }
    }

    /// Takes a file whose end was read as complete, and sets its length.
    mutating func settleGrowth() {
        guard info.isGrowing else { return }
        source.input?.growth.settle()
        info.isGrowing = false
        info.isDurationGuessed = false
        info.duration = farthestRead ?? info.duration
        core.update(info)
    }
}
