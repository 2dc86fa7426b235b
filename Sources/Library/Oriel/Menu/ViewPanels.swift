import OrielControls
import OrielGeometry
import OrielPlatform
import OrielPlayer
import OrielWayland
import OrielWindows

/// The panels in a view's picture: its page, and a menu where the surface can have no popup.
@MainActor
final class ViewPanels {
    private let requests: ViewRequests
    private(set) var page: PanelOverlay?
    private(set) var menu: PanelOverlay?
    private var crop: CropOverlay?
    /// The picture's forms before and while a crop is chosen.
    private var forms: (former: PictureForm, whole: PictureForm)?
    /// The form of the picture before the page was shown: its ground fills the window.
    private var formerGravity: VideoGravity?
    /// Whether input methods write into this view's field; the seats are shared with the app's other views.
    private var hasField = false

    init(_ requests: ViewRequests) { self.requests = requests }

    private var host: any ViewRequestsHost { requests.host }
    private var scene: PlayerScene { requests.scene }
    private var menuPages: ViewMenu { ViewMenu(requests: requests) }

    /// Shows the view's page in its present state, or none.
    func pageChanged() {
        guard let panel = host.appRows.page == nil ? nil : menuPages.panel(.page([])) else { return endPage() }
        followTheme()
        if let page { return page.pages.refresh() }
        let pages = PanelPages(.page([]), panel, in: scene.panelSurroundings)
        pages.build = { [weak self] in self?.menuPages.panel($0) }
        pages.perform = { [weak self] in
            let step = self?.menuPages.perform($0, on: $1, $2)
            // A page stays until the app takes it away.
            return step == .closes ? .stays : step ?? .stays
        }
        guard let shown = try? PanelOverlay(pages, at: nil, in: host.application) else { return }
        shown.onLayout = { [weak self] in
            self?.followField()
            self?.scene.delegate?.focusChanged()
        }
        shown.image = { [weak self] in self?.image(ofRow: $0) }
        pages.onClose = { [weak self] in self?.endPage() }
        page = shown
        formerGravity = scene.player.pictureForm.gravity
        scene.player.pictureForm.gravity = .resize
        scene.showsPage = true
        scene.windowScene.hideControls()
        showOverlays()
    }

    private func endPage() {
        guard page != nil else { return }
        page = nil
        followField()
        if let formerGravity { scene.player.pictureForm.gravity = formerGravity }
        formerGravity = nil
        scene.showsPage = false
        showOverlays()
    }

    /// Uses the desktop's theme and text size, which may have changed.
    private func followTheme() {
        var surroundings = scene.panelSurroundings
        guard host.appRows.page != nil else { return }
        let ground = PanelStyle(surroundings.theme).pageGround
        if scene.player.queue?.groundColor != ground.argb {
            scene.player.change { $0.changeHint(toGround: ground.argb) }
        }
        guard let page else { return }
        let present = page.pages.controls.surroundings
        (surroundings.room, surroundings.scale) = (present.room, present.scale)
        page.pages.change { $0.move(to: surroundings) }
    }

    /// Lets input methods write into the field that is changed, on the seats whose keyboards are on the window.
    private func followField() {
        let field = page.flatMap { $0.pages.controls.isEditing ? $0.fieldArea : nil }
        guard field != nil || hasField else { return }
        hasField = field != nil
        for seat in host.application.desktop.globals.seats {
            guard let field else {
                seat.textInput?.stop()
                continue
            }
            seat.textInput?.begin(at: field) { [weak self] edit in
                MainActor.assumeIsolated { self?.enter(edit) }
            }
        }
    }

    private func enter(_ edit: TextInput.Edit) {
        guard let pages = page?.pages else { return }
        let intents = pages.change {
            $0.enter(edit.text, composing: edit.preedit, deletingBefore: edit.deletedBefore, after: edit.deletedAfter)
        }
        pages.carryOut(intents, nil)
    }

    /// Opens a page of the menu in the picture.
    func open(_ menuPage: MenuPage, at anchor: Rect, byKey: Bool) -> Bool {
        menu?.pages.close()
        guard let panel = menuPages.panel(menuPage) else { return false }
        var surroundings = scene.panelSurroundings
        surroundings.room = scene.windowScene.picture?.size ?? .zero
        let pages = PanelPages(menuPage, panel, in: surroundings)
        guard !pages.controls.layout.size.isEmpty,
            let shown = try? PanelOverlay(pages, at: anchor, in: host.application)
        else { return false }
        if byKey { pages.change { $0.focus() } }
        shown.onLayout = { [weak self] in self?.scene.delegate?.focusChanged() }
        pages.build = { [weak self] in self?.menuPages.panel($0) }
        pages.perform = { [weak self] in self?.menuPages.perform($0, on: $1, $2) ?? .closes }
        pages.onClose = { [weak self, weak shown] in
            guard let self, menu === shown else { return }
            menu = nil
            showOverlays()
        }
        menu = shown
        showOverlays()
        return true
    }

    private func showOverlays() {
        scene.delegate?.focusChanged()
        let inWindow = scene.overlay.panel == nil ? crop?.overlay : nil
        scene.windowScene.panels = [page?.overlay, menu?.overlay, inWindow].compactMap(\.self)
    }

    /// Lets the user choose a part of the video with a frame; the whole video is shown meanwhile.
    /// - Returns: false if there is no picture to choose from.
    func chooseCrop() -> Bool {
        let isFloating = scene.floating != nil
        guard crop == nil, page == nil, !isFloating || scene.overlay.canShowPanel,
            let surface = scene.floating?.picture ?? scene.windowScene.picture,
            scene.player.currentFrame != nil, !scene.player.isSoundOnly,
            let shown = try? CropOverlay(
                of: scene.player, in: host.application, textScale: scene.panelSurroundings.textScale)
        else { return crop != nil }
        menu?.pages.close()
        let former = scene.player.pictureForm
        var whole = former
        (whole.crop, whole.zoom, whole.gravity) = (.none, 1, .resizeAspect)
        forms = (former, whole)
        scene.player.pictureForm = whole
        shown.place(in: surface.size)
        shown.onEnd = { [weak self] in self?.endCrop($0) }
        crop = shown
        if isFloating {
            scene.overlay.show(shown.overlay, least: Self.leastCropSize)
        } else {
            scene.windowScene.hideControls()
        }
        showOverlays()
        return true
    }

    /// Logical pixels in which a crop's frame and its buttons can be used.
    private static let leastCropSize = Size(width: 320, height: 180)

    private func endCrop(_ crop: VideoCrop?) {
        guard let forms else { return }
        (self.crop, self.forms) = (nil, nil)
        defer { scene.overlay.hidePanel() }
        showOverlays()
        var form = scene.player.pictureForm
        if let crop {
            (form.crop, form.zoom, form.gravity) = (crop, 1, forms.former.gravity)
        } else if form == forms.whole {
            // A command's change meanwhile stays.
            form = forms.former
        }
        scene.player.pictureForm = form
    }

    /// Shows the present state, since the player has changed.
    func refresh() {
        followTheme()
        // The picture to choose from is elsewhere now.
        if crop != nil, (scene.overlay.panel != nil) != (scene.floating != nil) { endCrop(nil) }
        menu?.pages.refresh()
    }

    /// Handles a key of the window: the menu takes all.
    func key(_ event: KeyEvent, _ seat: Seat?) -> Bool {
        if let crop {
            crop.key(event)
            return true
        }
        if let menu {
            _ = menu.pages.key(event, seat)
            return true
        }
        return page?.pages.key(event, seat) ?? false
    }

    /// Ends the panels with the view.
    func finish() {
        menu?.pages.close()
        endCrop(nil)
        (menu, page) = (nil, nil)
        followField()
        scene.windowScene.panels = []
    }

    /// The image of a row of the page that is shown.
    private func image(ofRow row: Int) -> OverlayImage? {
        guard let pages = page?.pages, let shown = pages.page, pages.controls.panel.rows.indices.contains(row) else {
            return nil
        }
        return menuPages.image(ofRow: pages.controls.panel.rows[row].id, on: shown)
    }
}

extension Color {
    /// Alpha in the highest byte, then red, green and blue; not premultiplied.
    fileprivate var argb: UInt32 {
        [alpha, red, green, blue].reduce(0) { $0 << 8 | UInt32((min(max($1, 0), 1) * 255).rounded()) }
    }
}
