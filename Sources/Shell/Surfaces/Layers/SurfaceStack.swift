import Logging
package import OrielControls
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlayer
package import OrielText
package import OrielWayland

/// The subsurfaces over one picture surface: inset pictures, the app's overlays, subtitles, controls, messages. Each is
/// created when it is first shown.
@MainActor
package final class SurfaceStack: PictureLayers {
    unowned let picture: PictureSurface
    /// The role object that popups over the picture belong to; nil if the surface can have none.
    package var popupParent: PopupParent?
    let stage: Stage
    /// The surfaces, from the lowest to the highest.
    private var children: [ChildSurface] = []
    /// Surfaces among them that were made in advance and that nothing uses yet.
    private var spare: [ChildSurface] = []
    /// Whether the surface is an overlay, whose page is the cover alone.
    package var isOverlay = false
    /// The texts of the page of a medium that has only sound.
    var pageLayer: SceneLayer?
    private var messages: MessageLayer?
    private var controls: ControlsLayer?
    private var thumbnailLayer: ThumbnailLayer?
    private var mark: MarkLayer?
    private var isStashed = false
    private var placeholder: SceneLayer?
    /// The placeholder if it lies below the app's overlays.
    private var ground: SceneLayer?
    /// The placeholder that covers the picture; nil while the picture is visible.
    private var cover: Cover?
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
    var buttonPlaces: [Rect] { controlPlaces + [mark?.padlock].compactMap(\.self) }

    init(on picture: PictureSurface, _ stage: Stage) {
        self.picture = picture
        self.stage = stage
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

    func layOut() {
        for inset in insets { inset.layOut(on: picture) }
        messages?.layOut()
        mark?.layOut()
        for overlay in overlays { overlay.setNeedsDisplay() }
        follow()
        if let cover { show(cover) }
    }

    func clip() {
        for child in children { child.clip(to: picture.visiblePart) }
        for inset in insets { inset.layOut(on: picture) }
    }

    func follow() {
        subtitleLayer?.layOut()
        showPage()
    }

    func finish() {
        isFinished = true
        for inset in insets { inset.finish() }
        insets = []
        for overlay in overlays { overlay.finish() }
        overlays = []
        pageLayer?.finish()
        messages?.finish()
        controls?.finish()
        thumbnailLayer?.finish()
        mark?.finish()
        placeholder?.finish()
        ground?.finish()
        subtitleLayer?.finish()
        (messages, controls, mark, placeholder, subtitleLayer) = (nil, nil, nil, nil, nil)
        ground = nil
        (pageLayer, thumbnailLayer) = (nil, nil)
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
        insets = sublayers.compactMap { InsetLayer($0.layer, at: $0.place, over: picture, below: lowest, stage) }
        if picture.hasContent { picture.commitChildren() }
    }

    /// Most inset pictures over one picture, and most drawings of the app's. Each is a surface with a descriptor of its
    /// own, and compositors end clients that have thousands.
    private static let mostLayers = 64

    /// Leaves out what is beyond the limit, and says so once.
    private func limited<Layer>(_ layers: [Layer]) -> [Layer] {
        guard layers.count > Self.mostLayers else { return layers }
        if !hasToldLimit {
            stage.log.warning("a view shows \(Self.mostLayers) layers at most; later ones are left out")
        }
        hasToldLimit = true
        return Array(layers.prefix(Self.mostLayers))
    }

    /// Shows the app's content overlays over the picture, in order from the lowest to the highest.
    package func show(_ overlays: [ContentOverlay]) {
        let overlays = limited(overlays)
        guard !isFinished, !overlays.elementsEqual(self.overlays, by: { $0 === $1.overlay }) else { return }
        for layer in self.overlays { layer.remove() }
        self.overlays = overlays.map { ContentOverlayLayer($0, over: picture, stage) }
    }

    /// Shows a message over the picture until host time `end`; none on the tab of a stashed overlay.
    package func say(_ message: Message, until end: Duration) {
        guard !isFinished, !isStashed else { return }
        do throws(PlatformError) {
            if messages == nil { messages = try MessageLayer(picture, stage) }
            messages?.show(message, until: end)
        } catch { complain("message", error) }
    }

    package func hideMessage() { messages?.hide() }

    /// Shows the controls in a layout.
    /// - Parameter fades: whether hidden ones appear by and by.
    package func show(_ layout: ControlsLayout, fades: Bool = false) {
        guard !isFinished else { return }
        do throws(PlatformError) {
            if controls == nil { controls = try ControlsLayer(picture, stage) }
            controls?.show(layout, fades: fades)
            coveredHeight = layout.coveredHeight
            coveredAreas = isOverlay ? layout.coveredAreas : []
            showPage()
            let places = isOverlay ? layout.places : []
            guard places != controlPlaces else { return }
            controlPlaces = places
            messages?.layOut()
        } catch { complain("controls", error) }
    }

    package func hideControls(fades: Bool = false) {
        controls?.hide(fades: fades)
        // A message stays where it is.
        (coveredHeight, coveredAreas, controlPlaces) = (0, [], [])
        showPage()
    }

    /// The thumbnail beside the controls; nil once the stack is finished.
    package var thumbnail: ThumbnailLayer? {
        if thumbnailLayer == nil, !isFinished { thumbnailLayer = ThumbnailLayer(picture, stage) }
        return thumbnailLayer
    }

    /// Shows the mark for the overlay's state, for example locked.
    package func show(_ mark: OverlayMark) {
        isStashed = mark.stash != nil
        if isStashed { hideMessage() }
        guard !isFinished, !mark.isEmpty || self.mark != nil else { return }
        do throws(PlatformError) {
            if self.mark == nil { self.mark = try MarkLayer(picture, stage) }
            self.mark?.show(mark)
            messages?.layOut()
        } catch { complain("mark", error) }
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
        self.cover = cover
        guard !isFinished, let scene = cover.placeholder.scene(on: picture.size, scale: picture.scale) else { return }
        let fades = stage.globals.hasOpacity
        do throws(PlatformError) {
            if cover.isGround {
                if ground == nil { ground = try SceneLayer(picture, stage, at: .ground) }
                ground?.show(scene)
            } else {
                if placeholder == nil { placeholder = try SceneLayer(picture, stage, at: .placeholder, fades: fades) }
                placeholder?.show(scene)
            }
        } catch { complain("placeholder", error) }
    }

    /// Opacity of the placeholder that covers the picture, if the compositor has `wp_alpha_modifier_v1`.
    package var coverOpacity = 1.0 {
        didSet { placeholder?.setOpacity(coverOpacity) }
    }

    /// Removes the placeholder from the picture's next commit on.
    package func uncover() {
        cover = nil
        placeholder?.hide(withPicture: true)
        ground?.hide(withPicture: true)
    }

    func prepareSubtitles(for frame: VideoFrame, of player: Player, waits: Bool) {
        showPage()
        subtitles?.prepare(for: frame, of: player, waits: waits)
    }

    func followSubtitles(_ frame: VideoFrame, of player: Player) { subtitles?.follow(frame, of: player) }

    /// The subtitles over the picture; nil if the player has none selected and none were shown before.
    private var subtitles: SubtitleLayer? {
        if subtitleLayer == nil, !isFinished, picture.player?.subtitles?.shown != nil {
            do throws(PlatformError) { subtitleLayer = try SubtitleLayer(picture, stage) } catch {
                complain("subtitles", error)
            }
        }
        return subtitleLayer
    }

    func complain(_ what: String, _ error: PlatformError) {
        stage.drawingFailed(PresenterFault(.passing, "no \(what): \(error)"))
    }
}
