import Foundation

/// A file of JPEG pictures that follow one another, as FFmpeg's format `mjpeg` has them.
enum JPEGFile {
    /// Returns the pictures; none without a path.
    static func pictures(at path: String?) throws -> [Data] {
        guard let path else { return [] }
        let bytes = try Data(contentsOf: URL(filePath: path))
        var pictures: [Data] = []
        var start = bytes.startIndex
        // The mark of an end doesn't occur within a picture's data.
        while let end = bytes.range(of: Data([0xFF, 0xD9]), in: start..<bytes.endIndex) {
            pictures.append(Data(bytes[start..<end.upperBound]))
            start = end.upperBound
        }
        return pictures
    }
}
