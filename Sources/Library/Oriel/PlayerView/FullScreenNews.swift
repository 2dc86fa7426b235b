/// Decides which full-screen callbacks a view's delegate receives. Value code.
package struct FullScreenNews: Hashable, Sendable {
    /// A callback of the delegate.
    package enum Word: Hashable, Sendable {
        case willEnter, didEnter, willExit, didExit
    }

    /// The state that the delegate was told last.
    private var isFullScreen = false
    /// Whether no frame of that state was presented yet.
    private var isUnderWay = false

    package init() {}

    /// Notes whether the view's window is full screen, as the compositor says, and returns the callbacks to make.
    /// - Parameter isMoving: whether Picture in Picture is starting or ending. A compositor may remove the full-screen
    ///   state from a window that is being hidden, which is no change of mode; the state is checked again after the
    ///   transition.
    package mutating func window(isFullScreen: Bool, isMoving: Bool = false) -> [Word] {
        guard !isMoving, isFullScreen != self.isFullScreen else { return [] }
        let before = seen()
        self.isFullScreen = isFullScreen
        isUnderWay = true
        return before + [isFullScreen ? .willEnter : .willExit]
    }

    /// Notes that a frame was presented in the window's present state, and returns the callbacks to make.
    package mutating func seen() -> [Word] {
        guard isUnderWay else { return [] }
        isUnderWay = false
        return [isFullScreen ? .didEnter : .didExit]
    }
}
