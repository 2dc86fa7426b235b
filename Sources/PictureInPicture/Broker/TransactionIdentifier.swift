/// A numbered transition of one broker. A later generation is a later broker; its numbers begin anew.
public struct TransactionIdentifier: Hashable, Sendable {
    /// The broker's generation.
    public var generation: UInt32
    /// The transition's number within it.
    public var number: UInt32

    public init(generation: UInt32, number: UInt32) {
        self.generation = generation
        self.number = number
    }
}

extension TransactionIdentifier: Comparable, CustomStringConvertible {
    public static func < (left: TransactionIdentifier, right: TransactionIdentifier) -> Bool {
        (left.generation, left.number) < (right.generation, right.number)
    }
    public var description: String { "\(generation).\(number)" }
}
