import Glibc
public import OrielPlatform

/// Client of Oriel's extension for GNOME Shell, which places the overlays that are ordinary windows there. Only for the
/// loop's thread; the loop must outlive it. Without the extension nothing has an effect.
public final class ShellExtension {
    /// Requested place of an overlay. Its size is the window's own.
    public struct Place: Hashable, Sendable {
        /// The corner of the work area that `x` and `y` are measured from, such as `top-left`.
        public var corner: String
        /// Distance from the vertical edge at the corner, in logical pixels.
        public var x: Int
        /// Distance from the horizontal edge at the corner, in logical pixels.
        public var y: Int
        /// Connector name of the output; nil for the one that the window is on.
        public var output: String?

        public init(corner: String, x: Int, y: Int, output: String? = nil) {
            self.corner = corner
            self.x = x
            self.y = y
            self.output = output
        }

        var options: [BusArgument.Option] {
            var options: [BusArgument.Option] = [
                .init("corner", .text(corner)), .init("x", .integer(Int64(x))), .init("y", .integer(Int64(y))),
            ]
            if let output { options.append(.init("output", .text(output))) }
            return options
        }
    }

    /// An overlay of this process.
    public struct Overlay: Hashable, Sendable {
        fileprivate let number: Int
    }

    private let service: BusService
    private var places: [(overlay: Overlay, place: Place)] = []
    private var opened = 0
    /// Whether the extension has been enabled since this object was made.
    private var hasMet = false
    /// Whether the extension is enabled, as far as the bus has told.
    public var isEnabled: Bool { service.isOwned }

    /// Bus name of the extension, which is the name of its interface too.
    public static let name = "oriel.PictureInPicture1"
    private static let path = "/oriel/PictureInPicture1"

    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(_ buses: BusConnections) throws(PlatformError) {
        service = try BusService(Self.name, on: buses.user())
        service.onOwnerChange = { [unowned self] isOwned in
            // An extension that returns, after a lock of the screen for instance, leaves the overlays where they are.
            // The owner at the beginning is no change; it has got all places already.
            if isOwned, !hasMet { for index in places.indices { send(index) } }
            hasMet = true
        }
    }

    /// Asks the user's bus whether the extension is enabled.
    /// - Parameter limit: time after which it counts as not enabled.
    public static func isEnabled(within limit: Duration) -> Bool {
        guard let loop = try? EventLoop(), let shell = try? ShellExtension(BusConnections(loop: loop)) else {
            return false
        }
        let deadline = MonotonicClock.now + limit
        while !shell.isEnabled, MonotonicClock.now < deadline { loop.turn(limit: .milliseconds(20)) }
        return shell.isEnabled
    }

    /// Requests the place of an overlay whose window is about to be opened.
    public func open(at place: Place) -> Overlay {
        opened += 1
        let overlay = Overlay(number: opened)
        places.append((overlay, place))
        send(places.count - 1)
        return overlay
    }

    /// Requests another place.
    public func move(_ overlay: Overlay, to place: Place) {
        guard let index = places.firstIndex(where: { $0.overlay == overlay }) else { return }
        places[index].place = place
        send(index)
    }

    /// Forgets an overlay whose window is closed.
    public func close(_ overlay: Overlay) { places.removeAll { $0.overlay == overlay } }

    /// Sends a place. The extension knows an overlay by its process, and by its number among those that the process has
    /// opened and not closed. The answer has no effect.
    private func send(_ index: Int) {
        let arguments: [BusArgument] = [
            .number(UInt32(getpid())), .number(UInt32(index)), .options(places[index].place.options),
        ]
        try? service.call(Self.path, Self.name, "Place", arguments) { _ in }
    }
}
