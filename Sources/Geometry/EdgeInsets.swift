/// Distances from the four edges, in CSS order as `zwlr_layer_surface_v1.set_margin` takes them.
public struct EdgeInsets: Hashable, Sendable, Codable {
    public var top: Int
    public var right: Int
    public var bottom: Int
    public var left: Int

    public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }
}
