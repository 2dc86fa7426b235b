import OrielGeometry
import OrielPictureInPicture
import OrielRemoteControl
import OrielSceneHandoff
import Testing

/// What a player tells of itself, with whatever names its medium has.
@Suite struct StatusTests {
    /// JSON makes six bytes of each.
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
}
