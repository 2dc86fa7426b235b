import OrielWayland

/// Watches whether the user's session is visible at all: an output draws, and the session isn't locked.
@MainActor
package final class SessionWatch {
    /// The globals of the present connection; nil before the first.
    var globals: Globals?
    private var probe: OutputProbe?
    private var waiting: [ObjectIdentifier: () -> Void] = [:]
    /// The watches whose surface is only on dark outputs.
    private var unlit: Set<ObjectIdentifier> = []
    /// The session is locked, according to the session manager.
    var isLocked = false {
        didSet { noteChange() }
    }
    /// The session is invisible: locked, or the outputs of a watched surface are dark.
    package private(set) var isHidden = false
    /// Called when `isHidden` has changed.
    package var onChange: () -> Void = {}

    /// Calls `drew` once an output draws, or at once if that can't be determined.
    /// - Parameters:
    ///   - owner: the watch that asks; a later call for it replaces the earlier one.
    ///   - output: the output that its surface was on last.
    func askOutputs(for owner: AnyObject, on output: Output?, _ drew: @escaping () -> Void) {
        waiting[ObjectIdentifier(owner)] = drew
        guard probe == nil, let globals else { return }
        do throws(WaylandError) { probe = try OutputProbe(globals, on: output) } catch { probe = nil }
        guard let probe else { return outputsDrew() }
        probe.onShown = { [weak self] in self?.outputsDrew() }
    }

    /// Cancels `askOutputs` for an owner.
    func stopAsking(for owner: AnyObject) {
        waiting[ObjectIdentifier(owner)] = nil
        endProbe()
    }

    /// Notes whether the outputs with the owner's surface are dark.
    func note(isUnlit: Bool, of owner: AnyObject) {
        if isUnlit { unlit.insert(ObjectIdentifier(owner)) } else { unlit.remove(ObjectIdentifier(owner)) }
        noteChange()
    }

    /// Forgets the surfaces of a connection that ended; they report no more.
    func connectionEnded() {
        waiting = [:]
        endProbe()
        globals = nil
        unlit = []
        noteChange()
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
