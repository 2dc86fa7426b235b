import Foundation
import Oriel
import OrielCompositors
import OrielDemux
import OrielPlatform

extension Stage {
    /// A film's fault.
    public enum Fault: Hashable, Sendable {
        /// The film can't be opened: the file is no medium.
        case atOpening
        /// The file can't be read from about this time on, as on a broken disk.
        case after(Duration)
    }

    /// Returns the path of a film to play: of one colour and without sound, so that decoding costs nothing. It is gone
    /// with the stage.
    /// - Parameters:
    ///   - duration: length of the film.
    ///   - fault: its fault; nil plays it to its end.
    /// - Throws: an error if the file can't be written.
    public func film(lasting duration: Duration = .seconds(60), fault: Fault? = nil) throws -> String {
        let path = "\(folder.path)/film\(films.count + 1).y4m"
        films.append(path)
        try StageFilm.write(to: path, lasting: duration, fault)
        return path
    }
}

/// YUV4MPEG2, which is read without a decoder: a line, then frames of raw planes behind a line each. The planes are
/// holes in the file: frames of one colour that take no room.
private enum StageFilm {
    private static let rate = 2
    private static let size = Size(width: 320, height: 180)
    private static let mark = Data("FRAME\n".utf8)

    static func write(to path: String, lasting duration: Duration, _ fault: Stage.Fault?) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw StageError("\(path) can't be written")
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        guard fault != .atOpening else { return try file.write(contentsOf: Data("no medium\n".utf8)) }
        let header = Data("YUV4MPEG2 W\(size.width) H\(size.height) F\(rate):1 Ip A1:1 C420jpeg\n".utf8)
        try file.write(contentsOf: header)
        let length = mark.count + size.width * size.height * 3 / 2
        let count = frames(in: duration)
        if case .after(let time)? = fault {
            FileInput.setFault(of: path, from: Int64(header.count + frames(in: time) * length))
        }
        for frame in 0..<count {
            try file.seek(toOffset: UInt64(header.count + frame * length))
            try file.write(contentsOf: mark)
        }
        try file.truncate(atOffset: UInt64(header.count + count * length))
    }

    private static func frames(in time: Duration) -> Int { max(1, Int((time.seconds * Double(rate)).rounded())) }
}
