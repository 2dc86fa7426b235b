extension Player {
    /// Adds a handler that is called at each change, on the main actor, before the streams of `changes()` receive it.
    /// It stays as long as the player.
    public func addChangeHandler(_ handler: @escaping (Change) -> Void) { onChange.append(handler) }

    /// Returns a stream of the changes from now on, which ends with the player. A reader that falls more than 256
    /// changes behind loses the oldest.
    public func changes() -> AsyncStream<Change> { changeQueue.stream() }

    /// Calls the handlers and yields to the streams.
    func notify(_ change: Change) {
        for handler in onChange { handler(change) }
        changeQueue.yield(change)
    }
}
