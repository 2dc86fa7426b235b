public import OrielGeometry
package import OrielWaylandProtocols

/// A screen (`wl_output`, with `zxdg_output_v1` if offered). It belongs to the connection's thread.
public final class Output {
    /// Rotation and reflection of an output's contents, in degrees counter-clockwise (`wl_output.transform`).
    public enum Transform: Int, Sendable, Hashable {
        case normal, rotated90, rotated180, rotated270, flipped, flipped90, flipped180, flipped270

        /// True if the transform exchanges width and height.
        public var swapsSides: Bool { rawValue % 2 == 1 }
    }

    /// An output's properties. Replaced as a whole at each `wl_output.done`.
    public struct State: Sendable, Hashable {
        /// Name such as `DP-1`; a generated one if the compositor sends none.
        public var name = ""
        /// Position and size in the compositor's coordinates, in logical pixels.
        public var logical = Rect(x: 0, y: 0, width: 0, height: 0)
        /// Buffer pixels per logical pixel, rounded up to a whole number (`wl_output.scale`).
        public var scale = 1
        /// Transform between the contents and the mode.
        public var transform = Transform.normal
        /// Refresh rate in mHz; 0 if unknown.
        public var refresh = 0
        /// The current mode's size in hardware pixels, before the transform.
        public var pixelSize = Size.zero

        /// Hardware pixels per logical pixel, which may be fractional.
        public var exactScale: Double {
            let turned = transform.swapsSides ? pixelSize.transposed : pixelSize
            guard !turned.isEmpty, !logical.size.isEmpty else { return Double(scale) }
            return Double(turned.width) / Double(logical.size.width)
        }

        /// Time between two refreshes; nil if unknown.
        public var refreshInterval: Duration? {
            refresh > 0 ? .nanoseconds(1_000_000_000_000 / Int64(refresh)) : nil
        }
    }

    /// The last complete state.
    public private(set) var state = State()
    /// False once the output was removed.
    public private(set) var isConnected = true
    /// Runs after each change of `state` except the first.
    public var onChange: ((Output) -> Void)?

    package let object: WlOutput
    let globalName: UInt32
    var onComplete: ((Output) -> Void)?
    private let logical: ZxdgOutputV1?
    private var pending = State()
    private var position: Point?
    private var logicalPosition: Point?
    private var logicalSize: Size?

    init(_ object: WlOutput, globalName: UInt32, logical: ZxdgOutputV1?) {
        self.object = object
        self.globalName = globalName
        self.logical = logical
        pending.name = "output-\(globalName)"
        object.onEvent = { [weak self] in self?.receive($0) }
        logical?.onEvent = { [weak self] in self?.receive($0) }
    }

    func end() {
        guard isConnected else { return }
        isConnected = false
        logical?.destroy()
        if object.supportsRelease { object.release() } else { object.abandon() }
    }

    private func receive(_ event: WlOutput.Event) {
        switch event {
        case .geometry(let x, let y, _, _, _, _, _, let transform):
            position = Point(x: Int(x), y: Int(y))
            pending.transform = Transform(rawValue: Int(transform.rawValue)) ?? .normal
        case .mode(let flags, let width, let height, let refresh):
            // Older compositors list every mode.
            guard flags.contains(.current) else { return }
            pending.pixelSize = Size(width: max(0, Int(width)), height: max(0, Int(height)))
            pending.refresh = max(0, Int(refresh))
        case .scale(let factor): pending.scale = max(1, Int(factor))
        case .name(let name): pending.name = name
        case .description: break
        case .done: apply()
        }
    }

    private func receive(_ event: ZxdgOutputV1.Event) {
        switch event {
        case .logicalPosition(let x, let y): logicalPosition = Point(x: Int(x), y: Int(y))
        case .logicalSize(let width, let height):
            logicalSize = Size(width: max(0, Int(width)), height: max(0, Int(height)))
        case .name(let name): pending.name = name
        case .description: break
        // Since version 3 of `zxdg_output_v1`, `wl_output.done` ends the group.
        case .done: if (logical?.version ?? 3) < 3 { apply() }
        }
    }

    private func apply() {
        // The first `done` may come before the logical size was requested; another follows with the size.
        guard logical == nil || logicalSize != nil else { return }
        let turned = pending.transform.swapsSides ? pending.pixelSize.transposed : pending.pixelSize
        let computed = Size(width: turned.width / pending.scale, height: turned.height / pending.scale)
        pending.logical = Rect(
            origin: logicalPosition ?? position ?? .zero, size: logicalSize ?? computed)
        let isChange = pending != state
        state = pending
        if let complete = onComplete {
            onComplete = nil
            complete(self)
        } else if isChange {
            onChange?(self)
        }
    }
}
