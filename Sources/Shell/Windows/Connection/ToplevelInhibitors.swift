import OrielWayland

/// Idle inhibitors on the app's toplevels of one connection: one for each, however many pictures move in it.
@MainActor
final class ToplevelInhibitors {
    private var held: [OpaquePointer: (inhibitor: IdleInhibitor, owners: Set<ObjectIdentifier>)] = [:]

    /// Holds the toplevel's inhibitor for an owner. Does nothing if the compositor doesn't offer the protocol.
    func hold(_ toplevel: OpaquePointer, for owner: AnyObject, _ globals: Globals) {
        guard let inhibitor = held[toplevel]?.inhibitor ?? IdleInhibitor(onToplevel: toplevel, globals) else { return }
        held[toplevel, default: (inhibitor, [])].owners.insert(ObjectIdentifier(owner))
    }

    /// Releases what an owner holds, and destroys an inhibitor that has no other owner.
    func release(by owner: AnyObject) {
        for toplevel in held.keys where held[toplevel]?.owners.remove(ObjectIdentifier(owner)) != nil {
            if held[toplevel]?.owners.isEmpty == true { held[toplevel] = nil }
        }
    }

    /// Whether an owner holds the toplevel's inhibitor.
    func isHeld(_ toplevel: OpaquePointer, by owner: AnyObject) -> Bool {
        held[toplevel]?.owners.contains(ObjectIdentifier(owner)) == true
    }

    /// Destroys all inhibitors.
    func finish() { held = [:] }
}
