import OrielTestSupport
import OrielWaylandProtocols

/// A compositor as its sources describe it, as data for the fake compositor. It was modelled, not run.
///
/// Each value names its source: file, line and revision. `unknown` means that nothing was read about it; the fake
/// compositor then does what it does by default.
struct CompositorProfile: Sendable {
    /// A value and where it was read.
    struct Fact<Value: Sendable>: Sendable {
        /// The value; nil if it is unknown.
        let value: Value?
        /// File, line and revision; "unknown" without a value.
        let source: String

        static func read(_ value: Value, _ source: String) -> Fact { Fact(value: value, source: source) }
        static var unknown: Fact { Fact(value: nil, source: "unknown") }
    }

    /// A global that the compositor offers.
    struct Global: Sendable {
        let interface: String
        let version: Fact<UInt32>

        init(_ interface: String, _ version: UInt32, _ source: String) {
            self.interface = interface
            self.version = .read(version, source)
        }
    }

    /// Interactivities with which a surface on the overlay layer gets the keyboard focus.
    struct LayerFocus: Sendable {
        typealias Kinds = Set<ZwlrLayerSurfaceV1.KeyboardInteractivity>
        /// As it is mapped.
        var onMap = Fact<Kinds>.unknown
        /// As its interactivity changes.
        var onChange = Fact<Kinds>.unknown
        /// As the pointer comes over it.
        var onHover = Fact<Kinds>.unknown
        /// As it is clicked.
        var onClick = Fact<Kinds>.unknown
    }

    /// Size of a window's first configure.
    enum FirstSize: Hashable, Sendable {
        /// The client chooses.
        case none
        /// The compositor's slot for the window.
        case slot(width: Int, height: Int)
    }

    let name: String
    /// Repository and revision.
    let revision: String
    let globals: [Global]
    /// Globals of the fake compositor that the sources don't have.
    let missing: [String: String]
    let focus: LayerFocus
    let firstSize: Fact<FirstSize>
    /// Whether windows have the tiled states.
    let isTiled: Fact<Bool>

    static let all: [CompositorProfile] = [.niri, .hyprland, .cosmic, .wayfire]

    /// Globals of the fake compositor in its place.
    var offer: FakeOffer {
        var offer = FakeOffer()
        offer.missing = Set(missing.keys)
        offer.hasSubcompositor = true
        for global in globals { offer.versions[global.interface] = global.version.value }
        return offer
    }

    /// The fake compositor's rules in its place.
    var rules: FakeRules {
        var rules = FakeRules()
        rules.layerFocus = FakeRules.LayerFocus(
            onMap: focus.onMap.value ?? [], onChange: focus.onChange.value ?? [], onHover: focus.onHover.value ?? [],
            onClick: focus.onClick.value ?? [])
        if case .slot(let width, let height) = firstSize.value { rules.windowSize = (width, height) }
        rules.tilesWindows = isTiled.value ?? false
        return rules
    }
}

extension CompositorProfile: CustomStringConvertible {
    var description: String { name }
}
