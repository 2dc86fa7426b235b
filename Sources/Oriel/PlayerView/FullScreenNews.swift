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
    package mutating func window(isFullScreen: Bool) -> [Word] {
        guard isFullScreen != self.isFullScreen else { return [] }
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
