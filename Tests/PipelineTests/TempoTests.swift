import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Sound at other speeds: its pitch is kept, and its length is exact to the sample.
@Suite struct TempoTests {
    private static let rate = 48000

    /// The shift of the sound's stamps below normal speed: `atempo` plays so much early, half a piece less its advance.
    private static func lead(at speed: Double) -> Duration { .seconds(max(0, 1 - speed) * 1024 / Double(rate)) }

    private static func clip(steady: Bool = false) throws -> String {
        try StampedClip(
            size: Size(width: 160, height: 90), frames: 150, container: "mov", keyInterval: 30,
            sound: ClipSound(codec: "pcm_s16le", isSteady: steady)
        ).file()
    }

    private func viewer(
        _ path: String, _ listener: Listener, speed: Double, loops: Bool = false
    ) throws -> Viewer {
        try Viewer(.path(path), MediaPipeline.Options(loops: loops, speed: speed), audio: listener)
    }

    /// Waits until the delivered sound ends at a media time.
    private func wait(_ viewer: Viewer, _ listener: Listener, until end: Duration) throws {
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= end - .milliseconds(1) ? true : nil
        }
    }

    private func expectOnePiece(
        _ buffers: [AudioBuffer], from start: Duration, speed: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let distance = (buffers.first?.stamp.time ?? .seconds(-1)) - start
        #expect(distance < .microseconds(1) && distance > .microseconds(-1), sourceLocation: sourceLocation)
        #expect(buffers.allSatisfy { $0.stamp.speed == speed }, sourceLocation: sourceLocation)
        for (earlier, later) in zip(buffers, buffers.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(50) && gap > .microseconds(-50), sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [0.25, 0.4, 0.5, 0.9, 1.1, 1.5, 2, 3, 4])
    func aToneKeepsItsPitchAndFillsItsTime(speed: Double) throws {
        let listener = try Listener()
        let viewer = try viewer(try Self.clip(steady: true), listener, speed: speed)
        #expect(try viewer.rest().count == 150)
        try wait(viewer, listener, until: .seconds(5) + Self.lead(at: speed))
        let heard = listener.heard
        expectOnePiece(heard, from: Self.lead(at: speed), speed: speed)
        #expect(heard.reduce(0) { $0 + $1.frames } == Int((5 * Double(Self.rate) / speed).rounded()))
        let found = frequency(of: heard)
        // Five cents.
        #expect(abs(found - 1000) < 2.9, "\(found)")
        // No sound is missing, except for the fade of the last piece.
        #expect(quietPieces(in: heard) <= 12)
    }

    /// Returns the number of pieces of 5 ms without the tone.
    private func quietPieces(in buffers: [AudioBuffer]) -> Int {
        let left = buffers.flatMap { buffer in (0..<buffer.frames).map { abs(buffer.samples[$0 * 2]) } }
        var count = 0
        for start in stride(from: 0, to: left.count - 240, by: 240) {
            let loudest: Float = left[start..<start + 240].max() ?? 0
            if loudest < 0.2 { count += 1 }
        }
        return count
    }

    @Test(arguments: [0.25, 0.4, 0.5, 0.68, 0.75, 0.83, 0.9, 1.1, 1.25, 1.5, 1.95, 2, 3, 4])
    func beepsStayInTheirPlaces(speed: Double) throws {
        let listener = try Listener()
        let viewer = try viewer(try Self.clip(), listener, speed: speed)
        _ = try viewer.rest()
        try wait(viewer, listener, until: .seconds(5) + Self.lead(at: speed))
        let beeps = places(of: 5, in: listener.heard)
        // atempo places pieces at the best match, not always at their exact time.
        let beginnings = zip(beeps, 0..<5).map { ($0.beginning - Double($1)) / speed * 1000 }
        let middles = zip(beeps, 0..<5).map { ($0.middle - Double($1) - 0.02) / speed * 1000 }
        print("at \(speed) late by (ms) \(beginnings.map { $0.rounded() }), middles by \(middles.map { $0.rounded() })")
        // The first beep's beginning has no sound before it.
        #expect(beginnings.dropFirst().allSatisfy { abs($0) < 16 }, "\(beginnings)")
        #expect(middles.dropFirst().allSatisfy { abs($0) < (speed < 0.4 ? 28 : 13) }, "\(middles)")
    }

    /// Returns, for the beep at each of the first seconds of media time, its first loud sample and the centre of its
    /// energy.
    /// Each beep is looked for within a third of a second.
    private func places(of count: Int, in buffers: [AudioBuffer]) -> [(beginning: Double, middle: Double)] {
        var sums = [(energy: Double, moment: Double, first: Double)](repeating: (0, 0, -1), count: count)
        for buffer in buffers {
            for frame in 0..<buffer.frames {
                let time = buffer.stamp.time.seconds + Double(frame) / Double(Self.rate) * buffer.stamp.speed
                let second = Int((time - 0.02).rounded())
                guard second >= 0, second < count, abs(time - Double(second)) < 0.33 else { continue }
                let sample = buffer.samples[frame * 2]
                let energy = Double(sample * sample)
                sums[second].energy += energy
                sums[second].moment += energy * time
                if sums[second].first < 0, abs(sample) > 0.02 { sums[second].first = time }
            }
        }
        return sums.map { ($0.first, $0.energy > 0 ? $0.moment / $0.energy : -1) }
    }

    @Test(arguments: [0.1, 8]) func beyondWhatOneListensToItIsSilenceOfTheRightLength(speed: Double) throws {
        let listener = try Listener()
        let viewer = try viewer(try Self.clip(steady: true), listener, speed: speed)
        _ = try viewer.rest()
        try wait(viewer, listener, until: .seconds(5))
        expectOnePiece(listener.heard, from: .zero, speed: speed)
        #expect(listener.frames == Int((5 * Double(Self.rate) / speed).rounded()))
        #expect(listener.heard.allSatisfy { $0.samples.allSatisfy { $0 == 0 } })
    }

    /// Queued sound is discarded, and the new sound begins exactly at the time that is heard.
    @Test func aChangeWhilePlayingBeginsWhereItIsHeard() throws {
        let listener = try Listener(limit: Self.rate)
        let viewer = try viewer(try Self.clip(), listener, speed: 1)
        try viewer.wait(.milliseconds(20)) { listener.frames == Self.rate ? true : nil }
        let pipeline = viewer.pipeline
        pipeline.setSoundSpeed(2, at: .milliseconds(400), generation: 0)
        listener.allow(Self.rate)
        try viewer.wait(.milliseconds(20)) { listener.frames == Self.rate ? true : nil }
        expectOnePiece(listener.heard, from: .milliseconds(400), speed: 2)
        pipeline.setSoundSpeed(1, at: .milliseconds(2100), generation: 0)
        listener.allow(.max / 2)
        _ = try viewer.rest()
        try wait(viewer, listener, until: .seconds(5))
        expectOnePiece(listener.heard, from: .milliseconds(2100), speed: 1)
        #expect(listener.frames == Self.rate * 29 / 10)
        let found = beeps(in: listener.heard)
        #expect(found.count == 2, "\(found)")
        for (time, wanted) in zip(found, [3.0, 4.0]) { #expect(abs(time - wanted) < 0.004, "\(found)") }
        // The same after everything was decoded.
        pipeline.setSoundSpeed(0.5, at: .milliseconds(3500), generation: 0)
        try wait(viewer, listener, until: .seconds(5) + Self.lead(at: 0.5))
        expectOnePiece(listener.heard, from: .milliseconds(3500) + Self.lead(at: 0.5), speed: 0.5)
        #expect(listener.frames == Self.rate * 3)
    }

    @Test func seeksAndTurnsOfALoopKeepTheSpeed() throws {
        let listener = try Listener()
        let viewer = try viewer(try Self.clip(), listener, speed: 1.5, loops: true)
        for _ in 0..<150 * 3 { _ = try viewer.next() }
        try viewer.wait(.milliseconds(20)) {
            listener.heard.contains { $0.stamp.generation == 2 && $0.end > .seconds(3) } ? true : nil
        }
        let heard = listener.heard
        for turn in 0..<2 {
            let buffers = heard.filter { $0.stamp.generation == turn }
            expectOnePiece(buffers, from: .zero, speed: 1.5)
            #expect(buffers.reduce(0) { $0 + $1.frames } == 160_000)
        }
        viewer.pipeline.loops = false
        let frame = try #require(try viewer.seek(.milliseconds(2500)))
        _ = try viewer.rest()
        try wait(viewer, listener, until: .seconds(5))
        let last = listener.heard.filter { $0.stamp.generation == frame.generation }
        expectOnePiece(last, from: frame.time, speed: 1.5)
        #expect(last.reduce(0) { $0 + $1.frames } == 80_000)
    }

    /// A rejoin leaves the sound as it is, at another speed as well.
    @Test func aRejoinKeepsTheSoundInOnePiece() throws {
        let listener = try Listener(limit: Self.rate)
        let viewer = try viewer(try Self.clip(), listener, speed: 1.5)
        try viewer.wait(.milliseconds(20)) { listener.frames == Self.rate ? true : nil }
        _ = try #require(try viewer.seek(.milliseconds(700), .exactAfterPreview))
        listener.allow(.max / 2)
        _ = try viewer.rest()
        try wait(viewer, listener, until: .seconds(5))
        expectOnePiece(listener.heard, from: .zero, speed: 1.5)
        #expect(listener.frames == 160_000)
    }
}
