/// The text of a field under a person's keys, with the place at which letters come in. Value code.
package struct PanelField: Hashable, Sendable {
    package private(set) var text: String
    /// Number of letters before the caret.
    package private(set) var caret: Int
    /// Text of an input method that isn't entered yet.
    package private(set) var preedit = ""

    /// Most letters of a field's text.
    package static let longest = 4096

    /// Begins at the text's end.
    init(_ text: String) {
        self.text = String(text.prefix(Self.longest))
        caret = self.text.count
    }

    /// Follows the owner's text: the caret stays unless the text has become shorter.
    mutating func follow(_ text: String) {
        guard text != self.text else { return }
        self.text = String(text.prefix(Self.longest))
        caret = min(caret, self.text.count)
    }

    mutating func move(by letters: Int) { caret = min(max(caret + letters, 0), text.count) }
    mutating func moveToEnd(_ isEnd: Bool) { caret = isEnd ? text.count : 0 }

    /// Enters letters at the caret, as many as there is room for.
    mutating func insert(_ letters: String) {
        let letters = letters.lazy.filter { !$0.isNewline }.prefix(max(0, Self.longest - text.count))
        text.insert(contentsOf: letters, at: place(caret))
        caret += letters.count
        // Letters may join with their neighbours.
        caret = min(caret, text.count)
        preedit = ""
    }

    /// Deletes the letters that some bytes around the caret belong to.
    mutating func delete(bytesBefore: Int, after: Int) {
        func count(_ letters: some Collection<Character>, _ bytes: Int) -> Int {
            var rest = bytes
            return letters.prefix { letter in
                defer { rest -= letter.utf8.count }
                return rest > 0
            }.count
        }
        let place = place(caret)
        delete(before: count(text[..<place].reversed(), bytesBefore), after: count(text[place...], after))
    }

    /// Deletes letters around the caret.
    mutating func delete(before: Int, after: Int = 0) {
        let first = caret - min(max(0, before), caret)
        let last = caret + min(max(0, after), text.count - caret)
        text.removeSubrange(place(first)..<place(last))
        caret = min(first, text.count)
    }

    /// Shows text of an input method at the caret.
    mutating func compose(_ letters: String) { preedit = String(letters.prefix(Self.longest)) }

    private func place(_ letters: Int) -> String.Index { text.index(text.startIndex, offsetBy: letters) }

    /// The text as it is shown in a width of some letters: the caret as a letter of its own, and the text around it.
    func shown(_ letters: Int) -> String {
        let before = text.prefix(caret).suffix(max(1, letters * 3 / 4))
        return before + preedit + "|" + text.dropFirst(caret).prefix(max(0, letters - before.count))
    }
}
