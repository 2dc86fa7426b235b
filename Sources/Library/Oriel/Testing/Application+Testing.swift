package import OrielAccessibility
import OrielPlayer
import OrielWindows

/// The views as their user finds them, for `OrielTesting`.
extension Application {
    /// A view's surfaces with their elements; nil where the view shows none.
    package struct ShownView {
        package let view: AnyObject
        package let window: AccessibleNode?
        package let overlay: AccessibleNode?
        /// Whether a transition, a frame or the session's answer is on its way.
        package let isUnsettled: Bool
        /// Carries out a request of an element, by its name.
        package let perform: @MainActor (AccessibleRequest, String) -> Void
    }

    /// The application's views, oldest first.
    package var shownViews: [ShownView] {
        playerViews.map { view in
            var elements = AccessibleElements()
            elements.add(view, name: "v")
            let effects = elements.effects
            func surface(_ name: String) -> AccessibleNode? {
                elements.windows.first { $0.id == name && $0.states.contains(.showing) }
            }
            let window = surface("v_window")
            return ShownView(
                view: view, window: window, overlay: surface("v_overlay"),
                isUnsettled: isUnsettled(view, hasWindow: window != nil)
            ) { effects[$1]?($0) }
        }
    }

    private func isUnsettled(_ view: PlayerView, hasWindow: Bool) -> Bool {
        let player = view.scene.player
        if view.isMoving || player.isBuffering || player.isSeeking || view.session.slot == nil { return true }
        if let state = view.transition?.state, state != .idle, state != .active { return true }
        let windows = view.scene.windowScene
        if view.state.wantedMode != nil, !player.isEmpty { return true }
        let isDrawn = windows.isWindowWanted || view.scene.floating != nil
        guard isDrawn || windows.hasAppWindow, desktop.isConnected else { return false }
        if windows.window != nil, !hasWindow { return true }
        return switch player.status {
        case .unknown: player.currentItem != nil
        case .readyToPlay where player.currentFrame != nil || player.isSoundOnly: false
        // An app takes the frames by itself.
        case .readyToPlay: isDrawn || player.source.medium != nil && player.source.waitingFrames().isEmpty
        case .failed: false
        }
    }
}
