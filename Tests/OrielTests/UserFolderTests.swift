import Oriel
import Testing

/// The user's folder for pictures, as desktops write it into `user-dirs.dirs`.
@Suite struct UserFolderTests {
    private func folder(_ settings: String) -> String? { UserFolder.pictures.folder(in: settings, home: "/home/ada") }

    @Test func theFolderOfTheDesktopIsFound() {
        let usual = """
            # This file is written by xdg-user-dirs-update
            # XDG_PICTURES_DIR="/wrong"
            XDG_MUSIC_DIR="$HOME/Musik"
            XDG_PICTURES_DIR="$HOME/Bilder"
            XDG_VIDEOS_DIR="$HOME/Videos"
            """
        #expect(folder(usual) == "/home/ada/Bilder")
        #expect(folder("XDG_PICTURES_DIR=\"/mnt/disk/Bilder und Töne\"") == "/mnt/disk/Bilder und Töne")
        #expect(folder("  XDG_PICTURES_DIR = \"$HOME/a\" # mine") == "/home/ada/a")
        #expect(folder("XDG_PICTURES_DIR=\"$HOME/a\"\nXDG_PICTURES_DIR=\"$HOME/b\"\r\n") == "/home/ada/b")
        #expect(folder(#"XDG_PICTURES_DIR="$HOME/a\"b\\c""#) == #"/home/ada/a"b\c"#)
        // Desktops write this where there is no such folder.
        #expect(folder("XDG_PICTURES_DIR=\"$HOME/\"") == "/home/ada/")
    }

    @Test(arguments: [
        "", "XDG_PICTURES_DIR", "XDG_PICTURES_DIR=", "XDG_PICTURES_DIR=\"", "XDG_PICTURES_DIR=\"\"",
        "XDG_PICTURES_DIR=$HOME/Bilder", "XDG_PICTURES_DIR=\"Bilder\"", "XDG_PICTURES_DIR=\"$(rm -rf ~)\"",
        "XDG_PICTURES_DIR=\"`id`/x\"", "XDG_PICTURES_DIR=\"${HOME}/x\"", "XDG_PICTURES_DIR=\"$HOMEOWNER/x\"",
        "XDG_PICTURES_DIR=\"~/x\"", "XDG_PICTURES_DIR=\"$HOME/x", "XDG_PICTURES_DIR=\"$HOME/x\\\"", "=\"/x\"",
        "XDG_PICTURES_DIRS=\"/x\"", "\u{0}\u{FFFF}\u{301}", String(repeating: "XDG_PICTURES_DIR=", count: 4000),
        String(repeating: "\\", count: 60_000),
    ]) func aFileThatNamesNoFolderNamesNone(settings: String) {
        #expect(folder(settings) == nil)
    }
}
