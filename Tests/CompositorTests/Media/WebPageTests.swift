import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// `oriel play` with the address of a page, on the fake compositor.
@Suite(.serialized) struct WebPageTests {
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 150)

    /// By a program in place of yt-dlp that says what it is told to.
    private func play(
        pageWith answer: String, _ body: (FakeCompositor, ChildProcess) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/yt-dlp"
        try Data("#!/bin/sh\n\(answer)\n".utf8).write(to: URL(filePath: program))
        try #require(chmod(program, 0o755) == 0)
        let text = "<!DOCTYPE html><html><body>" + String(repeating: "<p>A page, and no film.</p>", count: 100)
        let page = try RangeServer([UInt8](text.utf8))
        defer { page.end() }
        let session = try FakeSession(
            ["--paused", "--http-header", "Cookie: a=b"], media: [page.url],
            environment: ["PATH": folder.path + ":/usr/bin:/bin"])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try body(fake, player)
    }

    @Test func theFilmOfAPageIsPlayed() throws {
        let medium = try RangeServer([UInt8](Data(contentsOf: URL(filePath: clip.file()))))
        defer { medium.end() }
        let answer = """
            {"title": "It's a film", "url": "\(medium.url)", "http_headers": \
            {"Referer": "the page", "B": "x\\ny", "Host": "page.example", "Content-Length": "7"}}
            """
        let command = "case \"$*\" in *' -- http://127.0.0.1:'*) cat <<'END'\n\(answer)\nEND\n;; *) exit 1;; esac"
        try play(pageWith: command) { fake, player in
            let isShown = fake.shows { $0.index == 0 && $0.name.contains("It's a film") }
            #expect(isShown, "\(fake.surfaces) \(player.standardError)")
            let lines = medium.lastRequest.split(separator: "\r\n")
            #expect(lines.contains("referer: the page") && !lines.contains { $0.hasPrefix("b:") }, "\(lines)")
            // The page's host is not the medium's, nor are the page's credentials for it.
            #expect(lines.filter { $0.hasPrefix("host:") } == ["host: 127.0.0.1:\(medium.port)"], "\(lines)")
            #expect(!lines.contains { $0.hasPrefix("cookie:") || $0.hasPrefix("content-length:") }, "\(lines)")
        }
    }

    @Test(arguments: [
        ("echo '{\"url\": \"file:///etc/passwd\"}'", "it found no playable address"),
        ("echo 'ERROR: nothing here' >&2; exit 1", "ERROR: nothing here"),
        ("echo nonsense", "it gave no reason"),
        ("yes | head -c 17000000", "it took too long, or its output was too large"),
    ])
    func whatAPageDoesNotHaveIsOneLine(answer: String, words: String) throws {
        try play(pageWith: answer) { _, player in
            #expect(player.wait(.seconds(20)) == .code(1))
            let lines = player.standardError.split(separator: "\n")
            #expect(
                lines.count == 1
                    && lines.last?.hasSuffix("is not a media file, and yt-dlp found no media on the page: \(words)")
                        == true,
                "\(lines)")
        }
    }
}
