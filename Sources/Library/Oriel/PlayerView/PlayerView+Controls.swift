package import OrielControls
package import OrielGeometry
import OrielPlayer
import OrielTransport
package import OrielWayland
public import OrielWindows

/// The controls over the video, and keys of the app's own.
extension PlayerView {
    /// Largest number of chapters and of interstitials on a bar; more can't be distinguished.
    private static let mostChapters = 400

    package func controlsState(_ form: ControlsForm) -> ControlsState {
        let source = player.source.state
        var controls = ControlsState(form)
        // The page of a medium that has only sound shows its title.
        if form == .pictureInPicture || !source.isSoundOnly || scene.options.title != nil {
            controls.title = scene.title
        }
        controls.keepsFocus = application.accessibility?.isActive == true
        controls.isPaused = isPaused
        controls.hasEnded = player.hasEnded
        let items = player.items
        if items.count > 1, let index = player.currentItem.flatMap({ items.firstIndex(of: $0) }) {
            controls.list = .init(index + 1, of: items.count)
        }
        controls.position = requests.navigation.wanted ?? playback.position
        controls.speed = player.speed
        controls.duration = playback.duration
        controls.bufferedUntil = source.bufferedUntil
        controls.isLive = playback.isAppTimed ? playback.delegated?.range == .live : source.isLive
        controls.isSeekable = source.isSeekable || playback.isAppTimed
        controls.isLinear = playback.isLinear
        controls.isPlayable = !playback.isAppTimed || playback.delegated?.isPlayable == true
        if player.isEmpty { controls.isPlayable = false }
        if form == .pictureInPicture {
            let wanted = scene.options.pictureInPicture.controls
            controls.hidden = wanted.hidden
            controls.buttons = scene.options.pictureInPicture.buttons.map(\.element)
            if !wanted.contains(.playPause) { controls.isPlayable = false }
        }
        // The app's window is full screen by the app's own means.
        if form == .window, scene.windowScene.inline != nil { controls.hidden = [.fullScreen] }
        controls.volume = player.source.description.audio == nil ? nil : player.volumePercent
        controls.isMuted = player.isMuted
        controls.isBuffering = player.isBuffering
        controls.isSeeking = playback.isSeeking
        controls.chapters = player.chapters.prefix(Self.mostChapters).map { .init(start: $0.start, title: $0.title) }
        controls.interstitials = Array(player.interstitialTimeRanges.prefix(Self.mostChapters))
        controls.hasAudioTracks = player.audioTracks.count > 1
        controls.hasSubtitles = !player.subtitleTracks.isEmpty
        controls.showsSubtitles = player.selectedSubtitleTrack != nil
        if form == .window { controls.frame = scene.window?.frame }
        controls.keys = state.controlKeys.labels(for: scene.options.keys)
        controls.thumbnailShape = player.source.file == nil ? nil : scene.overlay.aspectRatio
        controls.canStartPictureInPicture = controller != nil && controllerHost.isSupported && !player.isEmpty
        controls.canSwap = controllerHost.isSupported && session.isOfferedSwap
        return controls
    }

    /// A surface that shows no controls has no menu either.
    package func menu(_ page: MenuPage, on form: ControlsForm) -> Panel? {
        guard scene.wantsControls(form) || scene.showsPage && form == .window else { return nil }
        return ViewMenu(requests: requests).panel(page)
    }

    package func perform(
        _ intent: PanelIntent, on page: MenuPage, _ origin: SurfaceInput.Origin
    ) -> MenuStep { ViewMenu(requests: requests).perform(intent, on: page, origin) }

    /// The controls that the overlay shows, independent of the window's `showsPlaybackControls`. None of them is the
    /// only way: keys, commands, a double click and the app do the same. Without `returnButton` the button to swap,
    /// which stands beside it, is left out too.
    public var pictureInPictureControls: PictureInPictureControls {
        get {
            observed(
                \.pictureInPictureControls,
                scene.options.pictureInPicture.showsControls ? scene.options.pictureInPicture.controls : [])
        }
        set {
            change(\.pictureInPictureControls) {
                scene.options.pictureInPicture.controls = newValue
                scene.options.pictureInPicture.showsControls = !newValue.isEmpty
            }
            scene.refreshControls()
        }
    }

    /// Rows that the app adds to the view's menu, before the last group: tvOS's
    /// `AVPlayerViewController.transportBarCustomMenuItems`. An open menu shows a change at once. A page shows at most
    /// 500 rows. Main actor only; the handlers run from the loop.
    public var transportBarCustomMenuItems: [MenuElement] {
        get { appRows.menuItems }
        set {
            appRows.menuItems = newValue
            scene.refreshControls()
        }
    }

    /// Shows an open menu's rows again, since what `MenuElement.menu(_:detail:elements:)` returns has changed.
    public func refreshMenu() { scene.refreshControls() }

    /// A page that stands in the view's window in place of the controls, for a player without an item: it lies on the
    /// ground that `Player.Options.hint` shows then, in the theme's colour. nil for none. Arrows and *Tab*
    /// go through its rows, *Enter* presses one; other keys keep their effects. It follows the desktop's text size,
    /// light or dark, and contrast. It is not shown in Picture in Picture. Main actor only.
    public var page: ViewPage? {
        get { appRows.page }
        set {
            appRows.page = newValue
            if !isClosed { panels.pageChanged() }
        }
    }

    /// Lets the user choose a part of the video (`PictureForm.crop`) with a frame over the picture: in Picture in
    /// Picture, which is enlarged for it if it is small, or else in the window. The whole video is shown meanwhile.
    /// Main actor only.
    /// - Returns: false if there is no picture to choose from, or the overlay is put away or locked.
    @discardableResult
    public func chooseCrop() -> Bool { panels.chooseCrop() }

    package func refreshPanels() {
        panels.refresh()
        focusChanged()
    }

    var shownPanels: [(name: String, pages: PanelPages, origin: Point)] {
        [("page", panels.page), ("popup", panels.menu)].compactMap { name, panel in
            panel.map { (name, $0.pages, $0.frame.origin) }
        }
    }

    /// Panels lie in the window's picture, as the app's content overlays do; a crop's frame lies in the overlay's too.
    package func panelKey(_ event: KeyEvent, _ seat: Seat?, on form: ControlsForm) -> Bool {
        (form == .window || scene.overlay.panel != nil) && panels.key(event, seat)
    }

    package func openMenuInPicture(_ page: MenuPage, on form: ControlsForm, at anchor: Rect, byKey: Bool) -> Bool {
        form == .window && panels.open(page, at: anchor, byKey: byKey)
    }

    /// Binds a key in the view's window and its overlay to a handler of the app's, before Oriel's own binding of that
    /// key. The handler is called from the loop at each press, not again while the key is held; a key of a focused
    /// control keeps its effect there.
    /// - Parameters:
    ///   - chord: the key with its modifiers.
    ///   - handler: nil gives the key back.
    public func bind(_ chord: KeyChord, to handler: (@MainActor () -> Void)?) { policies.keyHandlers[chord] = handler }

    package func appKeyPressed(_ chords: [KeyChord], isRepeated: Bool) -> Bool {
        guard let handler = chords.lazy.compactMap({ self.policies.keyHandlers[$0] }).first else { return false }
        if !isRepeated {
            noteUserAction()
            callLater(handler)
        }
        return true
    }
}
