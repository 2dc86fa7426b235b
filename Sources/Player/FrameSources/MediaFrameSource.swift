package import OrielDecode
package import OrielDemux
package import OrielLibav
package import OrielMedia
package import OrielPipeline
package import OrielPlatform
package import OrielTransport

/// Source of a medium that is decoded.
package final class MediaFrameSource: FrameSource {
    private let location: MediaLocation
    private let pipeline: MediaPipeline
    package let wakeup: Wakeup

    /// Makes the source and starts to open `location`.
    /// - Parameters:
    ///   - renderer: the sound's destination; nil for none.
    ///   - wakeup: signalled when there is news; may be shared with other sources.
    package init(
        _ location: MediaLocation, options: MediaPipeline.Options, audio renderer: (any AudioRenderer)? = nil,
        wakeup: Wakeup
    ) throws(PlatformError) {
        self.location = location
        self.wakeup = wakeup
        wantsLoop = options.loops
        pipeline = try MediaPipeline(
            location: location, options: options, audio: renderer, wakeup: wakeup,
            titlePicture: TitlePicture.draw)
    }

    package var state: SourceState {
        let snapshot = pipeline.snapshot
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
            isStill: info.video.isStillImage && !info.isSoundOnly, loops: pipeline.loops,
            bufferedUntil: isReadAhead ? nil : snapshot.bufferedUntil,
            breaksAt: snapshot.readFailure == nil ? nil : snapshot.bufferedUntil, soundUntil: snapshot.soundUntil,
            hasLostPictures: snapshot.hasLostPictures)
        state.isReadAhead = isReadAhead
        state.isSoundOnly = info.isSoundOnly
        state.isDurationGuessed = info.isDurationGuessed
        state.isGrowing = info.isGrowing
        state.hasLiveEdge = info.hasLiveEdge
        state.hasLiveWindow = info.hasLiveWindow
        state.arePicturesLost = snapshot.arePicturesLost
        state.arePicturesPaused = snapshot.arePicturesPaused
        return state
    }

    package var description: SourceDescription {
        let snapshot = pipeline.snapshot
        let info = snapshot.info
        return SourceDescription(
            address: location.description, title: info?.title, tags: info?.tags ?? MediaTags(), name: location.name,
            video: info.map { info in
                SourceDescription.Video(
                    codec: info.video.codec, width: info.video.width, height: info.video.height,
                    framesPerSecond: info.video.framesPerSecond, isDeinterlaced: snapshot.isDeinterlaced,
                    hardware: snapshot.hardware)
            }, audio: pipeline.playedAudio.map { SourceDescription.Audio(codec: $0.codec) },
            bitRate: info?.bitRate)
    }

    /// Whether the medium begins again after its last frame.
    package var loops: Bool { pipeline.loops }

    /// Sets whether the medium begins again after its last frame, if it can.
    package func setLoops(_ loops: Bool) {
        // The pipeline reports once that a medium can't loop.
        guard loops != wantsLoop else { return }
        wantsLoop = loops
        pipeline.loops = loops
    }

    private var wantsLoop: Bool

    /// Whether another medium follows this one; see `MediaPipeline.isFollowed`.
    package var isFollowed: Bool {
        get { pipeline.isFollowed }
        set { pipeline.isFollowed = newValue }
    }

    /// Whether the medium was read to its end.
    package var isReadToEnd: Bool { pipeline.snapshot.isReadToEnd }

    package var failure: MediaError? {
        let snapshot = pipeline.snapshot
        return snapshot.phase.failure ?? snapshot.readFailure
    }

    package var losses: [MediaError] { pipeline.snapshot.losses }

    package var decodedFrames: Int { pipeline.statistics.decoded }

    package func waitingFrames() -> [VideoFrame] { pipeline.peekFrames(.max) }

    package func takeFrames(_ count: Int) { for _ in 0..<count { _ = pipeline.takeFrame() } }

    package func seek(to time: Duration, _ kind: Transport.SeekKind) -> Int? {
        switch kind {
        case .position: pipeline.seek(to: time, mode: .exact)
        case .frame: pipeline.seekToFrame(at: time)
        case .rejoin: pipeline.seek(to: time, mode: .exactAfterPreview)
        case .live: pipeline.seekToLiveEdge()
        }
    }

    package func wake(whenBufferedUntil time: Duration) { pipeline.wake(whenBufferedUntil: time) }

    package var settings: SourceSettings {
        get { pipeline.settings }
        set { pipeline.settings = newValue }
    }

    package func noteDrawn(_ frame: VideoFrame) { pipeline.noteDrawn(frame) }

    package func releasePictures() { pipeline.releasePictures() }

    package func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {
        pipeline.setSoundSpeed(speed, at: position, generation: generation)
    }

    package var videoTracks: [MediaInfo.VideoTrack] { pipeline.videoTracks }

    package var selectedVideo: Int? { pipeline.selectedVideo }

    package func selectVideo(_ index: Int) -> Bool { pipeline.selectVideo(index) }

    package var audioTracks: [MediaInfo.Audio] { pipeline.audioTracks }

    package var selectedAudio: Int? { pipeline.selectedAudio }

    package func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool {
        pipeline.selectAudio(index, at: position, generation: generation)
    }

    package var subtitles: [SubtitleStream] { pipeline.subtitles }

    package var chapters: [MediaInfo.Chapter] { pipeline.snapshot.info?.chapters ?? [] }

    package var file: MediaLocation? {
        guard case .path = location, let info = pipeline.snapshot.info, info.isSeekable, !info.isSoundOnly,
            !info.video.isStillImage
        else { return nil }
        return location
    }

    package func close() { pipeline.close() }
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
