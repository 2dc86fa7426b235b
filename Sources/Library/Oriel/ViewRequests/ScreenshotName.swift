import Glibc
import OrielPlatform
import OrielTexts

/// Default path of a screenshot, made of its medium's name and its time; no file of that name exists.
package enum ScreenshotName {
    package static func path(of medium: String, at time: Duration) -> String {
        let clock = ClockText.text(time, hasHours: true).replacing(":", with: ".")
        let milliseconds = Int(time.components.attoseconds / 1_000_000_000_000_000)
        let digits = String("\(1000 + milliseconds % 1000)".dropFirst())
        let name = fitting(medium)
        let base = "\(UserFolder.pictures.path)/\(name)-\(clock).\(digits)"
        var path = base + ".png"
        var number = 2
        while PathText.withCString(path, { access($0, F_OK) }) == 0, number < 1000 {
            path = "\(base)-\(number).png"
            number += 1
        }
        return path
    }

    /// Returns the beginning of a title that fits into a file's name: at most 255 bytes with the time and the
    /// extension. Cuts between characters.
    package static func fitting(_ title: String) -> String {
        var name = ""
        var bytes = 0
        for character in title.prefix(100) {
            bytes += character.utf8.count
            guard bytes <= 200 else { break }
            name.append(character == "/" ? "-" : character)
        }
        return name
    }
}
