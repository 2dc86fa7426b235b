import OrielTransport
import Testing

/// Which frame each refresh shows.
@Suite struct CadenceTests {
    /// Plays frames of one rate against 60 refreshes a second; the index shown at each, and how many were never shown.
    private func play(fps: Int, refreshes: Int, jitter: (Int) -> Duration = { _ in .zero }) -> (
        shown: [Int], dropped: Int
    ) {
        let interval = Duration.nanoseconds(16_666_667)
        var source = ModelSource()
        source.frameCount = 1000
        source.frameDuration = .seconds(1) / fps
        source.capacity = 4
        var rig = TransportRig(source)
        rig.workOut()
        let start = rig.now + interval
        let shown = (0..<refreshes).map { index in
            let presentation = start + interval * index + jitter(index)
            rig.now = max(rig.now, presentation - interval / 2)
            rig.workOut()
            rig.send(.refresh(presentation: presentation, interval: interval))
            return rig.transport.picture.map { Int(($0.time / source.frameDuration).rounded()) } ?? -1
        }
        return (shown, rig.transport.counts.dropped)
    }

    @Test func thirtyFramesOnSixtyRefreshesAreEachShownTwice() {
        let (shown, dropped) = play(fps: 30, refreshes: 120)
        #expect(dropped == 0)
        #expect(shown == (0..<120).map { $0 / 2 })
    }

    @Test func sixtyFramesOnSixtyRefreshesDropNoneUnderJitter() {
        let (shown, dropped) = play(fps: 60, refreshes: 300) {
            $0 == 0 ? .zero : .microseconds(($0 * 7919 % 13 - 6) * 1000)
        }
        #expect(dropped == 0)
        #expect(shown == Array(0..<300))
    }

    @Test func framesTooManyForTheDisplayAreDroppedEvenly() {
        let (shown, dropped) = play(fps: 120, refreshes: 60)
        #expect(dropped >= 58 && dropped <= 60)
        // The clock begins with the very first frame, whatever else would have been due at that refresh.
        #expect(shown[0] == 0)
        #expect(zip(shown.dropFirst(), shown.dropFirst(2)).allSatisfy { $1 - $0 <= 2 && $1 >= $0 })
    }
}
