public import FoundationEssentials

/// Reason why an image can't be shown, in one sentence without a full stop.
public struct OverlayImageError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The sentence, with the file's path if there is one.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The error's sentence, without a full stop.
    public var errorDescription: String? { description }
}
