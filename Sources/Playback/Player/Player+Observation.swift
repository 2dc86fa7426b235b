public import Observation
import OrielMedia
import OrielPlatform
import OrielTransport

/// Observation of a player's properties. Each is told with the change that concerns it; none is told with a frame.
extension Player: Observable, ObservableFace {
    /// Tells observers of a property if it differs from what they were told last.
    func tell<Value: Equatable>(_ property: KeyPath<Player, Value>) {
        if face.told.note(self[keyPath: property], of: property) { mutate(property) {} }
    }

    /// Notes the values that the player begins with, which are no change for its first observers.
    func noteFirstValues() {
        tellPlayback()
        tellList()
        tellForm()
        tellSound()
        tell(\.defaultRate)
    }

    /// Tells observers of the properties that a change concerns.
    func tellObservers(of change: Change) {
        tellPlayback()
        switch change {
        case .frames, .paused, .speed, .seeked, .landed, .buffering, .ended, .looped: break
        case .opened, .failed: tellMedium()
        case .skipped(let item):
            item.mutate(\.owner) {}
            tellList()
        case .item: tellList()
        case .interstitial: tell(\.currentInterstitial)
        case .marks: tellMarks()
        case .subtitles: tellSubtitles()
        case .form: tellForm()
        case .sound: tellSound()
        }
    }

    /// Tells observers of the state of playback.
    private func tellPlayback() {
        tell(\.isPaused)
        tell(\.speed)
        tell(\.rate)
        tell(\.timeControlStatus)
        tell(\.hasEnded)
        tell(\.isBuffering)
        tell(\.status)
        tell(\.error)
    }

    /// Tells of a duration that has changed while the medium is played, as a guessed one does.
    func tellDuration() {
        let duration = source.state.duration
        guard duration != face.duration else { return }
        face.duration = duration
        tell(\.duration)
        onFactsChange()
    }

    private func tellList() {
        tell(\.items)
        tell(\.currentItem)
        tell(\.repeatedRange)
        tellMedium()
        tellMarks()
        tellSubtitles()
    }

    private func tellForm() {
        tell(\.pictureForm)
        tell(\.deinterlaces)
        tell(\.hardwareDecoding)
        tell(\.selectedVideoTrack)
    }

    private func tellSound() {
        tell(\.volume)
        tell(\.volumePercent)
        tell(\.isMuted)
        tell(\.audioDelay)
        tell(\.selectedAudioTrack)
    }

    private func tellMedium() {
        tell(\.duration)
        tell(\.bitRate)
        tell(\.title)
        tell(\.tags)
        tell(\.hasLiveEdge)
        tell(\.isSoundOnly)
        tell(\.audioTracks)
        tell(\.selectedAudioTrack)
        tell(\.videoTracks)
        tell(\.selectedVideoTrack)
        tell(\.chapters)
    }

    private func tellMarks() {
        tell(\.chapters)
        tell(\.navigationMarkers)
        tell(\.interstitialTimeRanges)
        tell(\.currentInterstitial)
    }

    private func tellSubtitles() {
        tell(\.subtitleTracks)
        tell(\.selectedSubtitleTrack)
        tell(\.subtitleLines)
        tell(\.subtitleDelay)
        tell(\.subtitleScale)
        tell(\.subtitlePosition)
    }
}
