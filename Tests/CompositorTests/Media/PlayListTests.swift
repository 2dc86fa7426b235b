import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Several media in one player, from `oriel play --list` to the screen.
@Suite(.serialized) struct PlayListTests {
    /// Parts of one stream, so that a capture shows it go on from item to item.
    private func parts(_ count: Int, frames: Int) throws -> [String] {
        try (0..<count).map {
            try StampedClip(
                stream: .green, size: Size(width: 640, height: 360), frames: frames, firstIndex: $0 * frames
            ).file()
        }
    }

    /// The item changes in the window, in Picture in Picture and again there; what comes back is what is played by
    /// then.
    @Test(.needs(.sway)) func case41And42_itemsFollowInPictureInPictureAndComeBack() async throws {
        let program = try OrielProgram()
        let parts = try parts(3, frames: 90)
        let list = program.folder.path + "/list.m3u"
        try Data((parts[..<2] + ["none.mkv", "list.m3u", parts[2]]).joined(separator: "\n").utf8).write(
            to: URL(filePath: list))
        try await withSession(.sway, program) { session, compositor in
            let player = try session.play(["--id", "a", list], expecting: ["a": .window])
            let watch = try compositor.launch(program.path, ["watch", "--json"])
            defer { watch.stop(grace: .zero) }
            let capture = try ScreenCapture(socket: compositor.socket)
            func waits(for index: Int) -> Bool {
                capture.wait(.seconds(20)) { ($0.index(of: .green) ?? 0) >= index } != nil
            }
            #expect(waits(for: 36))
            let seen = capture.count
            try session.run("toggle")
            #expect(waits(for: 108))
            let second = try session.player("a")
            #expect(second.media == parts[1] && second.mode == .pip && second.pip.state == .active)
            #expect(second.list == .init(index: 2, count: 4, loop: false))
            #expect(second.position < 2.9)
            // Case 41.
            try session.run("toggle")
            #expect(try session.player("a").mode == .window)
            #expect(waits(for: 144))
            try session.run("toggle")
            #expect(waits(for: 198))
            let third = try session.player("a")
            #expect(third.media == parts[2] && third.list?.index == 4 && third.pip.active)
            // Case 42: the same player, in which nothing is opened anew.
            try session.run("restore")
            let back = try session.player("a")
            #expect(back.mode == .window && back.position > third.position && back.pid == third.pid)
            #expect(back.frames.decoded > third.frames.decoded)
            #expect(waits(for: 234))
            let compositions = Array(try capture.stop().dropFirst(seen))
            expectSteady(.green, in: compositions)
            let names = watch.standardOutput.split(separator: "\n").compactMap { line -> String? in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["event"] as? String
            }
            let start = ["willStart", "presented", "didStart"]
            let stop = ["restore", "restore", "presented", "willStop", "didStop"]
            let kept = Set(start + stop)
            #expect(names.filter { kept.contains($0) }.sorted() == (start + stop + start + stop).sorted(), "\(names)")
            // Items that can't be opened were reported and skipped.
            #expect(player.wait(.seconds(20)) == .code(1))
            #expect(player.standardError.contains("none.mkv: no such file"), "\(player.standardError)")
            #expect(player.standardError.contains("list.m3u: contains itself; this entry is skipped"))
        }
    }

    @Test func whatHasEndedStaysWhereThatIsWanted() throws {
        let clip = try parts(1, frames: 60)[0]
        let session = try FakeSession(["--keep-open"], media: [clip])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        func shows(_ index: Int) -> Bool { fake.shows { $0.isMapped && $0.index == index } }
        try #require(shows(59), "\(player.standardError)")
        #expect(wait(.seconds(20)) { fake.player()?.paused == true })
        #expect(fake.player()?.position == 2)
        let window = try #require(fake.surfaces.first { $0.isMapped })
        // In Picture in Picture as well.
        fake.focusKeyboard(on: window.number)
        fake.press("i")
        #expect(wait(.seconds(20)) { fake.player()?.pip.state == .active })
        try fake.oriel("resume")
        #expect(shows(20) && shows(59))
        #expect(wait(.seconds(20)) { fake.player()?.paused == true })
        #expect(player.wait(.zero) == nil)
    }

    /// Each once, and in another order than they were named in.
    @Test func aListIsPlayedInAnyOrder() throws {
        let folder = try TemporaryFolder()
        let part = try parts(1, frames: 150)[0]
        let names = try (1...12).map { number in
            let name = "\(folder.path)/\(number).mp4"
            try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: part)
            return name
        }
        let session = try FakeSession(["--paused", "--shuffle"], media: [folder.path])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.isMapped }, "\(player.standardError)")
        func oriel(_ arguments: String...) throws -> String? {
            let command = try fake.launch(Executable.built("oriel"), arguments)
            return command.wait(.seconds(20)) == .code(0) ? command.standardOutput : nil
        }
        var played: [String] = []
        for index in 1...names.count {
            var status: PlayerStatus?
            let isThere = wait(.seconds(20)) {
                status = fake.player()
                return status?.list?.index == index
            }
            try #require(isThere, "\(String(describing: status))")
            #expect(status?.list?.count == names.count)
            played.append(status?.media ?? "")
            if index < names.count { try #require(oriel("next") != nil) }
        }
        #expect(Set(played) == Set(names))
        // One order of 479 million.
        #expect(played != names)
    }

    @Test func aListIsGoneThroughByKeysAndCommands() throws {
        let folder = try TemporaryFolder()
        let parts = try parts(2, frames: 150)
        let session = try FakeSession(["--paused", "--list", "--loop-list"], media: parts)
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        func shows(_ index: Int) -> Bool { fake.shows { $0.isMapped && $0.index == index } }
        func oriel(_ arguments: String...) throws -> (exit: ChildProcess.Exit?, error: String) {
            let command = try fake.launch(Executable.built("oriel"), arguments)
            return (command.wait(.seconds(20)), command.standardError)
        }
        try #require(shows(0), "\(player.standardError)")
        let window = try #require(fake.surfaces.first { $0.isMapped })
        fake.focusKeyboard(on: window.number)
        fake.press("period", modifiers: ["Shift"])
        #expect(shows(150))
        fake.press("comma", modifiers: ["Shift"])
        #expect(shows(0))
        // It is known to commands a moment after it is seen.
        try #require(try wait(.seconds(20)) { try oriel("previous").exit == .code(0) })
        #expect(shows(150))
        let third = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 150, firstIndex: 300
        ).file()
        #expect(try oriel("add", third) == (.code(0), ""))
        #expect(try oriel("next") == (.code(0), ""))
        #expect(shows(300))
        #expect(try oriel("next") == (.code(0), ""))
        #expect(shows(0))
        let (exit, error) = try oriel("add", folder.path)
        #expect(exit == .code(1) && error == "oriel: add: \(folder.path): has nothing that can be played\n", "\(error)")
        #expect(try oriel("seek", "4.9") == (.code(0), ""))
        #expect(shows(147))
        #expect(try oriel("resume") == (.code(0), ""))
        // Played on, too.
        #expect(fake.shows { $0.isMapped && ($0.index ?? 0) >= 152 })
        #expect(try oriel("quit") == (.code(0), ""))
        #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
    }

    /// Case 112, by an app that takes out all that is played while it floats.
    @Test func case112_aListThatIsEmptiedEndsPictureInPicture() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let app = try fake.launch(Executable.built("oriel-lab"), ["unlist"] + parts(2, frames: 150))
        defer { app.stop() }
        #expect(app.wait(.seconds(30)) == .code(0), "\(app.standardOutput) \(app.standardError)")
        #expect(
            app.standardOutput.split(separator: "\n") == [
                "willStart", "didStart", "second item", "willStop", "didStop(sourceLost)", "no items",
            ], "\(app.standardOutput)")
    }
}
