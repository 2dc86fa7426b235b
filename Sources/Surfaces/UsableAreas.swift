package import OrielGeometry
package import OrielWayland

/// How much of each output panels leave to overlays, as far as the compositor tells.
@MainActor
package final class UsableAreas {
    private let globals: Globals
    private var sizes: [ObjectIdentifier: Size] = [:]
    private var asking: [ObjectIdentifier: UsableAreaProbe] = [:]
    /// An output's usable size is another one than before.
    package var onChange: () -> Void = {}

    init(_ globals: Globals) { self.globals = globals }

    /// The size last told; nil where nothing was told.
    package func size(of output: Output) -> Size? { sizes[ObjectIdentifier(output)] }

    /// Asks once.
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

    /// Asks as long as the probe is kept.
    package func probe(_ output: Output) -> UsableAreaProbe? {
        guard let probe = UsableAreaProbe(globals, output: output) else { return nil }
        probe.onSize = { [weak self] in self?.note($0, of: output) }
        return probe
    }

    /// The output is gone.
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

    /// Ends all that is asked.
    func finish() {
        for probe in asking.values { probe.finish() }
        asking = [:]
    }
}
