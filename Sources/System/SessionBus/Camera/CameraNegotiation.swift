package import SystemPackage

/// The steps by which the user permits cameras (`org.freedesktop.portal.Camera`). Pure: answers of the portal in, calls
/// to it out. Each step has one answer; a second one is ignored.
package struct CameraNegotiation: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case idle
        /// The interface's version is asked for.
        case asking
        /// The user decides, unless the desktop remembers a decision.
        case requesting
        case granted
        case ended
    }

    package enum Input: Hashable, Sendable {
        case start
        case version(UInt32)
        /// A call has failed.
        case failed(Errno)
        /// Response to the request: its code, 0 for success.
        case answered(UInt32)
        /// The portal has gone.
        case gone
        /// The present step takes too long.
        case timedOut
        /// Cameras aren't wanted any more.
        case stop
    }

    package enum Output: Hashable, Sendable {
        /// Ask for the version.
        case ask
        case request
        case grant
        case end(CameraRefusal)
    }

    package private(set) var phase = Phase.idle

    package init() {}

    package mutating func handle(_ input: Input) -> [Output] {
        switch (phase, input) {
        case (.ended, _), (.idle, .stop): return []
        case (.idle, .start):
            phase = .asking
            return [.ask]
        case (.asking, .version(let version)):
            guard version > 0 else { return end(.absent(.notSupported)) }
            phase = .requesting
            return [.request]
        case (.asking, .failed(let errno)): return end(errno == .timedOut ? .timedOut : .absent(errno))
        case (.requesting, .answered(0)):
            phase = .granted
            return [.grant]
        case (.requesting, .answered(let code)): return end(code == 1 ? .denied : .failed(.permissionDenied))
        case (.requesting, .failed(let errno)): return end(errno == .timedOut ? .timedOut : .failed(errno))
        case (.asking, .timedOut), (.requesting, .timedOut): return end(.timedOut)
        case (.asking, .gone): return end(.absent(.noSuchFileOrDirectory))
        case (.requesting, .gone): return end(.failed(.connectionReset))
        case (_, .stop):
            phase = .ended
            return []
        // Once granted, cameras need no portal.
        default: return []
        }
    }

    private mutating func end(_ refusal: CameraRefusal) -> [Output] {
        phase = .ended
        return [.end(refusal)]
    }
}
