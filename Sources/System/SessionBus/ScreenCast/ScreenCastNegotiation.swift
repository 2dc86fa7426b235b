package import SystemPackage

/// The steps by which a window or screen is shared (`org.freedesktop.portal.ScreenCast`). Pure: answers of the portal
/// in, calls to it out. Each step has one answer; a second one is ignored.
package struct ScreenCastNegotiation: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case idle
        /// The interface's properties are asked for.
        case asking
        case creating
        case selecting(session: String)
        /// The user chooses.
        case starting(session: String)
        /// The connection to PipeWire is asked for.
        case opening(session: String)
        case shared(session: String)
        case ended
    }

    /// Properties of the interface.
    package struct Facts: Hashable, Sendable {
        package var version: UInt32
        package var sources: ScreenCastRequest.Sources
        /// Available cursor modes: 1 hidden, 2 part of the picture, 4 told apart.
        package var cursorModes: UInt32

        package init(version: UInt32, sources: ScreenCastRequest.Sources, cursorModes: UInt32) {
            (self.version, self.sources, self.cursorModes) = (version, sources, cursorModes)
        }
    }

    package enum Input: Hashable, Sendable {
        case start
        case facts(Facts)
        /// A call has failed.
        case failed(Errno)
        /// Response to the present request: its code, 0 for success, and its results.
        case answered(UInt32, Results)
        /// The connection to PipeWire has come.
        case opened
        /// The desktop has closed a session.
        case closed(session: String)
        /// The portal has gone.
        case gone
        /// The present step takes too long.
        case timedOut
        /// The share isn't wanted any more.
        case stop
    }

    /// Results of a response; those that its request doesn't have are nil or empty.
    package struct Results: Hashable, Sendable {
        package var session: String?
        package var streams: [ScreenCastStream] = []
        package var restoreToken: String?

        package init() {}
    }

    package enum Output: Hashable, Sendable {
        /// Ask for the properties.
        case ask
        case create
        case select(session: String, Selection)
        case begin(session: String)
        case open(session: String)
        case close(session: String)
        case end(ScreenCastRefusal)
    }

    /// Options of `SelectSources`.
    package struct Selection: Hashable, Sendable {
        package var sources: ScreenCastRequest.Sources
        /// nil leaves it to the desktop.
        package var cursorMode: UInt32?
        package var persists: Bool
        package var restoreToken: String?
    }

    package private(set) var phase = Phase.idle
    /// The shared source; nil before the user has chosen.
    package private(set) var stream: ScreenCastStream?
    package private(set) var restoreToken: String?
    private let request: ScreenCastRequest
    private var selection: Selection?

    package init(_ request: ScreenCastRequest) { self.request = request }

    package mutating func handle(_ input: Input) -> [Output] {
        switch (phase, input) {
        case (.ended, _), (.idle, .stop): return []
        case (.idle, .start):
            phase = .asking
            return [.ask]
        case (.asking, .facts(let facts)): return choose(facts)
        case (.asking, .failed(let errno)):
            return end(errno == .timedOut ? .timedOut : .unsupported(errno))
        case (.creating, .answered(0, let results)):
            guard let session = results.session, session.first == "/", let selection else {
                return end(.failed(.badMessage))
            }
            phase = .selecting(session: session)
            return [.select(session: session, selection)]
        case (.selecting(let session), .answered(0, _)):
            phase = .starting(session: session)
            return [.begin(session: session)]
        case (.starting(let session), .answered(0, let results)):
            guard let stream = results.streams.first else { return end(.failed(.badMessage)) }
            self.stream = stream
            restoreToken = results.restoreToken
            phase = .opening(session: session)
            return [.open(session: session)]
        case (.creating, .answered(let code, _)), (.selecting, .answered(let code, _)),
            (.starting, .answered(let code, _)):
            return end(code == 1 ? .cancelled : .denied)
        case (.opening(let session), .opened):
            phase = .shared(session: session)
            return []
        case (_, .failed(let errno)): return end(errno == .timedOut ? .timedOut : .failed(errno))
        case (_, .timedOut): return end(.timedOut)
        case (_, .closed(let session)):
            guard session == self.session else { return [] }
            phase = .ended
            return [.end(.revoked)]
        case (_, .gone):
            let wasAsking = phase == .asking || phase == .idle
            phase = .ended
            return [.end(wasAsking ? .unsupported(.noSuchFileOrDirectory) : .revoked)]
        case (_, .stop):
            let open = session
            phase = .ended
            return open.map { [.close(session: $0)] } ?? []
        default: return []
        }
    }

    /// The present session's path.
    package var session: String? {
        switch phase {
        case .selecting(let session), .starting(let session), .opening(let session), .shared(let session): session
        default: nil
        }
    }

    private mutating func choose(_ facts: Facts) -> [Output] {
        let sources = request.sources.intersection(facts.sources)
        guard !sources.isEmpty else { return end(.noSuchSource) }
        // As part of the picture, rather than apart from it, where it is drawn here.
        let shown: UInt32? = [2, 4].first { facts.cursorModes & $0 != 0 }
        let mode = request.showsPointer ? shown ?? 1 : 1
        // Both are of later versions: an older portal refuses options that it doesn't know.
        let persists = facts.version >= 4 && request.persists
        selection = Selection(
            sources: sources, cursorMode: facts.version >= 2 && facts.cursorModes & mode != 0 ? mode : nil,
            persists: persists, restoreToken: facts.version >= 4 ? request.restoreToken : nil)
        phase = .creating
        return [.create]
    }

    private mutating func end(_ refusal: ScreenCastRefusal) -> [Output] {
        let open = session
        phase = .ended
        return (open.map { [.close(session: $0)] } ?? []) + [.end(refusal)]
    }
}
