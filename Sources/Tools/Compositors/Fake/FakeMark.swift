package import OrielGeometry

/// A marked picture found in a buffer, by the reader that the fake compositor was given.
package struct FakeMark: Hashable, Sendable {
    /// Finds the marked pictures in an image of 0xXXRRGGBB pixels: its size, the pixels from one row to the next, and
    /// the first pixel.
    package typealias Reader = @Sendable (Size, Int, UnsafePointer<UInt32>) -> [FakeMark]

    package var stream: UInt8
    package var index: Int
    package var picture: Rect
    package var quarters: Int
    package var isTorn: Bool

    package init(stream: UInt8, index: Int, picture: Rect, quarters: Int, isTorn: Bool) {
        (self.stream, self.index, self.picture) = (stream, index, picture)
        (self.quarters, self.isTorn) = (quarters, isTorn)
    }
}
