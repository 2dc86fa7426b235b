import Foundation
import Glibc
import OrielPlatform
import OrielTestSupport
import Testing

/// The machine's own programs, configuration and desktop, of which tests see nothing (Tests/Isolation).
@Suite(.serialized) struct IsolationTests {
    private let environment = Executable.environment

    @Test func theDesktopAndTheUsersFoldersAreUnknown() throws {
        for name in [
            "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
            "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "XDG_CURRENT_DESKTOP", "XDG_SESSION_ID", "PULSE_SERVER",
            "PIPEWIRE_REMOTE", "FONTCONFIG_FILE", "MPV_HOME", "GIT_DIR", "LC_ALL", "LANGUAGE", "http_proxy",
            "LIBGL_ALWAYS_SOFTWARE", "GDK_SCALE", "XCURSOR_THEME",
        ] { #expect(environment[name] == nil, "\(name)") }
        #expect(environment["LANG"] == "C.UTF-8" && environment["TZ"] == "UTC")
        let home = try #require(environment["HOME"])
        #expect(home.contains("oriel-test-home.") && home == String(cString: getenv("HOME")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).contains("bin"))
    }

    @Test func childrenHaveTheSame() throws {
        let child = try ChildProcess("sh", ["-c", "echo $HOME:$TZ:$WAYLAND_DISPLAY"])
        #expect(child.wait(.seconds(10)) == .code(0))
        #expect(child.standardOutput == "\(environment["HOME"] ?? ""):UTC:\n")
    }

    /// As with mpv, which recommends it: a page's resolver of the machine must not run.
    @Test func aResolverInPathIsNotFound() throws {
        let folder = try TemporaryFolder()
        let program = "\(folder.path)/yt-dlp"
        try Data("#!/bin/sh\necho run >>'\(folder.path)/runs'\n".utf8).write(to: URL(filePath: program))
        chmod(program, 0o755)
        let path = try #require(environment["PATH"])
        setenv("PATH", path + ":" + folder.path, 1)
        defer { setenv("PATH", path, 1) }
        let never = try Wakeup()
        #expect {
            try ProgramOutput(of: "yt-dlp", [], limit: .seconds(5), bytes: 1, interruption: never.descriptor)
        } throws: {
            if case ProgramOutput.Failure.notStarted = $0 { true } else { false }
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/runs"))
    }
}
