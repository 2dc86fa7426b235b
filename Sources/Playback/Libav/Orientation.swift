package import OrielMedia

/// Orientation of a stored frame: mirrored left to right first, then rotated clockwise.
package struct Orientation: Hashable, Sendable {
    package var rotation: VideoFrame.Rotation
    package var isFlipped: Bool

    package init(rotation: VideoFrame.Rotation = .none, isFlipped: Bool = false) {
        self.rotation = rotation
        self.isFlipped = isFlipped
    }

    /// Converts libavutil's display matrix of nine numbers, rounded to quarter turns; nil is upright.
    package init(displayMatrix matrix: UnsafePointer<Int32>?) {
        self.init()
        guard let matrix else { return }
        var (a, b) = (Int(matrix[0]), Int(matrix[1]))
        let (c, d) = (Int(matrix[3]), Int(matrix[4]))
        // The numbers have 32 bits, so their products fit.
        isFlipped = a * d - b * c < 0
        if isFlipped { (a, b) = (-a, -b) }
        if abs(a) >= abs(b) {
            rotation = a < 0 ? .clockwise180 : .none
        } else {
            rotation = b > 0 ? .clockwise90 : .clockwise270
        }
    }

    /// The same orientation for a frame whose rows are stored bottom up.
    package var ofUpsideDown: Orientation {
        Orientation(rotation: rotation.turned(by: .clockwise180), isFlipped: !isFlipped)
    }
}
