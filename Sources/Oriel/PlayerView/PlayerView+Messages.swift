import OrielPlatform
import OrielText

/// What a key or a command did is told on the picture: from a file manager nobody sees standard error.
extension PlayerView {
    func sayPlaying() { scene.say(player.isPaused ? .paused : .playing) }

    func sayPosition() { scene.say(.position(player.position, of: player.duration)) }

    func saySpeed() { scene.say(.speed(player.speed)) }

    func sayVolume() { scene.say(.volume(player.volume, isMuted: player.isMuted)) }

    func sayAudioDelay() { say("Sound", player.audioDelay) }

    /// How much later something comes.
    func say(_ what: String, _ delay: Duration) {
        let milliseconds = delay.nanoseconds / 1_000_000
        scene.say(Message("\(what) \(milliseconds < 0 ? "" : "+")\(milliseconds) ms"))
    }

    func sayChapter(_ index: Int) {
        let chapters = player.chapters
        let title = chapters[index].title.map { ": \($0)" } ?? ""
        scene.say(Message("Chapter \(index + 1)/\(chapters.count)\(title)"))
    }

    func sayAudioTrack() {
        let tracks = player.audioTracks
        scene.say(
            Message(
                Self.words(
                    "Sound", player.selectedAudioTrack, of: tracks.count,
                    player.selectedAudioTrack.map { [tracks[$0].language, tracks[$0].title ?? tracks[$0].file] } ?? []))
        )
    }

    func saySubtitles() {
        let tracks = player.subtitleTracks
        scene.say(
            Message(
                Self.words(
                    "Subtitles", player.selectedSubtitleTrack, of: tracks.count,
                    player.selectedSubtitleTrack.map { [tracks[$0].language, tracks[$0].title ?? tracks[$0].file] }
                        ?? []
                )))
    }

    /// Which of its kind a track is, and what it is called.
    private static func words(_ kind: String, _ selection: Int?, of count: Int, _ names: [String?]) -> String {
        guard count > 0 else { return "No \(kind.lowercased())" }
        guard let selection else { return "\(kind) off" }
        let name = names.compactMap(\.self).joined(separator: ", ")
        let number = count > 1 ? " \(selection + 1)/\(count)" : ""
        return kind + number + (name.isEmpty ? " on" : ": \(name)")
    }

    func saySubtitleScale() {
        scene.say(Message("Subtitles at \(Int((player.subtitleScale * 100).rounded())) %"))
    }

    func saySubtitlePosition() {
        scene.say(Message("Subtitles at height \(Int((100 - player.subtitlePosition).rounded())) %"))
    }

    func sayLocked(_ isLocked: Bool) {
        scene.say(
            Message(isLocked ? "Clicks go through: oriel unlock" : "Unlocked"), for: .seconds(isLocked ? 3 : 1))
    }

    func saySaved(_ path: String) { scene.say(Message("Saved \(path)"), for: .seconds(2)) }

    func sayFailure(_ line: String) { scene.say(Message(line), for: .seconds(3)) }
}
