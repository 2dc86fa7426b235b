/// Buffer of a frame that isn't mapped into this process's memory yet.
package struct FrameBuffer: Sendable {
    /// The dmabuf, valid while the frame lives.
    package let dmabuf: Dmabuf
    /// Position of the frame in the buffer, in samples and rows; the part before it was cropped.
    package var x: Int
    package var y: Int
    /// Maps all planes into memory for as long as the frame lives; nil if the CPU can't read them.
    package let map: @Sendable () -> [VideoFrame.Plane]?
    /// Notes that the graphics driver has refused the buffer, though it lists the format.
    package let refuse: @Sendable () -> Void

    package init(
        _ dmabuf: Dmabuf, x: Int, y: Int, refuse: @escaping @Sendable () -> Void = {},
        map: @escaping @Sendable () -> [VideoFrame.Plane]?
    ) {
        self.dmabuf = dmabuf
        self.x = x
        self.y = y
        self.map = map
        self.refuse = refuse
    }
}
