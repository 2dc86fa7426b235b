package import Logging
package import OrielControls
import OrielGeometry
import OrielPlatform
package import OrielPlayer
import OrielSessionBus
package import OrielSurfaces
package import OrielText
import OrielWayland

/// One player on the screen: a window scene, an overlay scene, and the exchange of the picture between them.
///
/// The scene carries out single steps of a transition. The Picture in Picture session decides their order.
@MainActor
package final class PlayerScene {
    /// The player to show; changed by `change(to:)`.
    package var player: Player
    /// The former player, whose picture is shown until `player` has one.
    var outgoing: Player?
    package let desktop: Desktop
    let exchanges: SceneExchanges
    package let log: Logger
    /// The player's name in the session; set by the broker's registration.
    package var identifier: String
    package var options: PlayerViewOptions

    /// The player's window, or the app's.
    package private(set) lazy var windowScene = WindowScene(self)
    /// The floating surface, while the player is in Picture in Picture, and its place.
    package private(set) lazy var overlay = OverlayScene(self)
    package var window: PlayerWindow? { windowScene.window }
    /// The floating surface, while there is one.
    package var floating: FloatingSurface? { overlay.floating }
    /// Whether the window is full screen, or will be when it returns.
    package var isFullScreen: Bool { window?.isFullscreen ?? windowScene.wasFullscreen }
    /// The pictures in the window and on the overlay.
    var pictures: [PictureSurface] { [windowScene.picture, floating?.picture].compactMap(\.self) }
    /// The overlay's surface, else the window's; nil if nothing is shown.
    package var shownPicture: PictureSurface? { floating?.picture ?? windowScene.picture }

    /// The message on the picture; nil if there is none.
    package internal(set) var saying: OnScreenMessage?
    /// Ends the message.
    let hushing = LoopTimer()
    /// Receives what happens to the scene: the view that shows it.
    package weak var delegate: (any PlayerSceneDelegate)?
    /// The surfaces were prepared for every transition, on the present connection.
    var hasRehearsed = false
    /// The first picture was committed, and the clock has begun.
    var hasBegun = false
    private var inhibitor: IdleInhibitor?
    /// Whether a page stands in the window in place of the video and its controls.
    package var showsPage = false
    /// Previews for the controls.
    private lazy var thumbnails = Thumbnails(desktop.loop) { [weak self] in self?.player.source.file }

    package init(
        player: Player, identifier: String, options: PlayerViewOptions, window: WindowChoice, desktop: Desktop,
        exchanges: SceneExchanges, log: Logger
    ) {
        self.player = player
        self.identifier = identifier
        self.options = options
        self.desktop = desktop
        self.exchanges = exchanges
        self.log = log
        windowScene.use(window)
        follow(player)
    }

    package func setKeys(_ keys: KeyBindings) {
        options.keys = keys
        windowScene.surfaceInput?.keys = keys
        overlay.input?.keys = keys
    }

    /// Uses other options of the overlay. Surface, output, size and corner are those of the next one.
    package func setPictureInPicture(_ new: PictureInPictureOptions) {
        let old = options.pictureInPicture
        options.pictureInPicture = new
        if (old.output, old.corner) != (new.output, new.corner) || old.size != new.size { overlay.startsAnew = true }
        let opacity = overlay.isPeeking ? new.peekOpacity : new.opacity
        if let floating, floating.picture.opacity != opacity { floating.setOpacity(opacity, fades: false) }
        floating?.picture.cornerRadius = new.cornerRadius
        refreshControls()
    }

    /// Uses another scale of text; nil uses the desktop's.
    package func setTextScale(_ scale: Double?) {
        options.textScale = scale
        for picture in pictures { picture.setNeedsRedraw() }
        refreshControls()
    }

    /// Uses another view's options and window. The surfaces on the screen stay.
    package func takeUp(_ options: PlayerViewOptions, _ window: WindowChoice) {
        self.options = options
        windowScene.use(window)
    }

    /// Unmaps all surfaces of this player.
    package func finish() {
        overlay.remove()
        overlay.departure.end()
        windowScene.remove()
        windowScene.departure.end()
        windowScene.dropDraft()
        thumbnails.finish()
        hushing.cancel()
        endOutgoing()
        windowScene.inline?.end()
        desktop.forget(player)
    }

    // MARK: Controls

    /// Returns the scale of text: the app's, else the desktop's setting.
    var textScale: () -> Double {
        { [weak self, desktop] in self?.options.textScale ?? desktop.services.preferences.textScale }
    }

    func makeControls(
        on picture: PictureSurface, form: @escaping () -> ControlsForm
    ) -> SurfaceControls? {
        guard desktop.globals.hasSubsurfaces else { return nil }
        return SurfaceControls(
            picture, thumbnails: thumbnails, isWanted: { [weak self] in self?.wantsControls(form()) ?? false },
            fades: { [weak self] in self?.isAnimated ?? false }
        ) { [weak self] in
            self?.delegate?.controlsState(form()) ?? ControlsState(form())
        }
    }

    /// The conditions of panels, but for their room and scale.
    package var panelSurroundings: PanelLayout.Surroundings {
        var surroundings = PanelLayout.Surroundings(room: .zero)
        surroundings.isRightToLeft = ReadingDirection.current == .rightToLeft
        surroundings.textScale = textScale()
        let theme = desktop.services.preferences
        surroundings.theme = PanelStyle.Theme(isLight: theme.isLight, isHighContrast: theme.isHighContrast)
        return surroundings
    }

    /// Whether a surface of this form shows controls. A page in the window takes their place.
    package func wantsControls(_ form: ControlsForm) -> Bool {
        guard form == .pictureInPicture else { return options.showsPlaybackControls && !showsPage }
        return options.pictureInPicture.showsControls && !options.pictureInPicture.controls.isEmpty
    }

    /// Draws the controls again, since their state changed.
    package func refreshControls() {
        windowScene.surfaceInput?.refreshControls()
        overlay.input?.refreshControls()
        delegate?.refreshPanels()
    }

    /// Opens a page of the menu by a key: on the overlay if that has the keyboard, or if there is no window.
    package func openMenu(_ page: MenuPage, _ origin: SurfaceInput.Origin?) {
        guard let origin else { return }
        let isOnOverlay = floating.map { origin.seat?.keyboardFocus === $0.picture.surface } ?? false
        (isOnOverlay || window == nil ? overlay.input : windowScene.input)?.openMenu(page, origin)
    }

    /// Whether surfaces move by themselves: the options allow it, and the desktop doesn't ask for reduced motion.
    var isAnimated: Bool { options.pictureInPicture.isAnimated && !desktop.services.preferences.reducesMotion }

    // MARK: Idle

    /// Keeps the screen on while a picture moves on it: by an idle inhibitor on the surface that shows it, or on the
    /// app's toplevel for a picture in a surface of the app's, or else by the desktop.
    package func updateInhibitor() {
        let picture = movingPicture
        let inline = windowScene.inline
        let isInline = picture != nil && picture === inline?.picture
        inhibitor?.destroy()
        inhibitor = isInline ? nil : picture.flatMap { IdleInhibitor($0.surface) }
        let isKept = inline?.keepScreenOn(isInline) == true || inhibitor != nil
        desktop.services.keepScreenOn(picture != nil && !isKept, for: self)
    }

    /// The picture that is seen to move; nil if none is.
    private var movingPicture: PictureSurface? {
        guard options.keepsScreenOn, player.preventsDisplaySleepDuringVideoPlayback, !player.isPaused,
            !player.isSoundOnly, !player.isEmpty, overlay.overlayPlace?.stash == nil, !desktop.session.isHidden
        else { return nil }
        return floating?.picture ?? windowScene.seenPicture
    }
}
