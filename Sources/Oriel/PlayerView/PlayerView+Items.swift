import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielText
import OrielTransport
import OrielWindows

/// Changes of the playlist's item. In the session's documents this is "play another content" of the same player.
extension PlayerView {
    func itemChanged() {
        session.reportChanged()
        state.navigation.mediumChanged()
        letGo()
        display.endWaiting()
        guard player.currentItem != nil else {
            controllerHost.loseSource()
            // A window that waited for the medium shows the hint instead.
            if player.isEmpty, let wanted = state.wantedMode {
                state.wantedMode = nil
                makeWindow(wanted)
            }
            return
        }
        controllerHost.replaceSource(isReady: player.source.state.phase != .opening)
        scene.retitle()
        display.sayItem()
    }

    func itemSkipped(_ item: PlayerItem) {
        guard let error = player.failure(of: item) else { return }
        session.publish(error)
        display.forgetWaiting()
        display.sayFailure("\(error)")
        refuseItem(error)
        sayAwaitedItemLater()
    }

    /// Time after which a message says which item is being opened; most have a frame sooner.
    private static let patience = Duration.milliseconds(400)

    /// Says which item the user waits for, if it takes a while.
    func sayAwaitedItemLater() {
        guard player.awaitedItem != nil else { return display.endWaiting() }
        _ = schedule(after: Self.patience) { [weak self] in self?.sayAwaitedItem() }
    }

    private func sayAwaitedItem() {
        guard let item = player.awaitedItem, !display.showsStatistics, !isClosed else { return }
        display.wait(Message("Opening \(item.shortName)"))
    }
}

extension PlayerItem {
    /// The item's title, or the last part of its path or address.
    var shortName: String {
        title ?? PathText.shown(location.description.split(separator: "/").last.map(String.init) ?? media)
    }
}
