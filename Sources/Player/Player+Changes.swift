extension Player {
    /// Calls at each change, before those hear of it who wait for `changes()`, as long as the player is there.
    public func addChangeHandler(_ handler: @escaping (Change) -> Void) { onChange.append(handler) }

    /// Each change from now on, for one who waits. Each call makes a stream of its own, which ends with the player; a reader
    /// that falls far behind loses the oldest.
    public func changes() -> AsyncStream<Change> {
        let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(256))
        readers.append(continuation)
        return stream
    }

    /// Tells everyone.
    func notify(_ change: Change) {
        for handler in onChange { handler(change) }
        readers.removeAll { if case .terminated = $0.yield(change) { true } else { false } }
    }
}
