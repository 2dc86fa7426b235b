/// A buffer that a frame lies in and this process doesn't see as memory yet.
package struct FrameBuffer: Sendable {
    /// Valid while the frame lives.
    package let dmabuf: Dmabuf
    /// Where in it the frame begins, in samples and rows: what lies before was cut away.
    package var x: Int
    package var y: Int
    /// All of its planes in memory, for as long as the frame lives; nil where the processor can't read them.
    package let map: @Sendable () -> [VideoFrame.Plane]?

    package init(_ dmabuf: Dmabuf, x: Int, y: Int, map: @escaping @Sendable () -> [VideoFrame.Plane]?) {
        self.dmabuf = dmabuf
        self.x = x
        self.y = y
        self.map = map
    }
}
