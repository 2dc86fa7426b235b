/// Number of a transition of one broker. A later broker has a greater generation, and its numbers start again.
package struct TransactionIdentifier: Hashable, Sendable {
    /// The broker's generation.
    package var generation: UInt32
    /// Number of the transition within the generation.
    package var number: UInt32

    package init(generation: UInt32, number: UInt32) {
        self.generation = generation
        self.number = number
    }
}

extension TransactionIdentifier: Comparable, CustomStringConvertible {
    package static func < (left: TransactionIdentifier, right: TransactionIdentifier) -> Bool {
        (left.generation, left.number) < (right.generation, right.number)
    }
    package var description: String { "\(generation).\(number)" }
}
