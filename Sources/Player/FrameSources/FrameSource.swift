package import OrielMedia
package import OrielPlatform
package import OrielPlayback
package import OrielTransport

/// Where a player's pictures come from: a file's decoder, frames that an app pushes, a call, a camera. Main thread only,
/// whatever threads stand behind it; no call waits.
package protocol FrameSource: AnyObject {
    /// Signalled when the source was opened, ended or failed, and when a frame comes for one who waits.
    var wakeup: Wakeup { get }
    /// Its state now, but for the frames that wait.
    var state: SourceState { get }
    /// What it is; told in full once it is open.
    var description: SourceDescription { get }
    /// Why nothing more will come, where `state` says so, or nothing behind `breaksAt`.
    var failure: MediaError? { get }
    /// What of it could not be decoded on, while the rest is played.
    var losses: [MediaError] { get }
    /// Frames that were decoded so far, shown or not.
    var decodedFrames: Int { get }
    /// The frames that wait, oldest first. To be read after `state`, so that an end that is told holds for what is read.
    func waitingFrames() -> [VideoFrame]
    /// Takes the `count` oldest of the waiting frames.
    func takeFrames(_ count: Int)
    /// Goes to a media time. Frames that wait are gone at once; those that come are of a newer generation. A frame of a
    /// newer generation that nobody asked for by a seek begins a loop's next turn.
    /// - Returns: the generation of the frames that follow; nil if the source can't, and nothing has changed.
    func seek(to time: Duration, _ kind: Transport.SeekKind) -> Int?
    /// Signals the wakeup once when everything until `time` was read, or no more can be for now. A source that is never read
    /// ahead has nothing to do.
    func wake(whenBufferedUntil time: Duration)
    /// Whether pictures are to be kept that nobody takes for now.
    var wantsPictures: Bool { get set }
    /// A frame, perhaps of it, was handed to the compositor.
    func noteDrawn(_ frame: VideoFrame)
    /// Gives back the pictures that wait and what it takes to make others: none comes before the next seek.
    func releasePictures()
    /// Whether pictures are made of the fields of interlaced frames, from what is decoded next.
    var deinterlaces: Bool { get set }
    /// Makes its sound for another speed, from where it is heard now in a generation of its pictures.
    func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int)
    /// The pictures that it has to choose from, and which of them are played.
    var videoTracks: [MediaInfo.VideoTrack] { get }
    var selectedVideo: Int? { get }
    /// Plays others from the next seek on.
    /// - Returns: whether it can, and a seek is due.
    func selectVideo(_ index: Int) -> Bool
    /// The sound that it has to choose from, and which of it is played.
    var audioTracks: [MediaInfo.Audio] { get }
    var selectedAudio: Int? { get }
    /// Plays another sound, or none, from where it is heard now in a generation of its pictures.
    /// - Returns: false where it has to be sought in for that.
    func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool
    /// Its subtitles, once it is open.
    var subtitles: [SubtitleStream] { get }
    /// Its chapters, by their beginning, once it is open.
    var chapters: [MediaInfo.Chapter] { get }
    /// The file, where single pictures of it can be had besides; nil before it is open.
    var file: MediaLocation? { get }
    /// Ends its threads. What was taken stays valid.
    func close()
}

extension FrameSource {
    /// What has no sound keeps them in any case.
    package var wantsPictures: Bool {
        get { true }
        set {}
    }

    package func noteDrawn(_ frame: VideoFrame) {}

    package func releasePictures() {}

    package var losses: [MediaError] { [] }

    /// What isn't decoded has no fields.
    package var deinterlaces: Bool {
        get { false }
        set {}
    }

    package func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {}

    package var videoTracks: [MediaInfo.VideoTrack] { [] }

    package var selectedVideo: Int? { nil }

    package func selectVideo(_ index: Int) -> Bool { false }

    package var audioTracks: [MediaInfo.Audio] { [] }

    package var selectedAudio: Int? { nil }

    package func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool { true }

    /// Most have none.
    package var subtitles: [SubtitleStream] { [] }

    package var chapters: [MediaInfo.Chapter] { [] }

    package var file: MediaLocation? { nil }
}
