import OrielGeometry

extension StampedClip {
    /// A file of JPEG pictures that follow one another, for a camera with compressed pictures.
    /// - Parameter layout: FFmpeg's name of the samples' layout, such as `yuvj422p`.
    package static func motionJPEG(_ layout: String) -> StampedClip {
        StampedClip(
            size: Size(width: 560, height: 320), frames: 300, codec: "mjpeg", container: "mjpeg", pixelFormat: layout,
            bFrames: nil)
    }
}
