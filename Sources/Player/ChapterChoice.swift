/// Which chapter a position is in, and where the next and the previous are.
package enum ChapterChoice {
    /// So far into a chapter, going back means its own beginning.
    package static let grace = Duration.seconds(3)

    /// - Parameter starts: ascending.
    package static func current(of starts: [Duration], at position: Duration) -> Int? {
        starts.lastIndex { $0 <= position }
    }

    /// The place of the next; nil in the last.
    package static func next(of starts: [Duration], at position: Duration) -> Int? {
        starts.firstIndex { $0 > position }
    }

    /// The place of the one to go back to; nil before the first.
    package static func previous(of starts: [Duration], at position: Duration) -> Int? {
        guard let current = current(of: starts, at: position) else { return nil }
        return position - starts[current] > grace ? current : max(0, current - 1)
    }
}
