import OrielGeometry
import OrielMedia
import OrielPlayback
import OrielPlayer
import OrielRaster

/// Saves a frame as a file: the video alone, in its full size.
enum Screenshot {
    /// Draws the frame and writes the file. Any thread; takes some hundred milliseconds.
    /// - Parameter width: largest width of the file, in pixels; a wider frame is made smaller.
    /// - Returns: the failure as a sentence; nil for success.
    static func save(_ given: VideoFrame, to path: String, within width: Int = .max) -> String? {
        guard let frame = given.inMemory() else { return "the picture is where only the graphics driver can read it" }
        var size = ContentFit(frame).content
        if size.width > width { size = Size(width: width, height: max(1, size.height * width / size.width)) }
        guard !size.isEmpty, size.width * size.height <= 1 << 27 else { return "a picture of \(size) can't be saved" }
        let stride = size.width * 4
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * size.height, alignment: 64)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return "out of memory" }
        let raster = Raster(workers: RasterWorkers(threads: 0))
        do throws(RasterError) {
            try raster.draw(
                frame, into: RasterBuffer(base: base, size: size, bytesPerRow: stride),
                at: Rect(origin: .zero, size: size))
        } catch { return "\(error)" }
        do throws(PictureFile.Failure) {
            try PictureFile.write(UnsafeRawBufferPointer(memory), width: size.width, height: size.height, to: path)
        } catch { return "\(error)" }
        return nil
    }
}
