import OrielControls
import Testing

@Suite struct ControlsFadeTests {
    @Test func itTakesItsTimeInAndOut() {
        let entrance = ControlsFade(isIn: true, from: 0, at: .seconds(1))
        #expect(entrance.opacity(at: .seconds(1)) == 0 && !entrance.isOver(at: .milliseconds(1119)))
        #expect(abs(entrance.opacity(at: .milliseconds(1060)) - 0.5) < 0.001)
        #expect(entrance.isOver(at: .milliseconds(1120)) && entrance.opacity(at: .seconds(9)) == 1)
        let exit = ControlsFade(isIn: false, from: 1, at: .zero)
        #expect(exit.opacity(at: .zero) == 1 && abs(exit.opacity(at: .milliseconds(100)) - 0.5) < 0.001)
        #expect(!exit.isOver(at: .milliseconds(199)) && exit.isOver(at: .milliseconds(200)))
    }

    @Test func aWayThatIsTurnedAroundTakesWhatIsLeft() {
        let exit = ControlsFade(isIn: false, from: 0.25, at: .zero)
        #expect(exit.opacity(at: .zero) == 0.25 && exit.isOver(at: .milliseconds(50)))
        let none = ControlsFade(isIn: true, from: 1, at: .zero)
        #expect(none.isOver(at: .zero) && none.opacity(at: .zero) == 1)
    }

    @Test func absurdOpacitiesAreLimited() {
        #expect(ControlsFade(isIn: false, from: 7, at: .zero).opacity(at: .zero) == 1)
        #expect(ControlsFade(isIn: true, from: -7, at: .zero).opacity(at: .zero) == 0)
    }
}
