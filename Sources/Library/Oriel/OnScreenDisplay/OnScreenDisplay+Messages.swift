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
    func announcePause() { host.announce((player.isPaused ? Message.paused : .playing).text, isLasting: false) }
    func announcePosition() {
        host.announce(Message.position(host.shownPosition, of: host.shownDuration).text, isLasting: false)
    }

    func sayPosition() { say(.position(host.shownPosition, of: host.shownDuration)) }

    func saySpeed() { say(Message(localized("Speed \(SpeedText.text(player.speed))"))) }

    func sayLive() { say(Message(localized("Live"))) }

    func sayDeinterlacing() {
        say(Message(player.deinterlaces ? localized("Deinterlacing automatic") : localized("Deinterlacing off")))
    }

    func sayHardwareDecoding() { say(Message(localized("Hardware decoding: \(player.hardwareDecoding.rawValue)"))) }

    func sayVolume() {
        say(
            .volume(player.volumePercent, atMost: PlaybackLimits.volume.upperBound, isMuted: player.isMuted))
    }

    func sayAudioDelay() { say(Message(localized("Sound delay: \(DelayText.text(player.audioDelay))"))) }

    func saySubtitleDelay() { say(Message(localized("Subtitle delay: \(DelayText.text(player.subtitleDelay))"))) }

    func sayChapter(_ index: Int) {
        let chapters = player.chapters
        let place = localized("Chapter \(index + 1)/\(chapters.count)")
        say(Message(chapters[index].title.map { "\(place): \($0)" } ?? place))
    }

    /// Shows the item's number in the playlist and its title.
    func sayItem() {
        guard player.items.count > 1, let index = player.currentItem.flatMap({ player.items.firstIndex(of: $0) }) else {
            return
        }
        say(Message("\(index + 1)/\(player.items.count): \(player.title)"), for: .seconds(2))
    }

    func sayRepeat() {
        func text(_ time: Duration) -> String { ClockText.text(time) }
        let line =
            if let range = player.repeatedRange {
                localized("Repeat: \(text(range.lowerBound)) to \(text(range.upperBound))")
            } else if let repeatStart = host.repeatStart {
                localized("Repeat: \(text(repeatStart)) to …")
            } else {
                localized("Repeat off")
            }
        say(Message(line), for: .seconds(2))
    }

    /// Shows what has changed of the picture's form.
    func sayForm(since before: PictureForm) {
        let form = player.pictureForm
        if form.crop != before.crop {
            say(Message(localized("Crop: \(form.crop.name)")))
        } else if form.zoom != before.zoom {
            say(Message(localized("Zoom: \(Int((form.zoom * 100).rounded())) %")))
        } else if form.gravity != before.gravity {
            say(Message(localized("Scaling: \(form.gravity.name)")))
        } else if form.aspectRatio != before.aspectRatio {
            say(Message(localized("Aspect ratio: \(PictureForm.name(ofAspect: form.aspectRatio))")))
        } else if form.rotation != before.rotation {
            say(Message(localized("Rotation: \(form.rotation.rawValue)°")))
        }
    }

    func sayAudioTrack() {
        sayTrack(.audio, localized("Sound"), off: localized("Sound off"), none: localized("No sound"))
    }

    func sayVideoTrack() {
        sayTrack(.video, localized("Video"), off: localized("Video off"), none: localized("No video"))
    }

    func saySubtitles() {
        sayTrack(
            .subtitle, localized("Subtitles"), off: localized("Subtitles off"), none: localized("No subtitles"))
    }

    /// Shows the selected track's number among those of its kind, and its name.
    private func sayTrack(_ kind: PlayerCommand.TrackKind, _ label: String, off: String, none: String) {
        let tracks = ShownTracks(kind, of: player)
        guard !tracks.isEmpty else { return _ = say(Message(none)) }
        guard let selected = tracks.selected else { return _ = say(Message(off)) }
        let number = tracks.count > 1 ? " \(selected + 1)/\(tracks.count)" : ""
        say(Message("\(label)\(number): \(tracks[selected])"))
    }

    func saySubtitleScale() {
        say(Message(localized("Subtitle size: \(Int((player.subtitleScale * 100).rounded())) %")))
    }

    func saySubtitlePosition() {
        say(Message(localized("Subtitle height: \(Int((100 - player.subtitlePosition).rounded())) %")))
    }

    func sayLocked(_ isLocked: Bool) {
        say(
            Message(isLocked ? localized("Clicks pass through; undo: oriel unlock") : localized("Unlocked")),
            for: .seconds(isLocked ? 3 : 1))
    }

    func saySaved(_ path: String) { say(Message(localized("Saved \(path)")), for: .seconds(2)) }

    func sayFailure(_ line: String, for time: Duration = .seconds(3)) { say(Message(line), .failure, for: time) }
}
