/// Reports from an app that shows the view in a window of its own.
extension SampleBufferView {
    /// Reports whether the app's window is visible to its user: see
    /// `PlayerView.appWindowVisibilityChanged(isVisible:)`.
    public func appWindowVisibilityChanged(isVisible: Bool) { view.appWindowVisibilityChanged(isVisible: isVisible) }

    /// Reports whether the app's window has keyboard focus: see `PlayerView.appWindowFocusChanged(isFocused:)`.
    public func appWindowFocusChanged(isFocused: Bool) { view.appWindowFocusChanged(isFocused: isFocused) }

    /// Says that the user has just acted on the app's own controls: see `PlayerView.noteUserAction()`.
    public func noteUserAction() { view.noteUserAction() }

    /// Reports that the app's window has entered or left full screen, or has another size or output.
    public func appWindowStateChanged() { view.appWindowStateChanged() }
}
