import OrielPlayer
package import OrielSceneHandoff
import OrielTexts

extension PlayerCommand.ChapterChoice {
    /// Returns the index of the chapter that the command leads to from `position`.
    /// - Parameter starts: the chapters' beginnings, ascending.
    /// - Throws: `CommandFailure.failed` with a sentence about the player if there is no such chapter.
    package func index(
        among starts: [Duration], at position: Duration, of player: PlayerIdentifier
    ) throws(CommandFailure) -> Int {
        guard !starts.isEmpty else { throw .failed(localized("\(player) has no chapters")) }
        switch self {
        case .next:
            guard let next = OrielPlayer.ChapterChoice.next(of: starts, at: position) else {
                throw .failed(localized("\(player) is in its last chapter"))
            }
            return next
        case .previous: return OrielPlayer.ChapterChoice.previous(of: starts, at: position) ?? 0
        case .number(let number):
            guard starts.indices.contains(number - 1) else {
                throw .failed(
                    localized("\(player) has no chapter \(number); choose \(Self.numbers(to: starts.count))"))
            }
            return number - 1
        }
    }

    /// The numbers from 1 to a count, for a sentence.
    static func numbers(to count: Int) -> String { count == 1 ? "1" : localized("1 to \(count)") }
}
