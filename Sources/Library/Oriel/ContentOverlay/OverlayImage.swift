import OrielControls
import OrielDecode
public import OrielGeometry
import OrielMedia
public import OrielPlayer

/// An image for content overlays: a PNG, or a path filled with one colour, which is sharp at any size.
public struct OverlayImage: Hashable, Sendable {
    /// Natural size, which gives the image its shape: in pixels of a PNG, in units of a path.
    public let size: Size
    private let content: Content

    private enum Content: Hashable, Sendable {
        /// Premultiplied pixels of the natural size.
        case pixels([UInt32])
        /// Path and premultiplied colour.
        case path(VectorPath, UInt32)
    }

    /// Longest side, in pixels.
    static let longestSide = PictureFile.longestSide

    /// Reads a PNG file, with libavcodec. Takes as long as the disk and the decoder do; FFmpeg's libraries are loaded
    /// if nothing was played yet. Any thread.
    /// - Parameter path: a regular file of at most 32 MiB, with at most 4,096 pixels a side and 8 million in all.
    /// - Throws: `OverlayImageError` if the file can't be read, is no PNG, is damaged or too large.
    public init(contentsOfFile path: String) throws(OverlayImageError) {
        do throws(PictureFile.Failure) { self.init(try PictureFile.read(path)) } catch {
            throw OverlayImageError(error.description)
        }
    }

    /// Decodes a PNG, with libavcodec. FFmpeg's libraries are loaded if nothing was played yet. Any thread.
    /// - Parameter bytes: at most 32 MiB, with at most 4,096 pixels a side and 8 million in all.
    /// - Throws: `OverlayImageError` if the bytes are no PNG, are damaged or too many.
    public init(png bytes: [UInt8]) throws(OverlayImageError) {
        do throws(PictureFile.Failure) { self.init(try PictureFile.decode(bytes)) } catch {
            throw OverlayImageError("the image \(error.description)")
        }
    }

    private init(_ picture: PictureFile.Picture) {
        size = Size(width: picture.width, height: picture.height)
        content = .pixels(picture.pixels)
    }

    /// Makes an image of a frame (`Player.screenshot()`, `AssetImageGenerator`).
    public init(_ image: FrameImage) {
        size = image.size
        content = .pixels(image.pixels)
    }

    /// Makes an image of a path, filled by the non-zero rule.
    /// - Parameters:
    ///   - svgPath: an SVG path's data (`d`), of at most 64 KiB.
    ///   - size: width and height of the view box, which begins at (0, 0); 1 to 4,096. Parts beyond are cut off.
    ///   - color: alpha in the highest byte, then red, green and blue; not premultiplied.
    /// - Throws: `OverlayImageError` if the text is no path data or the size is out of its range.
    public init(svgPath: String, in size: Size, color: UInt32 = 0xFFFF_FFFF) throws(OverlayImageError) {
        guard 1...Self.longestSide ~= size.width, 1...Self.longestSide ~= size.height else {
            throw OverlayImageError("a view box of \(size.width)×\(size.height) can't be: 1 to 4,096 units can")
        }
        do throws(VectorPath.SVGFailure) {
            self.init(path: try VectorPath(svg: svgPath), size: size, color: color)
        } catch { throw OverlayImageError(error.description) }
    }

    /// Makes an image of a button's, in one colour.
    /// - Parameters:
    ///   - image: such as ``PictureInPictureController/pictureInPictureButtonStartImage``.
    ///   - color: alpha in the highest byte, then red, green and blue; not premultiplied.
    public init(_ image: PictureInPictureButtonImage, color: UInt32 = 0xFFFF_FFFF) {
        self.init(path: image.path, size: image.units, color: color)
    }

    private init(path: VectorPath, size: Size, color: UInt32) {
        self.size = size
        content = .path(path, color.premultiplied)
    }

    /// Returns premultiplied pixels of a size.
    func pixels(of size: Size) -> [UInt32] {
        switch content {
        case .pixels(let pixels): return ImageScaler.scaled(pixels, from: self.size, to: size)
        case .path(let path, let color):
            let scale = Double(size.width) / Double(self.size.width)
            return path.coverage(width: size.width, height: size.height, scale: scale).map { coverage in
                var result: UInt32 = 0
                for shift in stride(from: UInt32(0), through: 24, by: 8) {
                    result |= (((color >> shift & 255) * UInt32(coverage) + 127) / 255) << shift
                }
                return result
            }
        }
    }
}
