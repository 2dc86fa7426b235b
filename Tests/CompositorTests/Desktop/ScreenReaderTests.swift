import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import OrielWindows
import Testing

/// Window, overlay, menus and start page as a screen reader finds and uses them, through the library of real readers on
/// the real accessibility bus.
@Suite(
    .serialized, .needs(.phoc), .needs(program: "dbus-daemon"), .needs(program: "gdbus"),
    .needs(program: AccessibilityBus.program))
struct ScreenReaderTests {
    /// A session with an accessibility bus and a reader.
    private final class Session {
        let oriel: OrielSession
        let bus: MessageBus
        let access: AccessibilityBus
        let reader: ScreenReader

        init(
            _ compositor: HeadlessCompositor, knowsAnnouncements: Bool = false, isEnabled: Bool = true,
            configuration: String = ""
        ) throws {
            bus = try MessageBus()
            access = try AccessibilityBus(isEnabled: isEnabled, at: bus.address)
            reader = try ScreenReader(knowsAnnouncements: knowsAnnouncements, at: bus.address)
            oriel = try OrielSession(
                compositor, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address], configuration: configuration)
        }

        deinit {
            oriel.stop()
            reader.stop()
            access.stop()
            bus.stop()
        }

        /// Waits until an element is so; its state then.
        @discardableResult
        func find(
            _ id: String, _ isSo: (ScreenReader.Element) -> Bool = { _ in true },
            at location: SourceLocation = #_sourceLocation
        ) throws -> ScreenReader.Element {
            var last: ScreenReader.Element?
            let isFound = try wait(.seconds(15), every: .milliseconds(100)) {
                last = try reader.element(id)
                return last.map(isSo) ?? false
            }
            return try #require(
                isFound ? last : nil, "\(id) is \(last.map { "\($0)" } ?? "not there")", sourceLocation: location)
        }

        /// A program may go while the reader asks it: libatspi then refuses to ask it until the bus says that it is
        /// gone.
        func waitUntilGone(_ id: String) -> Bool {
            wait(.seconds(15), every: .milliseconds(100)) {
                (try? reader.tree())?.contains { $0.id == id } == false
            }
        }

        /// Waits for an event; those before it are forgotten.
        func hears(_ isSo: (ScreenReader.Event) -> Bool) throws -> Bool {
            var all: [ScreenReader.Event] = []
            let isHeard = try wait(.seconds(10), every: .milliseconds(100)) {
                let events = try reader.events()
                all += events
                return events.contains(where: isSo)
            }
            if !isHeard { Issue.record("heard only \(all)") }
            return isHeard
        }

        func says(_ text: String) throws -> Bool {
            try hears { $0.type == "object:announcement" && $0.data.text == text }
        }
    }

    private func clip(_ color: StampColor, frames: Int = 900) throws -> String {
        try StampedClip(
            stream: color, size: Size(width: 640, height: 360), frames: frames, sound: ClipSound(isSteady: true)
        ).file()
    }

    @Test func theAppsOwnButtonsAndSlidersAreReachedWithTheirValues() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let session = try Session(compositor)
            let path = try FaceApp.pipe(in: session.oriel.program.folder)
            let app = try session.oriel.lab(
                "face", "--lines", path, clip, environment: ["DBUS_SESSION_BUS_ADDRESS": session.bus.address])
            defer { app.stop(grace: .zero) }
            let face = FaceApp(app: app, pipe: try #require(FileHandle(forUpdatingAtPath: path)))
            try face.perform("slider")
            let slider = try session.find("v1_window_app0")
            #expect(slider.role == "slider" && slider.name == "Tempo" && slider.value == [1, 0, 2, 0.5])
            #expect(slider.states.isSuperset(of: ["focusable", "horizontal"]))
            for (wish, tempo) in [(0.25, "0.25"), (7, "2"), (-1, "0")] {
                try session.reader.set("v1_window_app0", wish)
                try session.find("v1_window_app0") { $0.text == tempo }
                #expect(face.heard("tempo \(tempo)"))
            }
            try session.reader.focus("v1_window_app0")
            try session.find("v1_window_app0") { $0.states.contains("focused") }
            try keyboard.press("Right")
            try session.find("v1_window_app0") { $0.text == "0.5" }
            // The button after it, which is pressed by the reader and by the keyboard.
            try keyboard.press("Tab")
            try session.find("v1_window_app1") { $0.states.contains("focused") && $0.name == "Like" }
            try keyboard.press("Return")
            #expect(face.heard("liked"))
            try session.reader.press("v1_window_app1")
            #expect(face.heard("liked", times: 2))
        }
    }

    @Test func everyControlOfTheWindowIsReachedAndPressed() async throws {
        let clips = [try clip(.green), try clip(.red)]
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            let (reader, oriel) = (session.reader, session.oriel)
            try oriel.play(["--list", "--id", "a"] + clips, audio: "null", expecting: ["a": .window])
            let window = try session.find("v1_window") { $0.states.contains("showing") }
            #expect(window.role == "frame" && window.name.contains("green"))
            #expect(window.states.isSuperset(of: ["active", "visible"]))
            #expect(window.area?.suffix(2) == [1280, 720])
            let root = try session.find("root")
            #expect(root.role == "application" && root.name == "oriel")

            try reader.press("v1_window_playPause")
            try oriel.wait(for: "a") { $0.paused }
            #expect(try session.find("v1_window_playPause") { $0.name == "Play" }.key == "Space")
            let bar = try session.find("v1_window_scrubber")
            #expect(bar.role == "slider" && bar.value?[2] ?? 0 > 10 && bar.value?[3] == 5)
            try reader.set("v1_window_scrubber", 8)
            try oriel.wait(for: "a") { abs($0.position - 8) < 0.1 }
            try session.find("v1_window_scrubber") { $0.text?.hasPrefix("0:08 of 0:") == true }
            try reader.press("v1_window_skipForward")
            try oriel.wait(for: "a") { abs($0.position - 18) < 0.1 }
            try reader.press("v1_window_skipBackward")
            try oriel.wait(for: "a") { abs($0.position - 8) < 0.1 }
            try reader.press("v1_window_nextItem")
            try oriel.wait(for: "a") { $0.list?.index == 2 }
            try reader.press("v1_window_previousItem")
            try oriel.wait(for: "a") { $0.list?.index == 1 }

            #expect(try session.find("v1_window_mute").states.contains("pressed") == false)
            try reader.press("v1_window_mute")
            try oriel.wait(for: "a") { $0.muted }
            #expect(try session.find("v1_window_mute") { $0.states.contains("pressed") }.name == "Mute")
            try reader.set("v1_window_volume", 30)
            try oriel.wait(for: "a") { $0.volume == 30 && !$0.muted }
            #expect(try session.find("v1_window_volume") { $0.text == "30 %" }.value == [30, 0, 100, 5])

            try reader.press("v1_window_fullScreen")
            try oriel.wait(for: "a") { $0.mode == .fullscreen }
            try session.find("v1_window_fullScreen") { $0.states.contains("pressed") }
            try reader.press("v1_window_fullScreen")
            try oriel.wait(for: "a") { $0.mode == .window }
            let middle = try #require(try session.find("v1_window_playPause").area)
            #expect(
                try reader.element(in: "v1_window", x: middle[0] + 5, y: middle[1] + 5) == "v1_window_playPause")
            #expect(try reader.element(in: "v1_window", x: 640, y: 100) == "v1_window")
        }
    }

    @Test func menusAreReachedAndPressed() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            let (reader, oriel) = (session.reader, session.oriel)
            try oriel.play(["--paused", "--id", "a", clip], expecting: ["a": .window])
            try session.find("v1_window_menu")
            try reader.press("v1_window_menu")
            try session.find("v1_window_popup") { $0.role == "menu" }
            try session.find("v1_window_menu") { $0.states.isSuperset(of: ["expanded", "expandable"]) }
            // The way into a page, a choice, and the way back.
            func row(_ name: String) throws -> ScreenReader.Element {
                try #require(try reader.tree().first { $0.id.hasPrefix("v1_window_popup_") && $0.name == name })
            }
            let speed = try row("Speed")
            #expect(speed.role == "menu item" && speed.states.contains("has popup"))
            try reader.press(speed.id)
            try session.find("v1_window_popup_back")
            let normal = try #require(try reader.tree().first { $0.states.contains("checked") })
            #expect(normal.role == "radio menu item" && normal.name.hasPrefix("1"))
            try reader.press(try #require(try reader.tree().first { $0.name.hasPrefix("2") }).id)
            try oriel.wait(for: "a") { $0.speed == 2 }
            if try reader.element("v1_window_popup_back") != nil { try reader.press("v1_window_popup_back") }
            // A row that closes the menu.
            if try reader.element("v1_window_popup") == nil { try reader.press("v1_window_menu") }
            try session.find("v1_window_popup")
            #expect(
                try wait(.seconds(5)) {
                    try reader.tree().contains { $0.name == "Full screen" && $0.role == "menu item" }
                })
            try reader.press(try row("Full screen").id)
            try oriel.wait(for: "a") { $0.mode == .fullscreen }
            #expect(session.waitUntilGone("v1_window_popup"))
        }
    }

    @Test func everyControlOfTheOverlayIsReachedAndPressed() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, knowsAnnouncements: true)
            let (reader, oriel) = (session.reader, session.oriel)
            try oriel.play(["--id", "a", clip], expecting: ["a": .window])
            try session.find("v1_window_startPictureInPicture")
            try reader.press("v1_window_startPictureInPicture")
            try oriel.wait(for: ["a": .pip])
            let overlay = try session.find("v1_overlay") { $0.states.contains("showing") }
            #expect(overlay.role == "frame" && overlay.name.hasPrefix("Picture in Picture: "))
            // It never has the keyboard by itself.
            #expect(!overlay.states.contains("active"))
            #expect(session.waitUntilGone("v1_window"))
            #expect(
                try session.hears { $0.data.text.hasPrefix("Picture in Picture: ") && $0.type.contains("announcement") }
            )
            try reader.press("v1_overlay_playPause")
            try oriel.wait(for: "a") { $0.paused }
            #expect(try session.says("Paused"))
            try reader.set("v1_overlay_scrubber", 12)
            try oriel.wait(for: "a") { abs($0.position - 12) < 0.1 }
            #expect(try session.hears { $0.data.text.hasPrefix("0:12 / ") })
            // Clicks pass through a locked overlay, which shows no controls.
            try oriel.run("lock")
            #expect(session.waitUntilGone("v1_overlay_playPause"))
            try oriel.run("unlock")
            try session.find("v1_overlay_stopPictureInPicture")
            try reader.press("v1_overlay_stopPictureInPicture")
            try oriel.wait(for: ["a": .window])
            #expect(try session.hears { $0.data.text.hasPrefix("Back in the window: ") })
            try oriel.run("toggle")
            try oriel.wait(for: ["a": .pip])
            try session.find("v1_overlay_close")
            try reader.press("v1_overlay_close")
            #expect(
                try wait(.seconds(10)) { try oriel.status().isEmpty || oriel.status().allSatisfy { $0.mode != .pip } })
        }
    }

    @Test func everyButtonThatAnOverlayMayHaveIsReachedAndPressed() async throws {
        let clips = [try clip(.green), try clip(.red)]
        let folder = try TemporaryFolder()
        let lines = folder.path + "/lines.srt"
        try "1\n00:00:00,000 --> 00:00:09,000\nA line\n".write(toFile: lines, atomically: true, encoding: .utf8)
        let buttons = PictureInPictureButton.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        try await withCompositor(.phoc) { compositor in
            let session = try Session(
                compositor, configuration: "[pip]\nsize = \"960x540\"\nbuttons = [\(buttons)]\n")
            let (reader, oriel) = (session.reader, session.oriel)
            try oriel.play(
                ["--list", "--pip", "--paused", "--id", "a", "--sub", lines] + clips, audio: "null",
                expecting: ["a": .pip])
            try session.find("v1_overlay_playPause")
            let elements = try reader.tree().filter { $0.id.hasPrefix("v1_overlay_") }
            let controls = Set(elements.map { String($0.id.dropFirst("v1_overlay_".count)) })
            #expect(
                controls.isSuperset(of: [
                    "playPause", "skipBackward", "skipForward", "previousItem", "nextItem", "scrubber", "speed", "mute",
                    "subtitles", "lock", "crop", "close", "stopPictureInPicture",
                ]), "\(controls)")
            #expect(elements.allSatisfy { !$0.name.isEmpty && ($0.actions != nil || $0.value != nil) }, "\(elements)")
            try reader.press("v1_overlay_nextItem")
            try oriel.wait(for: "a") { $0.list?.index == 2 }
            try reader.press("v1_overlay_previousItem")
            try oriel.wait(for: "a") { $0.list?.index == 1 }
            try reader.press("v1_overlay_skipForward")
            try oriel.wait(for: "a") { abs($0.position - 10) < 0.1 }
            try reader.press("v1_overlay_mute")
            try oriel.wait(for: "a") { $0.muted }
            try reader.press("v1_overlay_lock")
            #expect(session.waitUntilGone("v1_overlay_playPause"))
            try oriel.run("unlock")
            try session.find("v1_overlay_crop")
        }
    }

    /// In the window, in Picture in Picture, and after another choice; by default none.
    @Test func subtitlesAreSaidIfAsked() async throws {
        let clip = try clip(.green)
        let folder = try TemporaryFolder()
        let files = ["one", "two"].map { "\(folder.path)/\($0).srt" }
        func times(_ seconds: Int) -> String { "00:00:\(seconds),000 --> 00:00:\(seconds + 4),000" }
        for (file, name) in zip(files, ["One", "Two"]) {
            try "1\n\(times(10))\n<i>\(name)</i>\nfirst\n\n2\n\(times(20))\n\(name) second\n"
                .write(toFile: file, atomically: true, encoding: .utf8)
        }
        try await withCompositor(.phoc) { compositor in
            let session = try Session(
                compositor, knowsAnnouncements: true, configuration: "[subtitles]\nspeak = true\n")
            let oriel = session.oriel
            try oriel.play(
                ["--paused", "--id", "a", "--sub", files[0], "--sub", files[1], clip], audio: "null",
                expecting: ["a": .window])
            try session.find("v1_window")
            try oriel.run("seek", "11")
            #expect(try session.says("One first"))
            try oriel.run("toggle")
            try oriel.wait(for: ["a": .pip])
            try oriel.run("seek", "21")
            #expect(try session.says("One second"))
            try oriel.run("track", "subtitle", "2")
            #expect(try session.says("Two second"))
            try oriel.run("track", "subtitle", "off")
            _ = try session.reader.events()
            try oriel.run("seek", "11")
            #expect(try session.hears { $0.data.text.hasPrefix("0:11 / ") })
            pause(.seconds(1), because: "a line would be said a moment later")
            #expect(try !session.reader.events().contains { $0.data.text.contains("first") })
        }
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, knowsAnnouncements: true)
            try session.oriel.play(
                ["--paused", "--id", "a", "--sub", files[0], clip], audio: "null", expecting: ["a": .window])
            try session.find("v1_window")
            try session.oriel.run("seek", "11")
            #expect(try session.hears { $0.data.text.hasPrefix("0:11 / ") })
            pause(.seconds(1), because: "a line would be said a moment later")
            #expect(try !session.reader.events().contains { $0.data.text.contains("first") })
        }
    }

    /// A view inside an app's window, and frames that an app makes itself.
    @Test func viewsOfAppsAreReachedAndPressed() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            let (reader, oriel) = (session.reader, session.oriel)
            let inline = try InlineSession(clip, in: oriel, environment: oriel.environment)
            let panel = try session.find("v1_window") { $0.states.contains("showing") }
            #expect(panel.role == "panel" && !panel.name.isEmpty)
            // Although the app has forwarded nothing.
            try session.find("v1_window_playPause")
            try reader.press("v1_window_playPause")
            try oriel.wait(for: "a") { $0.paused }
            try reader.press("v1_window_startPictureInPicture")
            try oriel.wait(for: "a") { $0.mode == .pip }
            try reader.press("v1_overlay_stopPictureInPicture")
            try oriel.wait(for: "a") { $0.mode != .pip }
            try session.find("v1_window_playPause")
            inline.process.stop()
            #expect(session.waitUntilGone("v1_window"))

            let push = try oriel.lab("push", "--id", "b", "--format", "yuy2", environment: oriel.environment)
            defer { push.stop() }
            try session.find("v1_window_playPause")
            try reader.press("v1_window_playPause")
            try oriel.wait(for: "b") { $0.paused }
            try reader.press("v1_window_startPictureInPicture")
            try oriel.wait(for: "b") { $0.mode == .pip }
            try session.find("v1_overlay_close")
        }
    }

    @Test func theStartPageIsReachedAndPressed() async throws {
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            let child = try compositor.launch(
                session.oriel.program.path, ["play", "--audio", "none", "--id", "a"],
                environment: session.oriel.environment)
            defer { child.stop() }
            let page = try session.find("v1_window_page")
            #expect(page.role == "list")
            let rows = try session.reader.tree().filter { $0.id.hasPrefix("v1_window_page_") }
            #expect(rows.contains { $0.role == "push button" && !$0.name.isEmpty }, "\(rows)")
            #expect(rows.contains { $0.role == "entry" && $0.states.isSuperset(of: ["focusable", "editable"]) })
            let open = try #require(rows.first { $0.name == "Open from clipboard" })
            #expect(open.actions == ["press"] && rows.contains { $0.id == open.parent })
            try session.reader.press(open.id)
            #expect(try session.hears { $0.id.hasPrefix("notice") || $0.data.text.contains("clipboard") })
        }
    }

    @Test func theFocusOfTheKeyboardIsTold() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            // Before the player: one that hears of it later misses a press that comes at once.
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let session = try Session(compositor)
            try session.oriel.play(["--paused", "--id", "a", clip], expecting: ["a": .window])
            try session.find("v1_window") { $0.states.isSuperset(of: ["active", "focused"]) }
            _ = try session.reader.events()
            try session.reader.focus("v1_window_scrubber")
            try session.find("v1_window_scrubber") { $0.states.contains("focused") }
            #expect(
                try session.hears {
                    $0.type == "object:state-changed:focused" && $0.id == "v1_window_scrubber" && $0.detail == 1
                })
            try keyboard.press("Tab")
            #expect(
                try session.hears {
                    $0.type == "object:state-changed:focused" && $0.id.hasPrefix("v1_window_") && $0.detail == 1
                })
            // A step of the bar is told, since it is the user's.
            try session.reader.focus("v1_window_scrubber")
            _ = try session.reader.events()
            try keyboard.press("Right")
            #expect(
                try session.hears {
                    $0.type == "object:property-change:accessible-value" && $0.id == "v1_window_scrubber"
                })
            // Once: the reader says the bar's value already.
            pause(.seconds(1), because: "a message waits a moment for the next one")
            #expect(try !session.reader.events().contains { $0.id.hasPrefix("notice") })
        }
    }

    @Test func nothingIsToldOfAFilmThatPlaysOn() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, knowsAnnouncements: true)
            try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            try session.find("v1_window_playPause")
            pause(.seconds(1), because: "the window has told that it began")
            _ = try session.reader.events()
            pause(.seconds(3), because: "a second and a per cent pass")
            #expect(try session.reader.events() == [])
            // The position is true all the same.
            #expect(try session.find("v1_window_scrubber").value?.first ?? 0 > 3)
        }
    }

    /// A program on the reader's bus that asks without end takes time from the film, and no more.
    @Test func aFilmPlaysOnInAFloodOfQuestions() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, knowsAnnouncements: true)
            try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            try session.find("v1_window_playPause")
            func framesInThreeSeconds() throws -> Int {
                let before = try session.oriel.player("a").frames.presented
                pause(.seconds(3), because: "the film plays meanwhile")
                return try session.oriel.player("a").frames.presented - before
            }
            let usual = try framesInThreeSeconds()
            let flood = try session.access.flood("\(try session.oriel.player("a").pid)")
            defer { flood.stop(grace: .zero) }
            let flooded = try framesInThreeSeconds()
            // 17 of 93 came before the questions were taken in portions. A busy machine costs some, too.
            #expect(usual > 10 && flooded > (isProving ? usual / 2 : usual / 4), "\(flooded) frames of \(usual)")
            // Commands are heard too.
            try session.oriel.run("pause")
            try session.oriel.wait(for: "a") { $0.paused }
        }
    }

    /// Readers before AT-SPI 2.50 know no announcements.
    @Test func anOlderReaderHearsNotifications() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            try session.find("v1_window_playPause")
            try session.oriel.run("pause")
            #expect(
                try session.hears {
                    $0.type == "object:state-changed:showing" && $0.id.hasPrefix("notice") && $0.detail == 1
                })
            #expect(try session.find("notice1") { $0.name == "Paused" }.role == "notification")
            // A reader asks for the name later, when the next one is there already.
            try session.oriel.run("mute")
            try session.find("notice2") { $0.name.contains("ute") }
            try session.find("notice1") { $0.name == "Paused" }
        }
    }

    @Test func aReaderThatComesLaterFindsTheProgramAndMayGo() async throws {
        let clip = try clip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, isEnabled: false)
            try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            #expect(
                try stays(
                    for: .seconds(1), because: "a program registers within half a second", every: .milliseconds(200)
                ) {
                    try session.reader.tree() == []
                })
            try session.access.set(isEnabled: true)
            try session.find("v1_window_playPause")
            try session.access.set(isEnabled: false)
            #expect(session.waitUntilGone("v1_window"))
            // The player has noticed nothing.
            try session.oriel.run("pause")
            try session.oriel.wait(for: "a") { $0.paused }
        }
    }
}
