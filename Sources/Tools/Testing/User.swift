import OrielAccessibility
public import Oriel

extension Stage {
    /// The person who uses the app. Each action returns once everything has settled (`Stage.settle()`).
    ///
    /// Buttons are pressed by their names, as a screen reader presses them; keys are those of the stage's keyboard,
    /// which the newest window has.
    @MainActor
    public final class User {
        private unowned let stage: Stage

        init(_ stage: Stage) { self.stage = stage }

        // MARK: Picture in Picture

        /// Presses the window's button for Picture in Picture.
        public func clicksPictureInPicture(_ view: PlayerView? = nil) async throws {
            try await press("v_window_startPictureInPicture", view)
        }

        /// Presses the overlay's button for the return to the window.
        public func clicksReturn(_ view: PlayerView? = nil) async throws {
            try await press("v_overlay_stopPictureInPicture", view)
        }

        /// Presses the overlay's close button.
        public func clicksClose(_ view: PlayerView? = nil) async throws { try await press("v_overlay_close", view) }

        /// Presses the overlay's button for a swap with the other view.
        public func clicksSwap(_ view: PlayerView? = nil) async throws { try await press("v_overlay_swap", view) }

        // MARK: Everything else

        /// Presses play or pause, in the overlay if there is one, else in the window.
        public func clicksPlayPause(_ view: PlayerView? = nil) async throws {
            let place = stage.isOverlayShown(view) ? "overlay" : "window"
            try await press("v_\(place)_playPause", view)
        }

        /// Presses a button, a menu's row or a drawing of the app by its name for a person, in English unless the
        /// test's language is another one.
        public func clicks(_ label: String, in view: PlayerView? = nil) async throws {
            try await press(in: view, "a button named “\(label)”") { $0.name == label }
        }

        /// Presses and releases a key or a chord, such as `p`, `Escape` or `Ctrl+Right`.
        public func presses(_ chord: String) async throws {
            do { try stage.host.press(chord) } catch { throw StageError("\(error)") }
            await stage.settle()
        }

        /// Clicks with the left button into the newest window, for drawings that have no name.
        /// - Parameters:
        ///   - x: logical pixels from the left edge.
        ///   - y: logical pixels from the upper edge.
        ///   - title: the window's title; nil for any.
        /// - Throws: `StageError` on a real compositor, which tells no client where a window is.
        public func clicks(x: Int, y: Int, inWindowTitled title: String? = nil) async throws {
            try stage.host.click(x: x, y: y, inWindowTitled: title)
            await stage.settle()
        }

        /// Closes the newest window, as by its title bar.
        /// - Parameter title: the window's title; nil for any.
        /// - Throws: `StageError` on a real compositor.
        public func closesWindow(titled title: String? = nil) async throws {
            try stage.host.closeWindow(titled: title)
            await stage.settle()
        }

        private func press(_ id: String, _ view: PlayerView?) async throws {
            try await press(in: view, id.replacing("v_", with: "", maxReplacements: 1)) { $0.id == id }
        }

        private func press(
            in view: PlayerView?, _ name: String, _ matches: (AccessibleNode) -> Bool
        ) async throws {
            var seen: [String] = []
            for shown in stage.shown(view) {
                for surface in [shown.overlay, shown.window] {
                    guard let surface else { continue }
                    for node in surface.all where node.action != nil && node.states.contains(.sensitive) {
                        seen.append("\(node.id) “\(node.name)”")
                        guard matches(node) else { continue }
                        shown.perform(.press, node.id)
                        return await stage.settle()
                    }
                }
            }
            throw StageError("nothing to press: \(name); there are \(seen.joined(separator: ", "))")
        }
    }
}

extension AccessibleNode {
    /// The element and all within it.
    fileprivate var all: [AccessibleNode] { [self] + children.flatMap(\.all) }
}
