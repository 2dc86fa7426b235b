import OrielPlatform

extension Player {
    /// Names a change handler, for its removal.
    public struct ChangeHandlerToken: Hashable, Sendable {
        fileprivate let player: ObjectIdentifier
        fileprivate let handler: HandlerList<Change>.Token
    }

    /// Adds a handler that is called at each change, on the main actor, before the streams of `changes()` receive it.
    /// It stays until it is removed, or as long as the player. One that is added inside a handler is called from the
    /// next change on.
    /// - Returns: the handler's name for `removeChangeHandler(_:)`.
    @discardableResult
    public func addChangeHandler(_ handler: @escaping (Change) -> Void) -> ChangeHandlerToken {
        ChangeHandlerToken(player: ObjectIdentifier(self), handler: onChange.append(handler))
    }

    /// Removes a handler, which isn't called any more, not even for a change that is being told. Does nothing if it was
    /// removed, or added to another player.
    public func removeChangeHandler(_ token: ChangeHandlerToken) {
        if token.player == ObjectIdentifier(self) { onChange.remove(token.handler) }
    }

    /// Returns a stream of the changes from now on, which ends when the player is closed with its view or released. It
    /// does not keep the player. A reader that falls more than 256 changes behind loses the oldest.
    public func changes() -> AsyncStream<Change> {
        let stream = face.changes.add(keeping: 256)
        if face.isClosed { face.changes.finish() }
        return stream
    }

    /// Tells observers, yields to the streams, whose readers run later, and calls the handlers. A handler may close the
    /// player, which ends the streams.
    func notify(_ change: Change) {
        if change != .frames {
            tellObservers(of: change)
            timesJump(change)
            if !face.events.readers.isEmpty { tellEvents(of: change) }
        }
        face.changes.yield(change)
        onChange(change)
    }
}
