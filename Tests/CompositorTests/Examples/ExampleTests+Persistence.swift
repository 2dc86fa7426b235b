import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

extension ExampleTests {
    /// The eight steps by which Pillarbox's users try their own apps, on a desktop with workspaces, and the emptied
    /// queue.
    @Test(.needs(.sway)) func thePersistenceOfPillarboxStepByStep() async throws {
        let apps = try ExampleApps()
        let (green, red) = (try apps.clip(.green), try apps.clip(.red))
        try await withDesktop { desktop in
            let oriel = desktop.session
            let session = ExampleSession(desktop.compositor, apps)
            let pipe = apps.folder.path + "/films"
            let app = try session.start("Persistence", reading: pipe)
            let terminal = try #require(FileHandle(forWritingAtPath: pipe))
            defer { try? terminal.close() }
            func type(_ line: String) throws { try terminal.write(contentsOf: Data((line + "\n").utf8)) }
            func isWindowThere() throws -> Bool { try desktop.isThere(windowOf: app) }

            // 1. A film plays.
            try type(green)
            try oriel.wait(for: ["green": .window])
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            #expect(capture.wait(.seconds(10)) { $0.index(of: .green) != nil } != nil)
            // 2. Its app is left: it goes on in Picture in Picture.
            try desktop.show(.second)
            try oriel.wait(for: "green") { $0.pip.active && !$0.paused }
            // 3. Back in the app the view is gone, and the overlay goes on.
            try desktop.show(.first)
            #expect(try oriel.player("green").mode == .pip)
            #expect(try wait(.seconds(5)) { try !isWindowThere() })
            let index = try #require(capture.compositions.last { $0.index(of: .green) != nil }?.index(of: .green))
            #expect(capture.wait(.seconds(10), from: capture.count) { $0.index(of: .green) ?? 0 > index + 10 } != nil)
            // 4. The return button: the view is there again.
            let place = try #require(capture.compositions.last?.places(of: .green).first)
            let middle = Point(x: place.x + place.width / 2, y: place.y + place.height / 2)
            try desktop.pointer.move(to: middle)
            try desktop.pointer.click(count: 2)
            try oriel.wait(for: ["green": .window])
            #expect(try desktop.isVisible(windowOf: app))
            // 5. The Picture-in-Picture button.
            try oriel.run("toggle")
            try oriel.wait(for: ["green": .pip])
            #expect(try wait(.seconds(5)) { try !isWindowThere() })
            // 6. The same film once more: its view, and the film goes on.
            let decoded = try oriel.player("green").frames.decoded
            try type(green)
            try oriel.wait(for: ["green": .window])
            #expect(try oriel.player("green").frames.decoded >= decoded)
            // 7. The button again.
            try oriel.run("toggle")
            try oriel.wait(for: ["green": .pip])
            try capture.stop()
            let timeline = StreamTimeline(of: .green, in: capture.compositions, present: .whileSeen)
            #expect(timeline.regressions.map(\.number) == [], "it went back, or began anew")
            // 8. Another film: its view, with the new content.
            let second = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            try type(red)
            try oriel.wait(for: "green") { $0.mode == .window && $0.media == red && !$0.pip.active }
            #expect(second.wait(.seconds(10)) { $0.index(of: .red) != nil && $0.index(of: .green) == nil } != nil)
            try second.stop()

            // An emptied queue ends Picture in Picture, and what was persisted goes with it.
            try oriel.run("toggle")
            try oriel.wait(for: ["green": .pip])
            try type("")
            #expect(try wait(.seconds(10)) { try oriel.status().isEmpty }, "\(session.everything)")
            try type(red)
            try oriel.wait(for: ["red": .window])
            try terminal.close()
            #expect(app.wait(.seconds(10)) == .code(0), "\(session.everything)")
            #expect(session.lines == ["Persistence: end"], "\(session.everything)")
        }
    }
}
