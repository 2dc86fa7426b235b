package import OrielDecode
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
    var settings: SourceSettings { get set }
    /// Frees the waiting frames and the decoder's memory; no frame comes before the next seek.
    func releasePictures()
    /// Facts about the display, for decoding in hardware; nil if the source doesn't decode.
    var display: DisplayFacts? { get }
    /// Makes the sound for another speed, from its present position in a generation of frames.
    func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int)
    /// Selects another sound track, or none, from the present position of sound in a generation of frames.
    /// - Returns: false if the change needs a seek.
    func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool
    /// The medium that is played, with its tracks and chapters; nil for frames that an app makes, and while there is
    /// nothing to play.
    var medium: MediaPipeline? { get }
    /// Ends the source's threads. Frames that were taken stay valid.
    func close()
}

extension FrameSource {
    /// A source that doesn't decode has no settings.
    package var settings: SourceSettings {
        get { .ofMadeFrames }
        set {}
    }

    package func releasePictures() {}

    package var display: DisplayFacts? { nil }

    package func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {}

    package func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool { true }

    package var medium: MediaPipeline? { nil }

    /// Notes that a frame, possibly of this source, was committed to the compositor.
    package func noteDrawn(_ frame: VideoFrame) { medium?.noteDrawn(frame) }

    /// Failures of tracks that can't be decoded further, while the rest is played.
    package var losses: [MediaError] { medium?.snapshot.losses ?? [] }

    /// The file, if thumbnails can be made of it; nil before the source is open.
    package var file: MediaLocation? { medium?.file }
}
