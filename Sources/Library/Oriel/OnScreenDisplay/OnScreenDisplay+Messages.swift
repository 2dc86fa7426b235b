import OrielControls
import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielText
import OrielTransport

/// Messages about the effects of keys and commands.
extension OnScreenDisplay {
    func sayPaused(_ isPaused: Bool) { say(isPaused ? .paused : .playing) }

    func sayPosition() { say(.position(host.shownPosition, of: host.shownDuration)) }

    func saySpeed() { say(Message("Speed \(SpeedText.text(player.speed))")) }

    func sayLive() { say(Message("Live")) }

    func sayDeinterlacing() {
        say(Message(player.deinterlaces ? "Deinterlacing automatic" : "Deinterlacing off"))
    }

    func sayHardwareDecoding() { say(Message("Hardware decoding: \(player.hardwareDecoding.rawValue)")) }

    func sayVolume() {
        say(
            .volume(player.volumePercent, atMost: PlaybackLimits.volume.upperBound, isMuted: player.isMuted))
    }

    func sayAudioDelay() { say("Sound delay", player.audioDelay) }

    /// Shows a delay, in milliseconds with its sign.
    func say(_ what: String, _ delay: Duration) { say(Message("\(what): \(DelayText.text(delay))")) }

    func sayChapter(_ index: Int) {
        let chapters = player.chapters
        let title = chapters[index].title.map { ": \($0)" } ?? ""
        say(Message("Chapter \(index + 1)/\(chapters.count)\(title)"))
    }

    /// Shows the item's number in the playlist and its title.
    func sayItem() {
        guard player.items.count > 1, let index = player.currentItem.flatMap({ player.items.firstIndex(of: $0) }) else {
            return
        }
        say(Message("\(index + 1)/\(player.items.count): \(player.title)"), for: .seconds(2))
    }

    func sayRepeat() {
        func text(_ time: Duration) -> String { Message.clock(time) }
        let line =
            if let range = player.repeatedRange {
                "Repeat: \(text(range.lowerBound)) to \(text(range.upperBound))"
            } else if let repeatStart = host.repeatStart {
                "Repeat: \(text(repeatStart)) to …"
            } else {
                "Repeat off"
            }
        say(Message(line), for: .seconds(2))
    }

    /// Shows what has changed of the picture's form.
    func sayForm(since before: PictureForm) {
        let form = player.pictureForm
        if form.crop != before.crop {
            say(Message("Crop: \(form.crop.name)"))
        } else if form.zoom != before.zoom {
            say(Message("Zoom: \(Int((form.zoom * 100).rounded())) %"))
        } else if form.gravity != before.gravity {
            say(Message("Scaling: \(form.gravity.name)"))
        } else if form.aspectRatio != before.aspectRatio {
            say(Message("Aspect ratio: \(PictureForm.name(ofAspect: form.aspectRatio))"))
        } else if form.rotation != before.rotation {
            say(Message("Rotation: \(form.rotation.rawValue)°"))
        }
    }

    func sayAudioTrack() { sayTrack("Sound", .audio) }
    func sayVideoTrack() { sayTrack("Video", .video) }
    func saySubtitles() { sayTrack("Subtitles", .subtitle) }

    /// Shows the selected track's number among those of its kind, and its name.
    private func sayTrack(_ label: String, _ kind: PlayerCommand.TrackKind) {
        let tracks = ShownTracks(kind, of: player)
        guard !tracks.isEmpty else { return _ = say(Message("No \(label.lowercased())")) }
        guard let selected = tracks.selected else { return _ = say(Message("\(label) off")) }
        let number = tracks.count > 1 ? " \(selected + 1)/\(tracks.count)" : ""
        say(Message("\(label)\(number): \(tracks[selected])"))
    }

    func saySubtitleScale() {
        say(Message("Subtitle size: \(Int((player.subtitleScale * 100).rounded())) %"))
    }

    func saySubtitlePosition() {
        say(Message("Subtitle height: \(Int((100 - player.subtitlePosition).rounded())) %"))
    }

    func sayLocked(_ isLocked: Bool) {
        say(
            Message(isLocked ? "Clicks pass through; undo: oriel unlock" : "Unlocked"), for: .seconds(isLocked ? 3 : 1))
    }

    func saySaved(_ path: String) { say(Message("Saved \(path)"), for: .seconds(2)) }

    func sayFailure(_ line: String, for time: Duration = .seconds(3)) { say(Message(line), .failure, for: time) }
}
