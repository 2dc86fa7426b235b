import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Media with sound alone: they have one frame, as long as the sound.
@Suite struct MusicTests {
    /// Returns a file of a tone, with its folder.
    /// - Parameter options: Output options of ffmpeg.
    private func song(_ name: String, seconds: Int = 3, hasCover: Bool, _ options: [String] = []) throws -> (
        TemporaryFolder, String
    ) {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/\(name)"
        var arguments = [
            "-f", "lavfi", "-i", "sine=frequency=700:duration=\(seconds)",
        ]
        if hasCover {
            let cover = "\(folder.path)/cover.png"
            try ffmpeg(["-f", "lavfi", "-i", "color=red:s=300x200", "-frames:v", "1", cover])
            arguments += ["-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"]
        }
        try ffmpeg(arguments + options + [path])
        return (folder, path)
    }

    private func wait(_ viewer: Viewer, _ listener: Listener, until end: Duration) throws {
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= end - .milliseconds(60) ? true : nil
        }
    }

    /// The length in a header is used until the end is reached.
    @Test(arguments: [0, 1000, 96_000, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func aLengthThatLiesEndsNothingEarlyAndNothingLate(bytes: UInt32) throws {
        let (folder, path) = try song("a.wav", hasCover: false, ["-fflags", "+bitexact", "-bitexact"])
        var wave = try IndexClip.bytes(path)
        // The length fields of the file and of its samples.
        for place in [4, 40] { for byte in 0..<4 { wave[place + byte] = UInt8(bytes >> UInt32(8 * byte) & 255) } }
        let listener = try Listener()
        let viewer = try Viewer(.path(try IndexClip.write(wave, "lies.wav")), audio: listener)
        #expect(try viewer.rest().count == 1 && viewer.pipeline.snapshot.phase == .ended)
        // A length that is too small can't be told from a file with other data after its sound.
        let length = min(3, bytes == 0 ? 3 : Double(bytes) / 88_200)
        try viewer.wait(.milliseconds(20)) {
            (viewer.pipeline.snapshot.soundUntil ?? .zero) >= .seconds(length - 0.01) ? true : nil
        }
        #expect(abs((viewer.pipeline.snapshot.soundUntil ?? .zero).seconds - length) < 0.05)
        _ = folder
    }

    /// Without drawn-frame notes for the seek's frame, the sound goes on all the same.
    @Test func aSeekIsHeardThoughNobodyDrawsThePicture() throws {
        // The song is longer than what is read ahead, since reading to the end ends every hold.
        let (folder, path) = try song("a.flac", seconds: 900, hasCover: true)
        let listener = try Listener(limit: 48_000)
        let viewer = try Viewer(.path(path), audio: listener)
        viewer.pipeline.noteDrawn(try #require(try viewer.next()))
        #expect(try viewer.seek(.seconds(100)) != nil)
        listener.allow(480_000)
        try wait(viewer, listener, until: .seconds(105))
        _ = folder
    }

    @Test(arguments: [("a.mp3", true), ("a.flac", true), ("a.m4a", true), ("a.ogg", false), ("a.wav", false)])
    func itIsHeardWithItsCoverAndItsTags(name: String, hasCover: Bool) throws {
        let (folder, path) = try song(
            name, hasCover: hasCover,
            ["-metadata", "title=Lied", "-metadata", "artist=Sie", "-metadata", "album=Mappe"])
        let listener = try Listener()
        let viewer = try Viewer(.path(path), audio: listener)
        let info = try #require(try viewer.opened())
        #expect(info.isSoundOnly && info.isSeekable && !info.isLive)
        #expect(info.title == "Sie – Lied")
        #expect(info.tags.title == "Lied" && info.tags.artist == "Sie")
        #expect(info.tags.album == (name.hasSuffix("wav") ? nil : "Mappe") || info.tags.album == "Mappe")
        #expect(abs((info.duration ?? .zero).seconds - 3) < 0.1)
        #expect(info.video.codec == (hasCover ? "png" : ""))
        let frames = try viewer.rest()
        #expect(frames.count == 1)
        #expect(frames.first?.time == .zero && frames.first?.duration == info.duration)
        if hasCover { #expect(frames.first?.width == 300 && frames.first?.height == 200) }
        try wait(viewer, listener, until: .seconds(3))
        #expect(listener.heard.first?.stamp.time == .zero)
        #expect(abs(frequency(of: listener.heard) - 700) < 2)
        #expect(abs((viewer.pipeline.snapshot.soundUntil ?? .zero).seconds - 3) < 0.1)

        let frame = try #require(try viewer.seek(.milliseconds(1250)))
        #expect(frame.time == .milliseconds(1250))
        #expect(try viewer.rest().isEmpty)
        try wait(viewer, listener, until: .seconds(3))
        #expect(listener.heard.first?.stamp.time == .milliseconds(1250))
        _ = folder
    }

    /// A cover that can't be decoded, or that is larger than any picture may be, is as none.
    @Test(arguments: ["IHDR", "IDAT"]) func aCoverThatCannotBeShownLeavesTheSound(chunk: String) throws {
        let (folder, path) = try song("a.mp3", hasCover: true)
        var bytes = try IndexClip.bytes(path)
        let data = try #require(bytes.indices.first { bytes[$0...].starts(with: chunk.utf8) }) + 4
        // 20000 by 20000 pixels, or nothing that deflate knows.
        bytes.replaceSubrange(
            data..<data + 8,
            with: chunk == "IHDR" ? [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20] : .init(repeating: 0xA5, count: 8))
        let listener = try Listener()
        let viewer = try Viewer(.path(try IndexClip.write(bytes, "bad-\(chunk).mp3")), audio: listener)
        let info = try #require(try viewer.opened())
        #expect(info.isSoundOnly && info.video.codec.isEmpty)
        #expect(try viewer.rest().count == 1)
        try wait(viewer, listener, until: .seconds(3))
        _ = folder
    }

    @Test func turnsOfALoopAreAsLongAsItIs() throws {
        let (folder, path) = try song("a.flac", hasCover: true)
        let listener = try Listener()
        let viewer = try Viewer(.path(path), MediaPipeline.Options(loops: true), audio: listener)
        for turn in 0..<3 {
            let frame = try #require(try viewer.next())
            #expect(frame.generation == turn && frame.time == .zero && frame.duration == .seconds(3))
        }
        try viewer.wait(.milliseconds(20)) { listener.heard.contains { $0.stamp.generation == 2 } ? true : nil }
        let lengths = (0..<2).map { turn in
            listener.heard.filter { $0.stamp.generation == turn }.reduce(0) { $0 + $1.frames }
        }
        #expect(lengths == [3 * 44100, 3 * 44100])
        _ = folder
    }

    @Test func withoutSoundNothingIsLeftOfIt() throws {
        let (folder, path) = try song("a.mp3", hasCover: true)
        let viewer = try Viewer(path)
        #expect(try viewer.failure()?.kind == .audioOnly)
        _ = folder
    }

    /// An attached cover isn't the film's video.
    @Test func aFilmWithACoverIsPlayedAsAFilm() throws {
        let video = try StampedClip(frames: 30).file()
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/film.mp4"
        try ffmpeg([
            "-f", "lavfi", "-i", "color=red:s=300x200:d=0.04", "-i", video, "-map", "0", "-map", "1", "-c:v:0", "png",
            "-c:v:1", "copy", "-disposition:v:0", "attached_pic", path,
        ])
        let viewer = try Viewer(.path(path), audio: try Listener())
        #expect(try viewer.opened()?.isSoundOnly == false)
        #expect(try viewer.rest().count == 30)
    }
}
