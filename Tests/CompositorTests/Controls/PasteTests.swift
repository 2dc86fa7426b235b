import Foundation
import OrielGeometry
import OrielPlay
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Addresses and files from the clipboard, which another program owns.
@Suite struct PasteTests {
    private static let limit = Duration.seconds(20)

    private func open(offer: FakeOffer = FakeOffer()) throws -> (session: FakeSession, window: FakeSurface) {
        let session = try FakeSession(["--loop"], media: [], offer: offer)
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.role == .toplevel && $0.isMapped }, "\(player.standardError)")
        let window = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
        fake.focusKeyboard(on: window.number)
        return (session, window)
    }

    private func paste(_ content: FakeCompositor.Dragged?, into window: FakeSurface, of fake: FakeCompositor) {
        fake.copy(content, for: window.number)
        fake.press("v", modifiers: ["Control"])
    }

    private func shows(_ stream: StampColor, on fake: FakeCompositor) -> Bool {
        fake.shows { $0.role == .toplevel && $0.isMapped && $0.stream == stream && ($0.index ?? 0) >= 5 }
    }

    /// Subsurfaces that are shown: the page of the empty window, and a message.
    private func children(of fake: FakeCompositor) -> Int {
        fake.surfaces.count { $0.role == .subsurface && $0.isMapped && $0.bufferSize.height > 1 }
    }

    @Test func aPathPlaysInTheWindowAndTheFilmBeforeStaysInTheList() throws {
        let (session, window) = try open()
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        var text = FakeCompositor.Dragged("  \(try smallClip(.green))  \n")
        text.kinds = ["text/html", "text/plain;charset=utf-8"]
        paste(text, into: window, of: fake)
        #expect(shows(.green, on: fake), "\(player.standardError)")
        paste(.init("file://\(try smallClip(.red))"), into: window, of: fake)
        #expect(shows(.red, on: fake), "\(player.standardError)")
        let kinds = fake.events.compactMap { if case .asked(let word) = $0.kind { word } else { nil as String? } }
        #expect(kinds.contains("paste text/plain;charset=utf-8") && kinds.contains("paste text/uri-list"))
        #expect(kinds.contains("forget"))
    }

    /// Each leaves the empty window as it was, with one line.
    @Test func whatIsNoAddressSaysSo() throws {
        let (session, window) = try open(offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(wait(Self.limit) { children(of: fake) == 1 }, "\(player.standardError)")
        var picture = FakeCompositor.Dragged("x")
        picture.kinds = ["image/png"]
        for content in [nil, picture, .init("javascript:alert(1)\n-\n\u{1B}[2J")] {
            paste(content, into: window, of: fake)
            #expect(wait(Self.limit) { children(of: fake) == 2 }, "\(String(describing: content))")
            #expect(wait(Self.limit) { children(of: fake) == 1 })
        }
        #expect(player.wait(.zero) == nil)
    }

    /// A program that never ends its text is waited for 5 s; another paste doesn't wait for it.
    @Test func aClipboardThatNeverEndsHoldsNothingUp() throws {
        let (session, window) = try open(offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(wait(Self.limit) { children(of: fake) == 1 }, "\(player.standardError)")
        var endless = FakeCompositor.Dragged("file:///nowhere.mkv\n")
        endless.ends = false
        paste(endless, into: window, of: fake)
        #expect(wait(Self.limit) { children(of: fake) == 2 }, "\(player.standardError)")
        for _ in 0..<20 { paste(endless, into: window, of: fake) }
        paste(.init("file://\(try smallClip(.green))"), into: window, of: fake)
        #expect(shows(.green, on: fake), "\(player.standardError)")
    }

    @Test func filesByTheHundredAreAList() throws {
        let folder = try TemporaryFolder()
        let clip = try smallClip(.green)
        let paths = (0..<200).map { "\(folder.path)/film \($0).mkv" }
        for path in paths { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: clip) }
        let (session, window) = try open()
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        let lines = paths.map { "file://" + $0.replacingOccurrences(of: " ", with: "%20") }
        paste(.init(lines.joined(separator: "\r\n")), into: window, of: fake)
        #expect(shows(.green, on: fake), "\(player.standardError)")
        let status = try #require(fake.player())
        #expect(status.list?.count == 200, "\(status)")
    }
}
