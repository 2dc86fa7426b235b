import OrielDecode
import Testing

/// The media times that samples get, including with wrong container timestamps.
@Suite struct AudioTimerTests {
    private static let block = Duration.milliseconds(20)

    /// Places a block and advances the timer by everything of it that is heard.
    private func play(_ timer: inout AudioTimer, _ time: Duration?) -> AudioTimer.Placement {
        let placement = timer.place(time: time, length: Self.block)
        timer.advance(by: placement.silence)
        if placement.cut < Self.block { timer.advance(by: Self.block - placement.cut) }
        return placement
    }

    @Test func theFirstBeginsExactlyWhereItIsWanted() {
        var timer = AudioTimer(hasDiscontinuities: false)
        timer.start(at: .milliseconds(105))
        #expect(play(&timer, .milliseconds(80)) == .init(cut: .milliseconds(20)))
        #expect(play(&timer, .milliseconds(100)) == .init(cut: .milliseconds(5)))
        #expect(play(&timer, .milliseconds(120)) == .init())
        #expect(timer.end == .milliseconds(140))
        timer.start(at: .zero)
        #expect(play(&timer, .milliseconds(3)) == .init(silence: .milliseconds(3)))
    }

    @Test func roundedTimesAreOnePiece() {
        var timer = AudioTimer(hasDiscontinuities: false)
        timer.start(at: .zero)
        for index in 0..<1000 {
            let rounding = Duration.milliseconds([0, 7, -8, 3][index % 4])
            let placement = play(&timer, index == 0 ? .zero : Self.block * index + rounding)
            #expect(placement == .init())
        }
        #expect(timer.end == Self.block * 1000)
    }

    @Test func whatIsMissingIsSilentAndWhatIsThereTwiceIsCut() {
        var timer = AudioTimer(hasDiscontinuities: false)
        timer.start(at: .zero)
        _ = play(&timer, .zero)
        #expect(play(&timer, .milliseconds(120)) == .init(silence: .milliseconds(100)))
        #expect(play(&timer, .milliseconds(125)) == .init(cut: .milliseconds(15)))
        #expect(play(&timer, nil) == .init())
        #expect(timer.end == .milliseconds(165))
    }

    @Test(arguments: [Duration.seconds(-3600), .seconds(-2)])
    func timesThatRunBackAreANewClock(_ jump: Duration) {
        var timer = AudioTimer(hasDiscontinuities: false)
        timer.start(at: .zero)
        for index in 0..<10 { _ = play(&timer, Self.block * index) }
        for index in 10..<20 { #expect(play(&timer, Self.block * index + jump) == .init()) }
        #expect(timer.end == Self.block * 20)
    }

    @Test func timesThatLeapAreANewClockWhereThereAreSuch() {
        for hasDiscontinuities in [true, false] {
            var timer = AudioTimer(hasDiscontinuities: hasDiscontinuities)
            timer.start(at: .zero)
            _ = play(&timer, .zero)
            let silence = play(&timer, .seconds(100)).silence
            #expect(silence == (hasDiscontinuities ? .zero : .seconds(100) - Self.block))
        }
    }

    @Test func withoutTimesItFollows() {
        var timer = AudioTimer(hasDiscontinuities: false)
        timer.start(at: .seconds(2))
        for _ in 0..<5 { #expect(play(&timer, nil) == .init()) }
        #expect(timer.end == .milliseconds(2100))
    }
}
