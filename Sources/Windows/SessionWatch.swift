import OrielPlatform
import OrielWayland

/// Whether the user's session can be seen at all: some output draws, and nobody has locked it.
@MainActor
package final class SessionWatch {
    private let globals: Globals
    private var probe: OutputProbe?
    private var waiting: [ObjectIdentifier: () -> Void] = [:]
    /// Those whose surface is on outputs that are dark.
    private var unlit: Set<ObjectIdentifier> = []
    /// As the session's manager tells it.
    var isLocked = false {
        didSet { noteChange() }
    }
    package private(set) var isHidden = false
    /// `isHidden` is another.
    package var onChange: () -> Void = {}

    init(_ globals: Globals) { self.globals = globals }

    /// Calls `drew` once an output shows something; at once where that can't be found out.
    /// - Parameter output: the one that the owner's surface was on last.
    func askOutputs(for owner: AnyObject, on output: Output?, _ drew: @escaping () -> Void) {
        waiting[ObjectIdentifier(owner)] = drew
        guard probe == nil else { return }
        do throws(WaylandError) { probe = try OutputProbe(globals, on: output) } catch { probe = nil }
        guard let probe else { return outputsDrew() }
        probe.onShown = { [weak self] in self?.outputsDrew() }
    }

    /// Nobody waits any more for what `askOutputs` asked.
    func stopAsking(for owner: AnyObject) {
        waiting[ObjectIdentifier(owner)] = nil
        endProbe()
    }

    /// The outputs that a surface is on are dark, or no longer.
    func note(isUnlit: Bool, of owner: AnyObject) {
        if isUnlit { unlit.insert(ObjectIdentifier(owner)) } else { unlit.remove(ObjectIdentifier(owner)) }
        noteChange()
    }

    func finish() {
        waiting = [:]
        endProbe()
    }

    private func outputsDrew() {
        probe = nil
        let handlers = waiting.values
        waiting = [:]
        for handler in Array(handlers) { handler() }
    }

    private func endProbe() {
        guard waiting.isEmpty else { return }
        probe?.finish()
        probe = nil
    }

    private func noteChange() {
        let isHidden = isLocked || !unlit.isEmpty
        guard isHidden != self.isHidden else { return }
        self.isHidden = isHidden
        onChange()
    }
}
