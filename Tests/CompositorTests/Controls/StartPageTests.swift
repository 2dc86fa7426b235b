import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A window without a medium, as a user sees, clicks and types it.
@Suite(.serialized) struct StartPageTests {
    /// An empty window on a compositor, and the hands of its user.
    private struct Desk {
        let compositor: HeadlessCompositor
        let session: OrielSession

        init(_ compositor: HeadlessCompositor) throws {
            self.compositor = compositor
            session = try OrielSession(compositor)
        }

        func openEmpty(_ id: String) throws -> ChildProcess {
            try compositor.launch(session.program.path, ["play", "--audio", "none", "--fullscreen", "--id", id])
        }

        /// Plays films to a position each, the last one listed first.
        func play(_ clips: [(path: String, position: String)]) throws {
            for clip in clips {
                try session.play(["--fullscreen", "--id", "a", clip.path], expecting: ["a": .fullscreen])
                try session.run("pause")
                try session.run("seek", clip.position)
                try session.run("quit")
            }
        }

        /// Waits until an area has many pixels of a kind, or few of them.
        func sees(_ isMeant: (UInt32) -> Bool, in area: Rect, _ isSo: Bool = true) throws -> Bool {
            try wait(.seconds(10)) {
                let picture = try Screenshot.take(of: compositor)
                let count = (area.y..<area.maxY).reduce(0) { sum, y in
                    sum + (area.x..<area.maxX).count { isMeant(picture[$0, y] & 0xFF_FFFF) }
                }
                return (count > 80) == isSo
            }
        }

        /// Letters are light on a dark ground. The pointer's picture has a few light pixels too.
        func hasLetters(_ area: Rect, _ isSo: Bool = true) throws -> Bool {
            try sees({ $0 & 0xFF > 0x90 && $0 >> 8 & 0xFF > 0x90 && $0 >> 16 > 0x90 }, in: area, isSo)
        }

        /// The frame of the card that the keyboard has chosen.
        func isChosen(_ area: Rect, _ isSo: Bool = true) throws -> Bool {
            try sees({ $0 == 0x8C_CCFF }, in: Rect(x: area.x, y: area.y, width: area.width, height: 3), isSo)
        }

        /// Whether the window shows a card there: its ground and its words.
        func hasCard(_ area: Rect) throws -> Bool {
            try sees({ $0 == 0x26_2629 }, in: area) && hasLetters(area)
        }

        var pictures: [String] {
            let cache = compositor.environment["XDG_CACHE_HOME"] ?? ""
            return (try? FileManager.default.contentsOfDirectory(atPath: cache + "/oriel/pictures")) ?? []
        }
    }

    @Test(.needs(.phoc)) func aFilmGoesOnWhereItWasLeftAndIsForgotten() async throws {
        try await withCompositor(.phoc) { compositor in
            let desk = try Desk(compositor)
            let mouse = try VirtualPointer(socket: compositor.socket)
            func click(_ area: Rect) throws {
                try mouse.move(to: Point(x: area.x + area.width / 2, y: area.y + area.height / 2))
                try mouse.click()
            }
            let plan = StartPagePlan(recent: 1)
            let none = StartPagePlan(hasUndo: true)
            let row = try #require(plan["film 0"])
            let picture = try #require(plan.picture("film 0"))

            let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
            try desk.play([(clip, "20")])
            #expect(wait(.seconds(10)) { desk.pictures.filter { $0.hasSuffix(".png") }.count == 1 }, "\(desk.pictures)")

            let empty = try desk.openEmpty("b")
            defer { empty.stop(grace: .zero) }
            // The quiet texts are grey.
            for line in [plan.texts[0], plan["open"], plan["folder"]] {
                #expect(try desk.hasLetters(try #require(line)), "\(empty.standardError)")
            }
            try #require(try desk.hasCard(row), "\(empty.standardError)")
            // The film's own colour.
            #expect(try desk.sees({ $0 >> 8 & 0xFF > 0x60 && $0 >> 16 < 0x50 && $0 & 0xFF < 0x50 }, in: picture))
            try click(row)
            try desk.session.wait(for: "b") { $0.frames.presented > 0 && (20..<30).contains($0.position) }
            // Its picture covers the words.
            #expect(try desk.hasLetters(plan.texts[0], false))
            try desk.session.run("quit")

            // Before the window: a client misses keys until it has heard of the keyboard.
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let again = try desk.openEmpty("c")
            defer { again.stop(grace: .zero) }
            try #require(try desk.hasCard(row), "\(again.standardError)")
            // The film is the last row; its button removes it.
            for key in ["End", "Right", "Return"] { try keyboard.press(key) }
            let undo = try #require(none["undo"])
            let isGreen = { (pixel: UInt32) in pixel >> 8 & 0xFF > 0x60 && pixel >> 16 < 0x50 && pixel & 0xFF < 0x50 }
            #expect(try desk.sees(isGreen, in: picture, false))
            try click(undo)
            #expect(try desk.hasCard(row) && desk.sees(isGreen, in: picture) && desk.pictures.count == 1)
            for key in ["End", "Delete"] { try keyboard.press(key) }
            #expect(try desk.sees(isGreen, in: picture, false))
            try desk.session.run("quit")
            #expect(again.wait(.seconds(10)) == .code(0))
            #expect(wait(.seconds(10)) { desk.pictures.isEmpty }, "\(desk.pictures)")
        }
    }

    @Test(.needs(.sway)) func arrowsChooseAFilmAndEnterPlaysIt() async throws {
        try await withCompositor(.sway) { compositor in
            let desk = try Desk(compositor)
            let size = Size(width: 640, height: 360)
            try desk.play([
                (try OrielProgram.clip(.green, frames: 1800, size: size), "20"),
                (try OrielProgram.clip(.red, frames: 1800, size: size), "40"),
            ])
            let plan = StartPagePlan(recent: 2)
            let rows = [try #require(plan["film 0"]), try #require(plan["film 1"])]
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let empty = try desk.openEmpty("b")
            defer { empty.stop(grace: .zero) }
            for row in rows { try #require(try desk.hasCard(row), "\(empty.standardError)") }
            // Past the three ways to open, and from the top to the end.
            for key in ["Tab", "Down", "Tab", "Tab"] { try keyboard.press(key) }
            #expect(try desk.isChosen(rows[0]))
            for key in ["Up", "Up", "Up", "Up", "Up"] { try keyboard.press(key) }
            #expect(try desk.isChosen(rows[1]) && desk.isChosen(rows[0], false))
            try keyboard.press("Return")
            try desk.session.wait(for: "b") { $0.frames.presented > 0 && (20..<30).contains($0.position) }
            // The arrows are the player's again.
            try desk.session.run("pause")
            try keyboard.press("Down")
            try desk.session.wait(for: "b") { $0.position < 1 }
        }
    }

    private static let keys: [Character: String] = ["/": "slash", ".": "period", "-": "minus"]

    /// Letters in the field are an address, not the keys of actions.
    @Test(.needs(.phoc)) func anAddressIsTypedAndOpened() async throws {
        try await withCompositor(.phoc) { compositor in
            let desk = try Desk(compositor)
            let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
            let film = desk.session.program.folder.path + "/quiz.mkv"
            try FileManager.default.copyItem(atPath: clip, toPath: film)
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let empty = try desk.openEmpty("b")
            defer { empty.stop(grace: .zero) }
            let field = try #require(StartPagePlan()["address"])
            try #require(try desk.hasLetters(try #require(StartPagePlan()["open"])), "\(empty.standardError)")
            for key in ["Tab", "Tab", "Tab"] { try keyboard.press(key) }
            #expect(try desk.isChosen(field))
            for letter in film { try keyboard.press(Self.keys[letter] ?? String(letter)) }
            #expect(try desk.hasLetters(field))
            try keyboard.press("Return")
            try desk.session.wait(for: "b") { $0.frames.presented > 5 }
            try desk.session.run("quit")
            #expect(empty.wait(.seconds(10)) == .code(0))
        }
    }

    /// Files may go at any time; a cache that can't be written costs the pictures and nothing else.
    @Test(.needs(.phoc)) func aFilmThatIsGoneSaysSoAndTheWindowStays() async throws {
        try await withCompositor(.phoc) { compositor in
            let desk = try Desk(compositor)
            let cache = try #require(compositor.environment["XDG_CACHE_HOME"])
            try Data("x".utf8).write(to: URL(filePath: cache))
            let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
            let film = desk.session.program.folder.path + "/film.mkv"
            try FileManager.default.copyItem(atPath: clip, toPath: film)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: film)
            try desk.play([(film, "2")])
            try FileManager.default.removeItem(atPath: film)
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let empty = try desk.openEmpty("b")
            defer { empty.stop(grace: .zero) }
            let row = try #require(StartPagePlan(recent: 1)["film 0"])
            try #require(try desk.hasCard(row), "\(empty.standardError)")
            try keyboard.press("Up")
            #expect(try desk.isChosen(row))
            try keyboard.press("Return")
            #expect(try desk.hasLetters(Rect(x: 20, y: 20, width: 400, height: 50)), "\(empty.standardError)")
            // The film that is left can be played.
            try desk.session.run("add", clip)
            try desk.session.wait(for: "b") { $0.frames.presented > 0 }
        }
    }
}
