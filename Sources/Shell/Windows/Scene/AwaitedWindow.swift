import OrielSurfaces
import OrielWayland

/// A window that returns on the next connection to a compositor.
struct AwaitedWindow: Hashable, Sendable {
    /// Name of the output that it was on; nil if unknown.
    var output: String?
    var isFullscreen: Bool
    /// A placeholder stands in it, since its picture floats.
    var isCovered = false
}

extension AwaitedWindow {
    @MainActor init(_ window: PlayerWindow, isCovered: Bool) {
        self.init(
            output: window.picture.output?.state.name, isFullscreen: window.isMeantFullscreen,
            isCovered: isCovered)
    }
}
