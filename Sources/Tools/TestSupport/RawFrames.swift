import Foundation
public import OrielGeometry
public import OrielStamps

/// Reads frames from a file of raw `bgra` pixels, as written by ffmpeg.
public enum RawFrames {
    /// Returns all complete frames in the file.
    public static func pictures(at path: String, size: Size) throws -> [RGBPicture] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let count = size.width * size.height
        guard count > 0 else { return [] }
        return (0..<data.count / (count * 4)).map { frame in
            let pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
                let bytes = data.startIndex + frame * count * 4
                _ = data.copyBytes(to: UnsafeMutableRawBufferPointer(buffer), from: bytes..<bytes + count * 4)
                initialized = count
            }
            return RGBPicture(size: size, pixels: pixels)
        }
    }
}
