public import Foundation

/// Reason why a stage can't do something.
public struct StageError: LocalizedError, CustomStringConvertible, Hashable, Sendable {
    public let description: String
    public var errorDescription: String? { description }

    init(_ description: String) { self.description = description }
}
