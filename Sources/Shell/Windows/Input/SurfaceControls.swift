import OrielControls
import OrielGeometry
import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielText

/// The controls over one surface of a player. It updates them on input and as time passes. While they are hidden or
/// nothing in them changes, it has no timer.
@MainActor
final class SurfaceControls {
    private let picture: PictureSurface
    /// The handler of the picture's new sizes.
    private var resizing: HandlerList<Void>.Token?
    private let state: () -> ControlsState
    private let thumbnails: Thumbnails
    private let isWanted: () -> Bool
    /// Returns whether the controls appear and disappear by and by.
    private let fades: () -> Bool
    private var controls: Controls
    /// Called when the controls were hidden because the pointer rested.
    var onIdle: () -> Void = {}
    /// Called when a drag of the scrub bar begins or ends.
    var onHold: (Bool) -> Void = { _ in }
    /// Called when the focus has moved.
    var onFocus: () -> Void = {}
    private var isHeld = false
    private let hiding = LoopTimer()
    /// The controls hide because their time has come, not because something else begins.
    private var isDue = false
    private let tick = LoopTimer()
    /// The thumbnail that is shown, and its area in hardware pixels.
    private var shownThumbnail: (picture: Thumbnail, area: Rect)?
    /// Host time since which a seek's frame is awaited; nil outside of seeks.
    private var seekBegin: Duration?
    /// Shorter seeks aren't indicated.
    private static let patience = Duration.milliseconds(400)

    /// - Parameters:
    ///   - isWanted: returns whether the controls may be shown now.
    ///   - fades: returns whether they appear and disappear by and by.
    ///   - state: returns the player's state; called while the controls are visible and something may have changed.
    init(
        _ picture: PictureSurface, thumbnails: Thumbnails, isWanted: @escaping () -> Bool, fades: @escaping () -> Bool,
        state: @escaping () -> ControlsState
    ) {
        self.picture = picture
        self.thumbnails = thumbnails
        self.isWanted = isWanted
        self.fades = fades
        self.state = state
        controls = Controls(
            state(),
            in: ControlsLayout.Surroundings(
                surface: picture.size, scale: picture.scale, isRightToLeft: ReadingDirection.current == .rightToLeft))
        resizing = picture.onResize.append { [weak self] in self?.resized() }
    }

    /// Hides the controls and ends the timers.
    func finish() {
        if let resizing { picture.onResize.remove(resizing) }
        resizing = nil
        hiding.cancel()
        tick.cancel()
        controls.hide()
        draw()
        noteHold()
    }

    private func noteHold() {
        guard controls.isScrubbing != isHeld else { return }
        isHeld.toggle()
        onHold(isHeld)
    }

    /// The pointer is over a control or holds one.
    var isOnControl: Bool { controls.isOnControl }

    /// The place of the button that opens a page of the menu, in logical pixels; nil if it isn't shown.
    func place(of page: MenuPage) -> Rect? {
        let area = controls.layout?.targets.first { $0.control.menuPage == page }?.area
        let scale = picture.scale
        return area.map {
            func logical(_ pixels: Int) -> Int { Int(Double(pixels) / scale) }
            return Rect(x: logical($0.x), y: logical($0.y), width: logical($0.width), height: logical($0.height))
        }
    }

    // MARK: Input

    func moved(to x: Double, _ y: Double) -> [ControlsIntent] {
        guard isAble else { return [] }
        prepare()
        return change { $0.moved(to: x, y, at: MonotonicClock.now) }
    }

    func left() { change { $0.left(at: MonotonicClock.now) } }

    /// Handles a press; nil if it isn't on a control.
    func pressed(_ x: Double, _ y: Double, isTouch: Bool) -> [ControlsIntent]? {
        change { $0.pressed(x, y, isTouch: isTouch, at: MonotonicClock.now) }
    }

    /// Handles a release; nil if no control was held.
    func released(isTouch: Bool) -> [ControlsIntent]? {
        change { $0.released(isTouch: isTouch, at: MonotonicClock.now) }
    }

    func cancelled() -> [ControlsIntent] { change { $0.cancelled(at: MonotonicClock.now) } }

    /// Handles a pressed key; nil if it isn't meant for a control.
    /// - Parameter wraps: whether the first control follows the last one.
    func key(_ key: ControlsKey, wraps: Bool = true) -> [ControlsIntent]? {
        guard isAble else { return nil }
        if key.movesFocus { prepare() }
        return change { $0.key(key, wraps: wraps, at: MonotonicClock.now) }
    }

    /// Whether the focus stays where it is, since a screen reader runs.
    var keepsFocus: Bool { state().keepsFocus }

    /// The control that keys act on; nil if there is none.
    var focused: Control? { controls.focused }

    /// Moves the focus to a control, if it can be shown.
    func focus(_ control: Control) {
        guard isAble else { return }
        prepare()
        change { $0.focus(control, at: MonotonicClock.now) }
    }

    /// Takes the focus ring away, because the keyboard left the surface.
    func keyboardLeft() { change { $0.keyboardLeft() } }

    /// Shows or hides the controls after a tap on the picture.
    func tapped() {
        guard isAble else { return }
        prepare()
        change { $0.tapped(at: MonotonicClock.now) }
    }

    /// Hides the controls, for example while the picture is dragged.
    func hide() {
        guard controls.isVisible else { return }
        change { $0.hide() }
        arm()
    }

    // MARK: Showing

    /// The controls may be shown: they are wanted and can be drawn. Controls that can't be drawn must not act.
    private var isAble: Bool { isWanted() && picture.stage.text.problem == nil && picture.hasContent }

    /// Updates the controls after the player has changed.
    func refresh() { if controls.isVisible { arm() } }

    /// Gives hidden controls the present size and state, before they are shown.
    private func prepare() {
        guard !controls.isVisible else { return }
        controls.move(to: picture.size, scale: picture.scale)
        controls.scaleText(by: picture.textScale())
        controls.state = read()
    }

    private func resized() {
        guard controls.isVisible else { return }
        change { $0.move(to: picture.size, scale: picture.scale) }
    }

    /// The player's state, with a seek only if it lasts longer than `patience`.
    private func read() -> ControlsState {
        var state = state()
        let now = MonotonicClock.now
        let begin = state.isSeeking ? seekBegin ?? now : nil
        seekBegin = begin
        state.isSeeking = begin.map { now - $0 >= Self.patience } ?? false
        return state
    }

    /// Applies a change to the controls, then draws them if their layout has changed and sets the timers.
    @discardableResult
    private func change<Answer>(_ body: (inout Controls) -> Answer) -> Answer {
        let (before, focused) = (controls.layout, controls.focused)
        let answer = body(&controls)
        if controls.focused != focused { onFocus() }
        if controls.layout != before { draw() }
        if before == nil, controls.isVisible { arm() }
        scheduleHiding()
        noteHold()
        return answer
    }

    private func draw() {
        if let layout = controls.layout {
            picture.stack.show(layout, fades: fades())
        } else {
            picture.stack.hideControls(fades: isDue && fades())
        }
        showThumbnail()
    }

    /// Shows the thumbnail of the time under the pointer on the scrub bar; until it arrives, the previous one.
    private func showThumbnail() {
        guard let wanted = controls.layout?.thumbnail, let length = controls.state.duration else {
            return hideThumbnail()
        }
        thumbnails.onArrival = { [weak self] in self?.showThumbnail() }
        let line = max(1, Int((1.5 * picture.scale).rounded()))
        switch thumbnails.picture(at: wanted.time, of: length, within: wanted.area.size, line: line) {
        case .picture(let thumbnail): show(thumbnail, in: wanted.area)
        case .awaited: if let shownThumbnail { show(shownThumbnail.picture, in: wanted.area) }
        case .none: hideThumbnail()
        }
    }

    private func show(_ thumbnail: Thumbnail, in area: Rect) {
        guard shownThumbnail?.picture != thumbnail || shownThumbnail?.area != area else { return }
        shownThumbnail = (thumbnail, area)
        picture.stack.show(thumbnail, in: area)
    }

    private func hideThumbnail() {
        if shownThumbnail != nil { picture.stack.hideThumbnail() }
        shownThumbnail = nil
    }

    private func scheduleHiding() {
        // A timer that fires too early is set again then, so that a moving pointer doesn't reset it each time.
        guard let time = controls.wakeTime, hiding.time.map({ time < $0 }) ?? true else { return }
        hiding.set(on: picture.loop, at: time) { [weak self] in self?.hideIfDue() }
    }

    private func hideIfDue() {
        isDue = true
        defer { isDue = false }
        let keepsFocus = keepsFocus
        let isHidden = change {
            $0.state.keepsFocus = keepsFocus
            return $0.pass(MonotonicClock.now)
        }
        guard isHidden else { return }
        tick.cancel()
        onIdle()
    }

    /// Updates the visible controls now, and sets the timer for the next change of the time label.
    private func arm() {
        tick.cancel()
        guard controls.isVisible else { return }
        controls.state = read()
        controls.scaleText(by: picture.textScale())
        draw()
        guard let delay = untilChange else { return }
        tick.set(on: picture.loop, after: delay) { [weak self] in self?.arm() }
    }

    /// Time until the controls change by themselves; nil if they don't.
    private var untilChange: Duration? {
        if let seekBegin, !controls.state.isSeeking {
            return max(.zero, seekBegin + Self.patience - MonotonicClock.now)
        }
        guard !controls.state.isPaused, !controls.state.isBuffering, !controls.state.isLive else { return nil }
        let position = controls.state.position
        let rest = .seconds(position.components.seconds + 1) - position
        return max(rest / max(controls.state.speed, 0.1), .milliseconds(100))
    }
}
