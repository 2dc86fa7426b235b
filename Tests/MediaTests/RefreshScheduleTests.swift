import OrielMedia
import Testing

@Suite struct RefreshScheduleTests {
    @Test func theNextRefreshLiesOnTheGridOfTheLastPresentation() {
        var schedule = RefreshSchedule(refreshInterval: .milliseconds(10))
        #expect(schedule.nextPresentation(after: .milliseconds(100)) == .milliseconds(105))
        schedule.presented(at: .milliseconds(100), refreshInterval: .milliseconds(20))
        #expect(schedule.nextPresentation(after: .milliseconds(105)) == .milliseconds(120))
        #expect(schedule.nextPresentation(after: .milliseconds(120)) == .milliseconds(140))
    }

    @Test(arguments: [Duration.zero, .milliseconds(-1), .seconds(1), .seconds(9)])
    func anIntervalThatNoOutputHasIsTheUsualOne(interval: Duration) {
        var schedule = RefreshSchedule(refreshInterval: interval)
        schedule.presented(at: .seconds(5), refreshInterval: interval)
        #expect(schedule.refreshInterval == RefreshSchedule.usual)
        #expect(schedule.nextPresentation(after: .seconds(5)) == .seconds(5) + RefreshSchedule.usual)
    }

    @Test(arguments: Array(stride(from: 0, to: 200, by: 7))) func wakingWhenToldIsEarlyEnoughAndNotTooEarly(offset: Int)
    {
        var schedule = RefreshSchedule(refreshInterval: .milliseconds(16))
        schedule.presented(at: .seconds(5), refreshInterval: nil)
        let due = Duration.seconds(5) + .milliseconds(40 + offset)
        // A frame drawn then is presented at the refresh nearest to its time.
        let shownAt = schedule.nextPresentation(after: schedule.wakeTime(forFrameDueAt: due))
        #expect(shownAt - due <= .milliseconds(8) && due - shownAt <= .milliseconds(8))
    }
}
