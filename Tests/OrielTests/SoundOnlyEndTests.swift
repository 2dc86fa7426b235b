import Oriel
import OrielAudioOutput
import OrielPlatform
import OrielTestSupport
import Testing

/// Music ends with its audio, whatever its estimated duration.
@MainActor @Suite struct SoundOnlyEndTests {
    /// Writes twenty seconds of MP3 without a header with its duration; libavformat estimates nearly twice as much.
    private func song(in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/song.mp3"
        try ffmpeg(
            ["-f", "lavfi", "-i", "sine=300:d=10:r=44100", "-f", "lavfi", "-i"] + [
                "anoisesrc=d=10:r=44100:a=0.5", "-filter_complex", "[0][1]concat=n=2:v=0:a=1", "-q:a", "2",
            ] + ["-write_xing", "0", "-id3v2_version", "0", path])
        return path
    }

    /// A start after the end ends at once, and the next item starts at its beginning.
    @Test func whatBeginsBehindTheEndIsOverAtOnce() throws {
        let folder = try TemporaryFolder()
        let path = try song(in: folder)
        var options = Player.Options.playsAutomatically
        options.audio = .null
        let (first, second) = (PlayerItem(path, startTime: .seconds(25)), PlayerItem(path))
        let player = try Player(items: [first, second], options: options)
        let loop = try EventLoop()
        try player.attach(to: MainLoop(loop))
        defer { player.detach() }
        var left: Duration?
        player.onLeave = { _, position, _ in left = position }
        let start = MonotonicClock.now
        try loop.turn { player.currentItem === second }
        #expect(MonotonicClock.now < start + .seconds(5))
        #expect(player.position < .seconds(2))
        #expect(left != nil)
    }
}
