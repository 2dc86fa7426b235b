import Foundation
import OrielTestSupport
import Testing

/// The desktop entry that `scripts/install` installs.
struct DesktopEntryTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "packaging")

    private var entry: String {
        get throws { try String(contentsOf: Self.folder.appending(path: "oriel.desktop"), encoding: .utf8) }
    }

    @Test(.enabled(if: Executable.isExpected("desktop-file-validate"), "desktop-file-validate is not installed"))
    func theEntryIsValid() throws {
        let check = try ChildProcess("desktop-file-validate", [Self.folder.path + "/oriel.desktop"])
        #expect(check.wait(.seconds(10)) == .code(0), "\(check.standardOutput) \(check.standardError)")
        #expect(check.standardOutput.isEmpty)
    }

    /// Desktops pass files and addresses in place of `%U`.
    @Test func theCommandOfTheEntryIsUnderstood() throws {
        let line = try #require(try entry.split(separator: "\n").first { $0.hasPrefix("Exec=oriel ") })
        let words = line.dropFirst("Exec=oriel ".count).split(separator: " ").map { String($0) }
        #expect(words.last == "%U")
        // Without a compositor it ends with 1; with 64, had it not understood its arguments.
        let program = try ChildProcess(
            Executable.built("oriel"), words.dropLast() + ["/film one.mkv", "https://example.org/talk"],
            environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": Self.folder.path])
        #expect(program.wait(.seconds(10)) == .code(1), "\(program.standardError)")
    }

    @Test func theIconsAreThere() throws {
        #expect(try entry.contains("Icon=oriel\n"))
        for name in ["oriel.svg", "oriel-symbolic.svg"] {
            let icon = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            #expect(icon.hasPrefix("<svg ") && icon.hasSuffix("</svg>\n"))
        }
    }
}
