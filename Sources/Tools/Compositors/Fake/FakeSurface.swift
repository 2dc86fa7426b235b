package import OrielGeometry
package import OrielWaylandProtocols

/// State of a client's surface at one moment.
package struct FakeSurface: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        case none
        case toplevel
        case layer
        case pictureInPicture
        case popup
        /// A subsurface.
        case subsurface
        /// Our layer surface of a pixel that measures the usable area (configured according to
        /// `FakeRules.tellsUsableArea`) or finds out whether an output is shown.
        case probe
    }

    /// Number of the surface, from 1; never reused.
    package var number: Int
    package var role = Role.none
    /// Title of a toplevel, or namespace of a layer surface.
    package var name = ""
    package var appID = ""
    package var isMapped = false
    /// Size of the last buffer in surface-local pixels.
    package var size = Size.zero
    package var bufferSize = Size.zero
    /// Number of commits with a buffer.
    package var commits = 0
    /// Marked pictures in the last buffer, if it is in shared memory.
    package var marks: [FakeMark] = []
    package var wantsFullScreen = false
    /// Maximised, by the client or by `FakeCompositor.maximize`.
    package var isMaximized = false
    /// Requests of a layer surface; empty or zero for others.
    package var wantedSize = Size.zero
    package var anchor: ZwlrLayerSurfaceV1.Anchor = []
    package var margins: [Int] = [0, 0, 0, 0]
    package var layer: ZwlrLayerShellV1.Layer?
    package var keyboardInteractivity = ZwlrLayerSurfaceV1.KeyboardInteractivity.none
    package var takesKeyboard: Bool { keyboardInteractivity != .none }
    package var opacity = 1.0
    /// The parts that take input; nil for all.
    package var inputRegion: [Rect]?
    /// The parts that hide what lies below; nil for none.
    package var opaqueRegion: [Rect]?
    /// Alpha of the last buffer's middle, 0 to 1.
    package var alpha = 1.0
    /// Window geometry of an `xdg_surface`; nil if none was set.
    package var geometry: Rect?
    /// Rectangle of a Picture-in-Picture window in the usable area; nil for others.
    package var frame: Rect?
    /// Number of the surface that a Picture-in-Picture window comes from, and the part of it.
    package var origin: Int?
    package var originPart: Rect?
    /// Number of a subsurface's or popup's parent; nil for others.
    package var parent: Int?

    package init(number: Int) { self.number = number }
}

/// An event between a client and the fake compositor.
package struct FakeEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case created
        /// The surface became a toplevel, a layer surface or a Picture-in-Picture window.
        case gotRole
        /// First commit without a buffer, which waits for a configure.
        case wantsConfigure
        case configured(serial: UInt32)
        case acknowledged(serial: UInt32)
        /// First commit with a buffer, or the first after an unmapping.
        case mapped
        case committed
        case unmapped
        /// Feedback for the commit with this number was sent.
        case presented(commit: Int)
        case discarded(commit: Int)
        case closed
        /// The compositor gave it the keyboard by itself (`FakeRules.LayerFocus`).
        case focused
        /// The client's connection ended with a protocol error, by its name.
        case failed(String)
        /// Any other request, by its name, such as `move` or `set_minimized`.
        case asked(String)
        case destroyed
    }

    /// Number of the surface; 0 if none.
    package var surface: Int
    package var kind: Kind
    /// Host time of the event.
    package var time: Duration
}
