/// Index of a position's chapter, and of the next and the previous one. Value code.
package enum ChapterChoice {
    /// Time from a chapter's beginning after which going back leads to that beginning.
    package static let grace = Duration.seconds(3)

    /// Returns the chapter of a position; nil before the first.
    /// - Parameter starts: the chapters' beginnings, ascending.
    package static func current(of starts: [Duration], at position: Duration) -> Int? {
        starts.lastIndex { $0 <= position }
    }

    /// Returns the next chapter; nil in the last.
    package static func next(of starts: [Duration], at position: Duration) -> Int? {
        starts.firstIndex { $0 > position }
    }

    /// Returns the chapter to go back to; nil before the first.
    package static func previous(of starts: [Duration], at position: Duration) -> Int? {
        guard let current = current(of: starts, at: position) else { return nil }
        return position - starts[current] > grace ? current : max(0, current - 1)
    }
}
