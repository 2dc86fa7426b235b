/// Distribution of measured values. Pure.
public struct Quantiles: Hashable, Sendable {
    /// Values in ascending order.
    private let sorted: [Double]

    public init(_ values: some Sequence<Double>) { sorted = values.sorted() }

    public var count: Int { sorted.count }

    /// The smallest value that this share of all values doesn't exceed; zero if there are none.
    public subscript(share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }

    public var median: Double { self[0.5] }
    public var p95: Double { self[0.95] }
    public var p99: Double { self[0.99] }
    public var worst: Double { sorted.last ?? 0 }
}

extension Quantiles: CustomStringConvertible {
    public var description: String {
        func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
        return "\(count): p50 \(text(median)), p95 \(text(p95)), p99 \(text(p99)), worst \(text(worst))"
    }
}
