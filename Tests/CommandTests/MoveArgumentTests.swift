import OrielCommand
import OrielGeometry
import OrielSceneHandoff
import Testing

@Suite struct MoveArgumentTests {
    @Test(arguments: [
        ("top-left", PlayerCommand.move(.topLeft)), ("100,50", .moveTo(Point(x: 100, y: 50))),
        ("-5,0", .moveTo(Point(x: -5, y: 0))), ("HDMI-A-1", .moveToOutput("HDMI-A-1")),
        ("top", .moveToOutput("top")), ("7", .moveToOutput("7")),
    ])
    func aGoalIsACornerAPlaceOrAnOutput(text: String, command: PlayerCommand) {
        #expect(MoveArgument(argument: text)?.command == command)
    }

    @Test(arguments: ["", ",", "1,", "1,2,3", "a,b", "99999999,0", "0,-99999999999999999999", "1.5,2"])
    func whatIsNoneOfThemIsRefused(text: String) { #expect(MoveArgument(argument: text) == nil) }

    @Test func aNameIsNoLongerThanAMessageTakes() {
        #expect(MoveArgument(argument: String(repeating: "a", count: 257)) == nil)
    }
}
