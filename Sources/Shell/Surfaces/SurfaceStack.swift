import Logging
package import OrielControls
package import OrielGeometry
import OrielMedia
import OrielPlatform
package import OrielPlayer
package import OrielText
package import OrielWayland

/// The subsurfaces over one picture surface: inset pictures, the app's overlays, subtitles, controls, messages. Each is
/// created when it is first shown.
@MainActor
package final class SurfaceStack {
    unowned let picture: PictureSurface
    /// The role object that popups over the picture belong to; nil if the surface can have none.
    package var popupParent: PopupParent?
    /// The surfaces, from the lowest to the highest.
    private var children: [ChildSurface] = []
    /// Surfaces among them that were made in advance and that nothing uses yet.
    private var spare: [ChildSurface] = []
    /// Whether the surface is an overlay, whose page is the cover alone.
    package var isOverlay = false
    /// The texts and drawings of Oriel over the picture, but for the controls, by their levels.
    private var layers: [ChildSurface.Level: SceneLayer] = [:]
    private let controls: ControlsLayer
    /// The mark of an overlay's state.
    private var mark = OverlayMark()
    private var subtitleLayer: SubtitleLayer?
    private var insets: [InsetLayer] = []
    /// The app's drawings, from the lowest to the highest.
    private(set) var overlays: [ContentOverlayLayer] = []
    /// The drawing with the ring of keyboard focus.
    weak var focusedOverlay: ContentOverlay? {
        didSet { for overlay in [oldValue, focusedOverlay] { overlay?.setNeedsDisplay() } }
    }
    private(set) var isFinished = false
    /// The app was told that not all of its layers are shown.
    private var hasToldLimit = false
    /// Height of the controls at the picture's lower edge, in hardware pixels; subtitles stay above it.
    private(set) var coveredHeight = 0
    /// Areas of an overlay's buttons above its bar.
    private(set) var coveredAreas: [Rect] = []
    /// Areas of an overlay's controls.
    private var controlPlaces: [Rect] = []
    /// Areas in pixels that messages over an overlay keep clear of.
    private var buttonPlaces: [Rect] {
        controlPlaces + [mark.padlock(on: picture.size, scale: picture.scale)].compactMap(\.self)
    }

    init(on picture: PictureSurface) {
        self.picture = picture
        controls = ControlsLayer(picture)
    }

    /// Creates a subsurface over the picture, below those of higher levels, for the picture's life. nil if the
    /// compositor has no `wl_subcompositor`.
    func makeChild(at level: ChildSurface.Level) -> ChildSurface? {
        if let index = spare.firstIndex(where: { $0.level == level }) { return spare.remove(at: index) }
        let index = children.firstIndex { $0.level > level } ?? children.endIndex
        let next = index < children.endIndex ? children[index] : nil
        guard let child = ChildSurface(over: picture.surface, at: level, below: next) else { return nil }
        child.clip(to: picture.visiblePart)
        children.insert(child, at: index)
        return child
    }

    /// Creates a subsurface of each level but the app's in advance, over a picture in an app's window: sway 1.7 crashes
    /// when a subsurface is created over a picture whose window was destroyed.
    package func prepare() {
        spare = ChildSurface.Level.allCases.filter { $0 != .content }.compactMap(makeChild)
    }

    /// Forgets a subsurface that was finished before the picture is; its removal takes effect with the picture's next
    /// commit.
    func drop(_ child: ChildSurface?) { children.removeAll { $0 === child } }

    /// Keeps a hidden subsurface for the next one of its level.
    func keep(_ child: ChildSurface) { spare.append(child) }

    /// Lays the subsurfaces out after the picture's size or scale has changed.
    func layOut() {
        for inset in insets { inset.layOut(on: picture) }
        for layer in layers.values { layer.layOut() }
        for overlay in overlays { overlay.setNeedsDisplay() }
        follow()
    }

    /// Clips the subsurfaces to the picture's visible part, from the picture's next commit on.
    func clip() {
        for child in children { child.clip(to: picture.visiblePart) }
        for inset in insets { inset.layOut(on: picture) }
    }

    /// Moves the subtitles with the picture during an animation, and hides a page's texts.
    func follow() {
        subtitleLayer?.layOut()
        showPage()
    }

    /// Destroys the subsurfaces. Call after the picture's role object is destroyed.
    func finish() {
        isFinished = true
        for inset in insets { inset.finish() }
        insets = []
        for overlay in overlays { overlay.finish() }
        overlays = []
        for layer in layers.values { layer.finish() }
        layers = [:]
        controls.finish()
        subtitleLayer?.finish()
        subtitleLayer = nil
        for child in spare { child.finish() }
        (children, spare) = ([], [])
    }

    // MARK: Layers

    /// Shows sublayers directly over the picture, in order from the lowest to the highest.
    package func show(_ sublayers: [Sublayers.Entry]) {
        guard !isFinished, !sublayers.isEmpty || !insets.isEmpty else { return }
        let sublayers = limited(sublayers)
        func isSame(_ inset: InsetLayer, _ entry: Sublayers.Entry) -> Bool {
            inset.layer === entry.layer && inset.place == entry.place
        }
        guard !(insets.count == sublayers.count && zip(insets, sublayers).allSatisfy(isSame)) else { return }
        for inset in insets { inset.finish() }
        let lowest = children.first?.child
        insets = sublayers.compactMap { InsetLayer($0.layer, at: $0.place, over: picture, below: lowest) }
        if picture.hasContent { picture.commitChildren() }
    }

    /// Most inset pictures over one picture, and most drawings of the app's. Each is a surface with a descriptor of its
    /// own, and compositors end clients that have thousands.
    private static let mostLayers = 64

    /// Leaves out what is beyond the limit, and says so once.
    private func limited<Layer>(_ layers: [Layer]) -> [Layer] {
        guard layers.count > Self.mostLayers else { return layers }
        if !hasToldLimit {
            picture.stage.log.warning("a view shows \(Self.mostLayers) layers at most; later ones are left out")
        }
        hasToldLimit = true
        return Array(layers.prefix(Self.mostLayers))
    }

    /// Shows the app's content overlays over the picture, in order from the lowest to the highest.
    package func show(_ overlays: [ContentOverlay]) {
        let overlays = limited(overlays)
        guard !isFinished, !overlays.elementsEqual(self.overlays, by: { $0 === $1.overlay }) else { return }
        for layer in self.overlays { layer.remove() }
        self.overlays = overlays.map { ContentOverlayLayer($0, over: picture) }
    }

    func layer(_ level: ChildSurface.Level) -> SceneLayer {
        if let layer = layers[level] { return layer }
        let layer = SceneLayer(picture, at: level)
        layers[level] = layer
        return layer
    }

    func hide(_ level: ChildSurface.Level, withPicture: Bool = false) { layers[level]?.hide(withPicture: withPicture) }

    /// Shows a message over the picture; none on the tab of a stashed overlay.
    package func show(_ message: OnScreenMessage) {
        guard !isFinished, mark.stash == nil else { return }
        layer(.message).show { [unowned self] in
            MessageLayout(
                message, on: picture.size, scale: picture.scale, textScale: picture.textScale(), beside: buttonPlaces
            ).scene
        }
    }

    package func hideMessage() { hide(.message) }

    /// Shows the controls in a layout.
    /// - Parameter fades: whether hidden ones appear by and by.
    package func show(_ layout: ControlsLayout, fades: Bool = false) {
        guard !isFinished else { return }
        controls.show(layout, fades: fades)
        coveredHeight = layout.coveredHeight
        coveredAreas = isOverlay ? layout.coveredAreas : []
        showPage()
        let places = isOverlay ? layout.places : []
        guard places != controlPlaces else { return }
        controlPlaces = places
        layers[.message]?.layOut()
    }

    package func hideControls(fades: Bool = false) {
        controls.hide(fades: fades)
        // A message stays where it is.
        (coveredHeight, coveredAreas, controlPlaces) = (0, [], [])
        showPage()
    }

    /// Shows the thumbnail of a seek target at the centre of an area's lower edge, in hardware pixels.
    package func show(_ thumbnail: Thumbnail, in area: Rect) {
        guard !isFinished else { return }
        let origin = Point(x: area.x + (area.width - thumbnail.size.width) / 2, y: area.maxY - thumbnail.size.height)
        layer(.thumbnail).show(
            TextBitmap(Rect(origin: origin, size: thumbnail.size), pixels: thumbnail.pixels))
    }

    package func hideThumbnail() { hide(.thumbnail) }

    /// Shows the mark for the overlay's state, for example locked.
    package func show(_ mark: OverlayMark) {
        self.mark = mark
        if mark.stash != nil { hideMessage() }
        guard !isFinished else { return }
        if mark.isEmpty {
            hide(.mark)
        } else {
            layer(.mark).show { [unowned picture] in mark.scene(on: picture.size, scale: picture.scale) }
        }
        layers[.message]?.layOut()
    }

    /// A placeholder over a picture that is shown elsewhere.
    package struct Cover {
        package var placeholder: WindowPlaceholder
        /// Whether the app's content overlays are visible over the placeholder.
        package var isGround: Bool

        package init(placeholder: WindowPlaceholder = WindowPlaceholder(), isGround: Bool = false) {
            (self.placeholder, self.isGround) = (placeholder, isGround)
        }
    }

    /// Covers the picture with a placeholder while it is shown elsewhere.
    package func show(_ cover: Cover) {
        guard !isFinished else { return }
        layer(cover.isGround ? .ground : .placeholder).show { [unowned picture] in
            cover.placeholder.scene(on: picture.size, scale: picture.scale)
        }
    }

    /// Opacity of the placeholder that covers the picture, if the compositor has `wp_alpha_modifier_v1`.
    package var coverOpacity = 1.0 {
        didSet { layers[.placeholder]?.setOpacity(coverOpacity) }
    }

    /// Removes the placeholder from the picture's next commit on.
    package func uncover() {
        for level in [ChildSurface.Level.ground, .placeholder] { hide(level, withPicture: true) }
    }

    /// Makes the picture's next commit show the subtitles of a frame.
    /// - Parameter waits: true waits a few milliseconds for the drawing.
    func prepareSubtitles(for frame: VideoFrame, of player: Player, waits: Bool) {
        showPage()
        subtitles?.prepare(for: frame, of: player, waits: waits)
    }

    /// Updates the subtitles of the frame that is shown, if other ones were selected or more were decoded.
    func followSubtitles(_ frame: VideoFrame, of player: Player) { subtitles?.follow(frame, of: player) }

    /// The subtitles over the picture; nil if the player has none selected and none were shown before.
    private var subtitles: SubtitleLayer? {
        if subtitleLayer == nil, !isFinished, picture.player?.subtitles?.shown != nil {
            do throws(PlatformError) { subtitleLayer = try SubtitleLayer(picture) } catch {
                picture.stage.drawingFailed(PresenterFault(.passing, "no subtitles: \(error)"))
            }
        }
        return subtitleLayer
    }
}
