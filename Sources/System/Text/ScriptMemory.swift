import Synchronization

/// Whether this process limits the memory of subtitle scripts by patching libass and FreeType. Any thread.
package enum ScriptMemory {
    private static let wish = Atomic(false)

    /// False at first. Each script that is opened while it is true is limited to `TextLimits.scriptMemory` bytes; the
    /// patch of the first one stays until the process ends.
    package static var isLimited: Bool {
        get { wish.load(ordering: .relaxed) }
        set { wish.store(newValue, ordering: .relaxed) }
    }
}
