import Foundation
import Oriel
import OrielCompositors
import OrielPlatform

extension Stage {
    /// A film's fault.
    public enum Fault: Hashable, Sendable {
        /// The film can't be opened: the file is no medium.
        case atOpening
        /// The film can't be read from about this time on, as on a broken disk.
        case after(Duration)
    }

    /// Returns the path of a film to play: of one colour and without sound, so that decoding costs nothing. It is gone
    /// with the stage.
    /// - Parameters:
    ///   - duration: length of the film.
    ///   - fault: its fault; nil plays it to its end.
    /// - Returns: for `Fault.after(_:)` an address of several files.
    /// - Throws: an error if a file can't be written.
    public func film(lasting duration: Duration = .seconds(60), fault: Fault? = nil) throws -> String {
        films += 1
        let path = "\(folder.path)/film\(films).y4m"
        let count = StageFilm.frames(in: duration)
        switch fault {
        case nil: try StageFilm.write(to: path, frames: count)
        case .atOpening: try Data("no medium\n".utf8).write(to: URL(fileURLWithPath: path))
        case .after(let time):
            // libavformat reads the parts as one file. Reading the second one fails, because it is a folder.
            let (broken, rest) = (try folder.subfolder("film\(films)"), "\(folder.path)/film\(films).rest")
            let first = min(count, StageFilm.frames(in: time))
            try StageFilm.write(to: path, frames: first)
            try StageFilm.write(to: rest, frames: count - first, header: "")
            return "concat:\(path)|\(broken)|\(rest)"
        }
        return path
    }
}

/// YUV4MPEG2, which is read without a decoder: a line, then frames of raw planes behind a line each. The planes are
/// holes in the file: frames of one colour that take no room.
private enum StageFilm {
    private static let rate = 2
    private static let size = Size(width: 320, height: 180)
    private static let header = "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate):1 Ip A1:1 C420jpeg\n"
    private static let mark = "FRAME\n"

    static func write(to path: String, frames count: Int, header: String = header) throws {
        try Data(header.utf8).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let length = mark.utf8.count + size.width * size.height * 3 / 2
        for frame in 0..<count {
            try file.seek(toOffset: UInt64(header.utf8.count + frame * length))
            try file.write(contentsOf: Data(mark.utf8))
        }
        try file.truncate(atOffset: UInt64(header.utf8.count + count * length))
    }

    static func frames(in time: Duration) -> Int { max(1, Int((time.seconds * Double(rate)).rounded())) }
}
