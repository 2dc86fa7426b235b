import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlayback
import OrielTestSupport
import Testing

/// The picture that a seek was for is drawn before what follows it is decoded.
@Suite struct DrawingHoldTests {
    /// One who tells what was drawn has drawn something.
    private func hold() -> DrawingHold {
        var hold = DrawingHold()
        _ = hold.noteDrawn(generation: 0, time: .zero)
        return hold
    }

    @Test func nothingWaitsForOneWhoTellsNothing() {
        var hold = DrawingHold()
        hold.begin(run: 1, generation: 1, time: .seconds(3))
        #expect(!hold.isOn(for: 1))
    }

    @Test(arguments: [(4, 9, false), (5, 2, false), (5, 3, true), (5, 4, true), (6, 0, true)])
    func itEndsWithItsPictureAndWithNoneBefore(generation: Int, second: Int, ends: Bool) {
        var hold = hold()
        hold.begin(run: 2, generation: 5, time: .seconds(3))
        #expect(hold.isOn(for: 2) && !hold.isOn(for: 1))
        let ended = hold.noteDrawn(generation: generation, time: .seconds(second))
        #expect(ended == ends)
        #expect(hold.isOn(for: 2) == !ends)
        // Once.
        let endedAgain = ends && hold.noteDrawn(generation: generation, time: .seconds(second))
        #expect(!endedAgain)
    }

    private static func clip() throws -> String {
        try StampedClip(size: Size(width: 160, height: 90), frames: 300, sound: ClipSound()).file()
    }

    /// Seeks, and looks right after the picture came, sooner than the hold's limit: a machine that was busy meanwhile is given another
    /// try, of which there are many.
    private func lookAfterSeeks(_ viewer: Viewer, _ look: (VideoFrame) -> Void) throws {
        var looks = 0
        for attempt in 0..<200 where looks < 5 {
            let asked = MonotonicClock.now
            let frame = try #require(try viewer.seek(.seconds(1 + attempt % 7)))
            // For who isn't held.
            viewer.wait(for: .milliseconds(5))
            guard MonotonicClock.now - asked < DrawingHold.limit else { continue }
            looks += 1
            look(frame)
        }
        try #require(looks == 5, "the machine is too busy to look")
    }

    @Test func neitherPicturesNorSoundAreMadeBesideTheDrawing() throws {
        let listener = try Listener()
        let viewer = try Viewer(.path(try Self.clip()), audio: listener)
        viewer.pipeline.noteDrawn(try #require(try viewer.next()))
        try lookAfterSeeks(viewer) { frame in
            #expect(viewer.pipeline.peekFrames().isEmpty)
            #expect(listener.heard.isEmpty)
            viewer.pipeline.noteDrawn(frame)
        }
        // All the rest comes.
        let rest = try viewer.rest()
        #expect(rest.last.map { $0.time + .milliseconds(40) > .seconds(10) } == true)
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= .milliseconds(9950) ? true : nil
        }
    }

    @Test func whoeverTellsNothingIsNotHeldUp() throws {
        let viewer = try Viewer(.path(try Self.clip()))
        _ = try viewer.next()
        var held = 0
        try lookAfterSeeks(viewer) { _ in if viewer.pipeline.peekFrames().isEmpty { held += 1 } }
        #expect(held < 5)
    }

    @Test func whatNobodyDrawsIsWaitedForNoLongerThanTheLimit() throws {
        let listener = try Listener()
        let viewer = try Viewer(.path(try Self.clip()), audio: listener)
        viewer.pipeline.noteDrawn(try #require(try viewer.next()))
        _ = try #require(try viewer.seek(.seconds(8)))
        let rest = try viewer.rest()
        #expect(rest.first.map { $0.time < .milliseconds(8040) } == true)
        #expect(rest.count > 50)
        try viewer.wait(.milliseconds(20)) { listener.heard.isEmpty ? nil : true }
        #expect(listener.heard.first?.stamp.time == .seconds(8))
    }

    @Test func seeksThatInterruptItHaveTheirPictures() throws {
        let viewer = try Viewer(.path(try Self.clip()))
        viewer.pipeline.noteDrawn(try #require(try viewer.next()))
        for second in 1...9 { #expect(try viewer.seek(.seconds(second))?.time == .seconds(second)) }
    }
}
