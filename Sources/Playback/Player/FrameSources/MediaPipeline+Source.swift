import OrielDecode
import OrielDemux
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTransport

/// The pipeline of a medium as a player's source has it.
extension MediaPipeline {
    /// State of a player's source, without the waiting frames.
    var sourceState: SourceState {
        let snapshot = snapshot
        let phase: SourceState.Phase =
            switch snapshot.phase {
            case .opening: .opening
            case .ready: .ready
            case .ended: .ended
            case .failed: .failed
            }
        guard let info = snapshot.info else { return SourceState(phase: phase) }
        let isReadAhead = snapshot.isReadToEnd || snapshot.isFull
        var state = SourceState(
            phase: phase, duration: info.duration, isSeekable: info.isSeekable, isLive: info.isLive,
            isStill: info.video.isStillImage && !info.isSoundOnly, loops: loops,
            bufferedUntil: isReadAhead ? nil : snapshot.bufferedUntil,
            breaksAt: snapshot.readFailure == nil ? nil : snapshot.bufferedUntil, soundUntil: snapshot.soundUntil,
            hasLostVideo: snapshot.hasLostVideo)
        state.isReadAhead = isReadAhead
        state.isSoundOnly = info.isSoundOnly
        state.isDurationGuessed = info.isDurationGuessed
        state.isGrowing = info.isGrowing
        state.hasLiveEdge = info.hasLiveEdge
        state.hasLiveWindow = info.hasLiveWindow
        state.isVideoLost = snapshot.isVideoLost
        state.isVideoPaused = snapshot.isVideoPaused
        return state
    }

    /// Description of the medium, complete once it is open.
    var sourceDescription: SourceDescription {
        let snapshot = snapshot
        let info = snapshot.info
        return SourceDescription(
            address: location.description, title: info?.title, tags: info?.tags ?? MediaInfo.Tags(),
            name: location.name,
            video: info.map { info in
                SourceDescription.Video(
                    codec: info.video.codec, width: info.video.width, height: info.video.height,
                    framesPerSecond: info.video.framesPerSecond, isDeinterlaced: snapshot.isDeinterlaced,
                    hardware: snapshot.hardware)
            }, audio: playedAudio.map { SourceDescription.Audio(codec: $0.codec) },
            bitRate: info?.bitRate)
    }

    /// The reason why the medium failed, or why nothing comes after `SourceState.breaksAt`; nil if neither.
    var failure: MediaError? {
        let snapshot = snapshot
        return snapshot.phase.failure ?? snapshot.readFailure
    }

    func seek(to time: Duration, _ kind: Transport.SeekKind) -> Int? {
        switch kind {
        case .position: seek(to: time, mode: .exact)
        case .frame: seekToFrame(at: time)
        case .rejoin: seek(to: time, mode: .exactAfterPreview)
        case .live: seekToLiveEdge()
        }
    }

    /// The file, if thumbnails can be made of it; nil before it is open.
    var file: MediaLocation? {
        guard case .path = location, let info = snapshot.info, info.isSeekable, !info.isSoundOnly,
            !info.video.isStillImage
        else { return nil }
        return location
    }
}

extension MediaLocation {
    /// The file's name without its extension, which is the default name of the player in the session.
    fileprivate var name: String {
        if self == .standardInput { return "stdin" }
        let name = PathText.shown(Self.fileName(of: description))
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
