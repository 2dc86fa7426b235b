/// Distances from the four edges, in CSS order as in `zwlr_layer_surface_v1.set_margin`.
public struct EdgeInsets: Hashable, Sendable, Codable {
    /// Distance from the upper edge, downwards.
    public var top: Int
    /// Distance from the right edge, to the left.
    public var right: Int
    /// Distance from the lower edge, upwards.
    public var bottom: Int
    /// Distance from the left edge, to the right.
    public var left: Int

    /// Creates insets; those not given are 0.
    public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }
}
