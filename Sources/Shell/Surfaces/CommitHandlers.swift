/// Handlers of a surface's next commit, and of its first commit with a frame.
package struct CommitHandlers {
    private var next: [() -> Void] = []
    /// Handler of the first commit with a frame.
    package var first: (() -> Void)?

    package init() {}

    package mutating func append(_ handler: @escaping () -> Void) { next.append(handler) }

    /// Takes the handlers of a commit, in the order in which they are called.
    /// - Parameter hasFrame: whether the surface shows a frame.
    package mutating func take(hasFrame: Bool) -> [() -> Void] {
        var taken = next
        next = []
        if hasFrame, let first {
            taken.append(first)
            self.first = nil
        }
        return taken
    }
}
