import OrielSessionBus
import Testing

/// Verification of senders by the owner of a name.
struct NameOwnerTests {
    private func header(_ sender: String?) -> BusMessage.Header {
        BusMessage.Header(kind: .signal, sender: sender)
    }

    @Test func onlyTheOwnerAndTheBusSpeakForAName() {
        var owner = NameOwner(of: "org.freedesktop.login1")
        // No sender is trusted before the bus has reported the owner.
        for sender in [nil, "", ":1.1", "org.freedesktop.login1"] as [String?] {
            #expect(owner.sender(of: header(sender)) == .stranger)
        }
        let news = [owner.note(":1.1"), owner.note(":1.1")]
        #expect(news == [true, false])
        #expect(owner.sender(of: header(":1.1")) == .owner)
        #expect(owner.sender(of: header("org.freedesktop.DBus")) == .bus)
        for sender in [nil, "", ":1.10", ":1", "org.freedesktop.login1", "org.freedesktop.DBus.Local"] as [String?] {
            #expect(owner.sender(of: header(sender)) == .stranger)
        }
    }

    @Test func aFormerOwnerIsAStranger() {
        var owner = NameOwner(of: "org.freedesktop.login1")
        var news = [owner.note(":1.1"), owner.note("")]
        #expect(news == [true, true])
        #expect(owner.sender(of: header(":1.1")) == .stranger && owner.sender(of: header("")) == .stranger)
        news = [owner.note(":1.2")]
        #expect(news == [true])
        #expect(owner.sender(of: header(":1.1")) == .stranger)
        #expect(owner.sender(of: header(":1.2")) == .owner)
    }
}
