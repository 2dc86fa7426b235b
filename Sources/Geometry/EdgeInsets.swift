/// Distances from the four edges, in CSS order as `zwlr_layer_surface_v1.set_margin` takes them.
public struct EdgeInsets: Hashable, Sendable, Codable {
    /// From the upper edge down.
    public var top: Int
    /// From the right edge to the left.
    public var right: Int
    /// From the lower edge up.
    public var bottom: Int
    /// From the left edge to the right.
    public var left: Int

    /// Those that are told; the others are 0.
    public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }
}
