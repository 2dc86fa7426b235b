/// What an app tells of a window of its own.
extension SampleBufferView {
    /// The app's window can be seen by its user, or no longer: see `PlayerView.appWindowVisibilityChanged(isVisible:)`.
    public func appWindowVisibilityChanged(isVisible: Bool) { view.appWindowVisibilityChanged(isVisible: isVisible) }

    /// The app's window got the keyboard, or lost it: see `PlayerView.appWindowFocusChanged(isFocused:)`.
    public func appWindowFocusChanged(isFocused: Bool) { view.appWindowFocusChanged(isFocused: isFocused) }

    /// The app's window became full screen or a window, or has another size or output.
    public func appWindowStateChanged() { view.appWindowStateChanged() }
}
