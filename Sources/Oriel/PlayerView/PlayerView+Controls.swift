package import OrielControls
import OrielPlayer
import OrielSceneHandoff
import OrielTransport
import OrielWindows

/// The state of the controls over the video.
extension PlayerView {
    /// Largest number of chapters and of interstitials on a bar; more can't be distinguished.
    private static let mostChapters = 400

    package func controlsState(_ form: ControlsForm) -> ControlsState {
        let source = player.source.state
        var controls = ControlsState(form)
        controls.title = scene.title
        controls.isPaused = isPaused
        controls.position = requests.navigation.wanted ?? shownPosition
        controls.speed = player.speed
        controls.duration = shownDuration
        controls.bufferedUntil = source.bufferedUntil
        controls.isLive = playback.isAppTimed ? playback.delegated?.range == .live : source.isLive
        controls.isSeekable = source.isSeekable || playback.isAppTimed
        controls.isLinear = playback.isLinear
        controls.isPlayable = !playback.isAppTimed || playback.delegated?.isPlayable == true
        if player.isEmpty { controls.isPlayable = false }
        if form == .pictureInPicture {
            let wanted = scene.options.pictureInPicture.controls
            controls.hidden = wanted.hidden
            if !wanted.contains(.playPause) { controls.isPlayable = false }
        }
        // The app's window is full screen by the app's own means.
        if form == .window, scene.windowScene.inline != nil { controls.hidden = [.fullScreen] }
        controls.volume = player.source.description.audio == nil ? nil : player.volumePercent
        controls.isMuted = player.isMuted
        controls.isBuffering = player.isBuffering
        controls.isSeeking = playback.isSeeking
        controls.chapters = player.chapters.prefix(Self.mostChapters).map { .init(start: $0.start, title: $0.title) }
        controls.interstitials = Array(player.interstitialTimeRanges.prefix(Self.mostChapters))
        controls.hasAudioTracks = player.audioTracks.count > 1
        controls.hasSubtitles = !player.subtitleTracks.isEmpty
        controls.thumbnailShape = player.source.file == nil ? nil : scene.overlay.aspectRatio
        controls.canStartPictureInPicture = controller != nil && controllerHost.isSupported && !player.isEmpty
        // A broker of an earlier version only tells whether the slot is free, so the view decides.
        let hasOther = form == .pictureInPicture ? hasSiblings : session.isOtherInPictureInPicture
        controls.canSwap = controllerHost.isSupported && session.isOfferedSwap ?? hasOther
        return controls
    }
}
