import Glibc
import OrielAudioOutput
import OrielGeometry
import OrielMedia
import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielRemoteControl
import OrielSurfaces
import OrielTransport
import OrielWayland
import OrielWindows

extension SessionPlayer {
    /// The player's status for `oriel status`.
    var status: PlayerStatus {
        let (scene, player) = (host.scene, host.scene.player)
        let source = player.source.description
        var status = PlayerStatus(
            id: identifier.rawValue, pid: getpid(), media: source.address, title: scene.title,
            mode: mode, surface: surface)
        status.position = host.playback.position.seconds
        status.connected = host.application.isConnected
        status.output = scene.shownPicture?.surface.outputs.first?.state.name
        status.rect = rect
        status.placement = scene.floating == nil ? nil : scene.overlay.placement.map { PlacementStatus($0) }
        if let snapshot = host.snapshot {
            status.pip.state = .init(rawValue: snapshot.state.rawValue) ?? .idle
            status.pip.possible = snapshot.isPossible
            status.pip.active = snapshot.isActive
            status.pip.suspended = snapshot.isSuspended
            status.pip.stashed = snapshot.isStashed
            status.pip.locked = scene.overlay.isLocked
            status.pip.peeking = scene.overlay.isPeeking
        }
        status.duration = host.playback.duration?.seconds
        status.paused = host.playback.isPaused
        status.speed = player.speed
        let state = player.source.state
        status.live = state.isLive
        status.buffering = player.isBuffering
        status.ahead = state.bufferedUntil.map { max(0, ($0 - player.position).seconds) }
        if let video = source.video {
            var shown = PlayerStatus.Video(
                codec: video.codec, width: video.width, height: video.height, fps: video.framesPerSecond?.value ?? 0,
                renderer: host.application.desktop.renderer.rawValue)
            shown.hwdec = video.hardware.name
            shown.hwdecReason = video.hardware.reason.map { String($0.prefix(200)) }
            shown.deinterlaced = video.isDeinterlaced
            status.video = shown
        }
        let seen = player.shownPart
        if seen != .whole { status.crop = player.uprightSize.map { seen.pixels(of: $0) } }
        status.zoom = player.pictureForm.zoom
        status.volume = player.volumePercent
        status.muted = player.isMuted
        if let audio = source.audio, let sound = player.sound {
            let facts = sound.output.facts
            var heard = PlayerStatus.Audio(codec: audio.codec, sink: facts.sink.rawValue, audible: player.isAudible)
            heard.gain = sound.gain
            heard.offset = Double(sound.offset.nanoseconds / 1000) / 1000
            heard.underruns = facts.underruns
            status.audio = heard
        }
        status.tracks = tracks
        if player.items.count > 1, let item = player.currentItem, let index = player.items.firstIndex(of: item) {
            status.list = PlayerStatus.List(index: index + 1, count: player.items.count, loop: player.loopsItems)
        }
        status.problem = player.source.losses.last?.reason
        let statistics = player.statistics
        status.frames.decoded = player.source.decodedFrames
        status.frames.presented = statistics.presented
        status.frames.dropped = statistics.dropped
        status.frames.late = statistics.late
        status.frames.repeated = statistics.repeated
        return status
    }

    private var tracks: [PlayerStatus.Track] {
        let player = host.scene.player
        func text(_ text: String?) -> String? { text.map { String($0.prefix(64)) } }
        let audio = player.audioTracks.prefix(Self.toldTracks / 2).enumerated().map { index, track in
            PlayerStatus.Track(
                kind: .audio, number: index + 1, codec: track.codec, language: track.language, title: text(track.title),
                file: text(track.file), selected: player.selectedAudioTrack == index)
        }
        let subtitles = player.subtitleTracks.enumerated().map { index, track in
            PlayerStatus.Track(
                kind: .subtitle, number: index + 1, codec: track.codec, language: track.language,
                title: text(track.title), file: text(track.file), selected: player.selectedSubtitleTrack == index)
        }
        let video = player.videoTracks.prefix(Self.toldTracks / 4).enumerated().map { index, track in
            PlayerStatus.Track(
                kind: .video, number: index + 1, codec: track.codec, language: track.language,
                title: text(track.title), selected: player.selectedVideoTrack == index)
        }
        return Array((video + audio + subtitles).prefix(Self.toldTracks))
    }

    /// Largest number of tracks in a status; more don't fit into a message.
    private static let toldTracks = 32

    var mode: PlayerStatus.Mode {
        let scene = host.scene
        if scene.floating != nil { return .pip }
        if let window = scene.windowScene.appWindow, scene.windowScene.isAppWindowShown {
            if case .fullScreen = window.state { return .fullscreen }
            return .window
        }
        guard let window = scene.window else { return .hidden }
        return window.isFullscreen ? .fullscreen : .window
    }

    private var surface: PlayerStatus.Surface {
        switch host.scene.floating?.kind {
        case .layerShell: .layerSurface
        case .pictureInPicture: .pictureInPicture
        case .toplevel: .toplevel
        case nil: host.scene.window == nil ? .none : .toplevel
        }
    }

    /// The rectangle of the overlay or of a full-screen window on its output, in logical pixels. nil where it is
    /// unknown: the compositor tells no window's position, and panels may move a layer surface.
    private var rect: Rect? {
        let scene = host.scene
        if let rect = scene.overlay.rect { return rect }
        guard scene.floating == nil, let window = scene.window, window.isFullscreen else { return nil }
        return Rect(origin: .zero, size: window.picture.size)
    }
}
