import OrielDecode
import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Synchronization
import Testing

/// An audio renderer for tests: it keeps all buffers, up to a limit that can be raised.
final class Listener: AudioRenderer {
    private struct State {
        var buffers: [AudioBuffer] = []
        var limit = Int.max
        var taken = 0
        var wantsRoom = false
        var epoch = 0
    }

    let roomWakeup: Wakeup
    private let rate: Int?
    private let state: Mutex<State>

    /// - Parameter limit: The number of frames it accepts until `allow` raises it.
    init(rate: Int? = nil, limit: Int = .max) throws {
        roomWakeup = try Wakeup()
        self.rate = rate
        state = Mutex(State(limit: limit))
    }

    func prepare(rate: Int, channels: Int) -> AudioFormat { AudioFormat(rate: self.rate ?? rate, channels: 2) }

    func enqueue(_ buffer: AudioBuffer, from offset: Int) -> Int {
        state.withLock { state in
            let count = min(buffer.frames - offset, state.limit - state.taken)
            guard count > 0 else { return 0 }
            state.taken += count
            var part = buffer.dropFirst(offset)
            part.samples.removeLast((part.frames - count) * 2)
            state.buffers.append(part)
            return count
        }
    }

    func requestRoom() {
        if state.withLock({ $0.limit > $0.taken }) { roomWakeup.signal() }
    }

    func flush(before epoch: Int) { state.withLock { $0.epoch = epoch } }

    /// Lets it accept so many more frames.
    func allow(_ frames: Int) {
        state.withLock { $0.limit = $0.taken + frames }
        roomWakeup.signal()
    }

    /// The buffers that would be heard, in order.
    var heard: [AudioBuffer] {
        state.withLock { state in state.buffers.filter { $0.stamp.epoch >= state.epoch } }
    }

    var frames: Int { heard.reduce(0) { $0 + $1.frames } }
}

/// Returns the beeps' start times in seconds of media time, by the buffers' stamps; each beep must be one piece.
func beeps(in buffers: [AudioBuffer]) -> [Double] {
    var result: [Double] = []
    var quiet = Int.max / 2
    for buffer in buffers {
        for frame in 0..<buffer.frames {
            if abs(buffer.samples[frame * 2]) > 0.1 {
                if quiet > buffer.format.rate / 100 {
                    result.append((buffer.stamp.time + buffer.format.duration(of: frame) * buffer.stamp.speed).seconds)
                }
                quiet = 0
            } else {
                quiet += 1
            }
        }
    }
    return result
}

@Suite struct SoundTests {
    private static func clip(
        _ sound: ClipSound = ClipSound(), container: String = "mp4", frames: Int = 150, keyInterval: Int? = nil,
        codec: String = "libx264", extra: [String] = []
    ) throws -> String {
        try StampedClip(
            size: Size(width: 160, height: 90), frames: frames, codec: codec, container: container,
            keyInterval: keyInterval, sound: sound, extra: extra
        ).file()
    }

    private func viewer(
        _ path: String, _ listener: Listener, _ options: MediaPipeline.Options = MediaPipeline.Options()
    ) throws -> Viewer { try Viewer(.path(path), options, audio: listener) }

    /// Expects that the buffers are one piece from a time on, without gaps and steps back.
    private func expectOnePiece(
        _ buffers: [AudioBuffer], from start: Duration, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(buffers.first?.stamp.time == start, sourceLocation: sourceLocation)
        for (earlier, later) in zip(buffers, buffers.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(100) && gap > .microseconds(-100), sourceLocation: sourceLocation)
        }
    }

    private func expectBeeps(
        _ buffers: [AudioBuffer], at expected: [Double], within tolerance: Double = 0.004,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = beeps(in: buffers)
        #expect(found.count == expected.count, "\(found)", sourceLocation: sourceLocation)
        for (time, wanted) in zip(found, expected) {
            #expect(abs(time - wanted) < tolerance, "\(found)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [
        (ClipSound(), "mp4"), (ClipSound(codec: "aac", rate: 44100, channels: 1), "mp4"),
        (ClipSound(codec: "libopus"), "matroska"), (ClipSound(codec: "libvorbis", rate: 44100), "matroska"),
        (ClipSound(codec: "libmp3lame", rate: 22050), "matroska"), (ClipSound(codec: "ac3", channels: 6), "matroska"),
        (ClipSound(codec: "flac", rate: 96000), "matroska"), (ClipSound(codec: "pcm_s16le"), "mov"),
        (ClipSound(codec: "pcm_f32be", rate: 32000, channels: 1), "mov"), (ClipSound(codec: "mp2"), "mpegts"),
        (ClipSound(codec: "aac"), "mpegts"),
    ])
    func eachKindOfSoundIsHeardInItsPlace(_ sound: ClipSound, container: String) throws {
        let listener = try Listener()
        let viewer = try viewer(try Self.clip(sound, container: container), listener)
        let frames = try viewer.rest()
        #expect(frames.count == 150)
        // Some muxers put the encoder's delay before all streams.
        let start = try #require(frames.first).time
        #expect(viewer.pipeline.snapshot.info?.playedAudio?.rate == sound.rate)
        try viewer.wait(.milliseconds(20)) {
            (viewer.pipeline.snapshot.soundUntil ?? .zero) >= .seconds(4.9) ? true : nil
        }
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= .milliseconds(4950) ? true : nil
        }
        expectOnePiece(listener.heard, from: start)
        expectBeeps(listener.heard, at: (0..<5).map { Double($0) + start.seconds }, within: 0.008)
        #expect(listener.heard.allSatisfy { $0.format == AudioFormat(rate: sound.rate, channels: 2) })
    }

    @Test func itsRateIsMadeTheOneThatIsWanted() throws {
        let listener = try Listener(rate: 44100)
        let viewer = try viewer(try Self.clip(), listener)
        _ = try viewer.rest()
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) >= .milliseconds(4950) ? true : nil }
        expectOnePiece(listener.heard, from: .zero)
        expectBeeps(listener.heard, at: [0, 1, 2, 3, 4])
    }

    @Test func aSeekBeginsWithTheTimeThatWasAskedFor() throws {
        let listener = try Listener()
        let viewer = try viewer(try Self.clip(keyInterval: 60), listener)
        _ = try viewer.next()
        for wanted in [3.72, 0.51, 2.0, 4.1] {
            let frame = try #require(try viewer.seek(.seconds(wanted)))
            let rest = try viewer.rest()
            #expect(rest.count > 20)
            try viewer.wait(.milliseconds(20)) {
                (listener.heard.last?.end ?? .zero) >= .milliseconds(4950) ? true : nil
            }
            // A frame may begin there, by a time that is rounded differently.
            #expect(abs(frame.entry.seconds - wanted) < 0.001)
            expectOnePiece(listener.heard, from: frame.entry)
            #expect(listener.heard.allSatisfy { $0.stamp.generation == frame.generation })
            let first = Int(frame.entry.seconds.rounded(.up))
            let found = beeps(in: listener.heard)
            // If the target lies within a beep, its rest is heard.
            #expect(
                found.suffix(5 - first).elementsEqual((first..<5).map(Double.init)) { abs($0 - $1) < 0.004 },
                "\(wanted) \(found)")
        }
    }

    @Test func turnsOfALoopFollowWithoutAGap() throws {
        for (seconds, turns) in [(nil, 3), (3.2, 3), (6.5, 3)] as [(Double?, Int)] {
            let listener = try Listener()
            let path = try Self.clip(ClipSound(seconds: seconds))
            let viewer = try viewer(path, listener, MediaPipeline.Options(loops: true))
            for _ in 0..<150 * turns { _ = try viewer.next() }
            try viewer.wait(.milliseconds(20)) {
                listener.heard.contains { $0.stamp.generation == turns - 1 && $0.end > .seconds(3) } ? true : nil
            }
            let heard = listener.heard
            for turn in 0..<turns {
                let buffers = heard.filter { $0.stamp.generation == turn }
                expectOnePiece(buffers, from: .zero)
                let length = buffers.reduce(0) { $0 + $1.frames }
                // A turn is as long as the pictures, whatever the sound's length.
                if turn < turns - 1 { #expect(length == 5 * 48000, "\(seconds ?? 0)") }
            }
        }
    }

    @Test func soundThatBeginsLateComesAfterSilence() throws {
        let listener = try Listener()
        let viewer = try viewer(try Self.clip(ClipSound(seconds: 2, delay: 1.5), container: "matroska"), listener)
        _ = try viewer.rest()
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) >= .milliseconds(3450) ? true : nil }
        expectOnePiece(listener.heard, from: .zero)
        expectBeeps(listener.heard, at: [1.5, 2.5])
    }

    @Test func soundThatIsLongerIsToldAndPicturesEndBeforeIt() throws {
        let listener = try Listener()
        let viewer = try viewer(try Self.clip(ClipSound(seconds: 7)), listener)
        #expect(try viewer.rest().count == 150)
        try viewer.wait(.milliseconds(20)) {
            viewer.pipeline.snapshot.soundUntil.map { $0 > .milliseconds(6950) } ?? false ? true : nil
        }
    }

    /// With a device that takes nothing, as in a pause, frames still come, and the other way round.
    @Test func neitherStreamHoldsTheOtherUp() throws {
        let path = try Self.clip(frames: 900)
        let listener = try Listener(limit: 1000)
        let paused = try viewer(path, listener)
        #expect(try paused.rest().count == 900)
        #expect(listener.frames == 1000)

        let alone = try Listener()
        let unseen = try viewer(path, alone)
        try unseen.wait(.milliseconds(20)) { (alone.heard.last?.end ?? .zero) >= .seconds(8) ? true : nil }
        #expect(unseen.pipeline.peekFrames().first?.time == .zero)
    }

    /// The clip exceeds the packet queues: unseen pictures are dropped, and none of the sound is.
    @Test func soundIsWholeWhileNobodySeesThePictures() throws {
        let rate = 96_000
        let listener = try Listener(limit: rate)
        let viewer = try viewer(try Self.clip(ClipSound(rate: rate), frames: 4500), listener)
        viewer.pipeline.settings.wantsFrames = false
        try viewer.wait(.milliseconds(20)) {
            if viewer.pipeline.snapshot.hasLostVideo { return true }
            listener.allow(rate / 10)
            return nil
        }
        try viewer.wait(.milliseconds(20)) {
            let snapshot = viewer.pipeline.snapshot
            return snapshot.isFull || snapshot.isReadToEnd ? true : nil
        }
        #expect(!viewer.pipeline.snapshot.isReadToEnd)
        #expect(viewer.pipeline.statistics.queuedPackets <= ReadAhead.enoughPackets)
        listener.allow(.max / 2)
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= .milliseconds(149_900) ? true : nil
        }
        expectOnePiece(listener.heard, from: .zero)
        let found = beeps(in: listener.heard)
        #expect(found.count == 150 && found.enumerated().allSatisfy { abs($1 - Double($0)) < 0.004 }, "\(found)")
    }

    /// A target farther from its keyframe than the packet queue's limit is still decoded to.
    @Test func aSeekThatNobodySeesHasItsPicture() throws {
        let path = try StampedClip(
            size: Size(width: 640, height: 360), frames: 900, container: "matroska", keyInterval: 900,
            sound: ClipSound(codec: "flac")
        ).file()
        let viewer = try viewer(path, try Listener())
        _ = try viewer.next()
        viewer.pipeline.settings.wantsFrames = false
        #expect(try viewer.seek(.seconds(28))?.time == .seconds(28))
        // All reference frames were decoded; otherwise a frame from the way would be given the target's time.
        #expect(viewer.pipeline.statistics.decoded > 400)
    }

    /// A rejoin delivers a first frame, at least one from the way; later unseen frames may be dropped.
    @Test func aRejoinThatIsNotSeenHasAFrame() throws {
        let path = try StampedClip(
            size: Size(width: 640, height: 360), frames: 900, container: "matroska", keyInterval: 900,
            sound: ClipSound(codec: "flac")
        ).file()
        let viewer = try viewer(path, try Listener())
        _ = try viewer.next()
        viewer.pipeline.settings.wantsFrames = false
        let first = try #require(try viewer.seek(.seconds(28), .exactAfterPreview))
        #expect(first.time <= .seconds(28))
    }

    @Test func withoutSoundThereIsNone() throws {
        let path = try StampedClip(size: Size(width: 160, height: 90), frames: 30).file()
        let listener = try Listener()
        let viewer = try viewer(path, listener)
        #expect(try viewer.rest().count == 30)
        #expect(viewer.pipeline.snapshot.phase == .ended)
        #expect(viewer.pipeline.snapshot.info?.playedAudio == nil)
        #expect(viewer.pipeline.snapshot.soundUntil == nil)
        #expect(listener.frames == 0)
    }

    /// The seek takes delivered sound back, and is superseded before the sound's thread handles it.
    @Test func aRejoinRightAfterASeekIsHeardFromThere() throws {
        let listener = try Listener(limit: 48000 * 4)
        let viewer = try viewer(try Self.clip(frames: 300), listener)
        try viewer.wait(.milliseconds(20)) { listener.frames == 48000 * 4 ? true : nil }
        viewer.pipeline.seek(to: .seconds(1))
        let frame = try #require(try viewer.seek(.seconds(1), .exactAfterPreview))
        listener.allow(.max / 2)
        _ = try viewer.rest()
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) >= .milliseconds(9950) ? true : nil }
        expectOnePiece(listener.heard, from: max(frame.time, .seconds(1)))
    }

    /// The sound goes on while the pictures seek to the clock's time.
    @Test func aRejoinKeepsTheSoundInOnePiece() throws {
        let listener = try Listener(limit: 48000)
        let viewer = try viewer(try Self.clip(frames: 300), listener)
        try viewer.wait(.milliseconds(20)) { listener.frames == 48000 ? true : nil }
        let frame = try #require(try viewer.seek(.milliseconds(700), .exactAfterPreview))
        #expect(frame.time <= .milliseconds(700))
        listener.allow(.max / 2)
        _ = try viewer.rest()
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) >= .milliseconds(9950) ? true : nil }
        expectOnePiece(listener.heard, from: .zero)
        expectBeeps(listener.heard, at: (0..<10).map(Double.init))
        // A rejoin to another time restarts the sound.
        _ = try viewer.seek(.seconds(5), .exactAfterPreview)
        _ = try viewer.rest()
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) >= .milliseconds(9950) ? true : nil }
        expectOnePiece(listener.heard, from: .seconds(5))
    }
}
