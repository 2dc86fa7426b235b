/// Name of a media player on the bus: `org.mpris.MediaPlayer2.oriel` for the first process, and the same with
/// `.instance` and random letters for each further one. A process identifier would not do: in a sandbox, every process
/// has the same.
package enum MediaPlayerName {
    /// Name for a process.
    /// - Parameters:
    ///   - program: short name of the program; letters that a name can't contain are replaced.
    ///   - instance: random letters; nil for the first process.
    package static func name(of program: String, instance: String? = nil) -> String {
        var element = String(String.UnicodeScalarView(program.unicodeScalars.map { isAllowed($0) ? $0 : "_" }))
        if element.isEmpty || element.first?.isNumber == true { element = "_" + element }
        let name = "org.mpris.MediaPlayer2." + element.prefix(longest)
        return instance.map { "\(name).instance\($0)" } ?? name
    }

    /// Eight random letters.
    package static func randomInstance() -> String {
        String((0..<8).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
    }

    /// A bus allows 255 bytes for the whole name.
    private static let longest = 128

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}
