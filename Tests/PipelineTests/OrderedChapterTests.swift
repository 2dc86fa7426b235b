import OrielDemux
import OrielLibav
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Ordered chapters of Matroska, which are reported and not followed.
@Suite struct OrderedChapterTests {
    /// Returns an EBML element with a two-byte size.
    private func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + [0x40 | UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    private func edition(ordered: Bool, isDefault: Bool = false) -> [UInt8] {
        let flags = element([0x45, 0xDB], [isDefault ? 1 : 0]) + element([0x45, 0xDD], [ordered ? 1 : 0])
        return element([0x45, 0xB9], element([0x45, 0xBC], [7]) + flags)
    }

    private func file(_ elements: [UInt8]) -> [UInt8] {
        element([0x1A, 0x45, 0xDF, 0xA3], [0x42, 0x82, 0x81, 0x61]) + [0x18, 0x53, 0x80, 0x67, 0x01]
            + [UInt8](repeating: 0xFF, count: 7) + elements
    }

    private func isOrdered(_ file: [UInt8]) -> Bool {
        OrderedChapters.areIn { offset, count in
            offset < file.count ? Array(file[Int(offset)...].prefix(count)) : []
        }
    }

    private let chapters: [UInt8] = [0x10, 0x43, 0xA7, 0x70]
    private let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75, 0x01] + [UInt8](repeating: 0xFF, count: 7)

    @Test func theEditionThatIsPlayedCounts() {
        let (ordered, plain) = (edition(ordered: true), edition(ordered: false))
        let void = element([0xEC], [UInt8](repeating: 0, count: 300))
        #expect(isOrdered(file(void + element(chapters, ordered))))
        #expect(!isOrdered(file(void + element(chapters, plain))))
        #expect(isOrdered(file(element(chapters, plain + edition(ordered: true, isDefault: true)))))
        #expect(!isOrdered(file(element(chapters, ordered + edition(ordered: false, isDefault: true)))))
        #expect(!isOrdered(file(cluster + element(chapters, ordered))))
    }

    /// The chapters are found at the place that the SeekHead gives.
    @Test func chaptersBehindThePicturesAreFound() {
        func seekHead(_ place: UInt8) -> [UInt8] {
            element(
                [0x11, 0x4D, 0x9B, 0x74],
                element([0x4D, 0xBB], element([0x53, 0xAB], chapters) + element([0x53, 0xAC], [place])))
        }
        let place = UInt8(seekHead(0).count + cluster.count + 40)
        let film = seekHead(place) + cluster + [UInt8](repeating: 0, count: 40)
        #expect(isOrdered(file(film + element(chapters, edition(ordered: true)))))
        #expect(!isOrdered(file(film)))
    }

    @Test func damageIsNoOrder() {
        let whole = file(element(chapters, edition(ordered: true)))
        for count in 0..<whole.count { _ = isOrdered(Array(whole.prefix(count))) }
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count)] = UInt8.random(in: 0...255) }
            _ = isOrdered(bytes)
        }
        #expect(!isOrdered([]) && !isOrdered([UInt8](repeating: 0xFF, count: 100)))
    }

    @Test func theOrderIsToldOnceAndTheFilmPlays() throws {
        let film = try IndexClip.make("chapters.mkv", ["-frames:v", "10", "-c:v", "libx264"])
        let text = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=200\n"
        let path = IndexClip.path("ordered.mkv")
        try ffmpeg(
            ["-i", film, "-i", try IndexClip.write(text.utf8, "chapters.txt")] + [
                "-map_chapters", "1", "-c", "copy", path,
            ])
        #expect(try losses(path).isEmpty)
        // The default edition's flag is changed to the ordered edition's.
        var bytes = try IndexClip.bytes(path)
        let flag = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x45, 0xDB, 0x81, 0x01]) })
        bytes[flag + 1] = 0xDD
        #expect(try losses(IndexClip.write(bytes, "changed.mkv")) == [.orderedChapters])
    }

    private func losses(_ path: String) throws -> [MediaError.Kind] {
        let pipeline = try MediaPipeline(location: .path(path), wakeup: Wakeup())
        defer { pipeline.close() }
        try #require(
            wait(.seconds(30)) {
                while pipeline.takeFrame() != nil {}
                return pipeline.snapshot.phase != .opening && pipeline.snapshot.phase != .ready
            })
        return pipeline.snapshot.losses.map(\.kind)
    }
}
