import Foundation
import Glibc
import OrielMedia
import OrielTestSupport

/// A small clip whose every frame carries its index as ten columns, one a bit. The upper half is white for one, and the
/// lower half is its inverse, so that damage isn't read as a number. It is gray to survive any codec and format.
struct IndexClip {
    static let width = 160
    static let height = 90
    static let bits = 10

    /// The folder of this process's clips, removed at exit. Child processes find it in the environment.
    static let folder: String = {
        if let path = ProcessInfo.processInfo.environment["ORIEL_PLAYBACK_CLIPS"] { return path }
        guard let path = owned?.path else { return "/nonexistent" }
        setenv("ORIEL_PLAYBACK_CLIPS", path, 1)
        return path
    }()

    private static let owned = try? TemporaryFolder()

    /// Returns a path in the folder that no other test uses.
    static func path(_ name: String) -> String { folder + "/" + UUID().uuidString + "-" + name }

    /// Writes bytes to a new file and returns its path.
    static func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
        let path = path(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Returns a file's bytes.
    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    /// The path of the raw frames 0 ..< 150, the source of all clips.
    private static let raw: String = {
        var pixels: [UInt8] = []
        for index in 0..<150 {
            for y in 0..<height {
                for x in 0..<width {
                    let bit = index >> (x / (width / bits)) & 1 == 1
                    pixels.append(bit == (y < height / 2) ? 255 : 0)
                }
            }
        }
        let path = folder + "/raw.gray"
        _ = FileManager.default.createFile(atPath: path, contents: Data(pixels))
        return path
    }()

    /// Writes `name` into the folder by `ffmpeg … -i raw OUTPUT name`, at 30 frames a second, and returns its path.
    /// - Parameter frames: The number of frames, at most 150.
    static func make(_ name: String, frames: Int = 45, _ output: [String]) throws -> String {
        let path = folder + "/" + name
        if FileManager.default.fileExists(atPath: path) { return path }
        // Several tests may make the same clip at once, so it is made under another name first.
        let fresh = self.path(name)
        try ffmpeg(
            ["-f", "rawvideo", "-pix_fmt", "gray", "-video_size", "\(width)x\(height)", "-framerate", "30", "-i", raw]
                + output + (output.contains("-frames:v") ? [] : ["-frames:v", "\(frames)"]) + [fresh])
        _ = rename(fresh, path)
        return path
    }

    /// Returns the index that a frame carries, or nil if it can't be read.
    static func index(of frame: VideoFrame) -> Int? {
        var index = 0
        for bit in 0..<bits {
            let x = (Double(bit) + 0.5) / Double(bits)
            guard let upper = luma(frame, x, 0.25), let lower = luma(frame, x, 0.75) else { return nil }
            guard abs(upper - lower) > 0.4 else { return nil }
            if upper > lower { index |= 1 << bit }
        }
        return index
    }

    /// Returns the first plane's value at a relative position, 0 … 1: luma, green, or red, which are equal in gray.
    static func luma(_ frame: VideoFrame, _ x: Double, _ y: Double) -> Double? {
        guard let plane = frame.planes.first else { return nil }
        let step =
            switch frame.format.layout {
            case .rgba, .bgra: 4
            default: frame.format.bytesPerComponent
            }
        let column = Int(x * Double(frame.width))
        let row = Int(y * Double(frame.height))
        let address = plane.base + row * plane.bytesPerRow + column * step
        guard frame.format.bytesPerComponent == 2 else { return Double(address.load(as: UInt8.self)) / 255 }
        let value = Int(address.loadUnaligned(as: UInt16.self))
        let bits = frame.format.isHighAligned ? 16 : frame.format.bitDepth
        return Double(value) / Double((1 << bits) - 1)
    }
}
