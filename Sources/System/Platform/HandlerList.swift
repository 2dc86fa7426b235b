/// Handlers of one event on the main actor. Several users may add a handler, and each removes its own.
@MainActor
package final class HandlerList<Value> {
    /// Names a handler, for its removal.
    package struct Token: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// Visible to `callAsFunction` where that is inlined.
    @usableFromInline var handlers: [(number: Int, handler: (Value) -> Void)] = []
    private var last = 0

    nonisolated package init() {}

    /// Adds a handler, which is called after the present ones.
    @discardableResult
    package func append(_ handler: @escaping (Value) -> Void) -> Token {
        last += 1
        handlers.append((last, handler))
        return Token(number: last)
    }

    /// Removes a handler. It isn't called any more, not even by a call that is under way.
    package func remove(_ token: Token) { handlers.removeAll { $0.number == token.number } }

    /// Calls the handlers in the order in which they were added. Handlers that are added meanwhile wait for the next
    /// call.
    ///
    /// Inlinable, as it runs at each frame: a generic function of another module looks its types up at each call.
    @inlinable package func callAsFunction(_ value: Value) {
        // The usual case, at each frame.
        if handlers.count == 1 { return handlers[0].handler(value) }
        for (number, handler) in handlers where handlers.contains(where: { $0.number == number }) { handler(value) }
    }
}

extension HandlerList where Value == Void {
    @inlinable package func callAsFunction() { self(()) }
}
