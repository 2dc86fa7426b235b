package import OrielDecode
package import OrielDemux
package import OrielLibav
package import OrielMedia
package import OrielPipeline
package import OrielPlatform
package import OrielTransport

/// Source of a player's frames: a file's decoder, or frames that an app makes. Main thread only, although a source may
/// use other threads; no call blocks.
package protocol FrameSource: AnyObject {
    /// Signalled when the source was opened, ended or failed, and when a frame comes for a player that waits.
    var wakeup: Wakeup { get }
    /// The present state, without the waiting frames.
    var state: SourceState { get }
    /// Description of the source, complete once it is open.
    var description: SourceDescription { get }
    /// The reason why the source failed, or why nothing comes after `breaksAt`; nil if neither.
    var failure: MediaError? { get }
    /// Failures of tracks that can't be decoded further, while the rest is played.
    var losses: [MediaError] { get }
    /// Number of frames decoded so far, shown or not.
    var decodedFrames: Int { get }
    /// Returns the waiting frames, oldest first. Read after `state`, so that an end in the state covers these frames.
    func waitingFrames() -> [VideoFrame]
    /// Removes the `count` oldest waiting frames.
    func takeFrames(_ count: Int)
    /// Seeks to a media time. Waiting frames are dropped at once; the following ones have a newer generation. Frames of
    /// a newer generation without a seek begin the next turn of a loop.
    /// - Returns: the generation of the following frames; nil if the source can't seek, and nothing has changed.
    func seek(to time: Duration, _ kind: Transport.SeekKind) -> Int?
    /// Signals the wakeup once when everything until `time` was read, or nothing more can be read for now. Does nothing
    /// for sources that don't read ahead.
    func wake(whenBufferedUntil time: Duration)
    var settings: SourceSettings { get set }
    /// Notes that a frame, possibly of this source, was committed to the compositor.
    func noteDrawn(_ frame: VideoFrame)
    /// Frees the waiting frames and the decoder's memory; no frame comes before the next seek.
    func releasePictures()
    /// Facts about the display, for decoding in hardware; nil if the source doesn't decode.
    var display: DisplayFacts? { get }
    /// Makes the sound for another speed, from its present position in a generation of frames.
    func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int)
    /// The video tracks, and the index of the played one.
    var videoTracks: [MediaInfo.VideoTrack] { get }
    var selectedVideo: Int? { get }
    /// Selects another video track, which is played from the next seek.
    /// - Returns: whether the selection is possible and needs a seek.
    func selectVideo(_ index: Int) -> Bool
    /// The sound tracks, and the index of the played one.
    var audioTracks: [MediaInfo.Audio] { get }
    var selectedAudio: Int? { get }
    /// Selects another sound track, or none, from the present position of sound in a generation of frames.
    /// - Returns: false if the change needs a seek.
    func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool
    /// The subtitle tracks, once the source is open.
    var subtitles: [SubtitleStream] { get }
    /// The chapters in the order of their beginnings, once the source is open.
    var chapters: [MediaInfo.Chapter] { get }
    /// The file, if thumbnails can be made of it; nil before the source is open.
    var file: MediaLocation? { get }
    /// Ends the source's threads. Frames that were taken stay valid.
    func close()
}

extension FrameSource {
    /// A source that doesn't decode has no settings.
    package var settings: SourceSettings {
        get { .ofMadeFrames }
        set {}
    }

    package func noteDrawn(_ frame: VideoFrame) {}

    package func releasePictures() {}

    package var losses: [MediaError] { [] }

    package var display: DisplayFacts? { nil }

    package func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {}

    package var videoTracks: [MediaInfo.VideoTrack] { [] }

    package var selectedVideo: Int? { nil }

    package func selectVideo(_ index: Int) -> Bool { false }

    package var audioTracks: [MediaInfo.Audio] { [] }

    package var selectedAudio: Int? { nil }

    package func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool { true }

    /// Most sources have no subtitles.
    package var subtitles: [SubtitleStream] { [] }

    package var chapters: [MediaInfo.Chapter] { [] }

    package var file: MediaLocation? { nil }
}
