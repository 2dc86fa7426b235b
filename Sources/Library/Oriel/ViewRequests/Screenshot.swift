import OrielDecode
import OrielGeometry
package import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielRaster
import OrielTexts

/// Saves a frame as a file: the video alone, in its full size.
package enum Screenshot {
    /// Failure of a picture that is nearly black or of one colour.
    package static let showsNothing = localized("the picture shows nothing")

    /// Does the same as `save` on a thread of its own. Swift's pool of threads isn't used, not even to await the
    /// thread: once it exists, it wakes the process every second.
    /// - Parameter done: called on the main actor with the failure as a sentence; nil for success.
    @MainActor
    static func saveAside(
        _ frame: VideoFrame, to path: String, within width: Int = .max, isPrivate: Bool = false,
        refusesPlain: Bool = false,
        done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        do throws(PlatformError) {
            _ = try NamedThread("oriel-picture") {
                let failure = save(frame, to: path, within: width, isPrivate: isPrivate, refusesPlain: refusesPlain)
                Task { @MainActor in done(failure) }
            }
        } catch { done("\(error)") }
    }

    /// Draws the frame and writes the file. Any thread; takes some hundred milliseconds.
    /// - Parameters:
    ///   - width: largest width of the file, in pixels; a wider frame is made smaller.
    ///   - height: largest height of the file, in pixels.
    ///   - isPrivate: whether only this user may read the file.
    ///   - refusesPlain: whether a picture that shows nothing fails with `showsNothing`.
    /// - Returns: the failure as a sentence; nil for success.
    package static func save(
        _ given: VideoFrame, to path: String, within width: Int = .max, height: Int = .max, isPrivate: Bool = false,
        refusesPlain: Bool = false
    ) -> String? {
        guard let frame = given.inMemory() else {
            return localized("the picture is where only the graphics driver can read it")
        }
        var size = ContentFit(frame).content
        if size.width > width { size = Size(width: width, height: max(1, size.height * width / size.width)) }
        if size.height > height { size = Size(width: max(1, size.width * height / size.height), height: height) }
        guard !size.isEmpty, size.width * size.height <= 1 << 27 else {
            return localized("a picture of \(size) can't be saved")
        }
        let stride = size.width * 4
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * size.height, alignment: 64)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return localized("out of memory") }
        let raster = Raster(workers: RasterWorkers(threads: 0))
        do throws(RasterError) {
            try raster.draw(
                frame, into: RasterBuffer(base: base, size: size, bytesPerRow: stride),
                at: Rect(origin: .zero, size: size))
        } catch { return "\(error)" }
        if refusesPlain, LumaSpread.isPlain(UnsafeRawBufferPointer(memory), width: size.width, height: size.height) {
            return showsNothing
        }
        do throws(PictureFile.Failure) {
            try PictureFile.write(
                UnsafeRawBufferPointer(memory), width: size.width, height: size.height, to: path, isPrivate: isPrivate)
        } catch { return "\(error)" }
        return nil
    }
}
