import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// An overlay under hands and compositors that misbehave, as no real one does on command.
@Suite struct FakeHostileTests {
    private func float(offer: FakeOffer = FakeOffer()) throws -> (session: FakeSession, surface: FakeSurface) {
        let session = try FakeSession(["--loop", "--pip"], offer: offer)
        let (fake, player) = (session.fake, session.player)
        // Its start is over once frames follow the first.
        try #require(fake.shows { $0.role == .layer && $0.isMapped && $0.commits >= 5 }, "\(player.standardError)")
        return (session, try #require(fake.surfaces.first { $0.role == .layer && $0.isMapped }))
    }

    /// Waits until the overlay is so.
    private func expect(
        _ number: Int, on fake: FakeCompositor, sourceLocation: SourceLocation = #_sourceLocation,
        _ isSo: (FakeSurface) -> Bool
    ) {
        #expect(
            fake.shows { $0.number == number && $0.isMapped && isSo($0) },
            "\(fake.surfaces)", sourceLocation: sourceLocation)
    }

    /// A finger that never goes up, a pointer that leaves with its button down, and devices that are unplugged in a
    /// drag: what was held is let go, and commands move it afterwards.
    @Test func handsThatNeverLetGoHoldNothing() throws {
        let (session, overlay) = try float()
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        let number = overlay.number
        fake.touch(number, .down(finger: 0, x: 100, y: 60))
        fake.touch(number, .moved(finger: 0, x: 60, y: 60))
        expect(number, on: fake) { $0.margins == [0, 60, 20, 0] }
        // The finger stays where it is for good.
        try fake.oriel("move", "top-left")
        expect(number, on: fake) { $0.margins == [20, 0, 0, 20] }
        fake.movePointer(over: number, x: 100, y: 60)
        fake.button(.left, pressed: true)
        fake.movePointer(over: number, x: 120, y: 60)
        expect(number, on: fake) { $0.margins == [20, 0, 0, 40] }
        fake.movePointer(over: nil)
        fake.movePointer(over: number, x: 100, y: 60)
        fake.movePointer(over: number, x: 160, y: 60)
        try fake.oriel("move", "top-right")
        expect(number, on: fake) { $0.margins == [20, 20, 0, 0] }
        fake.movePointer(over: number, x: 100, y: 60)
        fake.button(.left, pressed: true)
        fake.movePointer(over: number, x: 80, y: 60)
        expect(number, on: fake) { $0.margins == [20, 40, 0, 0] }
        fake.unplugSeat()
        // A held overlay gets no other size: one that gets it isn't held.
        try fake.oriel("resize", "480x270")
        expect(number, on: fake) { $0.wantedSize == Size(width: 480, height: 270) }
        try fake.oriel("stash")
        try fake.oriel("quit")
        #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
    }

    /// As sway 1.12 does, which answers the first commit's frame callback before it shows anything: the second replaces
    /// it. It is seen then, whatever becomes of those that follow.
    @Test func aFirstPictureThatIsReplacedUnseenIsSeenWithTheSecond() throws {
        let session = try FakeSession(["--loop"])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.isMapped && $0.commits >= 5 }, "\(player.standardError)")
        fake.setRules { rules in
            rules.feedback = { $0.role == .layer && $0.commits != 2 ? .withheld : .presented }
        }
        try fake.oriel("toggle")
        let overlay = try #require(fake.surfaces.first { $0.role == .layer && $0.isMapped })
        let log = fake.events.filter { $0.surface == overlay.number }.map(\.kind)
        #expect(log.contains(.discarded(commit: 1)) && log.contains(.presented(commit: 2)), "\(log)")
    }

    /// Sizes without a request, as fast as they can be sent: all are answered, and the last one is seen. A hundred at a
    /// time, since a compositor disconnects a client that doesn't read while a busy machine runs other programs.
    @Test func aThousandConfiguresAreAnswered() throws {
        let (session, overlay) = try float()
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        let number = overlay.number
        for round in 1...10 {
            for step in 0..<100 { fake.configure(number, size: Size(width: 200 + step, height: 150 + step % 50)) }
            let last = Size(width: 400 + round, height: 225)
            fake.configure(number, size: last)
            expect(number, on: fake) { $0.size == last }
        }
        let commits = try #require(fake.surfaces.first { $0.number == number }).commits
        expect(number, on: fake) { $0.commits >= commits + 5 }
        try fake.oriel("resize", "320x180")
        try fake.oriel("quit")
        #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
    }

    /// An output of one pixel, and one whose pixels are more than the overlay has: it is played on, and commands are
    /// answered.
    @Test(arguments: [(1, 1, 1), (64, 36, 4)]) func anOutputWithoutRoomIsPlayedOn(width: Int, height: Int, scale: Int)
        throws
    {
        let offer = FakeOffer { $0.outputs = [.init(name: "FAKE-1", width: width, height: height, scale: scale)] }
        let (session, overlay) = try float(offer: offer)
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(overlay.wantedSize.width >= 1 && overlay.wantedSize.height >= 1)
        for words in [["move", "top-left"], ["stash"], ["unstash"], ["lock"], ["unlock"]] {
            let child = try fake.launch(Executable.built("oriel"), words)
            // Whether there is an edge to put it away at is the output's.
            #expect(child.wait(.seconds(20)) != nil, "\(words)")
        }
        try fake.oriel("quit")
        #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
    }
}
