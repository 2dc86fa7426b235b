import OrielSessionBus
import Testing

/// The options of a share, by the portal's version and its properties.
struct ScreenCastRequestTests {
    /// Older portals refuse options that they don't know; only what both know is asked for.
    @Test func onlyWhatThePortalKnowsIsAskedFor() {
        var request = ScreenCastRequest([.windows])
        request.showsPointer = true
        request.persists = true
        request.restoreToken = "token"
        for (version, names) in [
            (UInt32(1), ["types", "multiple"]), (2, ["types", "multiple", "cursor_mode"]),
            (4, ["types", "multiple", "cursor_mode", "persist_mode", "restore_token"]),
        ] {
            let options = request.options(version: version, sources: [.screens, .windows], cursorModes: 3)
            #expect(options?.map(\.name) == names)
            #expect(options?.first?.value == .number(2))
        }
        #expect(request.options(version: 4, sources: .screens, cursorModes: 1) == nil)
        let plain = ScreenCastRequest([.windows, .screens])
        let expected: [BusArgument.Option] = [
            .init("types", .number(3)), .init("multiple", .boolean(false)), .init("cursor_mode", .number(1)),
        ]
        #expect(plain.options(version: 4, sources: [.windows, .screens], cursorModes: 3) == expected)
    }

    /// A pointer that is wished for is part of the picture, or else told apart; hidden if the portal can do neither.
    @Test(arguments: [(7, 2), (6, 2), (5, 4), (4, 4), (1, 1), (0, nil)] as [(UInt32, UInt32?)])
    func thePointerIsShownAsThePortalCan(modes: UInt32, mode: UInt32?) {
        var request = ScreenCastRequest([.windows])
        request.showsPointer = true
        let options = request.options(version: 4, sources: .windows, cursorModes: modes)
        #expect(options?.first { $0.name == "cursor_mode" }?.value == mode.map { .number($0) })
    }
}
