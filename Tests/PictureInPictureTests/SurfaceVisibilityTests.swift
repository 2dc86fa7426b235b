import OrielPictureInPicture
import Testing

/// Visibility from frame callbacks, outputs and the suspended state.
@Suite struct SurfaceVisibilityTests {
    private typealias Decision = SurfaceVisibility.Decision
    private var visibility = SurfaceVisibility()

    private func ms(_ number: Int) -> Duration { .milliseconds(number) }

    /// A commit whose frame callback comes at once.
    private mutating func draw(at time: Int) -> [Decision] {
        visibility.asked(at: ms(time))
        return visibility.answered(at: ms(time + 16))
    }

    @Test mutating func silenceWhileOutputsDrawIsHidden() {
        #expect(draw(at: 0) == [])
        visibility.asked(at: ms(33))
        #expect(visibility.wakeTime == ms(433))
        #expect(visibility.turn(at: ms(432)) == [])
        #expect(visibility.turn(at: ms(433)) == [.askOutputs])
        #expect(visibility.state == .visible)
        #expect(visibility.outputsDrew(at: ms(450)) == [.changed])
        #expect(visibility.state == .hidden)
        #expect(visibility.wakeTime == nil)
    }

    /// Without a timer and without a probe: for a start, which needs the answer at one moment.
    @Test mutating func anOwedFrameCallbackSaysThatItIsUnseen() {
        #expect(!visibility.isUnseen(at: ms(5000)), "one that was never seen is being set up")
        _ = draw(at: 0)
        visibility.asked(at: ms(33))
        #expect(!visibility.isUnseen(at: ms(1032)) && visibility.isUnseen(at: ms(1033)))
        _ = visibility.answered(at: ms(1100))
        #expect(!visibility.isUnseen(at: ms(5000)))
    }

    @Test mutating func silenceOfEveryOutputIsDarkness() {
        _ = draw(at: 0)
        visibility.asked(at: ms(33))
        _ = visibility.turn(at: ms(433))
        #expect(visibility.wakeTime == ms(1433))
        #expect(visibility.turn(at: ms(1432)) == [])
        #expect(visibility.turn(at: ms(1433)) == [.changed])
        #expect(visibility.state == .unlit)
        // Lit again: a hidden surface gets time to show itself first.
        #expect(visibility.outputsDrew(at: ms(9000)) == [.changed])
        #expect(visibility.state == .visible)
        #expect(visibility.wakeTime == ms(9400))
        #expect(visibility.answered(at: ms(9010)) == [])
        #expect(visibility.state == .visible)
    }

    @Test mutating func aLateCallbackTakesTheQuestionBack() {
        _ = draw(at: 0)
        visibility.asked(at: ms(33))
        _ = visibility.turn(at: ms(433))
        #expect(visibility.answered(at: ms(440)) == [.stopAsking])
        #expect(visibility.outputsDrew(at: ms(441)) == [])
        #expect(visibility.state == .visible)
    }

    @Test mutating func whatWasNeverShownIsNotHidden() {
        visibility.asked(at: ms(0))
        #expect(visibility.wakeTime == nil)
        #expect(visibility.turn(at: ms(5000)) == [])
        #expect(visibility.suspended(true, at: ms(5001)) == [])
    }

    @Test mutating func suspendedAndBack() {
        _ = draw(at: 0)
        #expect(visibility.suspended(true, at: ms(50)) == [.askOutputs])
        #expect(visibility.outputsDrew(at: ms(60)) == [.changed])
        #expect(visibility.suspended(false, at: ms(5000)) == [.changed])
        #expect(visibility.state == .visible)
    }

    @Test mutating func offItsLastOutputAndBack() {
        #expect(visibility.on(outputs: 1, at: ms(0)) == [])
        _ = draw(at: 0)
        #expect(visibility.on(outputs: 0, at: ms(50)) == [.askOutputs])
        #expect(visibility.outputsDrew(at: ms(60)) == [.changed])
        #expect(visibility.on(outputs: 1, at: ms(70)) == [.changed])
        #expect(visibility.state == .visible)
    }

    @Test mutating func itIsSeenAgainWithTheSecondCallback() {
        hide()
        #expect(visibility.answered(at: ms(5000)) == [.askAgain])
        visibility.asked(at: ms(5000))
        #expect(visibility.answered(at: ms(5017)) == [.changed])
        #expect(visibility.state == .visible)
    }

    @Test mutating func aCallbackEachSecondKeepsItHidden() {
        hide()
        for time in stride(from: 5000, to: 20000, by: 1000) {
            #expect(visibility.answered(at: ms(time)) == [.askAgain])
            visibility.asked(at: ms(time))
            #expect(visibility.state == .hidden)
        }
    }

    private mutating func hide() {
        _ = draw(at: 0)
        visibility.asked(at: ms(33))
        _ = visibility.turn(at: ms(433))
        _ = visibility.outputsDrew(at: ms(450))
    }
}
