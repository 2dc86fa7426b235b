import Foundation
import Glibc
import OrielCommand
import OrielGeometry
import OrielPlatform
import OrielPlayer
import Testing

/// State stored from one run to the next.
@Suite struct StateTests {
    private struct Folder: ~Copyable {
        let path = NSTemporaryDirectory() + "oriel-state-" + UUID().uuidString
        var state: StateFolder { StateFolder(path: path + "/oriel") }

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func put(_ text: String, _ name: String) throws {
            try FileManager.default.createDirectory(atPath: state.path, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: state.path + "/" + name))
        }
    }

    @Test func theVolumeIsRemembered() throws {
        let folder = try Folder()
        #expect(RememberedSound(from: folder.state) == RememberedSound())
        RememberedSound(volume: 35, muted: true).write(to: folder.state)
        #expect(RememberedSound(from: folder.state) == RememberedSound(volume: 35, muted: true))
        // Not readable by other users, and without temporary files.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.state.path) == ["sound.json"])
        var status = stat()
        #expect(stat(folder.state.path + "/sound.json", &status) == 0 && status.st_mode & 0o077 == 0)
    }

    @Test(arguments: ["", "{", "[]", "{\"volume\":\"loud\"}", "{\"volume\":99999,\"muted\":false}", "\u{0}\u{1}"])
    func nonsenseIsNothingRemembered(text: String) throws {
        let folder = try Folder()
        try folder.put(text, "sound.json")
        try folder.put(text, "positions.json")
        #expect((0...130).contains(RememberedSound(from: folder.state).volume))
        #expect(RememberedPositions(from: folder.state).position(of: "a") == nil)
        RememberedSound(volume: 50).write(to: folder.state)
        #expect(RememberedSound(from: folder.state).volume == 50)
    }

    @Test func aFolderThatCanNotBeWrittenLosesNothingElse() throws {
        let folder = try Folder()
        try Data().write(to: URL(filePath: folder.path + "/oriel"))
        #expect(!folder.state.write([1], to: "sound.json"))
        #expect(RememberedSound(from: folder.state) == RememberedSound())
        RememberedSound(volume: 1).write(to: nil)
    }

    /// Several players end together, each with its own change.
    @Test func updatesAtOnceLoseNothing() async throws {
        let folder = try Folder()
        let state = folder.state
        await withTaskGroup { group in
            for player in 0..<6 {
                group.addTask {
                    for number in 0..<10 {
                        state.update("several.json", empty: [String: Int]()) { $0["\(player) \(number)"] = 1 }
                    }
                }
            }
        }
        #expect(state.read([String: Int].self, from: "several.json")?.count == 60)
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.path) == ["several.json"])
    }

    /// A lock held by another process delays a write only briefly.
    @Test func aFolderThatStaysLockedIsWritten() throws {
        let folder = try Folder()
        try folder.put("{}", "one.json")
        let lock = open(folder.state.path, O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        folder.state.update("one.json", empty: [String: Int]()) { $0["a"] = 1 }
        #expect(folder.state.read([String: Int].self, from: "one.json") == ["a": 1])
    }

    @Test func aMediumGoesOnWhereItWasLeft() throws {
        let folder = try Folder()
        RememberedPositions.update(in: folder.state) { $0.leave("a", at: .seconds(61.5), of: .seconds(600)) }
        RememberedPositions.update(in: folder.state) { $0.leave("b", at: .seconds(30), of: .seconds(600)) }
        #expect(RememberedPositions(from: folder.state).position(of: "a") == .seconds(61.5))
        // A medium that was played to its end or hardly begun, or has no duration, starts at its beginning.
        for (position, duration) in [(598.0, 600.0 as Double?), (2, 600), (60, nil)] {
            RememberedPositions.update(in: folder.state) {
                $0.leave("a", at: .seconds(61.5), of: .seconds(600))
                $0.leave("a", at: .seconds(position), of: duration.map { .seconds($0) })
            }
            #expect(RememberedPositions(from: folder.state).position(of: "a") == nil)
        }
        #expect(RememberedPositions(from: folder.state).position(of: "b") == .seconds(30))
    }

    @Test func partsOfAFloatAreKeptUnderTheirNames() throws {
        let folder = try Folder()
        FloatRecord.update(in: folder.state) { $0.setToken("all", of: nil) }
        let held = VideoCrop.held(Rect(x: 0, y: 0, width: 300, height: 200), to: .bottomRight)
        for crop in [.part(UnitRect(x: 0, y: 0.5, width: 1, height: 0.5)), held, .blackBars, .none] {
            FloatRecord.update(in: folder.state) {
                $0.setToken("one", of: "chat")
                $0.setCrop(crop, of: "chat")
            }
            let record = FloatRecord(from: folder.state)
            #expect(record.crop(of: "chat") == (crop == .none ? nil : crop) && record.crop(of: "other") == nil)
            #expect(record.token(of: "chat") == "one" && record.token(of: nil) == "all" && record.token(of: "b") == nil)
        }
        // A choice that was cancelled takes none of the names.
        FloatRecord.update(in: folder.state) { record in
            for number in 1...1000 { record.setCrop(.none, of: "cancelled \(number)") }
        }
        FloatRecord.update(in: folder.state) { record in
            for number in 1...1000 { record.setCrop(held, of: "\(number)") }
        }
        let full = FloatRecord(from: folder.state)
        #expect(full.crop(of: "99") == held && full.crop(of: "100") == nil && full.token(of: "chat") == "one")
    }

    /// Another program may have written anything.
    @Test func aFloatsPartThatCannotBeIsNone() throws {
        let folder = try Folder()
        try folder.put(
            #"{"restoreToken":"t","presets":{"a":{"crop":{"x":5,"y":5,"width":-1,"height":1e308}},"#
                + #""b":{"pixels":{"x":0,"y":0,"width":-2147483648,"height":2147483648},"corner":"top-left"}}}"#,
            "float.json")
        let record = FloatRecord(from: folder.state)
        #expect(record.crop(of: "a") == nil && record.crop(of: "b") == nil && record.token(of: nil) == "t")
    }

    @Test func aMediumGoesOnWithItsCropAndZoom() throws {
        let folder = try Folder()
        func left(_ form: PictureForm) -> PictureForm? {
            RememberedPositions.update(in: folder.state) {
                $0.leave("a", at: .seconds(61), of: .seconds(600), in: form)
            }
            return RememberedPositions(from: folder.state).form(of: "a")
        }
        var form = PictureForm()
        #expect(left(form) == nil)
        form.crop = .part(UnitRect(x: 0, y: 0.13, width: 1, height: 0.74))
        (form.zoom, form.zoomCenter) = (1.5, UnitPoint(x: 0.25, y: 0.75))
        #expect(left(form) == form)
        form.crop = .blackBars
        #expect(left(form) == form)
        // Another program may have written anything; the position is good.
        try folder.put(
            #"{"entries":[{"medium":"a","seconds":61,"zoom":1e300,"zoomCenter":{"x":-1e300,"y":1e300},"#
                + #""crop":{"x":5,"y":5,"width":-1,"height":1e308}}]}"#, "positions.json")
        let read = RememberedPositions(from: folder.state)
        #expect(read.position(of: "a") == .seconds(61))
        #expect(read.form(of: "a").map { $0.zoom == 8 && $0.crop == .none } == true)
    }

    @Test func onlySoManyAreRemembered() {
        var positions = RememberedPositions()
        for medium in 0..<600 { positions.leave("\(medium)", at: .seconds(60), of: .seconds(600)) }
        #expect(positions.position(of: "0") == nil && positions.position(of: "99") == nil)
        #expect(positions.position(of: "100") != nil && positions.position(of: "599") != nil)
    }

    @Test func aFileIsOneFileFromAnyFolder() throws {
        let folder = try Folder()
        let path = folder.path + "/film.mkv"
        try Data().write(to: URL(filePath: path))
        #expect(RememberedPositions.name(of: folder.path + "/./film.mkv") == RememberedPositions.name(of: path))
        #expect(RememberedPositions.name(of: "https://example.org/a") == "https://example.org/a")
    }

    /// A network's file system may not answer for minutes.
    @Test func aFileSystemThatDoesNotAnswerIsWaitedForOnlySoLong() throws {
        let isOver = Monitor(false)
        defer { isOver.update { $0 = true } }
        let start = MonotonicClock.now
        let name = RememberedPositions.name(of: "film.mkv", within: .milliseconds(100)) { _ in
            _ = isOver.wait { $0 ? true : nil }
            return "late"
        }
        #expect(name == "film.mkv" && MonotonicClock.now - start < .seconds(5))
    }

    /// Also what an earlier version has stored.
    @Test func aSecretOfAnAddressIsNotStored() throws {
        let folder = try Folder()
        let address = "https://example.org/film?token=s3cret"
        let old = "https://example.org/old?token=s3cret"
        try folder.put("{\"entries\":[{\"medium\":\"\(old)\",\"seconds\":30}]}", "positions.json")
        let former = RememberedPositions.stored(old)
        #expect(RememberedPositions(from: folder.state).position(of: former) == .seconds(30))
        let name = RememberedPositions.stored(address)
        RememberedPositions.update(in: folder.state) { $0.leave(name, at: .seconds(20), of: .seconds(60)) }
        #expect(RememberedPositions(from: folder.state).position(of: name) == .seconds(20))
        let text = try String(contentsOfFile: folder.state.path + "/positions.json", encoding: .utf8)
        #expect(!text.contains("s3cret") && !text.contains("example"), "\(text)")
        for other in ["https://example.org/film?token=other", "https://a:s3cret@example.org/film", "http://a/#t"] {
            #expect(RememberedPositions.stored(other) != name && RememberedPositions.stored(other) != other)
        }
        for same in ["https://example.org/film", "/films/who?://x#1.mkv", "film.mkv"] {
            #expect(RememberedPositions.stored(same) == same)
        }
    }

    @Test func answersToLinksAreKept() throws {
        let folder = try Folder()
        #expect(RememberedLinks(from: folder.state).answer(for: "nas:80") == nil)
        RememberedLinks.update(in: folder.state) { $0.note("nas:80", isAllowed: true) }
        RememberedLinks.update(in: folder.state) { $0.note("nas", isAllowed: false) }
        #expect(RememberedLinks(from: folder.state).answer(for: "nas:80") == true)
        #expect(RememberedLinks(from: folder.state).answer(for: "nas") == false)
        RememberedLinks.update(in: folder.state) { $0.note("nas:80", isAllowed: false) }
        #expect(RememberedLinks(from: folder.state).answer(for: "nas:80") == false)
        RememberedLinks.update(in: folder.state) { for number in 0..<200 { $0.note("\(number)", isAllowed: true) } }
        #expect(RememberedLinks(from: folder.state).answer(for: "nas") == nil)
        try folder.put("[]", "links.json")
        #expect(RememberedLinks(from: folder.state).answer(for: "199") == nil)
    }
}
