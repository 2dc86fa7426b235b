package import OrielDecode
public import OrielGeometry
public import OrielLibav
package import OrielMedia
import OrielRaster
import OrielTexts

/// Image of a frame: the video alone, upright, without subtitles and controls.
public struct FrameImage: Hashable, Sendable {
    /// Size in pixels.
    public let size: Size
    /// Opaque pixels from the top left: alpha in the highest byte, then red, green and blue; rows without padding.
    public let pixels: [UInt32]

    /// Most pixels of an image.
    private static let mostPixels = 1 << 27

    /// Draws a frame. Any thread; takes some tens of milliseconds per megapixel.
    /// - Parameter limit: largest size, which keeps the frame's shape; nil for the frame's own.
    package init(_ given: VideoFrame, within limit: Size? = nil) throws(PictureFile.Failure) {
        guard let frame = given.inMemory() else {
            throw .init(description: localized("the picture is where only the graphics driver can read it"))
        }
        var size = ContentFit(frame).content
        if let limit, size.width > limit.width {
            size = Size(width: limit.width, height: max(1, size.height * limit.width / size.width))
        }
        if let limit, size.height > limit.height {
            size = Size(width: max(1, size.width * limit.height / size.height), height: limit.height)
        }
        guard !size.isEmpty, size.width * size.height <= Self.mostPixels else {
            throw .init(description: localized("a picture of \(size) can't be saved"))
        }
        var pixels = [UInt32](repeating: 0, count: size.width * size.height)
        let problem = pixels.withUnsafeMutableBytes { memory -> RasterError? in
            guard let base = memory.baseAddress else { return nil }
            let buffer = RasterBuffer(base: base, size: size, bytesPerRow: size.width * 4)
            do throws(RasterError) {
                try Raster(workers: RasterWorkers(threads: 0)).draw(
                    frame, into: buffer, at: Rect(origin: .zero, size: size))
            } catch { return error }
            return nil
        }
        if let problem { throw .init(description: "\(problem)") }
        (self.size, self.pixels) = (size, pixels)
    }

    /// Draws an item's frame.
    init(_ frame: VideoFrame, within limit: Size? = nil, of item: PlayerItem?) throws(MediaError) {
        do throws(PictureFile.Failure) { try self.init(frame, within: limit) } catch {
            throw MediaError(.failed(error.description), item?.location ?? .path(""))
        }
    }

    /// Writes a PNG file, and replaces an existing one atomically. Any thread; takes some tens of milliseconds per
    /// megapixel.
    /// - Throws: `MediaError` if the file can't be written.
    public func writePNG(to path: String) throws(MediaError) {
        do throws(PictureFile.Failure) { try writePNG(to: path, isPrivate: false) } catch {
            throw MediaError(.failed(error.description), .path(path))
        }
    }

    /// Writes a PNG file.
    /// - Parameter isPrivate: whether only this user may read the file.
    package func writePNG(to path: String, isPrivate: Bool) throws(PictureFile.Failure) {
        let failure = pixels.withUnsafeBytes { bytes -> PictureFile.Failure? in
            do throws(PictureFile.Failure) {
                try PictureFile.write(bytes, width: size.width, height: size.height, to: path, isPrivate: isPrivate)
            } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }
}

extension Player {
    /// Draws the shown frame in its full size, on another thread, in the form that the user has given the picture.
    /// - Throws: `MediaError` if no frame is shown, or it can't be read; `CancellationError` if the task was cancelled.
    public func screenshot() async throws -> FrameImage {
        let item = currentItem
        guard let frame = currentFrame else {
            throw MediaError(.failed("no frame is shown yet"), item?.location ?? .path(""))
        }
        return try await Look.run { _ in try FrameImage(frame, of: item) }
    }
}
