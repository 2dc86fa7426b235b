import OrielSessionBus
import SystemPackage
import Testing

/// The steps to a share, without a bus.
struct ScreenCastNegotiationTests {
    private typealias Facts = ScreenCastNegotiation.Facts
    private static let facts = Facts(version: 4, sources: [.screens, .windows], cursorModes: 3)
    private static let path = "/session/1"

    private static func results(session: String? = nil, node: UInt32? = nil) -> ScreenCastNegotiation.Results {
        var results = ScreenCastNegotiation.Results()
        results.session = session
        if let node { results.streams = [ScreenCastStream(node: node, source: .windows)] }
        return results
    }

    /// A negotiation after these inputs, and the outputs of the last one.
    private static func after(
        _ inputs: [ScreenCastNegotiation.Input], request: ScreenCastRequest = ScreenCastRequest([.windows, .screens])
    ) -> (ScreenCastNegotiation, [ScreenCastNegotiation.Output]) {
        var negotiation = ScreenCastNegotiation(request)
        var outputs: [ScreenCastNegotiation.Output] = []
        for input in inputs { outputs = negotiation.handle(input) }
        return (negotiation, outputs)
    }

    private static let steps: [ScreenCastNegotiation.Input] = [
        .start, .facts(facts), .answered(0, results(session: path)), .answered(0, results()),
        .answered(0, results(node: 7)), .opened,
    ]

    @Test func eachAnswerLeadsToTheNextStep() {
        #expect(Self.after([.start]).1 == [.ask])
        #expect(Self.after(Array(Self.steps.prefix(2))).1 == [.create])
        guard case .select(Self.path, let selection) = Self.after(Array(Self.steps.prefix(3))).1.first else {
            Issue.record("nothing is selected")
            return
        }
        #expect(selection.sources == [.windows, .screens] && selection.cursorMode == 1 && !selection.persists)
        #expect(Self.after(Array(Self.steps.prefix(4))).1 == [.begin(session: Self.path)])
        #expect(Self.after(Array(Self.steps.prefix(5))).1 == [.open(session: Self.path)])
        let (shared, outputs) = Self.after(Self.steps)
        #expect(outputs.isEmpty && shared.phase == .shared(session: Self.path) && shared.stream?.node == 7)
    }

    /// Older portals refuse options that they don't know; only what both know is asked for.
    @Test func onlyWhatThePortalKnowsIsAskedFor() {
        var request = ScreenCastRequest([.windows])
        request.showsPointer = true
        request.persists = true
        request.restoreToken = "token"
        for (version, hasCursor, persists) in [(UInt32(1), false, false), (2, true, false), (4, true, true)] {
            let facts = Facts(version: version, sources: [.screens, .windows], cursorModes: 3)
            let inputs: [ScreenCastNegotiation.Input] = [
                .start, .facts(facts), .answered(0, Self.results(session: Self.path)),
            ]
            guard case .select(_, let selection) = Self.after(inputs, request: request).1.first else {
                Issue.record("nothing is selected")
                continue
            }
            #expect(selection.sources == .windows)
            #expect(selection.cursorMode == (hasCursor ? 2 : nil))
            #expect(selection.persists == persists && selection.restoreToken == (persists ? "token" : nil))
        }
        let screens = Facts(version: 4, sources: .screens, cursorModes: 1)
        #expect(Self.after([.start, .facts(screens)], request: request).1 == [.end(.noSuchSource)])
    }

    /// A pointer that is wished for is part of the picture, or else told apart; hidden if the portal can do neither.
    @Test(arguments: [(7, 2), (6, 2), (5, 4), (4, 4), (1, 1), (0, nil)] as [(UInt32, UInt32?)])
    func thePointerIsShownAsThePortalCan(modes: UInt32, mode: UInt32?) {
        var request = ScreenCastRequest([.windows])
        request.showsPointer = true
        let facts = Facts(version: 4, sources: .windows, cursorModes: modes)
        let inputs: [ScreenCastNegotiation.Input] = [
            .start, .facts(facts), .answered(0, Self.results(session: Self.path)),
        ]
        guard case .select(_, let selection) = Self.after(inputs, request: request).1.first else {
            Issue.record("nothing is selected")
            return
        }
        #expect(selection.cursorMode == mode)
    }

    @Test func aRefusalEndsItAndClosesTheSession() {
        for count in 3...5 {
            let inputs = Array(Self.steps.prefix(count))
            let close: [ScreenCastNegotiation.Output] = [.close(session: Self.path)]
            if count < 5 {
                #expect(Self.after(inputs + [.answered(1, Self.results())]).1 == close + [.end(.cancelled)])
                #expect(Self.after(inputs + [.answered(2, Self.results())]).1 == close + [.end(.denied)])
            }
            #expect(Self.after(inputs + [.timedOut]).1 == close + [.end(.timedOut)])
            #expect(Self.after(inputs + [.failed(.ioError)]).1 == close + [.end(.failed(.ioError))])
            #expect(Self.after(inputs + [.closed(session: Self.path)]).1 == [.end(.revoked)])
            #expect(Self.after(inputs + [.closed(session: "/another")]).1.isEmpty)
            #expect(Self.after(inputs + [.stop]).1 == close)
            #expect(Self.after(inputs + [.gone]).1 == [.end(.revoked)])
        }
        #expect(Self.after([.start, .gone]).1 == [.end(.unsupported(.noSuchFileOrDirectory))])
        #expect(
            Self.after([.start, .failed(.noSuchFileOrDirectory)]).1 == [.end(.unsupported(.noSuchFileOrDirectory))])
        #expect(Self.after([.start, .failed(.timedOut)]).1 == [.end(.timedOut)])
    }

    /// Answers without what they must have, and answers that come once more.
    @Test func aFalseOrSecondAnswerDoesNoHarm() {
        let created = Array(Self.steps.prefix(2))
        for session in [nil, "", "no path"] as [String?] {
            let (_, outputs) = Self.after(created + [.answered(0, Self.results(session: session))])
            #expect(outputs == [.end(.failed(.badMessage))])
        }
        let started = Array(Self.steps.prefix(4))
        #expect(Self.after(started + [.answered(0, Self.results())]).1.last == .end(.failed(.badMessage)))
        for second: ScreenCastNegotiation.Input in [
            .answered(1, Self.results()), .answered(0, Self.results(node: 9)), .opened, .facts(Self.facts), .start,
        ] {
            let (shared, outputs) = Self.after(Self.steps + [second])
            #expect(outputs.isEmpty && shared.stream?.node == 7, "\(second)")
        }
        #expect(Self.after(Self.steps + [.stop, .failed(.ioError)]).1.isEmpty)
    }
}
