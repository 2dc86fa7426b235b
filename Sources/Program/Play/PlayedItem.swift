import Oriel

/// A player of `oriel play`: its view and its Picture-in-Picture controller.
@MainActor
final class PlayedItem: PictureInPictureControllerDelegate {
    let view: PlayerView
    let memory: any PlayMemory
    /// Runs when a medium can't be played and playback goes on with the next.
    var onSkip: (MediaError) -> Void = { _ in }
    /// Runs with a line for the terminal.
    var onNotice: (String) -> Void = { _ in }
    /// Runs when the first frame was presented.
    var onFirstPicture: () -> Void = {}
    /// Runs when a player that is to begin in Picture in Picture can.
    var onReadyToFloat: () -> Void = {}
    /// Runs when a start of Picture in Picture has succeeded or failed.
    var onFloated: () -> Void = {}
    private let mode: PlayOptions.Mode
    private let keepsOpen: Bool
    private let endsOnReturn: @Sendable () -> Bool
    private var hasReported = false
    /// Runs once, when the player has ended, or is about to close by its user's hand: its state is still the user's.
    var onEnd: (PlayEnd) -> Void = { _ in }
    private var wasSeen = false
    private var hasBegun = false
    /// The keys if the player begins silent and this wasn't said yet; nil otherwise.
    private var silentKeys: KeyBindings?
    /// The items that were opened and shown last; one that wasn't has no position to store.
    private var opened: PlayerItem?
    private var shown: PlayerItem?
    private let controller: PictureInPictureController?
    private let menu: PlayerMenu
    /// Picture of the window while it has no medium; nil if the player began with one.
    var startPage: StartPage?
    /// Question of a window whose medium a link has named.
    var linkPage: LinkPage?

    init(_ view: PlayerView, mode: PlayOptions.Mode, memory: any PlayMemory, options: PlayOptions) {
        self.view = view
        self.memory = memory
        self.mode = mode
        keepsOpen = options.keepsOpen
        endsOnReturn = options.endsOnReturn
        silentKeys = options.view.keys
        menu = PlayerMenu(view, memory, options.settings)
        view.failurePolicy = .closesView
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
        controller?.allowsAutomaticStart = options.startsAutomatically
        controller?.canStartPictureInPictureAutomaticallyFromInline = options.startsAutomatically
        controller?.pausesWhenSessionIsHidden = options.pausesWhenLocked
        view.player.addChangeHandler { [weak self] in self?.playerChanged($0) }
        if options.form.crop == .none { restoreForm(of: view.player.currentItem) }
        view.player.startTimeOfItem = { memory.position(of: $0.media) }
        view.player.onLeave = { [weak self, weak view] item, position, duration in
            self?.leave(item, at: position, of: duration)
            // A medium that can't be played isn't one that was played.
            guard view?.player.failure(of: item) == nil else { return }
            let length = duration ?? view?.player.duration
            Self.note(item, in: memory, title: item.title, position, length)
            // By now the view may show the next item.
            guard position >= Self.shortestVisit || position == .zero else { return }
            memory.keepPicture(of: item.media, at: Self.scene(position, of: length), shownBy: nil)
        }
        switch mode {
        case .window: view.show()
        case .fullscreen: view.show(.fullScreen)
        case .pictureInPicture: break
        }
    }

    private func playerChanged(_ change: Player.Change) {
        if case .item = change {
            startPage?.update()
            menu.itemChanged()
            restoreForm(of: view.player.currentItem)
        }
        if case .opened = change {
            startPage?.update()
            opened = view.player.currentItem
            if opened != nil { startPage?.note(nil) }
        }
        if case .frames = change {
            if shown != view.player.currentItem { sayCrop() }
            shown = view.player.currentItem
            saySilence()
        }
        switch change {
        case .opened where mode == .pictureInPicture && !hasBegun && view.player.currentItem != nil:
            hasBegun = true
            onReadyToFloat()
        case .frames where !wasSeen && view.player.statistics.presented > 0:
            wasSeen = true
            onFirstPicture()
        case .skipped(let item):
            guard let error = view.player.failure(of: item) else { break }
            onSkip(error)
            startPage?.note("\(error)")
            // The medium of a link, in a view that has nothing else to show.
            if startPage == nil, view.player.items.isEmpty {
                report(.failed)
                Task { view.close() }
            }
        case .item where startPage != nil && view.player.currentItem == nil && mode == .pictureInPicture && !hasBegun:
            view.show()
        case .ended where !keepsOpen: view.close()
        default: break
        }
    }

    /// Says on the first picture of a medium that the part to show lies outside of it.
    private func sayCrop() {
        guard case .pixels(let pixels) = view.player.pictureForm.crop, let size = view.player.uprightSize,
            UnitRect(pixels, of: size).clamped == nil
        else { return }
        let line = "The crop lies outside of the video of \(size.width)x\(size.height)"
        view.showMessage(line)
        onNotice("\(line); all of it is shown")
    }

    /// Says on the first picture with sound that the player begins silent, and the key that makes it heard.
    private func saySilence() {
        let player = view.player
        guard let keys = silentKeys, player.statistics.presented > 0, player.selectedAudioTrack != nil else { return }
        silentKeys = nil
        guard player.isMuted || player.volume == 0 else { return }
        let (text, action, command) =
            player.isMuted
            ? ("Muted; unmute", PlayerAction.mute, "oriel mute")
            : ("Volume 0 %; louder", .volumeUp, "oriel volume 100")
        view.showMessage("\(text): \(keys.chords(of: action).first.map { "\($0)" } ?? command)")
    }

    /// Uses what differs in other options.
    func change(from old: PlayOptions, to new: PlayOptions) {
        func follow<Value: Equatable>(_ option: KeyPath<PlayOptions, Value>, _ use: (Value) -> Void) {
            if new[keyPath: option] != old[keyPath: option] { use(new[keyPath: option]) }
        }
        let player = view.player
        follow(\.view.keys) {
            view.keys = $0
            if silentKeys != nil { silentKeys = $0 }
        }
        follow(\.view.pictureInPicture) { view.pictureInPictureOptions = $0 }
        follow(\.view.textScale) { view.textScale = $0 }
        follow(\.view.speaksSubtitles) { view.speaksSubtitles = $0 }
        follow(\.startsAutomatically) {
            controller?.allowsAutomaticStart = $0
            controller?.canStartPictureInPictureAutomaticallyFromInline = $0
        }
        follow(\.pausesWhenLocked) { controller?.pausesWhenSessionIsHidden = $0 }
        follow(\.player.subtitleScale) { player.subtitleScale = $0 }
        follow(\.player.subtitlePosition) { player.subtitlePosition = $0 }
        follow(\.player.hardwareDecoding) { player.hardwareDecoding = $0 }
        startPage?.settingsChanged()
        menu.settingsChanged()
    }

    /// Enters Picture in Picture.
    func float() {
        guard let controller else { return onFloated() }
        controller.startPictureInPictureWhenPossible(within: .seconds(3))
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ pictureInPictureController: PictureInPictureController) {
        onFloated()
    }

    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error
    ) { onFloated() }

    /// Reports the end of a player that has closed.
    func reportEnd() {
        if case .failed(let error) = view.player.status, error.kind != .interrupted { return report(.failed) }
        report(view.player.hasEnded ? .ended : .quit)
    }

    private func report(_ end: PlayEnd) {
        guard !hasReported else { return }
        hasReported = true
        onEnd(end)
    }

    /// Stores the position of an item, unless it was left before it began.
    private func leave(_ item: PlayerItem, at position: Duration, of duration: Duration?) {
        guard wasPlayed(item, position) else { return }
        var form = view.player.pictureForm
        // Pixels are those of one medium.
        if case .pixels = form.crop { form.crop = .part(view.player.shownPart) }
        memory.leave(item.media, at: position, of: duration, in: form)
    }

    /// Gives an item the crop and zoom with which it was left.
    private func restoreForm(of item: PlayerItem?) {
        guard let form = item.flatMap({ memory.form(of: $0.media) }) else { return }
        var present = view.player.pictureForm
        (present.crop, present.zoom, present.zoomCenter) = (form.crop, form.zoom, form.zoomCenter)
        view.player.pictureForm = present
    }

    private func wasPlayed(_ item: PlayerItem, _ position: Duration) -> Bool {
        item == shown || item == opened && position > .zero
    }

    /// Stores volume and position after the player's end.
    func remember() {
        let player = view.player
        memory.leaveSound(volume: Int((player.volume * 100).rounded()), isMuted: player.isMuted)
        guard let item = player.currentItem else { return }
        let time = player.currentTime()
        leave(item, at: time, of: player.hasEnded ? nil : player.duration)
        guard wasPlayed(item, time), player.statistics.presented > 0 || player.isSoundOnly else { return }
        let position = player.hasEnded ? .zero : time
        Self.note(item, in: memory, title: player.title, position, player.duration)
        memory.keepPicture(
            of: item.media, at: Self.scene(position, of: player.duration), shownBy: player.hasEnded ? nil : view)
    }

    /// Least time in an item after which its picture is worth the work when playback goes on with another.
    private static let shortestVisit = Duration.seconds(10)

    /// Time of a medium's picture: where it was left, or in the middle if it was played to its end, since the last
    /// frame of a film shows little.
    private static func scene(_ position: Duration, of duration: Duration?) -> Duration {
        position > .zero ? position : (duration ?? .zero) / 2
    }

    /// Notes a medium for the list in an empty window.
    private static func note(
        _ item: PlayerItem, in memory: any PlayMemory, title: String?, _ position: Duration, _ duration: Duration?
    ) {
        let name = item.media.split(separator: "/").last.map { String($0) } ?? item.media
        memory.note(RecentMedium(media: item.media, title: title ?? name, position: position, duration: duration))
    }

    /// If the compositor closed the overlay, usually with its output, the window is shown again. If the user closed it,
    /// the player ends, even if its window had stayed open.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) {
        if reason == .userClosed {
            report(.closed)
            Task { view.close() }
        }
        // Without a medium, the window shows the start page.
        if reason == .surfaceClosed || reason == .sourceLost && startPage != nil {
            view.show(view.isFullScreen ? .fullScreen : .window)
        }
    }

    /// Answers at once: the view restores its window itself. A player that ends on return closes instead.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        guard endsOnReturn() else { return completionHandler(true) }
        report(.returned)
        Task { view.close() }
    }
}
