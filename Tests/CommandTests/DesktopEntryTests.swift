import Foundation
import Oriel
import OrielCommand
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

    /// Menus and software centres show the metadata of AppStream.
    @Test(.enabled(if: Executable.isExpected("appstreamcli"), "appstreamcli is not installed"))
    func theMetadataIsValid() throws {
        let check = try ChildProcess(
            "appstreamcli",
            ["validate", "--no-net", "--no-color", Self.folder.path + "/org.oriel.Oriel.metainfo.xml"])
        #expect(check.wait(.seconds(30)) == .code(0), "\(check.standardOutput) \(check.standardError)")
        let metadata = try String(
            contentsOf: Self.folder.appending(path: "org.oriel.Oriel.metainfo.xml"), encoding: .utf8)
        #expect(metadata.contains("<launchable type=\"desktop-id\">oriel.desktop</launchable>"))
        #expect(metadata.contains("<release version=\"\(Release.version)\""))
    }

    /// Browsers hand links to the program, and a menu of the icon lifts the picture.
    @Test func theEntryHandlesLinksAndHasAnAction() throws {
        let lines = try entry.split(separator: "\n").map { String($0) }
        let types = try #require(lines.first { $0.hasPrefix("MimeType=") })
        #expect(types.split(separator: ";").contains("x-scheme-handler/oriel"))
        let action = try #require(lines.firstIndex(of: "[Desktop Action toggle]"))
        #expect(lines.contains("Actions=toggle;"))
        #expect(lines[action...].contains("Name=Picture in Picture"))
        let command = try #require(lines[action...].first { $0.hasPrefix("Exec=oriel ") })
        let words = command.dropFirst("Exec=oriel ".count).split(separator: " ").map { String($0) }
        #expect(UsageLine.complaint(about: words) == nil)
    }

    /// Media controls offer what file managers do.
    @Test func mediaControlsNameTheEntrysKindsOfMedia() throws {
        let types = try #require(try entry.split(separator: "\n").first { $0.hasPrefix("MimeType=") })
        let media = types.dropFirst("MimeType=".count).split(separator: ";").map { String($0) }
        #expect(MediaTypes.all == media.filter { !$0.hasPrefix("x-scheme-handler/") })
    }

    /// Desktops pass files and addresses in place of `%U`.
    @Test(arguments: [
        ["/film one.mkv", "https://example.org/talk"],
        ["oriel://open?url=https%3A%2F%2Fexample.org%2Ftalk&t=90&title=A"],
        (0..<200).map { "/films/\($0).mkv" },
    ])
    func theCommandOfTheEntryIsUnderstood(media: [String]) throws {
        let line = try #require(try entry.split(separator: "\n").first { $0.hasPrefix("Exec=oriel ") })
        let words = line.dropFirst("Exec=oriel ".count).split(separator: " ").map { String($0) }
        #expect(words.last == "%U")
        // Without a compositor it ends with 1; with 64, had it not understood its arguments.
        let program = try ChildProcess(
            Executable.built("oriel"), words.dropLast() + media,
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
