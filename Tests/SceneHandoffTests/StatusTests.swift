import OrielGeometry
import OrielPictureInPicture
import OrielRemoteControl
import OrielSceneHandoff
import Testing

/// A player's status, with any names of its medium.
@Suite struct StatusTests {
    /// JSON needs six bytes for some of these characters.
    @Test(arguments: ["x", "\u{1}", "é", "👩‍👩‍👧‍👦", "\u{9B}"]) func namesOfAnyLengthFitIntoAMessage(character: String) throws
    {
        let long = String(repeating: character, count: 60_000)
        var status = PlayerStatus(
            id: "a", pid: 1, media: long, title: long, mode: .window, surface: .none, output: long)
        status.placement = PlacementStatus(
            Placement(output: long, corner: .topLeft, margins: .init(), size: .init(width: 1, height: 1)))
        status.video = .init(codec: long, width: 1, height: 1, fps: 1, renderer: "gles")
        let bytes = status.snapshot
        #expect(!bytes.isEmpty && bytes.count <= MessageReader.maximumBlob)
        let message = Message.snapshot(Ticket(rawValue: 1), PlayerHandle(rawValue: 1), bytes)
        #expect(try Envelope(Envelope(generation: 1, sequence: 1, message: message).bytes).message == message)
    }

    @Test func jsonHoldsNothingThatATerminalObeys() {
        let status = PlayerStatus(
            id: "a", pid: 1, media: "\u{9B}31m\u{7F}\u{1B}]0;x\u{7}\u{202E}", title: "", mode: .window, surface: .none)
        let json = SessionStatus(players: [status]).json
        #expect(json.contains(#""media":"\u009b31m\u007f\u001b]0;x\u0007\u202e""#))
    }
}
