import OrielGeometry
import OrielPictureInPicture
package import OrielWayland

/// The scene's surfaces end with the connection to the compositor, and return on the next one.
extension PlayerScene {
    /// Ends all surfaces, and keeps how they return.
    package func connectionLost() {
        overlay.connectionLost()
        windowScene.connectionLost()
        updateInhibitor()
    }

    /// Makes the window again. The overlay returns when the session reveals it.
    package func connectionRestored() {
        hasRehearsed = false
        windowScene.connectionRestored()
    }

    /// Names of the outputs that the scene's surfaces were on.
    package var missedOutputs: Set<String> {
        let window: String? = if case .fullScreen(let output)? = windowScene.awaited?.mode { output } else { nil }
        return Set([window, overlay.keptPlace?.home.output].compactMap(\.self))
    }

    /// Moves surfaces back to an output that was missing when they returned.
    package func outputCame(_ output: Output) {
        overlay.outputCame(output)
        windowScene.outputCame(output)
    }
}

extension WindowScene {
    fileprivate func outputCame(_ output: Output) {
        guard let name = missedOutput, name == output.state.name else { return }
        missedOutput = nil
        if let window, window.isFullscreen { window.setFullscreen(on: output) }
    }
}
