package import OrielGeometry
package import OrielStamps
package import OrielWaylandProtocols

/// A client's surface as the fake compositor knows it at one moment.
package struct FakeSurface: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        case none
        case toplevel
        case layer
        case pictureInPicture
        /// A surface over another.
        case subsurface
        /// A layer surface of ours that only asks for the usable area's size; `FakeRules.tellsUsableArea` has it configured.
        case probe
    }

    /// Counts surfaces from 1; never used again.
    package var number: Int
    package var role = Role.none
    /// A toplevel's title or a layer surface's namespace.
    package var name = ""
    package var appID = ""
    package var isMapped = false
    /// The size in surface-local coordinates that the last buffer gives it.
    package var size = Size.zero
    package var bufferSize = Size.zero
    /// Commits with a buffer.
    package var commits = 0
    /// What the last buffer shows: stamped frames, if it lies in shared memory.
    package var stamps: [StampReading] = []
    package var wantsFullScreen = false
    /// A layer surface's own wishes; empty or zero for others.
    package var wantedSize = Size.zero
    package var anchor: ZwlrLayerSurfaceV1.Anchor = []
    package var margins: [Int] = [0, 0, 0, 0]
    package var layer: ZwlrLayerShellV1.Layer?
    package var takesKeyboard = false
    package var opacity = 1.0
    /// Of a surface over another: that one's number.
    package var parent: Int?

    package init(number: Int) { self.number = number }

    /// The index of the stamped frame it shows; nil if it shows none.
    package var index: Int? { stamps.map(\.index).max() }
    package var stream: StampColor? { stamps.first?.stream }
}

/// Something that happened between a client and the fake compositor.
package struct FakeEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case created
        /// It became a toplevel, a layer surface or a Picture-in-Picture window.
        case gotRole
        /// Its first commit, without a buffer: it waits to be configured.
        case wantsConfigure
        case configured(serial: UInt32)
        case acknowledged(serial: UInt32)
        /// The first buffer, or the first after an unmapping.
        case mapped
        case committed
        case unmapped
        /// Feedback for the commit of this number was sent.
        case presented(commit: Int)
        case discarded(commit: Int)
        case closed
        /// Any other request, by its name, such as `move` or `set_minimized`.
        case asked(String)
        case destroyed
    }

    /// The surface's number; 0 for what concerns none.
    package var surface: Int
    package var kind: Kind
    /// Host time.
    package var time: Duration
}
