import Oriel
import OrielText
import Testing

/// `PlayerView.messageFilter`: the app words, places or leaves out what Oriel draws over its picture.
@Suite struct MessageFilterTests {
    private let failure = OnScreenMessage("No Picture in Picture: the start was cancelled")

    @Test func aMessageIsWordedAndPlaced() {
        let worded = failure.filtered(.failure) { message in
            #expect(message.kind == .failure && message.text == failure.text && message.place == .topLeft)
            var other = message
            other.text = "Bild im Bild ist gerade nicht möglich"
            other.place = .center
            return other
        }
        #expect(worded == OnScreenMessage("Bild im Bild ist gerade nicht möglich", .statement(lines: 8)))
    }

    @Test func aMessageThatIsReturnedKeepsItsBarAndItsLines() {
        let volume = OnScreenMessage.volume(50, atMost: 130)
        #expect(volume.filtered(.effect) { $0 } == volume)
        let page = OnScreenMessage("a\nb", .page)
        #expect(page.filtered(.statistics) { $0 } == page)
    }

    @Test func nothingIsShownForNilOrAnEmptyText() {
        #expect(failure.filtered(.failure) { _ in nil } == nil)
        let empty = failure.filtered(.failure) { message in
            var other = message
            other.text = ""
            return other
        }
        #expect(empty == nil)
        // One kind can be switched off alone.
        let onlyFailures: (PlayerMessage) -> PlayerMessage? = { $0.kind == .failure ? $0 : nil }
        #expect(failure.filtered(.failure, by: onlyFailures) == failure)
        #expect(OnScreenMessage.buffering.filtered(.waiting, by: onlyFailures) == nil)
    }
}
