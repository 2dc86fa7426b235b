import OrielPlatform
import OrielText

/// What a key or a command did is told on the picture: from a file manager nobody sees standard error.
extension PlayerView {
    func sayPlaying() { scene.say(player.isPaused ? .paused : .playing) }

    func sayPosition() { scene.say(.position(player.position, of: player.duration)) }

    func saySpeed() { scene.say(.speed(player.speed)) }

    func sayVolume() { scene.say(.volume(player.volume, isMuted: player.isMuted)) }

    func sayAudioDelay() {
        let milliseconds = player.audioDelay.nanoseconds / 1_000_000
        scene.say(Message("Sound \(milliseconds < 0 ? "" : "+")\(milliseconds) ms"))
    }

    func sayFailure(_ line: String) { scene.say(Message(line), for: .seconds(3)) }
}
