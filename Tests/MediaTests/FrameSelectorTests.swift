import OrielMedia
import Testing

@Suite struct FrameSelectorTests {
    let refresh = Duration.nanoseconds(16_666_667)
    func times(fps: Int, count: Int, from first: Int = 0) -> [Duration] {
        (first..<first + count).map { .seconds($0) / fps }
    }

    /// Plays `count` frames against refreshes and returns the index shown at each refresh.
    func play(fps: Int, count: Int, refreshes: Int, jitter: (Int) -> Duration = { _ in .zero }) -> (
        shown: [Int], dropped: Int
    ) {
        let selector = FrameSelector(refreshInterval: refresh)
        var next = 0
        var current = -1
        var shown: [Int] = []
        var dropped = 0
        for index in 0..<refreshes {
            let media = refresh * index + jitter(index)
            let queue = times(fps: fps, count: min(4, count - next), from: next)
            let decision = selector.select(times: queue, mediaTime: media)
            next += decision.take
            dropped += decision.dropped
            if decision.take > 0 { current = next - 1 }
            shown.append(current)
        }
        return (shown, dropped)
    }

    @Test func thirtyFramesOnSixtyRefreshesAreEachShownTwice() {
        let (shown, dropped) = play(fps: 30, count: 1000, refreshes: 120)
        #expect(dropped == 0)
        #expect(shown == (0..<120).map { $0 / 2 })
    }

    @Test func sixtyFramesOnSixtyRefreshesDropNoneUnderJitter() {
        let (shown, dropped) = play(fps: 60, count: 1000, refreshes: 300) { .microseconds(($0 * 7919 % 13 - 6) * 1000) }
        #expect(dropped == 0)
        #expect(shown == Array(0..<300))
    }

    @Test func framesTooManyForTheDisplayAreDroppedEvenly() {
        let (shown, dropped) = play(fps: 120, count: 1000, refreshes: 60)
        #expect(dropped >= 58 && dropped <= 60)
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $1 - $0 <= 2 && $1 >= $0 })
    }

    @Test func theNextRefreshLiesOnTheGridOfTheLastPresentation() {
        var selector = FrameSelector(refreshInterval: .milliseconds(10))
        #expect(selector.nextPresentation(after: .milliseconds(100)) == .milliseconds(105))
        selector.presented(at: .milliseconds(100), refreshInterval: .milliseconds(20))
        #expect(selector.nextPresentation(after: .milliseconds(105)) == .milliseconds(120))
        #expect(selector.nextPresentation(after: .milliseconds(120)) == .milliseconds(140))
    }

    @Test(arguments: Array(stride(from: 0, to: 200, by: 7))) func wakingWhenToldIsEarlyEnoughAndNotTooEarly(offset: Int)
    {
        var selector = FrameSelector(refreshInterval: .milliseconds(16))
        selector.presented(at: .seconds(5), refreshInterval: nil)
        let due = Duration.seconds(5) + .milliseconds(40 + offset)
        let wake = selector.wakeTime(forFrameDueAt: due)
        let shownAt = selector.nextPresentation(after: wake)
        // The frame is taken at that refresh, which is the one nearest to its time.
        #expect(selector.select(times: [due], mediaTime: shownAt).take == 1)
        #expect(shownAt - due <= .milliseconds(8) && due - shownAt <= .milliseconds(8))
        #expect(selector.select(times: [due], mediaTime: shownAt - .milliseconds(16)).take == 0)
    }

    @Test func anEmptyQueueKeepsThePicture() {
        #expect(FrameSelector().select(times: [], mediaTime: .seconds(1)).take == 0)
    }
}
