/// What the picture is shown in, and so which controls it has.
package enum ControlsForm: Hashable, Sendable, CaseIterable {
    case window
    case fullScreen
    case pictureInPicture
}
