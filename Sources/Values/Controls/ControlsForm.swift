/// Kind of surface that shows the video; determines its controls.
package enum ControlsForm: Hashable, Sendable, CaseIterable {
    case window
    case fullScreen
    case pictureInPicture
}
