import OrielControls
import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielText
import OrielTexts
import OrielTransport

/// Messages about the effects of keys and commands.
extension OnScreenDisplay {
    func sayPaused(_ isPaused: Bool) { say(isPaused ? .paused : .playing) }

    /// Has a screen reader say what the controls show without a message.
    func announcePause() { accessibility?.announce((player.isPaused ? OnScreenMessage.paused : .playing).text) }
    func announcePosition() {
        accessibility?.announce(OnScreenMessage.position(host.playback.position, of: host.playback.duration).text)
    }

    func sayPosition() { say(.position(host.playback.position, of: host.playback.duration)) }

    func saySpeed() { say(OnScreenMessage(localized("Speed \(SpeedText.text(player.speed))"))) }

    func sayLive() { say(OnScreenMessage(localized("Live"))) }

    func sayDeinterlacing() {
        say(
            OnScreenMessage(player.deinterlaces ? localized("Deinterlacing automatic") : localized("Deinterlacing off"))
        )
    }

    func sayHardwareDecoding() {
        say(OnScreenMessage(localized("Hardware decoding: \(player.hardwareDecoding.rawValue)")))
    }

    func sayVolume() {
        say(
            .volume(player.volumePercent, atMost: PlaybackLimits.volume.upperBound, isMuted: player.isMuted))
    }

    func sayAudioDelay() { say(OnScreenMessage(localized("Sound delay: \(DelayText.text(player.audioDelay))"))) }

    func saySubtitleDelay() {
        say(OnScreenMessage(localized("Subtitle delay: \(DelayText.text(player.subtitleDelay))")))
    }

    func sayChapter(_ index: Int) {
        let chapters = player.chapters
        let place = localized("Chapter \(index + 1)/\(chapters.count)")
        say(OnScreenMessage(chapters[index].title.map { "\(place): \($0)" } ?? place))
    }

    /// Shows the item's number in the playlist and its title.
    func sayItem() {
        guard player.items.count > 1, let index = player.currentItem.flatMap({ player.items.firstIndex(of: $0) }) else {
            return
        }
        say(OnScreenMessage("\(index + 1)/\(player.items.count): \(player.title)"), for: .seconds(2))
    }

    /// - Parameter start: beginning of a repetition whose end the user has not chosen yet.
    func sayRepeat(from start: Duration?) {
        func text(_ time: Duration) -> String { ClockText.text(time) }
        let line =
            if let range = player.repeatedRange {
                localized("Repeat: \(text(range.lowerBound)) to \(text(range.upperBound))")
            } else if let start {
                localized("Repeat: \(text(start)) to …")
            } else {
                localized("Repeat off")
            }
        say(OnScreenMessage(line), for: .seconds(2))
    }

    /// Shows what has changed of the picture's form.
    func sayForm(since before: PictureForm) {
        let form = player.pictureForm
        if form.crop != before.crop {
            say(OnScreenMessage(localized("Crop: \(form.crop.name)")))
        } else if form.zoom != before.zoom {
            say(OnScreenMessage(localized("Zoom: \(Int((form.zoom * 100).rounded())) %")))
        } else if form.gravity != before.gravity {
            say(OnScreenMessage(localized("Scaling: \(form.gravity.name)")))
        } else if form.aspectRatio != before.aspectRatio {
            say(OnScreenMessage(localized("Aspect ratio: \(PictureForm.name(ofAspect: form.aspectRatio))")))
        } else if form.rotation != before.rotation {
            say(OnScreenMessage(localized("Rotation: \(form.rotation.rawValue)°")))
        }
    }

    /// Shows the selected track's number among those of its kind, and its name.
    func sayTrack(_ kind: PlayerCommand.TrackKind) {
        let (label, off, none) =
            switch kind {
            case .audio: (localized("Sound"), localized("Sound off"), localized("No sound"))
            case .video: (localized("Video"), localized("Video off"), localized("No video"))
            case .subtitle: (localized("Subtitles"), localized("Subtitles off"), localized("No subtitles"))
            }
        let tracks = ShownTracks(kind, of: player)
        guard !tracks.isEmpty else { return _ = say(OnScreenMessage(none)) }
        guard let selected = tracks.selected else { return _ = say(OnScreenMessage(off)) }
        let number = tracks.count > 1 ? " \(selected + 1)/\(tracks.count)" : ""
        say(OnScreenMessage("\(label)\(number): \(tracks[selected])"))
    }

    func saySubtitleScale() {
        say(OnScreenMessage(localized("Subtitle size: \(Int((player.subtitleScale * 100).rounded())) %")))
    }

    func saySubtitlePosition() {
        say(OnScreenMessage(localized("Subtitle height: \(Int((100 - player.subtitlePosition).rounded())) %")))
    }

    func sayLocked(_ isLocked: Bool) {
        say(
            OnScreenMessage(isLocked ? localized("Clicks pass through; undo: oriel unlock") : localized("Unlocked")),
            for: .seconds(isLocked ? 3 : 1))
    }

    func saySaved(_ path: String) { say(OnScreenMessage(localized("Saved \(path)")), for: .seconds(2)) }

    func sayFailure(_ line: String, for time: Duration = .seconds(3)) {
        say(OnScreenMessage(line), .failure, for: time)
    }
}
