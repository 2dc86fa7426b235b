/// Answer of the clipboard to a request for its text.
package enum ClipboardText: Hashable, Sendable {
    /// The clipboard is empty, or holds no text.
    case none
    /// The text is longer than 1 MiB, or the program that owns it did not deliver it within 5 s.
    case unreadable
    /// URI lines (`text/uri-list`) or plain text, as the other program wrote it.
    case text(String)
}
