package import OrielGeometry
package import OrielWayland

/// Usable size of each output, that is, without the panels' exclusive zones, as far as the compositor tells.
@MainActor
package final class UsableAreas {
    private let globals: Globals
    private var sizes: [ObjectIdentifier: Size] = [:]
    private var asking: [ObjectIdentifier: UsableAreaProbe] = [:]
    /// Called when the usable size of an output has changed.
    package var onChange: () -> Void = {}

    init(_ globals: Globals) { self.globals = globals }

    /// The last usable size of an output, in logical pixels; nil if unknown.
    package func size(of output: Output) -> Size? { sizes[ObjectIdentifier(output)] }

    /// Measures an output's usable size once; `onChange` reports a new one.
    package func ask(_ output: Output) {
        let key = ObjectIdentifier(output)
        guard let probe = probe(output) else { return }
        let note = probe.onSize
        probe.onSize = { [weak self] size in
            note?(size)
            self?.asking.removeValue(forKey: key)?.finish()
        }
        asking[key]?.finish()
        asking[key] = probe
    }

    /// Measures an output's usable size for as long as the returned probe is kept; nil if the compositor can't tell it.
    package func probe(_ output: Output) -> UsableAreaProbe? {
        guard let probe = UsableAreaProbe(globals, output: output) else { return nil }
        probe.onSize = { [weak self] in self?.note($0, of: output) }
        return probe
    }

    /// Forgets an output that was removed.
    package func forget(_ output: Output) {
        let key = ObjectIdentifier(output)
        sizes[key] = nil
        asking.removeValue(forKey: key)?.finish()
    }

    private func note(_ size: Size, of output: Output) {
        let key = ObjectIdentifier(output)
        guard output.isConnected, sizes[key] != size else { return }
        sizes[key] = size
        onChange()
    }

    /// Ends all measurements.
    func finish() {
        for probe in asking.values { probe.finish() }
        asking = [:]
    }
}
