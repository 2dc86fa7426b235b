import OrielControls
import OrielGeometry
import OrielStamps
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

/// Whether a full screen's bar is seen: in the middle, where the video is of one bright colour always.
func isBarSeen(in picture: RGBPicture, beside button: Point) -> Bool {
    let pixel = picture[picture.size.width / 2, button.y - 12]
    return max(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255) < 160
}
