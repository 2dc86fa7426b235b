/// Messages for a screen reader to say, each a moment after it came, so that of a series that differs only in its
/// numbers the last one is said. Times are of one clock. Value code.
package struct Announcements: Hashable, Sendable {
    private struct Message: Hashable, Sendable {
        var text: String
        var time: Duration
        var isLasting: Bool
    }

    private var messages: [Message] = []
    private var last: Message?

    /// Time that a message waits for the next one, and that one waits which is said only if its reason lasts.
    package static let wait = Duration.milliseconds(300)
    package static let patience = Duration.seconds(2)
    /// The same message isn't said again within this time.
    private static let repetition = Duration.seconds(1)
    /// Messages that wait; of a flood the first ones are dropped.
    private static let most = 8

    package init() {}

    /// Time at which the next message is said; nil for none.
    package var time: Duration? { messages.map(\.time).min() }

    package mutating func add(_ text: String, at now: Duration, isLasting: Bool = false) {
        let text = String(text.prefix(1000))
        messages.removeAll { $0.text.withoutDigits == text.withoutDigits }
        guard last?.text != text || last.map({ now - $0.time >= Self.repetition }) != false else { return }
        let wait = isLasting ? Self.patience : Self.wait
        messages.append(Message(text: text, time: now + wait, isLasting: isLasting))
        if messages.count > Self.most { messages.removeFirst() }
    }

    /// Takes back messages whose reason has ended.
    package mutating func withdraw() { messages.removeAll { $0.isLasting } }

    /// Returns the messages whose time has come.
    package mutating func take(at now: Duration) -> [String] {
        let due = messages.filter { $0.time <= now }
        messages.removeAll { $0.time <= now }
        if let final = due.last { last = Message(text: final.text, time: now, isLasting: false) }
        return due.map(\.text)
    }
}

extension String {
    fileprivate var withoutDigits: String { filter { !$0.isNumber } }
}
