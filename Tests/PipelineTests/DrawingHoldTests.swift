import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// The hold of decoding after a seek until the seek's frame is drawn.
@Suite struct DrawingHoldTests {
    /// Returns a hold with one frame noted as drawn; without any such note there is no hold.
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
        // The end is reported once.
        let endedAgain = ends && hold.noteDrawn(generation: generation, time: .seconds(second))
        #expect(!endedAgain)
    }

    private static func clip() throws -> String {
        try StampedClip(size: Size(width: 160, height: 90), frames: 300, sound: ClipSound()).file()
    }

    /// The number of queued frames and delivered audio buffers shortly after a seek's frame came.
    private struct Look {
        let pictures: Int
        let heard: Int
    }

    /// Seeks, and takes a look right after each frame came, at most five times. A look that comes later than a hold's
    /// limit,
    /// on a busy machine, isn't counted.
    private func lookAfterSeeks(_ viewer: Viewer, _ listener: Listener) throws -> [Look] {
        var looks: [Look] = []
        for attempt in 0..<400 where looks.count < 5 {
            let asked = MonotonicClock.now
            let frame = try #require(try viewer.seek(.seconds(1 + attempt % 7)))
            // Enough time for decoding to go on if it isn't held.
            viewer.wait(for: .milliseconds(5))
            let look = Look(pictures: viewer.pipeline.peekFrames().count, heard: listener.heard.count)
            if MonotonicClock.now - asked < DrawingHold.limit { looks.append(look) }
            viewer.pipeline.noteDrawn(frame)
        }
        try #require(!looks.isEmpty, "the machine is too busy to look")
        return looks
    }

    @Test func neitherPicturesNorSoundAreMadeBesideTheDrawing() throws {
        let listener = try Listener()
        let viewer = try Viewer(.path(try Self.clip()), audio: listener)
        viewer.pipeline.noteDrawn(try #require(try viewer.next()))
        for look in try lookAfterSeeks(viewer, listener) {
            #expect(look.pictures == 0 && look.heard == 0)
        }
        // After the hold everything else is decoded.
        let rest = try viewer.rest()
        #expect(rest.last.map { $0.time + .milliseconds(40) > .seconds(10) } == true)
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= .milliseconds(9950) ? true : nil
        }
    }

    /// Without drawn-frame notes there is no hold: most frames come at once even on a busy machine. With a wrong hold,
    /// none
    /// would come before its limit.
    @Test func aPipelineWhoseDrawingIsNotToldIsNotHeld() throws {
        let viewer = try Viewer(.path(try Self.clip()))
        _ = try viewer.next()
        var prompt = 0
        for attempt in 0..<20 {
            _ = try #require(try viewer.seek(.seconds(1 + attempt % 7)))
            let came = MonotonicClock.now
            try viewer.wait(.milliseconds(1)) { viewer.pipeline.peekFrames().isEmpty ? nil : true }
            if MonotonicClock.now - came < DrawingHold.limit / 2 { prompt += 1 }
        }
        #expect(prompt > 10)
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
