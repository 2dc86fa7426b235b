import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The address field with an input method, which a compositor stands between.
@Suite struct TextInputTests {
    private static let limit = Duration.seconds(20)

    @Test func anInputMethodWritesIntoTheField() throws {
        let path = try smallClip()
        let session = try FakeSession(["--loop"], media: [], offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        let isShown = fake.wait(Self.limit) { surfaces, _ in
            surfaces.contains { $0.role == .toplevel && $0.isMapped }
                && surfaces.contains { $0.role == .subsurface && $0.isMapped && $0.bufferSize.height > 1 }
        }
        try #require(isShown, "\(player.standardError)")
        let window = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
        fake.focusKeyboard(on: window.number)
        func isTold(_ words: String) -> Bool {
            fake.wait(Self.limit) { _, events in
                events.contains { if case .asked(let said) = $0.kind { said.hasPrefix(words) } else { false } }
            }
        }
        // An input method hears nothing of a window whose field isn't used.
        for _ in 1...2 { fake.press("Tab") }
        fake.focusKeyboard(on: nil)
        fake.focusKeyboard(on: window.number)
        fake.press("Tab")
        #expect(isTold("text-input enable url"), "\(player.standardError)")
        let told = fake.events.compactMap { if case .asked(let said) = $0.kind { said } else { nil } }
        #expect(told.first { $0.hasPrefix("text-input") }?.hasPrefix("text-input enable") == true, "\(told)")
        fake.write(preedit: "wrong")
        fake.write("wrong")
        fake.write(path, deleting: (5, 100))
        // Keys and the input method write into one text.
        for key in ["x", "BackSpace", "Return"] { fake.press(key) }
        let plays = fake.shows { $0.role == .toplevel && $0.stream == .green && ($0.index ?? 0) >= 5 }
        #expect(plays, "\(player.standardError)")
        #expect(isTold("text-input disable"))
    }

    /// The input method is another program; the compositors are real.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aRealCompositorsInputMethodWritesIntoTheField(kind: CompositorKind) async throws {
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 900)
        try await withCompositor(kind) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let method = try VirtualInputMethod(socket: compositor.socket)
            func isActive() throws -> Bool {
                try method.update()
                return method.isActive
            }
            let player = try compositor.launch(program.path, ["play", "--audio", "none", "--loop"])
            defer { player.stop() }
            let session = try OrielSession(compositor, program)
            let isThere = try wait(Self.limit) { try session.status().count == 1 }
            let isQuiet = try !isActive()
            try #require(isThere && isQuiet)
            // Until the page is there, the key is for nothing.
            let begins = try wait(Self.limit) {
                try keyboard.press("Tab")
                return try wait(.milliseconds(300)) { try isActive() }
            }
            try #require(begins, "\(player.standardError)")
            // content_purpose url
            #expect(method.purpose == 5)
            try method.write(preedit: "wro")
            try method.write("wrong")
            try method.write(clip, deletingBefore: 5)
            try keyboard.press("Return")
            let plays = try wait(Self.limit) { try session.status().first?.media == clip }
            #expect(plays, "\(player.standardError)")
            let ends = try wait(Self.limit) { try !isActive() }
            #expect(ends)
        }
    }

    /// The focus goes and comes back while the field is changed.
    @Test func theFieldGoesOnAfterAnotherWindow() throws {
        let session = try FakeSession(media: [], offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.role == .toplevel && $0.isMapped })
        let window = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
        fake.focusKeyboard(on: window.number)
        for _ in 1...3 { fake.press("Tab") }
        func count(_ words: String) -> Int {
            fake.events.count { if case .asked(let said) = $0.kind { said.hasPrefix(words) } else { false } }
        }
        #expect(wait(Self.limit) { count("text-input enable") == 1 })
        fake.write(preedit: "half")
        fake.focusKeyboard(on: nil)
        #expect(wait(Self.limit) { count("text-input disable") == 1 })
        fake.write("lost")
        fake.focusKeyboard(on: window.number)
        #expect(wait(Self.limit) { count("text-input enable") == 2 })
        #expect(player.wait(.zero) == nil, "\(player.standardError)")
    }
}
