import Foundation
import Glibc
import OrielDemux
import OrielLibav
import OrielPlatform
import OrielTestSupport
import Testing

/// The media that playlists and folders list.
@Suite struct MediaListingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, _ text: String = "x") throws {
        let path = "\(folder.path)/\(name)"
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func write(bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
    }

    private func listing(_ name: String, allowsNetwork: Bool = false) -> MediaListing {
        MediaListing(of: .path(name.isEmpty ? folder.path : "\(folder.path)/\(name)"), allowsNetwork: allowsNetwork)
    }

    private func names(_ listing: MediaListing) -> [String] {
        listing.media.map { $0.description.replacingOccurrences(of: folder.path + "/", with: "") }
    }

    @Test func entriesAreReadInTheirOrder() {
        let m3u = "\u{FEFF}#EXTM3U\r\n#EXTINF:12,A title\r\na.mkv\r\n\r\n  /b b.mp4 \r\nhttp://x/y\r\n"
        #expect(PlaylistText.entries(of: m3u) == ["a.mkv", "/b b.mp4", "http://x/y"])
        let pls =
            "[playlist]\nNumberOfEntries=2\nFile1=a.mp3\nTitle1=Filed\nLength1=3\nfile2 = b.mp3\nFile3=c=d.mp3\nFile4=\n"
        #expect(PlaylistText.entries(of: pls) == ["a.mp3", "c=d.mp3"])
        #expect(PlaylistText.entries(of: "").isEmpty)
        #expect(PlaylistText.entries(of: String(repeating: "a\n", count: 20_000)).count == PlaylistText.limit)
    }

    @Test func aFolderIsItsMediaAsPeopleSortThem() throws {
        for name in [
            "track10.flac", "Track2.flac", "track1.flac", "cover.jpg", "notes.txt", ".hidden.mp3", "cd2/b.mp3",
            "cd2/a.MP3",
        ] { try write(name) }
        #expect(names(listing("")) == ["cd2/a.MP3", "cd2/b.mp3", "track1.flac", "Track2.flac", "track10.flac"])
        #expect(listing("").isList && listing("").problems.isEmpty)
        #expect(names(listing("/")).count == 5)
    }

    /// The root of a disk, for example. The folder itself is read, and the rest is said to be missing.
    @Test func aTreeThatTakesTooLongIsCutAndSaysSo() throws {
        for name in ["a.mkv", "b/c/d.mkv", "b/e.mkv", "f/g.mkv", "z.mkv"] { try write(name) }
        let listing = MediaListing(of: .path(folder.path), allowsNetwork: false, limit: .zero)
        #expect(names(listing) == ["a.mkv", "z.mkv"] && listing.problems.count == 1)
        #expect(listing.problems.first.map { "\($0)" }?.contains("takes too long to read") == true)
        #expect(names(self.listing("")).count == 5)
    }

    /// The media are found in any order of the directory's entries.
    @Test func mediaAmongTensOfThousandsOfOtherFilesAreFound() throws {
        for name in ["a.mkv", "sub/b.mkv"] { try write(name) }
        for number in 0..<25_000 {
            let descriptor = open("\(folder.path)/\(number).jpg", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0)
            Glibc.close(descriptor)
        }
        for number in 0..<5 { try write("z\(number).mp4") }
        let listing = listing("")
        #expect(names(listing) == ["a.mkv", "sub/b.mkv"] + (0..<5).map { "z\($0).mp4" })
        #expect(listing.problems.isEmpty, "\(listing.problems)")
    }

    /// A link to a folder is followed; a dangling link, or one to a file that isn't media, is left out.
    @Test func foldersBehindLinksAreRead() throws {
        for name in ["real/a.mkv", "notes.txt"] { try write(name) }
        for (name, target) in [("link", "real"), ("broken", "nowhere"), ("text", "notes.txt")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: "\(folder.path)/\(target)")
        }
        #expect(names(listing("")) == ["link/a.mkv", "real/a.mkv"])
    }

    @Test func aPlaylistNamesFilesFromItsOwnFolder() throws {
        try write("lists/l.m3u8", "#EXTM3U\n../a.mkv\nb.mkv\nfile:///c.mkv\n/d.mkv\nmissing: yes.mkv\n")
        #expect(
            names(listing("lists/l.m3u8")) == [
                "lists/../a.mkv", "lists/b.mkv", "/c.mkv", "/d.mkv", "lists/missing: yes.mkv",
            ])
    }

    @Test func aStreamsManifestIsPlayedAndNotListed() throws {
        try write("s.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n")
        #expect(names(listing("s.m3u8")) == ["s.m3u8"] && !listing("s.m3u8").isList)
    }

    /// Other programs write percent escapes, Windows separators, and names in their system's charset.
    @Test func anEntryIsFoundHoweverItsNameIsWritten() throws {
        for name in ["a b.mkv", "100%25.mkv", "100%.mkv", "sub/c d.mkv", "Привет.mkv", "é.mkv"] { try write(name) }
        try write("vlc.m3u", "a%20b.mkv\nsub/c%20d.mkv\n%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82.mkv\n")
        #expect(names(listing("vlc.m3u")) == ["a b.mkv", "sub/c d.mkv", "Привет.mkv"])
        try write("literal.m3u", "100%25.mkv\n100%.mkv\n")
        #expect(names(listing("literal.m3u")) == ["100%25.mkv", "100%.mkv"])
        try write("windows.m3u", "sub\\c d.mkv\r\n.\\sub\\c%20d.mkv\r\n")
        #expect(names(listing("windows.m3u")) == ["sub/c d.mkv", "./sub/c d.mkv"])
        try write("none.m3u", "no%20ne.mkv\n")
        #expect(names(listing("none.m3u")) == ["no%20ne.mkv"])
        let cyrillic: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
        try write(bytes: cyrillic + Array(".mkv\n".utf8), "windows-1251.m3u")
        #expect(names(listing("windows-1251.m3u")) == ["Привет.mkv"])
        try write(
            bytes: [0xFF, 0xFE] + "Привет.mkv\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] as [UInt8] },
            "utf16.m3u")
        #expect(names(listing("utf16.m3u")) == ["Привет.mkv"])
        try write("list.pls", "[playlist]\nFile1=a%20b.mkv\nFile2=sub\\c d.mkv\n")
        #expect(names(listing("list.pls")) == ["a b.mkv", "sub/c d.mkv"])
    }

    @Test func namesThatAreNotUTF8AreListed() throws {
        let name = PathText.string(Array("latin".utf8) + [0xE9] + Array(".mkv".utf8))
        try PathText.withCString("\(folder.path)/\(name)") { try #require(close(creat($0, 0o600)) == 0) }
        #expect(names(listing("")) == [name])
        try write(bytes: Array("latin".utf8) + [0xE9] + Array(".mkv\n".utf8), "raw.m3u")
        try write("escaped.m3u", "latin%E9.mkv\n")
        try write("address.m3u", "file://\(folder.path)/latin%E9.mkv\n")
        for list in ["raw.m3u", "escaped.m3u", "address.m3u"] { #expect(names(listing(list)) == [name]) }
        #expect(AddressList("file:///latin%E9.mkv\n").media == ["/" + name])
        #expect(MediaLocation("file:///latin%E9.mkv") == .path("/" + name))
    }

    @Test func whatIsNoListStaysWhatItIs() throws {
        try write("a.mkv")
        #expect(names(listing("a.mkv")) == ["a.mkv"] && !listing("a.mkv").isList)
        #expect(names(listing("none")) == ["none"])
        #expect(MediaListing(of: .standardInput, allowsNetwork: false).media == [.standardInput])
        let address = MediaLocation.url("https://x/l.m3u")
        #expect(MediaListing(of: address, allowsNetwork: false).media == [address])
    }

    @Test func aPlaylistThatNamesItselfIsToldAndNotFollowed() throws {
        try write("a.m3u", "x.mkv\nb.m3u\na.m3u\ny.mkv\n")
        try write("b.m3u", "a.m3u\nz.mkv\n")
        let list = listing("a.m3u")
        #expect(names(list) == ["x.mkv", "z.mkv", "y.mkv"])
        #expect(list.problems.map(\.kind) == [.namesItself, .namesItself])
        // The same list twice in sequence is no cycle.
        try write("c.m3u", "d.m3u\nd.m3u\n")
        try write("d.m3u", "x.mkv\n")
        #expect(names(listing("c.m3u")) == ["x.mkv", "x.mkv"] && listing("c.m3u").problems.isEmpty)
    }

    @Test func aFolderThatContainsItselfEnds() throws {
        try write("sub/a.mkv")
        symlink(folder.path, "\(folder.path)/sub/loop")
        let list = listing("")
        #expect(names(list) == ["sub/a.mkv"])
        #expect(list.problems.map(\.kind) == [.namesItself])
    }

    @Test func aLocalPlaylistKeepsToFilesUnlessItMayNameTheNetwork() throws {
        let file = "\(folder.path)/pipe"
        mkfifo(file, 0o600)
        try write(
            "l.m3u",
            "https://a.example/x.mp4\nrtsp://b/x\npipe:0\nconcat:/etc/passwd|x\npipe://0\nfd://3\ngopher://x/y\npipe\n/dev/zero\nok.mkv\n"
        )
        let list = listing("l.m3u")
        // An entry without `//` is a file name in the folder.
        #expect(names(list) == ["pipe:0", "concat:/etc/passwd|x", "ok.mkv"])
        #expect(
            list.problems.map(\.kind) == [
                .networkRefused("https://a.example/x.mp4"), .networkRefused("rtsp://b/x"),
                .referenceRefused("pipe://0"), .referenceRefused("fd://3"), .referenceRefused("gopher://x/y"),
                .referenceRefused(file), .referenceRefused("/dev/zero"),
            ])
        #expect(list.media.allSatisfy { if case .path = $0 { true } else { false } })
        // The message names the list and the entry, each once.
        #expect(list.problems.allSatisfy { $0.location == "\(folder.path)/l.m3u" }, "\(list.problems)")
        #expect(
            list.problems.last?.description
                == "\(folder.path)/l.m3u: the reference to /dev/zero is not allowed")
        let allowed = listing("l.m3u", allowsNetwork: true)
        #expect(names(allowed).prefix(2) == ["https://a.example/x.mp4", "rtsp://b/x"])
        #expect(allowed.problems.count == 5)
    }

    @Test func listsHaveBounds() throws {
        try write("many.m3u", (0..<9000).map { "\($0).mkv\n" }.joined())
        try write("more.m3u", "many.m3u\nmany.m3u\n")
        let list = listing("more.m3u")
        #expect(list.media.count == 10_000 && list.problems.count == 1)
        try write("large.m3u", String(repeating: "#", count: 5 << 20))
        #expect(listing("large.m3u").media.isEmpty && listing("large.m3u").problems.count == 1)
        var deep = "d0"
        for level in 1...12 { deep += "/d\(level)" }
        try write("\(deep)/a.mkv")
        #expect(names(listing("d0")).isEmpty && listing("d0").problems.count == 1)
    }

    /// Four playlists deep, and 256 in all, however often they name each other.
    @Test func playlistsInPlaylistsHaveBounds() throws {
        for level in 0..<4 { try write("d\(level).m3u", level == 3 ? "a.mkv\n" : "d\(level + 1).m3u\n") }
        #expect(names(listing("d0.m3u")) == ["a.mkv"] && listing("d0.m3u").problems.isEmpty)
        try write("deeper.m3u", "d0.m3u\nb.mkv\n")
        #expect(names(listing("deeper.m3u")) == ["b.mkv"] && listing("deeper.m3u").problems.count == 1)
        try write("one.m3u", "c.mkv\n")
        try write("wide.m3u", String(repeating: "one.m3u\n", count: 300) + "last.mkv\n")
        let wide = listing("wide.m3u")
        #expect(wide.media.count == 255 && wide.problems.count == 1)
        #expect(wide.problems.first?.description.contains("at most 256 playlists") == true)
        // Each names each other, ten thousand times over.
        let all = String(repeating: "x.m3u\ny.m3u\nz.m3u\n", count: 3000)
        for name in ["x", "y", "z"] { try write("\(name).m3u", all) }
        let taken = ContinuousClock().measure {
            #expect(listing("x.m3u").media.isEmpty && listing("x.m3u").problems.count <= 10_000)
        }
        #expect(taken < .seconds(20))
    }

    @Test func nothingIsTold() throws {
        try write("empty.m3u", "# nothing\n")
        try write("none/readme.txt")
        for name in ["empty.m3u", "none"] {
            #expect(listing(name).media.isEmpty && listing(name).problems.map(\.kind) == [.emptyList])
        }
    }
}
