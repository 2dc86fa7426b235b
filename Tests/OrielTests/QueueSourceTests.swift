import Foundation
import Oriel
import OrielDecode
import OrielGeometry
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import OrielTransport
import Synchronization
import Testing

/// Replaces an audio device and accepts all buffers.
final class SoundCollector: AudioRenderer {
    private struct State {
        var buffers: [AudioBuffer] = []
        var epoch = 0
    }

    let roomWakeup: Wakeup
    private let state = Mutex(State())

    init() throws { roomWakeup = try Wakeup() }

    func prepare(rate: Int, channels: Int) -> AudioFormat { AudioFormat(rate: rate, channels: 2) }

    func enqueue(_ buffer: AudioBuffer, from offset: Int) -> Int {
        state.withLock { $0.buffers.append(buffer.dropFirst(offset)) }
        return buffer.frames - offset
    }

    func requestRoom() { roomWakeup.signal() }

    func flush(before epoch: Int) { state.withLock { $0.epoch = epoch } }

    /// The buffers that would be heard, in order.
    var heard: [AudioBuffer] { state.withLock { state in state.buffers.filter { $0.stamp.epoch >= state.epoch } } }

    /// Samples of the left channel.
    var samples: [Float] {
        heard.flatMap { buffer in stride(from: 0, to: buffer.samples.count, by: 2).map { buffer.samples[$0] } }
    }
}

/// Media in succession, from files to frames and samples.
@Suite struct QueueSourceTests {
    private let loop: EventLoop
    private let folder: TemporaryFolder

    /// Frames that were taken.
    private final class Taken { var all: [VideoFrame] = [] }

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
    }

    /// Returns a sample; nearby samples all differ.
    private static func sample(_ index: Int) -> Int16 { Int16(truncatingIfNeeded: (index * 7919) % 60000 - 30000) }

    private func wave(_ name: String, _ range: Range<Int>, rate: Int = 44100) throws -> PlayerItem {
        let path = "\(folder.path)/\(name)"
        try WaveFile.write(range.flatMap { [Self.sample($0), 0] }, rate: rate, to: path)
        return PlayerItem(path)
    }

    private func film(frames: Int) throws -> PlayerItem {
        PlayerItem(
            try StampedClip(size: Size(width: 160, height: 90), frames: frames, sound: ClipSound()).file())
    }

    /// Serves the source's news until `condition` holds; takes frames if `takes` is true.
    private func serve(
        _ source: QueueSource, takes: Bool = false, _ frames: Taken, until condition: () -> Bool
    ) throws {
        let token = try loop.watch(source.wakeup) {}
        defer { loop.remove(token) }
        let deadline = MonotonicClock.now + .seconds(30)
        while !condition() {
            try #require(MonotonicClock.now < deadline, "it takes too long")
            source.settle()
            _ = source.state
            let waiting = source.waitingFrames()
            if takes, !waiting.isEmpty {
                frames.all += waiting
                source.takeFrames(waiting.count)
            } else {
                loop.turn(limit: .milliseconds(20))
            }
        }
    }

    @Test func noSampleIsLostBetweenItems() throws {
        let items = [
            try wave("a.wav", 0..<50_001), try wave("b.wav", 50_001..<50_200), try wave("c.wav", 50_200..<120_007),
        ]
        let sound = try SoundCollector()
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: sound)
        defer { source.close() }
        let frames = Taken()
        try serve(source, takes: true, frames) { sound.samples.count >= 120_007 && frames.all.count >= 3 }
        let expected = (0..<120_007).map { Float(Self.sample($0)) / 32768 }
        #expect(sound.samples == expected)
        // One frame each, the title images, with increasing generations.
        #expect(frames.all.count == 3 && Set(frames.all.map(\.generation)).count == 3)
        #expect(source.current === items[2])
    }

    @Test func filmsFollowOnEachOtherWithTheirSound() throws {
        let items = [try film(frames: 45), try film(frames: 30)]
        let sound = try SoundCollector()
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: sound)
        defer { source.close() }
        let frames = Taken()
        try serve(source, takes: true, frames) {
            frames.all.count >= 75 && sound.samples.count >= 48_000 * 5 / 2 - 2000
        }
        #expect(abs(frames.all[44].time.seconds - 44.0 / 30) < 0.001)
        #expect(frames.all[45].time == .zero && frames.all[45].generation > frames.all[44].generation)
        // The first one's audio fills its video's duration, and the second one's begins after it.
        let first = sound.heard.filter { $0.stamp.generation == frames.all[0].generation }
        let second = sound.heard.filter { $0.stamp.generation == frames.all[45].generation }
        let end = (first.last?.end ?? .zero).seconds
        #expect(end >= 1.499 && end < 1.53)
        #expect(first.first?.stamp.time == .zero && second.first?.stamp.time == .zero)
        #expect(sound.heard.count == first.count + second.count)
    }

    @Test func whatIsOpenedAheadIsAllThatIs() throws {
        let items = try (0..<4).map { try wave("\($0).wav", 0..<44_100) }
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: try SoundCollector())
        defer { source.close() }
        let frames = Taken()
        // Its first frame and the next one's, and none after it.
        try serve(source, frames) { source.state.phase == .ended && source.waitingFrames().count == 2 }
        #expect(source.current === items[0])
        #expect(source.state.hasSuccessor)
        source.insert([try wave("x.wav", 0..<100)], after: items[0])
        // The new successor is opened instead.
        try serve(source, frames) { source.state.phase == .ended && source.waitingFrames().count == 2 }
        source.removeAll()
        #expect(source.current == nil && source.waitingFrames().isEmpty && source.state.phase == .opening)
    }

    @Test func whatCannotBeOpenedIsToldAndPassedOver() throws {
        let missing = PlayerItem("\(folder.path)/none.wav")
        let items = [try wave("a.wav", 0..<1000), missing, try wave("b.wav", 1000..<2000)]
        let sound = try SoundCollector()
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: sound)
        defer { source.close() }
        let frames = Taken()
        try serve(source, takes: true, frames) { source.current === items[2] && sound.samples.count == 2000 }
        #expect(sound.samples == (0..<2000).map { Float(Self.sample($0)) / 32768 })
        #expect(source.takeFailures() == [missing] && source.takeFailures().isEmpty)
        #expect(source.failure(of: missing)?.kind == .noSuchFile)
        #expect(source.list.count == 3)
    }

    @Test func aListThatLoopsBeginsAgainWithoutAGap() throws {
        let items = [try wave("a.wav", 0..<3000), try wave("b.wav", 3000..<5000)]
        let sound = try SoundCollector()
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: sound)
        defer { source.close() }
        source.loopsList = true
        let frames = Taken()
        try serve(source, takes: true, frames) { sound.samples.count >= 15_000 }
        #expect(Array(sound.samples.prefix(15_000)) == (0..<15_000).map { Float(Self.sample($0 % 5000)) / 32768 })
    }

    /// Within the second of audio decoded ahead, the next item's audio was already passed on.
    @Test func aSeekAfterTheNextOnesSoundWasGivenVoidsThat() throws {
        let items = [try wave("a.wav", 0..<44_100), try wave("b.wav", 44_100..<50_000)]
        let sound = try SoundCollector()
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: sound)
        defer { source.close() }
        let frames = Taken()
        try serve(source, frames) { sound.samples.count == 50_000 }
        #expect(source.current === items[0])
        #expect(source.seek(to: .milliseconds(500), .position) != nil)
        try serve(source, frames) { sound.samples.count == 22_050 + 5900 }
        #expect(sound.samples == (22_050..<50_000).map { Float(Self.sample($0)) / 32768 })
    }

    /// The item that follows is taken out of the list, or turns out to be unplayable, when its turn has come.
    @Test func aSeekAfterTheNextOneWasRemovedBeginsThePresentOneAnew() throws {
        let items = [try wave("a.wav", 0..<44_100), try wave("b.wav", 44_100..<50_000)]
        let sound = try SoundCollector()
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: sound)
        defer { source.close() }
        let frames = Taken()
        try serve(source, frames) { sound.samples.count == 50_000 }
        #expect(!source.remove(items[1]) && source.list == [items[0]])
        #expect(source.seek(to: .milliseconds(500), .position) != nil)
        try serve(source, frames) { sound.samples.count == 22_050 }
        #expect(sound.samples == (22_050..<44_100).map { Float(Self.sample($0)) / 32768 })
        source.setSoundSpeed(2, at: .milliseconds(900), generation: 0)
    }

    @Test func goingOnCutsOffWhatWasGiven() throws {
        let items = [try wave("a.wav", 0..<44_100), try wave("b.wav", 44_100..<50_000)]
        let sound = try SoundCollector()
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: sound)
        defer { source.close() }
        let frames = Taken()
        try serve(source, frames) { sound.samples.count == 50_000 }
        #expect(source.go(.next) && !source.go(.next))
        try serve(source, frames) { sound.samples.count == 5900 }
        #expect(sound.samples == (44_100..<50_000).map { Float(Self.sample($0)) / 32768 })
        #expect(source.go(.previous) && source.current === items[0])
        try serve(source, frames) { sound.samples.count == 50_000 }
    }

    /// Position and failure can still be read after the end.
    @Test func whatWasClosedStillTells() throws {
        let source = try QueueSource([try wave("a.wav", 0..<44_100)], options: MediaPipeline.Options())
        let failing = try QueueSource([PlayerItem("\(folder.path)/none.wav")], options: MediaPipeline.Options())
        let frames = Taken()
        // Without an audio device the first item has nothing to play.
        try serve(source, frames) { source.state.phase == .failed }
        try serve(failing, frames) { failing.state.phase == .failed }
        source.close()
        failing.close()
        failing.close()
        #expect(source.failure?.kind == .audioOnly && failing.failure?.kind == .noSuchFile)
        let sound = try SoundCollector()
        let playing = try QueueSource(
            [try wave("a.wav", 0..<44_100), try wave("b.wav", 0..<100)], options: MediaPipeline.Options(), audio: sound)
        try serve(playing, frames) { playing.waitingFrames().count == 2 }
        playing.close()
        playing.settle()
        #expect(playing.state.duration == .seconds(1) && playing.description.audio?.codec == "pcm_s16le")
        #expect(playing.waitingFrames().isEmpty)
    }

    @Test func anItemBeginsWhereItSaysOnce() throws {
        let path = try wave("a.wav", 0..<44_100).media
        let items = [PlayerItem(path, startTime: .milliseconds(500)), try wave("b.wav", 44_100..<44_200)]
        let sound = try SoundCollector()
        let source = try QueueSource(items, options: MediaPipeline.Options(), audio: sound)
        defer { source.close() }
        source.loopsList = true
        let frames = Taken()
        try serve(source, takes: true, frames) { sound.samples.count >= 22_050 + 100 + 44_100 }
        let expected = Array(22_050..<44_200) + Array(0..<44_100)
        #expect(Array(sound.samples.prefix(expected.count)) == expected.map { Float(Self.sample($0)) / 32768 })
    }
}
