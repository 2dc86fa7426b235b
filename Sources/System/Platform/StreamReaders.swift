/// Readers of a sequence: streams that receive each value. Value code but for the streams.
package struct StreamReaders<Element: Sendable>: Sendable {
    private var readers: [AsyncStream<Element>.Continuation] = []

    package init() {}

    package var isEmpty: Bool { readers.isEmpty }

    /// Adds a reader.
    /// - Parameters:
    ///   - limit: largest number of values kept for a slow reader, which loses the oldest ones.
    ///   - first: a value that it receives at once; nil for none.
    /// - Returns: a stream of the values from now on.
    package mutating func add(keeping limit: Int, first: Element? = nil) -> AsyncStream<Element> {
        let (stream, reader) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(limit))
        if let first { reader.yield(first) }
        readers.append(reader)
        return stream
    }

    /// Yields a value, and forgets the readers that are gone.
    package mutating func yield(_ value: Element) {
        readers.removeAll { if case .terminated = $0.yield(value) { true } else { false } }
    }

    /// Ends the streams.
    package mutating func finish() {
        for reader in readers { reader.finish() }
        readers = []
    }
}
