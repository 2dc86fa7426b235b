/// What a view's delegate knows of its full screen, and what it is to hear. Pure.
package struct FullScreenNews: Hashable, Sendable {
    /// What it is told.
    package enum Word: Hashable, Sendable {
        case willEnter, didEnter, willExit, didExit
    }

    /// As it was told last.
    private var isFullScreen = false
    /// The picture of that state was not seen yet.
    private var isUnderWay = false

    package init() {}

    /// A window that shows the picture is full screen, or isn't, as the compositor says.
    /// - Parameter isMoving: the picture is on its way into Picture in Picture or out of it. A compositor may take the full-screen state
    ///   away from a window that goes, which is no change of mode; the state is looked at again once the picture has arrived.
    package mutating func window(isFullScreen: Bool, isMoving: Bool = false) -> [Word] {
        guard !isMoving, isFullScreen != self.isFullScreen else { return [] }
        let before = seen()
        self.isFullScreen = isFullScreen
        isUnderWay = true
        return before + [isFullScreen ? .willEnter : .willExit]
    }

    /// A picture of that window was seen in its present state.
    package mutating func seen() -> [Word] {
        guard isUnderWay else { return [] }
        isUnderWay = false
        return [isFullScreen ? .didEnter : .didExit]
    }
}
