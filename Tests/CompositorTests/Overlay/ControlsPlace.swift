import OrielControls
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// A place on a control of a picture that plays a film without sound.
/// - Parameters:
///   - share: of its width.
///   - change: what else there is to offer.
func place(
    of control: Control, in form: ControlsForm, on picture: Rect, at share: Double = 0.5,
    _ change: (inout ControlsState) -> Void = { _ in }
) throws -> Point {
    var state = ControlsState(form)
    state.duration = .seconds(10)
    change(&state)
    let layout = ControlsLayout(state, in: ControlsLayout.Surroundings(surface: picture.size, scale: 1))
    let target = try #require(layout.targets.first { $0.control == control }).area
    let area = control == .scrubber ? try #require(layout.track) : target
    return Point(
        x: picture.x + area.x + Int((Double(area.width) * share).rounded()),
        y: picture.y + target.y + target.height / 2)
}

/// Whether the controls' bar is seen: in the middle, where the video always has one bright colour.
/// - Parameter area: area of the player's surface; nil if it fills the screen.
func isBarSeen(in picture: RGBPicture, on area: Rect? = nil, beside button: Point) -> Bool {
    let area = area ?? Rect(x: 0, y: 0, width: picture.size.width, height: picture.size.height)
    let pixel = picture[area.x + area.width / 2, button.y - 12]
    return max(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255) < 160
}

/// Moves the pointer onto a button until the controls' bar is seen; returns whether it is. A motion that follows a
/// transition's end in `status` may still reach the overlay, which the compositor removes a moment later; the surface
/// below then gets an enter event alone, which shows no controls.
func showBar(
    by mouse: VirtualPointer, over button: Point, of compositor: HeadlessCompositor, on area: Rect? = nil
) throws -> Bool {
    try wait(.seconds(10)) {
        try mouse.move(to: Point(x: button.x - 1, y: button.y))
        try mouse.move(to: button)
        return try isBarSeen(in: Screenshot.take(of: compositor), on: area, beside: button)
    }
}
