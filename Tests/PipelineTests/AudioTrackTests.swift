import OrielDecode
import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Media with several audio tracks.
@Suite struct AudioTrackTests {
    private static let rate = 48000
    /// The tone frequencies of the first, second and third track, in hertz.
    private static let tones = [400.0, 700, 1000]

    /// A clip of ten seconds of video and a tone in each track, made once.
    private static let clip = Result {
        let folder = try TemporaryFolder()
        let video = try StampedClip(size: Size(width: 160, height: 90), frames: 300, keyInterval: 30).file()
        let path = "\(folder.path)/three.mkv"
        var arguments = ["-i", video]
        for tone in tones {
            arguments += ["-f", "lavfi", "-i", "sine=frequency=\(tone):duration=10:sample_rate=48000"]
        }
        arguments += ["-map", "0", "-map", "1", "-map", "2", "-map", "3", "-c:v", "copy"]
        arguments += ["-c:a:0", "flac", "-c:a:1", "pcm_s16le", "-c:a:2", "ac3", "-ac:a:1", "2", "-ar:a:2", "44100"]
        for (index, language) in ["eng", "ger", "fre"].enumerated() {
            arguments += ["-metadata:s:a:\(index)", "language=\(language)"]
        }
        arguments += ["-metadata:s:a:1", "title=Erzählt", path]
        try ffmpeg(arguments)
        return (folder, path)
    }

    private func viewer(
        _ listener: Listener, _ path: String? = nil, _ change: (inout MediaPipeline.Options) -> Void = { _ in }
    ) throws -> Viewer {
        var options = MediaPipeline.Options()
        change(&options)
        return try Viewer(.path(try path ?? Self.clip.get().1), options, audio: listener)
    }

    private func wait(_ viewer: Viewer, _ listener: Listener, until end: Duration) throws {
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= end - .milliseconds(30) ? true : nil
        }
    }

    /// Expects that the buffers are one gapless piece of one track from a time on.
    private func expect(
        _ buffers: [AudioBuffer], _ track: Int, from start: Duration, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let distance = (buffers.first?.stamp.time ?? .seconds(-1)) - start
        #expect(distance < .microseconds(1) && distance > .microseconds(-1), sourceLocation: sourceLocation)
        for (earlier, later) in zip(buffers, buffers.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(100) && gap > .microseconds(-100), sourceLocation: sourceLocation)
        }
        let found = frequency(of: buffers)
        #expect(abs(found - Self.tones[track]) < 2, "\(found)", sourceLocation: sourceLocation)
        let beginning = buffers.prefix(100).flatMap(\.samples).prefix(2 * Self.rate * 3 / 100)
        #expect(beginning.map(abs).max() ?? 0 > 0.03, "it begins at once", sourceLocation: sourceLocation)
    }

    @Test func allAreListedAndTheLikedLanguageIsHeard() throws {
        for (languages, wanted) in [([], 0), (["de", "en"], 1), (["xx", "fra"], 2), (["xx"], 0)] as [([String], Int)] {
            let listener = try Listener()
            let viewer = try viewer(listener) { $0.audioLanguages = languages }
            let tracks = try #require(try viewer.opened()).audioTracks
            #expect(tracks.map(\.language) == ["eng", "ger", "fre"])
            #expect(tracks.map(\.codec) == ["flac", "pcm_s16le", "ac3"])
            #expect(tracks.map(\.title) == [nil, "Erzählt", nil])
            #expect(viewer.pipeline.selectedAudio == wanted, "\(languages)")
            #expect(viewer.pipeline.snapshot.info?.playedAudio == tracks[wanted])
            let start = try #require(try viewer.rest().first).time
            try wait(viewer, listener, until: .seconds(10))
            expect(listener.heard, wanted, from: start)
        }
    }

    /// The new track is heard at once and without a gap; no frame is decoded again or dropped.
    @Test func anotherIsHeardFromWhereItIs() throws {
        let listener = try Listener(limit: Self.rate)
        let viewer = try viewer(listener)
        try viewer.wait(.milliseconds(20)) { listener.frames == Self.rate ? true : nil }
        #expect(viewer.pipeline.selectAudio(1, at: .milliseconds(400), generation: 0))
        #expect(viewer.pipeline.playedAudio?.language == "ger")
        listener.allow(Self.rate)
        try viewer.wait(.milliseconds(20)) { listener.frames == Self.rate ? true : nil }
        expect(listener.heard, 1, from: .milliseconds(400))
        // Then back to the track before.
        #expect(viewer.pipeline.selectAudio(0, at: .milliseconds(900), generation: 0))
        listener.allow(.max / 2)
        let frames = try viewer.rest()
        #expect(frames.count == 300)
        #expect(frames.allSatisfy { $0.generation == 0 })
        try wait(viewer, listener, until: .seconds(10))
        expect(listener.heard, 0, from: .milliseconds(900))
        // After everything was read and decoded.
        #expect(viewer.pipeline.selectAudio(2, at: .milliseconds(8500), generation: 0))
        try wait(viewer, listener, until: .seconds(10))
        expect(listener.heard, 2, from: .milliseconds(8500))
        #expect(viewer.pipeline.statistics.decoded == 300)
        #expect(viewer.pipeline.snapshot.phase == .ended)
    }

    @Test func noneIsSilentAndOneCanBeHadAgain() throws {
        let listener = try Listener(limit: Self.rate)
        let viewer = try viewer(listener)
        try viewer.wait(.milliseconds(20)) { listener.frames == Self.rate ? true : nil }
        #expect(viewer.pipeline.selectAudio(nil, at: .milliseconds(300), generation: 0))
        #expect(viewer.pipeline.playedAudio == nil)
        listener.allow(.max / 2)
        for _ in 0..<60 { _ = try viewer.next() }
        #expect(listener.frames == 0)
        #expect(viewer.pipeline.selectAudio(2, at: .milliseconds(1900), generation: 0))
        #expect(try viewer.rest().count == 240)
        try wait(viewer, listener, until: .seconds(10))
        expect(listener.heard, 2, from: .milliseconds(1900))
        // A pipeline without an audio track still ends.
        #expect(viewer.pipeline.selectAudio(nil, at: .seconds(9), generation: 0))
        #expect(viewer.pipeline.snapshot.soundUntil == nil)
        _ = try viewer.seek(.milliseconds(8010))
        #expect(try viewer.rest().count == 59)
        #expect(viewer.pipeline.snapshot.phase == .ended)
        #expect(listener.frames == 0)
    }

    @Test func seeksAndTurnsOfALoopKeepTheTrack() throws {
        // The sound reaches a second into the next turn.
        let listener = try Listener(limit: Self.rate * 11)
        let viewer = try viewer(listener) { $0.loops = true }
        try viewer.wait(.milliseconds(20)) {
            _ = viewer.pipeline.takeFrame()
            return listener.frames == Self.rate * 11 ? true : nil
        }
        #expect(viewer.pipeline.selectAudio(1, at: .milliseconds(600), generation: 1))
        listener.allow(.max / 2)
        for _ in 0..<500 { _ = try viewer.next() }
        try viewer.wait(.milliseconds(20)) {
            listener.heard.contains { $0.stamp.generation == 2 && $0.end > .seconds(1) } ? true : nil
        }
        expect(listener.heard.filter { $0.stamp.generation == 1 }, 1, from: .milliseconds(600))
        let turn = listener.heard.filter { $0.stamp.generation == 2 }
        expect(turn, 1, from: try #require(turn.first).stamp.time)
        viewer.pipeline.loops = false
        // A device would also make room like this.
        listener.allow(Self.rate)
        let frame = try #require(try viewer.seek(.milliseconds(4500)))
        // The track changes while the seek is still running.
        #expect(viewer.pipeline.selectAudio(0, at: frame.time, generation: frame.generation))
        listener.allow(.max / 2)
        _ = try viewer.rest()
        try wait(viewer, listener, until: .seconds(10))
        expect(listener.heard.filter { $0.stamp.generation == frame.generation }, 0, from: frame.time)
    }

    @Test(arguments: ["wav", "mp3", "mka"]) func aFileOfItsOwnIsHeardInStep(suffix: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/other.\(suffix)"
        try ffmpeg([
            "-f", "lavfi", "-i", "sine=frequency=700:duration=10:sample_rate=48000",
            path,
        ])
        let video = try StampedClip(
            size: Size(width: 160, height: 90), frames: 300, container: "matroska", keyInterval: 30,
            sound: ClipSound(codec: "flac", isSteady: true)
        ).file()
        let listener = try Listener()
        let viewer = try viewer(listener, video) { $0.audioFiles = [.path("/nowhere.wav"), .path(path)] }
        let tracks = try #require(try viewer.opened()).audioTracks
        #expect(tracks.map(\.file) == [nil, "other.\(suffix)"])
        #expect(viewer.pipeline.selectedAudio == 1)
        #expect(try viewer.rest().count == 300)
        try wait(viewer, listener, until: .seconds(9.9))
        expect(listener.heard, 1, from: .zero)
        for wanted in [6.3, 2.0] {
            let frame = try #require(try viewer.seek(.seconds(wanted)))
            _ = try viewer.rest()
            try wait(viewer, listener, until: .seconds(9.9))
            expect(listener.heard, 1, from: frame.time)
        }
        listener.allow(Self.rate)
        let frame = try #require(try viewer.seek(.seconds(1)))
        #expect(viewer.pipeline.selectAudio(0, at: frame.time, generation: frame.generation))
        listener.allow(.max / 2)
        _ = try viewer.rest()
        try wait(viewer, listener, until: .seconds(9.9))
        expect(listener.heard, 2, from: frame.time)
    }

    /// Each file takes a descriptor.
    @Test func audioFilesHaveABound() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/other.wav"
        try ffmpeg([
            "-f", "lavfi", "-i", "sine=frequency=700:duration=1:sample_rate=48000",
            path,
        ])
        let video = try StampedClip(
            size: Size(width: 160, height: 90), frames: 30, container: "matroska", keyInterval: 30,
            sound: ClipSound(codec: "flac", isSteady: true)
        ).file()
        let listener = try Listener()
        let viewer = try viewer(listener, video) { $0.audioFiles = [MediaLocation](repeating: .path(path), count: 70) }
        #expect(try viewer.opened()?.audioTracks.count == 65)
    }

    @Test func ofALongerFileALoopHearsAsMuchAsTheFilmIsLong() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/long.wav"
        try ffmpeg([
            "-f", "lavfi", "-i", "sine=frequency=700:duration=600:sample_rate=48000",
            path,
        ])
        let video = try StampedClip(size: Size(width: 160, height: 90), frames: 30, keyInterval: 30).file()
        let listener = try Listener()
        let viewer = try viewer(listener, video) {
            $0.audioFiles = [.path(path)]
            $0.loops = true
        }
        for _ in 0..<30 { _ = try viewer.next() }
        try viewer.wait(.milliseconds(20)) { listener.heard.contains { $0.stamp.generation == 1 } ? true : nil }
        let turn = listener.heard.filter { $0.stamp.generation == 0 }
        expect(turn, 1, from: .zero)
        #expect(turn.reduce(0) { $0 + $1.frames } == Self.rate)
    }

    @Test func theBestOfALanguageIsChosen() {
        let tracks = [
            MediaInfo.Audio(stream: 1, codec: "aac", language: "eng", isCommentary: true),
            MediaInfo.Audio(stream: 2, codec: "aac", language: "en", isForVisuallyImpaired: true),
            MediaInfo.Audio(stream: 3, codec: "aac", language: "en-GB"),
            MediaInfo.Audio(stream: 4, codec: "ac3", language: "eng"),
            MediaInfo.Audio(stream: 5, codec: "aac"),
        ]
        #expect(AudioChoice.index(of: tracks, languages: ["en"], best: 4) == 2)
        #expect(AudioChoice.index(of: tracks, languages: ["en"], best: 3) == 3)
        #expect(AudioChoice.index(of: tracks, languages: ["de", "eng"], best: 0) == 2)
        #expect(AudioChoice.index(of: tracks, languages: ["de"], best: 4) == 4)
        #expect(AudioChoice.index(of: tracks, languages: [], best: nil) == 0)
        #expect(AudioChoice.index(of: [], languages: ["en"], best: nil) == nil)
        let named = tracks + [MediaInfo.Audio(stream: 0, codec: "mp3", file: "a.mp3")]
        #expect(AudioChoice.index(of: named, languages: ["en"], best: 3) == 5)
    }
}
