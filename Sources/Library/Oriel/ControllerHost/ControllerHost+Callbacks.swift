import Logging
package import OrielPictureInPicture
import OrielSceneHandoff
import OrielSurfaces
import OrielTexts
import OrielWindows

/// The session's callbacks, before the app's delegate receives them.
extension ControllerHost {
    package func note(restoreAnswer answer: Bool, _ transaction: TransactionIdentifier?) {
        // A restored view is shown, even if no other view was made for its player.
        if answer { isDismissed = false }
        view.session.publish(.restore, [.init("answer", .bool(answer))], transaction: transaction)
    }

    package func note(_ snapshot: PictureInPictureSnapshot) {
        view.session.publish(isPossible: snapshot.isPossible)
    }

    package func note(_ callback: PictureInPictureSession.Callback, _ transaction: TransactionIdentifier?) {
        view.session.publish(callback, transaction)
        view.session.complete(callback)
        switch callback {
        case .willStart: scene.overlay.callContent?.begin()
        case .failedToStart: scene.overlay.callContent?.returnLayers()
        // The cameras stop while the call is out of sight, and go on once it is back.
        case .stashedChanged(let isStashed): captures.set(.stashed, isStashed)
        case .suspendedChanged(let isSuspended): captures.set(.suspended, isSuspended)
        case .didStop:
            captures.set([.stashed, .suspended], false)
            scene.overlay.callContent?.returnLayers()
        default: break
        }
        // A controller may outlive its view, and fail to start.
        guard !view.isClosed else { return }
        let delegated = view.playback.delegated
        switch callback {
        case .failedToStart(let error):
            scene.log.warning("\(scene.identifier): Picture in Picture did not start: \(error)")
            view.display.sayFailure(localized("No Picture in Picture: \(error)"))
            // A view that was to begin in Picture in Picture has no window yet.
            if isReady, !scene.windowScene.isWindowWanted, !scene.windowScene.hasAppWindow {
                view.makeWindow()
            }
        case .didStart:
            delegated?.renderSizeChanged()
            application.accessibility?.announce(localized("Picture in Picture: \(scene.title)"))
        case .stashedChanged(let isStashed): delegated?.setAway(.stashed, isStashed)
        case .didStop(let reason):
            delegated?.renderSizeChanged()
            delegated?.cameBack()
            application.accessibility?.announce(
                reason == .restoreRequested
                    ? localized("Back in the window: \(scene.title)")
                    : localized("Picture in Picture ended: \(scene.title)"))
            if reason == .userClosed { closedByUser() }
        default: break
        }
    }

    /// Applies the view's close policy after the user closed Picture in Picture and the delegate was called.
    private func closedByUser() {
        guard view.hostPolicies.closesByUser else { return }
        _ = schedule(after: .zero) { [weak self] in self?.closeIfHidden() }
    }

    private func closeIfHidden() {
        guard !scene.windowScene.hasAppWindow, transitionState == .idle, scene.window == nil, scene.floating == nil
        else { return }
        view.close()
    }
}
