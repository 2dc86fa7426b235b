import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielTestSupport
import Testing

/// The menu in popups that a compositor shows, refuses or dismisses as no real one does on command.
@Suite struct FakeMenuTests {
    /// A window with a paused film.
    private func withWindow(
        _ options: [String] = ["--paused"], rules: FakeRules = FakeRules(),
        _ body: (FakeSession, FakeSurface) throws -> Void
    ) throws {
        let session = try FakeSession(options, rules: rules)
        defer { session.stop() }
        let window = try session.shown(options.contains("--pip") ? .layer : .toplevel, commits: 1)
        session.fake.focusKeyboard(on: window.number)
        try body(session, window)
        #expect(!session.fake.events.contains { if case .failed = $0.kind { true } else { false } })
    }

    private func rightClick(_ session: FakeSession, _ surface: FakeSurface) {
        session.fake.movePointer(over: surface.number, x: 50, y: 40)
        session.fake.button(.right, pressed: true)
        session.fake.button(.right, pressed: false)
    }

    private func press(_ session: FakeSession, _ keys: String...) { for key in keys { session.fake.press(key) } }

    private func isGone(_ popup: FakeSurface, _ session: FakeSession) -> Bool {
        session.fake.wait(.seconds(10)) { surfaces, _ in !surfaces.contains { $0.number == popup.number } }
    }

    @Test func aRightClickOpensItAndKeysReachItsPages() throws {
        try withWindow { session, window in
            rightClick(session, window)
            let popup = try session.shown(.popup, commits: 1)
            #expect(popup.parent == window.number)
            // Subtitles, then Speed; on its page the one that begins with a 2.
            press(session, "s", "s", "Return", "2", "Return")
            try session.run("status")
            #expect(try wait(.seconds(10)) { try session.status().speed == 2 })
            press(session, "Escape", "Escape")
            #expect(isGone(popup, session))
            // The keys are the window's again.
            press(session, "BackSpace")
            #expect(try wait(.seconds(10)) { try session.status().speed == 1 })
        }
    }

    @Test func itsLastRowClosesThePlayer() throws {
        try withWindow { session, window in
            session.fake.press("Menu")
            _ = try session.shown(.popup, commits: 1)
            press(session, "End", "Return")
            #expect(session.player.wait(.seconds(10)) == .code(0), "\(session.player.standardError)")
        }
    }

    @Test func keysThatComeBeforeItIsShownAreItsOwn() throws {
        try withWindow { session, _ in
            press(session, "Menu", "End", "Return")
            #expect(session.player.wait(.seconds(10)) == .code(0), "\(session.player.standardError)")
        }
    }

    @Test func aPressBesideItClosesItAndIsForNothingElse() throws {
        try withWindow { session, window in
            rightClick(session, window)
            let popup = try session.shown(.popup, commits: 1)
            // Two clicks would be full screen.
            for _ in 1...2 {
                session.fake.button(.left, pressed: true)
                session.fake.button(.left, pressed: false)
            }
            #expect(isGone(popup, session))
            #expect(session.fake.surfaces.first { $0.number == window.number }?.wantsFullScreen == false)
        }
    }

    @Test func aWindowWithoutControlsHasNone() throws {
        try withWindow(["--paused", "--no-controls"]) { session, window in
            rightClick(session, window)
            press(session, "Menu", "m")
            let isMuted = try wait(.seconds(10)) { try session.status().muted }
            #expect(isMuted)
            #expect(!session.fake.surfaces.contains { $0.role == .popup })
        }
    }

    @Test func aFingerThatStaysOpensIt() throws {
        try withWindow { session, window in
            session.fake.touch(window.number, .down(finger: 1, x: 60, y: 60))
            let popup = try session.shown(.popup, commits: 1)
            session.fake.touch(window.number, .up(finger: 1))
            // Rows for fingers leave no room for all of them; the first lies below the arrow to earlier ones.
            session.fake.touch(popup.number, .down(finger: 2, x: 40, y: 50))
            session.fake.touch(popup.number, .up(finger: 2))
            // It asks for a file, and closes the menu.
            #expect(isGone(popup, session))
        }
    }

    @Test(arguments: [FakeRules.Popups.refuse, .ignore]) func aCompositorThatShowsNoneCostsNothing(
        popups: FakeRules.Popups
    ) throws {
        try withWindow(rules: FakeRules { $0.popups = popups }) { session, window in
            rightClick(session, window)
            #expect(session.fake.wait(.seconds(10)) { _, events in events.contains { $0.kind == .asked("grab") } })
            if popups == .ignore, let popup = session.fake.surfaces.first(where: { $0.role == .popup }) {
                session.fake.close(popup.number)
            }
            #expect(session.fake.wait(.seconds(10)) { surfaces, _ in !surfaces.contains { $0.role == .popup } })
            session.fake.setRules { $0.popups = FakeRules().popups }
            rightClick(session, window)
            let popup = try session.shown(.popup, commits: 1)
            session.fake.close(popup.number)
            #expect(isGone(popup, session))
            rightClick(session, window)
            _ = try session.shown(.popup, after: popup.number, commits: 1)
        }
    }

    @Test func aMenuThatIsNeverShownGivesTheKeysBack() throws {
        try withWindow(rules: FakeRules { $0.popups = .ignore }) { session, window in
            rightClick(session, window)
            #expect(session.fake.wait(.seconds(10)) { _, events in events.contains { $0.kind == .asked("grab") } })
            #expect(session.fake.wait(.seconds(10)) { surfaces, _ in !surfaces.contains { $0.role == .popup } })
            press(session, "m")
            let isMuted = try wait(.seconds(10)) { try session.status().muted }
            #expect(isMuted)
        }
    }

    @Test func itWaitsForACompositorThatKeepsItsBuffers() throws {
        try withWindow(rules: FakeRules { $0.releases = { $0.role != .popup } }) { session, window in
            rightClick(session, window)
            let popup = try session.shown(.popup, commits: 1)
            func commits() -> Int { session.fake.surfaces.first { $0.number == popup.number }?.commits ?? 0 }
            for count in 2...3 {
                press(session, "Down")
                #expect(wait(.seconds(10)) { commits() == count })
            }
            press(session, "Down", "Down", "Down")
            #expect(stays(for: .milliseconds(500), because: "three buffers are all it has") { commits() == 3 })
            session.fake.setRules { $0.releases = { _ in true } }
            #expect(wait(.seconds(10)) { commits() == 4 })
        }
    }

    @Test func itFollowsToAnotherPlaceInItsSize() throws {
        try withWindow { session, window in
            rightClick(session, window)
            let popup = try session.shown(.popup, commits: 1)
            func commits() -> Int { session.fake.surfaces.first { $0.number == popup.number }?.commits ?? 0 }
            // In a popup that is higher than the page, the page stays beside the press.
            let size = Size(width: popup.size.width, height: 1200)
            session.fake.configure(popup.number, size: size)
            #expect(wait(.seconds(10)) { commits() == 2 })
            session.fake.setRules { $0.popupTop = 30 }
            session.fake.configure(popup.number, size: size)
            #expect(wait(.seconds(10)) { commits() == 3 })
        }
    }

    @Test func aPointerThatItComesUnderLeavesTheKeysRow() throws {
        try withWindow { session, window in
            session.fake.press("Menu")
            let popup = try session.shown(.popup, commits: 1)
            // Over a row that begins with an S.
            session.fake.movePointer(over: popup.number, x: 50, y: 155)
            press(session, "s", "s", "Return", "2", "Return")
            let isFaster = try wait(.seconds(10)) { try session.status().speed == 2 }
            #expect(isFaster)
        }
    }

    @Test func aMenuLargerThanTheOutputScrolls() throws {
        let rules = FakeRules { $0.popups = .show(atMost: Size(width: 220, height: 130)) }
        try withWindow(rules: rules) { session, window in
            rightClick(session, window)
            let popup = try session.shown(.popup, commits: 1)
            #expect(popup.size == Size(width: 220, height: 130))
            press(session, "End", "Return")
            #expect(session.player.wait(.seconds(10)) == .code(0))
        }
    }

    @Test func itGoesBeforeTheWindowItBelongsTo() throws {
        try withWindow { session, window in
            rightClick(session, window)
            let popup = try session.shown(.popup, commits: 1)
            try session.run("toggle")
            let overlay = try session.shown(.layer, commits: 1)
            #expect(isGone(popup, session))
            rightClick(session, overlay)
            let other = try session.shown(.popup, after: popup.number, commits: 1)
            try session.run("toggle")
            _ = try session.shown(.toplevel, after: window.number, commits: 1)
            #expect(isGone(other, session))
        }
    }

    @Test func aListOfTenThousandEntriesOpensAtThePresentOne() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let clip = try smallClip()
        let path = "\(folder.path)/list.m3u"
        try String(repeating: "\(clip)\n", count: 10_000).write(toFile: path, atomically: true, encoding: .utf8)
        let fake = try FakeCompositor()
        let session = FakeSession(
            fake,
            try fake.launch(Executable.built("oriel"), ["play", "--audio", "none", "--paused", "--id", "a", path]))
        defer { session.stop() }
        let window = try session.shown(.toplevel, commits: 1)
        fake.focusKeyboard(on: window.number)
        rightClick(session, window)
        let popup = try session.shown(.popup, commits: 1)
        // The page has the 500 entries around the present one.
        press(session, "l", "Return", "End", "Up", "Return")
        let isThere = try wait(.seconds(20)) { try session.status().list?.index == 499 }
        #expect(isThere, "\(String(describing: try? session.status().list))")
        press(session, "Escape", "Escape")
        #expect(isGone(popup, session))
    }

    /// A dismissal before the configure, right after it, and while a page is drawn.
    @Test(arguments: 0...3) func aDismissalAtAnyStepLeavesTheWindowAlone(step: Int) throws {
        try withWindow(rules: FakeRules { $0.popups = .ignore }) { session, window in
            rightClick(session, window)
            #expect(session.fake.wait(.seconds(10)) { _, events in events.contains { $0.kind == .asked("grab") } })
            let popup = try #require(session.fake.surfaces.first { $0.role == .popup })
            if step > 0 { session.fake.configure(popup.number) }
            if step > 1 { _ = try session.shown(.popup, commits: 1) }
            if step > 2 { press(session, "s", "s", "Return") }
            session.fake.close(popup.number)
            #expect(isGone(popup, session))
            press(session, "m")
            let isMuted = try wait(.seconds(10)) { try session.status().muted }
            #expect(isMuted)
        }
    }

    @Test func itGoesWithAnOverlayThatTheCompositorCloses() throws {
        try withWindow(["--pip"]) { session, overlay in
            rightClick(session, overlay)
            let popup = try session.shown(.popup, commits: 1)
            session.fake.close(overlay.number)
            #expect(isGone(popup, session))
        }
    }

    @Test func anOverlayHasTheKeyboardForItsMenuAlone() throws {
        try withWindow(["--pip"], rules: FakeRules { $0.layerFocus = .exclusiveOnly }) { session, overlay in
            func asked() -> [String] {
                session.fake.events.compactMap {
                    guard $0.surface == overlay.number, case .asked(let name) = $0.kind else { return nil }
                    return name.hasPrefix("keyboard") ? name : nil
                }
            }
            rightClick(session, overlay)
            let popup = try session.shown(.popup, commits: 1)
            #expect(asked() == ["keyboard 0", "keyboard 1"])
            press(session, "Escape")
            #expect(isGone(popup, session))
            #expect(wait(.seconds(10)) { asked() == ["keyboard 0", "keyboard 1", "keyboard 0"] }, "\(asked())")
        }
    }
}
