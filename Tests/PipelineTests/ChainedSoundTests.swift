import OrielDemux
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Concatenated Ogg files, as radio stations send them: the times of each link begin at zero.
@Suite struct ChainedSoundTests {
    static let codecs = ["libopus", "libvorbis", "flac"]

    /// Returns an Ogg stream of a tone.
    /// - Parameter page: longest page in microseconds.
    private func link(
        _ codec: String, seconds: Double = 3, frequency: Int = 900, rate: Int = 48000, page: Int = 1_000_000
    ) throws -> [UInt8] {
        let path = IndexClip.path("link.ogg")
        let tone = "sine=\(frequency):duration=\(seconds):sample_rate=\(rate),volume=4"
        try ffmpeg(["-f", "lavfi", "-i", tone, "-c:a", codec, "-page_duration", "\(page)", path])
        return try IndexClip.bytes(path)
    }

    /// Returns an Ogg chain of `first` seconds of one tone and three seconds of another.
    private func chain(_ codec: String, first: Double = 2) throws -> [UInt8] {
        try link(codec, seconds: first, frequency: 400) + link(codec)
    }

    /// Expects that both tones are heard without a gap, the second right after the first.
    private func expectBothTones(
        _ viewer: Viewer, _ listener: Listener, from start: Duration = .zero, change: Double = 2,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let end = Duration.seconds(change + 3)
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= end - .milliseconds(60) ? true : nil
        }
        let heard = listener.heard
        #expect(heard.first?.stamp.time == start, sourceLocation: sourceLocation)
        for (earlier, later) in zip(heard, heard.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(100) && gap > .microseconds(-100), sourceLocation: sourceLocation)
        }
        let silent = heard.filter { $0.end < end - .milliseconds(100) && !$0.samples.contains { abs($0) > 0.05 } }
        #expect(silent.reduce(Duration.zero) { $0 + ($1.end - $1.stamp.time) } < .milliseconds(40))
        let late = heard.filter { $0.stamp.time > .seconds(change + 0.2) && $0.end < end - .milliseconds(200) }
        #expect(abs(frequency(of: late) - 900) < 5, sourceLocation: sourceLocation)
        try viewer.wait(.milliseconds(20)) { viewer.pipeline.snapshot.isReadToEnd ? true : nil }
        #expect(abs((viewer.pipeline.snapshot.soundUntil ?? .zero).seconds - end.seconds) < 0.1)
    }

    @Test(arguments: codecs) func aFileIsHeardToItsEnd(_ codec: String) throws {
        let listener = try Listener()
        let path = try IndexClip.write(try chain(codec), "chain.ogg")
        let viewer = try Viewer(.path(path), audio: listener)
        // The length of the last link must not be taken for the file's.
        #expect(try viewer.opened()?.duration.map { $0 > .seconds(4) } ?? true)
        try expectBothTones(viewer, listener)
        // After the first play-through the length is known.
        try viewer.wait(.milliseconds(20)) { viewer.pipeline.snapshot.info?.duration == nil ? nil : true }
        #expect(abs((viewer.pipeline.snapshot.info?.duration ?? .zero).seconds - 5) < 0.1)
        for target in [3, 1] {
            _ = try #require(try viewer.seek(.seconds(target)))
            try expectBothTones(viewer, listener, from: .seconds(target))
        }
    }

    @Test(arguments: codecs) func aPipeIsHeardToItsEnd(_ codec: String) throws {
        let listener = try Listener()
        let pipe = try NamedPipe(IndexClip.path("chain.ogg"))
        try pipe.write(try chain(codec))
        try expectBothTones(try Viewer(.path(pipe.path), audio: listener), listener)
    }

    /// A radio station has no length, can't be sought in, and closes the connection at last.
    @Test(arguments: codecs) func aStationIsHeardThroughItsSongs(_ codec: String) throws {
        let bytes = try chain(codec)
        let server = try RangeServer(bytes, .liveUpTo(bytes.count))
        let listener = try Listener()
        let viewer = try Viewer(MediaLocation(server.url), audio: listener)
        try viewer.opened()
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= .milliseconds(4500) ? true : nil
        }
        #expect((viewer.pipeline.snapshot.bufferedUntil ?? .zero) > .milliseconds(4500))
        server.end()
        try expectBothTones(viewer, listener)
        // libavformat reports an error, since it doesn't know how many bytes were to come.
        _ = try viewer.rest()
        #expect(viewer.pipeline.snapshot.phase != .ready)
    }

    /// The second link has another sample rate than the first. libavcodec refuses FLAC whose blocks are longer than the
    /// first link's, so that a rate may not rise to the double.
    @Test(
        arguments: [
            ("libvorbis", (44100, 48000)), ("libvorbis", (48000, 44100)), ("libvorbis", (44100, 22050)),
            ("libvorbis", (22050, 44100)), ("libvorbis", (22050, 48000)), ("flac", (44100, 48000)),
            ("flac", (48000, 44100)), ("flac", (44100, 22050)),
        ])
    func aRateThatChangesIsPlayedOn(_ codec: String, rates: (Int, Int)) throws {
        let listener = try Listener()
        let bytes = try link(codec, seconds: 2, frequency: 400, rate: rates.0) + link(codec, rate: rates.1)
        let viewer = try Viewer(.path(try IndexClip.write(bytes, "rates.ogg")), audio: listener)
        try expectBothTones(viewer, listener)
        #expect(viewer.pipeline.snapshot.losses.isEmpty)
        // At the end, the times of the packets agree with what was heard.
        _ = try viewer.rest()
        #expect(abs((viewer.pipeline.snapshot.info?.duration ?? .zero).seconds - 5) < 0.1)
        _ = try #require(try viewer.seek(.seconds(3)))
        try expectBothTones(viewer, listener, from: .seconds(3))
    }

    @Test func threeRatesArePlayedOn() throws {
        let listener = try Listener()
        let bytes =
            try link("libvorbis", seconds: 1, frequency: 600, rate: 22050)
            + link("libvorbis", seconds: 1, frequency: 400) + link("libvorbis", rate: 44100)
        let viewer = try Viewer(.path(try IndexClip.write(bytes, "three.ogg")), audio: listener)
        try expectBothTones(viewer, listener)
    }

    /// libavformat reads no link in another codec. Such a link is reported once, however many pages it has, and the
    /// next link in the first codec is heard.
    @Test(arguments: [("libopus", "libvorbis"), ("libvorbis", "flac"), ("flac", "libopus")], [false, true])
    func aLinkInAnotherCodecIsLeftOut(_ codecs: (String, String), isStation: Bool) throws {
        let other = try link(codecs.1, frequency: 600, page: 20_000)
        let bytes = try link(codecs.0, seconds: 2, frequency: 400) + other + link(codecs.0)
        let listener = try Listener()
        let server = isStation ? try RangeServer(bytes, .withoutLength) : nil
        let location = try server.map { MediaLocation($0.url) } ?? .path(try IndexClip.write(bytes, "codecs.ogg"))
        let viewer = try Viewer(location, audio: listener)
        try viewer.opened()
        try expectBothTones(viewer, listener)
        let losses = viewer.pipeline.snapshot.losses
        let name = codecs.1.replacing("lib", with: "")
        #expect(losses.map(\.reason) == ["its sound is left out from 0:02 on, where its codec changes to \(name)"])
        guard !isStation else { return }
        #expect(try viewer.seek(.seconds(3)) != nil)
        try expectBothTones(viewer, listener, from: .seconds(3))
        #expect(viewer.pipeline.snapshot.losses == losses)
    }

    /// Without a later link in its codec, the medium ends after the report.
    @Test func aChainMayEndInAnotherCodec() throws {
        let listener = try Listener()
        let bytes = try link("libopus", seconds: 2) + link("libvorbis", page: 20_000)
        let viewer = try Viewer(.path(try IndexClip.write(bytes, "end.ogg")), audio: listener)
        _ = try viewer.rest()
        #expect(viewer.pipeline.snapshot.phase == .ended && viewer.pipeline.snapshot.losses.count == 1)
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) > .seconds(1.9) ? true : nil }
        #expect((listener.heard.last?.end ?? .zero) < .seconds(2.1))
    }

    @Test func theLastStreamThatBeginsIsRecognised() {
        func page(_ flags: UInt8, _ content: [UInt8]) -> [UInt8] {
            Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 20) + [1, UInt8(content.count)] + content
        }
        let opus = page(2, Array("OpusHead".utf8))
        let vorbis = page(2, [1] + Array("vorbis".utf8))
        #expect(OggPages.codec(ofLastStreamIn: opus + page(0, [1] + Array("vorbis".utf8))) == "opus")
        #expect(OggPages.codec(ofLastStreamIn: [7, 7] + opus + vorbis + [7]) == "vorbis")
        #expect(OggPages.codec(ofLastStreamIn: opus + page(2, [1, 2, 3])) == nil)
        #expect(OggPages.codec(ofLastStreamIn: []) == nil)
        for count in 0..<opus.count { #expect(OggPages.codec(ofLastStreamIn: Array(opus.prefix(count))) == nil) }
    }

    /// A short link is still a link: it is shorter than a timestamp error could be.
    @Test func aShortLinkIsFollowedByTheNext() throws {
        let listener = try Listener()
        let path = try IndexClip.write(try chain("libopus", first: 0.5), "jingle.ogg")
        try expectBothTones(try Viewer(.path(path), audio: listener), listener, change: 0.5)
    }

    @Test func linksCountOnFromEachOther() {
        var clock = LinkClock()
        #expect(clock.follow(-312, length: 960) == 0 && clock.follow(648, length: 960) == 0)
        #expect(!clock.isChained)
        // The next link begins before zero as well.
        #expect(clock.follow(-312, length: 960) == 1608 && clock.follow(nil, length: 960) == 1608)
        #expect(clock.isChained)
        #expect(clock.follow(0, length: 960) == 1608)
        // After a jump within the same link, no new link begins.
        clock.jump()
        #expect(clock.follow(-100, length: 960) == 1608)
        clock.rewind()
        #expect(clock.isChained && clock.follow(-312, length: 960) == 0)
        // The largest times don't overflow.
        #expect(clock.follow(.max, length: .max) == 0)
        _ = clock.follow(.min, length: .max)
    }

    @Test func damagedPagesAreNoChain() {
        func page(_ serial: UInt8, flags: UInt8, body: Int) -> [UInt8] {
            Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8) + [serial, 0, 0, 0]
                + [UInt8](repeating: 0, count: 8) + [1, UInt8(body)] + [UInt8](repeating: 7, count: body)
        }
        let (one, other) = (page(1, flags: 2, body: 9), page(2, flags: 2, body: 30))
        let streams = one + other + page(1, flags: 0, body: 3)
        #expect(!OggPages.isChained(head: streams, tail: page(2, flags: 4, body: 5)))
        #expect(OggPages.isChained(head: streams, tail: page(3, flags: 4, body: 5)))
        #expect(!OggPages.isChained(head: [], tail: other) && !OggPages.isChained(head: one, tail: []))
        #expect(!OggPages.isChained(head: one, tail: Array(page(3, flags: 0, body: 0).prefix(26))))
        for count in 0..<streams.count { _ = OggPages.isChained(head: Array(streams.prefix(count)), tail: streams) }
    }
}
