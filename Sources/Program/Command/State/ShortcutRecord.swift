/// The user's wish for global shortcuts, and the desktop's last answer; a file of the state folder.
package struct ShortcutRecord: StateFile, Hashable, Sendable {
    /// The user has asked for them with `oriel bind portal`.
    package var wanted = false
    /// The user has refused in the desktop's dialogue.
    package var refused = false
    /// Keys of the bound shortcuts, by the shortcuts' names, in the desktop's words; nil before an answer.
    package var keys: [String: String]?

    package static let file = "shortcuts.json"

    package init() {}

    /// Whether a player is to bind them.
    /// - Parameter isConfigured: whether the configuration says so.
    package func isWish(isConfigured: Bool) -> Bool { !refused && (wanted || isConfigured) }

    /// Notes the desktop's answer.
    package mutating func bind(_ keys: [String: String]) {
        refused = false
        self.keys = keys
    }

    package mutating func refuse() {
        refused = true
        keys = nil
    }

    /// The bound shortcuts for people, such as `toggle-pip (Super+I)`.
    package var summary: String {
        (keys ?? [:]).sorted { $0.key < $1.key }.map { $0.value.isEmpty ? $0.key : "\($0.key) (\($0.value))" }
            .joined(separator: ", ")
    }
}
