/// A numbered transition of one broker. A later generation is a later broker; its numbers begin anew.
package struct TransactionIdentifier: Hashable, Sendable {
    /// The broker's generation.
    package var generation: UInt32
    /// The transition's number within it.
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
