import OrielGeometry
import OrielSceneHandoff
import OrielText
import OrielTexts
import OrielWayland
import OrielWindows

/// Commands about the overlay's position, size, pointer input and keyboard focus.
extension ViewRequests {
    /// Carries out a command about the overlay.
    func changeOverlay(_ command: PlayerCommand, _ context: RequestContext) {
        guard let floating = scene.floating else { return fail(context, .noneInPictureInPicture) }
        switch command {
        case .resize(let size):
            let aspectRatio = scene.overlay.aspectRatio
            scene.overlay.changePlace(isGliding: false) { place, surroundings in
                place.resize { $0.resized(within: size, aspectRatio: aspectRatio, in: surroundings.area) }
            }
        case .lock, .unlock: lockOverlay(command == .lock)
        case .peek(let isWanted):
            let peeks = isWanted ?? !scene.overlay.isPeeking
            guard scene.overlay.setPeeking(peeks) else {
                return fail(context, .failed(localized("can't peek: the overlay is stashed or locked")))
            }
            if peeks {
                display.say(
                    OnScreenMessage(localized("Clicks pass through; a click on the rim ends it")), for: .seconds(3))
            }
        case .focus where floating.kind == .pictureInPicture: return fail(context, .failed(Self.hasNoKeyboard))
        case .focus where floating.kind != .layerShell: return fail(context, .failed(Self.cannotFocus))
        case .move(let corner):
            guard floating.canMove else { return fail(context, .failed(Self.cannotMove)) }
            scene.overlay.changePlace(isGliding: true) { $0.move(to: $0.home.moved(to: corner), in: $1) }
        case .moveTo(let point):
            guard floating.canMove else { return fail(context, .failed(Self.cannotMove)) }
            scene.overlay.changePlace(isGliding: true) { $0.move(to: point, in: $1) }
        case _ where floating.kind != .layerShell: return fail(context, .failed(Self.cannotMove))
        case .moveToOutput(let name): return moveOverlay(toOutput: name, context)
        case .focus: scene.overlay.setKeyboard(true)
        case .stash:
            guard scene.overlay.setStashed(true) else {
                return fail(
                    context,
                    .failed(localized("can't stash: the outputs on both sides would show the rest of the overlay")))
            }
        case .unstash: scene.overlay.setStashed(false)
        default: assertionFailure("\(command) isn't about the overlay")
        }
        context.reply?(nil)
    }

    func setOpacity(_ opacity: Double) {
        guard scene.floating != nil else { return }
        var options = scene.options.pictureInPicture
        options.opacity = opacity
        scene.setPictureInPicture(options)
    }

    /// Locks the overlay, so that clicks pass through it, or unlocks it; shows a message about it.
    private func lockOverlay(_ isLocked: Bool) {
        guard scene.overlay.isLocked != isLocked else { return }
        scene.overlay.setLocked(isLocked)
        display.sayLocked(isLocked)
    }

    private func moveOverlay(toOutput name: String, _ context: RequestContext) {
        guard let output = scene.desktop.globals.output(named: name) else {
            let names = scene.desktop.globals.outputs.map(\.state.name).sorted().joined(separator: ", ")
            return fail(
                context, .failed(localized("\(name) is neither a corner nor an output; the outputs are \(names)")))
        }
        scene.overlay.move(to: output) { [self] isShown in
            guard isShown else {
                return fail(context, .failed(localized("the overlay could not be shown on \(name)")))
            }
            context.reply?(nil)
        }
    }

    /// This view's requests, then those of the program's views.
    private var candidates: [ViewRequests] { [self] + host.siblings }

    /// Locks or unlocks, by a key, the overlay of this view, or else of another view of the program.
    func toggleLock() {
        let requests = candidates.first { $0.scene.floating != nil }
        guard let requests else { return display.sayFailure(localized("Nothing is in Picture in Picture")) }
        requests.lockOverlay(!requests.scene.overlay.isLocked)
    }

    /// Stashes or unstashes an overlay, chosen like that of `toggleLock`.
    func toggleStash() {
        let requests = candidates.first { $0.scene.floating?.kind == .layerShell }
        guard let requests else {
            let isAny = candidates.contains { $0.scene.floating != nil }
            return display.sayFailure(
                isAny
                    ? localized("Only the compositor can move it here") : localized("Nothing is in Picture in Picture"))
        }
        requests.scene.overlay.setStashed(requests.scene.overlay.overlayPlace?.stash == nil)
    }

    private static let hasNoKeyboard =
        localized("the compositor's Picture-in-Picture windows get no keyboard; bind keys with `oriel bind`")
    private static let cannotFocus =
        localized("Picture in Picture is a window here, which only the compositor can focus; click it")
    private static let cannotMove =
        localized(
            "Picture in Picture is a window here, which only the compositor can move; drag it, or see `oriel doctor`")
}
