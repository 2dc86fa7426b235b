/// Reason why a frame can't be drawn into memory, in one sentence.
package struct RasterError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}
