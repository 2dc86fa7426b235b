import OrielAccessibility
package import OrielControls
package import OrielLibav
import OrielPictureInPicture
import OrielSceneHandoff
import OrielWayland
package import OrielWindows

/// Callbacks of the view's scene. Those about the player stand in
/// `PlayerView+Surroundings.swift`, the controls' state in `PlayerView+Controls.swift`.
extension PlayerView: PlayerSceneDelegate {
    package var hasSiblings: Bool { application.views.count > 1 }

    package func windowClosedByUser() { close() }

    /// Takes the window's *activated* state for keyboard focus where no seat has a keyboard.
    package func windowActivationChanged(isActivated: Bool) {
        focusChanged()
        guard application.desktop.globals.seats.allSatisfy({ !$0.hasKeyboard }) else { return }
        session.noteFocus(isActivated)
    }

    package func windowVisibilityChanged(_ state: SurfaceVisibility.State) {
        controllerHost.windowVisibilityChanged(state)
    }

    package func perform(_ action: PlayerAction, _ origin: SurfaceInput.Origin) {
        requests.perform(action.request, RequestContext(origin: origin))
    }

    package func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) { requests.perform(intent, origin) }

    package func handMoved(isDown: Bool) { requests.handMoved(isDown: isDown) }

    package func scroll(_ steps: Int, _ origin: SurfaceInput.Origin?) { requests.scroll(steps, origin) }

    package func zoom(_ change: ZoomChange, on surface: Size, _ origin: SurfaceInput.Origin) {
        requests.perform(.zoom(change, on: surface), RequestContext(origin: origin))
    }

    package func dropped(_ text: String) { requests.dropped(text) }

    package func focusChanged() { application.accessibility?.noteChange() }

    package func windowSeen() { followFullScreen() }

    package func closeButtonPressed() { controllerHost.closeByUser() }

    package func returnButtonPressed(_ origin: SurfaceInput.Origin) { controllerHost.returnByUser(origin) }

    package func overlayPlacementChanged() {
        session.reportChanged()
        playback.delegated?.renderSizeChanged()
        session.publish(.moved)
    }

    package func overlayStashChanged(isStashed: Bool) { send(.stashed(isStashed)) }

    package func overlayVisibilityChanged(_ state: SurfaceVisibility.State) {
        playback.delegated?.setAway(.hidden, state != .visible)
    }

    /// Shows and publishes that a track can't be played further.
    package func mediaLost(_ loss: MediaError) {
        session.reportChanged()
        session.publish(loss)
        display.sayFailure("\(loss)", for: .seconds(6))
    }

    package func subtitlesShown(_ lines: [String]) {
        let news = state.spokenSubtitles.take(lines)
        if speaksSubtitles, let news { application.accessibility?.announce(news) }
    }
}
