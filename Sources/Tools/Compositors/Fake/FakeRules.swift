package import OrielGeometry
package import OrielWaylandProtocols

/// Rules for the fake compositor's answers; tests may change them at any time.
package struct FakeRules: Sendable {
    package enum Refresh: Hashable, Sendable {
        /// A refresh at this interval, in milliseconds.
        case every(milliseconds: Int)
        /// A refresh only at `FakeCompositor.refresh`.
        case manual
    }

    package enum Feedback: Hashable, Sendable {
        case presented
        case discarded
        /// Withheld until a later refresh answers otherwise.
        case withheld
    }

    package var refresh = Refresh.every(milliseconds: 16)
    /// Returns true to configure a surface when required; false leaves that to `FakeCompositor.configure`.
    package var configures: @Sendable (FakeSurface) -> Bool = { _ in true }
    /// Returns true to answer a mapped surface's frame callbacks at a refresh.
    package var frames: @Sendable (FakeSurface) -> Bool = { _ in true }
    /// Returns the answer to a surface's presentation feedback at a refresh.
    package var feedback: @Sendable (FakeSurface) -> Feedback = { _ in .presented }
    /// Returns false to keep a committed buffer, until a refresh finds true.
    package var releases: @Sendable (FakeSurface) -> Bool = { _ in true }
    /// Time from the refresh to the reported presentation.
    package var presentationDelay = Duration.zero
    /// Size sent to windows, in logical pixels; nil leaves it to them.
    package var windowSize: (width: Int, height: Int)?
    /// Whether windows get the tiled states, so that they fill `windowSize`.
    package var tilesWindows = false
    /// False to ignore requests for full screen before the window is mapped, as phoc 0.58 does.
    package var keepsEarlyFullScreen = true
    /// Usable area of each output, without panels, in logical pixels; nil is all of it.
    package var usableArea: (width: Int, height: Int)?
    /// False withholds the handles of exported toplevels until `FakeCompositor.sendHandles`.
    package var sendsHandles = true
    /// False leaves configures of usable-area probes to `FakeCompositor.configure`.
    package var tellsUsableArea = true

    /// The answer to a popup.
    package enum Popups: Hashable, Sendable {
        /// The wanted size, at most this one.
        case show(atMost: Size)
        /// Dismissed at once, before any configure.
        case refuse
        /// Never configured.
        case ignore
    }

    /// Distance of popups from the upper edge of their parent, in logical pixels.
    package var popupTop = 10
    package var popups = Popups.show(atMost: Size(width: 10_000, height: 10_000))
    package var pictureInPicture = PictureInPicture()
    package var layerFocus = LayerFocus()

    /// Interactivities with which a layer surface gets the keyboard focus by itself, none by default, and loses it.
    package struct LayerFocus: Sendable {
        package typealias Kinds = Set<ZwlrLayerSurfaceV1.KeyboardInteractivity>
        package var onMap: Kinds = []
        package var onChange: Kinds = []
        package var onHover: Kinds = []
        package var onClick: Kinds = []
        package var ends: Kinds = [.none]

        package init(
            onMap: Kinds = [], onChange: Kinds = [], onHover: Kinds = [], onClick: Kinds = [], ends: Kinds = [.none]
        ) {
            (self.onMap, self.onChange, self.onHover, self.onClick) = (onMap, onChange, onHover, onClick)
            self.ends = ends
        }

        /// At any interactivity but *none*.
        package static let atOnce = LayerFocus(onMap: [.exclusive, .onDemand], onChange: [.exclusive, .onDemand])
        /// At *exclusive*; it keeps it with *on demand*, which alone gives it only at a click.
        package static let onDemandAtClick = LayerFocus(onMap: [.exclusive], onChange: [.exclusive])
        /// At *exclusive*, until another interactivity.
        package static let exclusiveOnly = LayerFocus(
            onMap: [.exclusive], onChange: [.exclusive], ends: [.none, .onDemand])
    }

    /// Rules for Picture-in-Picture windows; by default KWin's.
    package struct PictureInPicture: Sendable {
        /// Bounds in logical pixels; nil is a quarter of the usable area in each direction.
        package var bounds: Size?
        /// False sends no bounds.
        package var sendsBounds = true
        /// Size of the first configure; nil leaves it to the client.
        package var firstSize: Size?
        /// Whether a surface larger than the bounds is a protocol error. The protocol says so; KWin doesn't check.
        package var checksBounds = true
        /// Whether windows are closed instead of configured.
        package var refuses = false
        /// The corner of a new window, and its distance to the edges in logical pixels.
        package var homeCorner = Corner.bottomRight
        package var margin = 20
    }

    /// Creates the default rules with a change.
    package init(_ change: (inout Self) -> Void = { _ in }) { change(&self) }
}

/// Globals and devices of the fake compositor, fixed at its start.
package struct FakeOffer: Sendable {
    /// Interfaces not offered, such as `zwlr_layer_shell_v1`.
    package var missing: Set<String> = []
    package var outputs: [Output] = [Output(name: "FAKE-1")]
    package var presentationClock: UInt32 = 1
    package var seat: [Device] = [.pointer, .keyboard, .touch]
    /// Number of seats; all but the first have no devices.
    package var seats = 1
    package var layerShellVersion: UInt32 = 4
    /// Versions of globals; others have the fake compositor's own. More than this library speaks is not offered.
    package var versions: [String: UInt32] = [:]
    /// Whether Picture-in-Picture windows are offered, as by KWin with its environment variable.
    package var hasPictureInPictureShell = false
    /// Whether subsurfaces are offered (`wl_subcompositor`); messages and controls then appear as surfaces of their
    /// own.
    package var hasSubcompositor = false

    package enum Device: Hashable, Sendable {
        case pointer
        case keyboard
        case touch
    }

    package struct Output: Hashable, Sendable {
        package var name: String
        package var width: Int
        package var height: Int
        package var scale: Int
        package var x: Int

        package init(name: String, width: Int = 1280, height: Int = 720, scale: Int = 1, x: Int = 0) {
            self.name = name
            self.width = width
            self.height = height
            self.scale = scale
            self.x = x
        }
    }

    /// Creates the default offer with a change.
    package init(_ change: (inout Self) -> Void = { _ in }) { change(&self) }
}
