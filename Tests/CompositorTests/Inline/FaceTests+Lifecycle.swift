import Foundation
import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// An app's life with its controllers, overlays and windows, beside its properties.
extension FaceTests {
    @Test func anAppWithoutACompositorSaysOneLine() throws {
        let app = try ChildProcess(
            Executable.built("oriel-lab"), ["plain", "film.mkv"], environment: ["WAYLAND_DISPLAY": "/nothing"])
        defer { app.stop(grace: .zero) }
        #expect(app.wait(.seconds(20)) == .code(1))
        let lines = app.standardError.split(separator: "\n").filter { !$0.contains(" info ") }
        #expect(lines.count == 1 && lines.first?.hasPrefix("Plain: no Wayland compositor") == true, "\(lines)")
    }

    /// A controller goes, idle or with its picture afloat, and another is made; or one is made while the former is
    /// there.
    @Test func aViewFloatsAgainWithItsNextController() throws {
        let folder = try TemporaryFolder()
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let path = try FaceApp.pipe(in: folder)
        let app = try fake.launch(Executable.built("oriel-lab"), ["face", "--lines", path, smallClip()])
        defer { app.stop(grace: .zero) }
        let face = FaceApp(app: app, pipe: try #require(FileHandle(forUpdatingAtPath: path)))
        #expect(face.heard("possible: true"), "\(app.standardError)")
        // Idle: dropped, and made again.
        for line in ["drop", "setup"] { try face.type(line) }
        try fake.oriel("toggle")
        #expect(face.heard("didStart(asked)"), "\(face.lines)")
        // Afloat: the picture goes with its controller, the view stays known by its name.
        try face.type("drop")
        try face.type("status")
        #expect(face.heard("no status"))
        let status = try fake.oriel("status", "--json").standardOutput
        #expect(status.contains("\"id\":\"a\""), "\(status)")
        try face.type("setup")
        try fake.oriel("toggle")
        #expect(face.heard("didStart(asked)", times: 2), "\(face.lines)")
        // Made while the former is there: it has the picture that floats.
        try face.type("setup")
        try fake.oriel("toggle")
        #expect(face.heard("didStop(programmatic)"), "\(face.lines)")
        try fake.oriel("toggle")
        #expect(face.heard("didStart(asked)", times: 3), "\(face.lines)")
    }

    /// The overlay's close button ends Picture in Picture and nothing else, unless the app wants it to.
    @Test func case22_aViewOutlivesItsOverlayUnlessItClosesWithIt() throws {
        let folder = try TemporaryFolder()
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let path = try FaceApp.pipe(in: folder)
        let app = try fake.launch(Executable.built("oriel-lab"), ["face", "--lines", path, smallClip()])
        defer { app.stop(grace: .zero) }
        let face = FaceApp(app: app, pipe: try #require(FileHandle(forUpdatingAtPath: path)))
        #expect(face.heard("possible: true"), "\(app.standardError)")
        try fake.oriel("toggle")
        try fake.oriel("close")
        #expect(face.heard("didStop(userClosed)"), "\(face.lines)")
        // Open, paused and shown again.
        try face.type("show")
        #expect(
            wait(.seconds(10)) {
                (try? fake.oriel("status", "--json"))?.standardOutput.contains("\"mode\":\"window\"") == true
            })
        #expect(try fake.oriel("status", "--json").standardOutput.contains("\"paused\":true"))
        #expect(!face.lines.contains("restore"))
        try face.type("closes")
        try fake.oriel("toggle")
        try fake.oriel("close")
        #expect(app.wait(.seconds(10)) == .code(0))
    }

    /// Two apps change places twice: sway takes full screen from the window that goes, which is told to neither.
    @Test(.needs(.sway)) func inASwapFullScreenIsToldInPairsOrNotAtAll() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        let other = try OrielProgram.clip(.red, frames: 300, size: Size(width: 640, height: 360))
        try await withSession(.sway) { session, compositor in
            let first = try FaceApp(clip, in: session)
            defer { first.app.stop(grace: .zero) }
            try first.type("fullscreen")
            #expect(first.heard("full screen: didEnter"))
            try session.run("toggle", "--player", "a")
            try session.wait(for: ["a": .pip])
            let second = try FaceApp(other, in: session)
            defer { second.app.stop(grace: .zero) }
            try second.type("fullscreen")
            #expect(second.heard("full screen: didEnter"))
            for (one, two) in [(PlayerStatus.Mode.fullscreen, PlayerStatus.Mode.pip), (.pip, .fullscreen)] {
                try session.run("swap")
                try session.wait(for: ["a": one, "a-2": two])
            }
            for app in [first, second] {
                let words = app.lines.filter { $0.hasPrefix("full") }
                #expect(words == ["full screen: willEnter", "full screen: didEnter"])
            }
        }
    }

    /// A program that asks on its own account where its user isn't.
    @Test(.needs(.sway)) func case17_aStartOnAWorkspaceThatIsNotShownIsRefused() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withDesktop { desktop in
            let session = desktop.session
            let face = try FaceApp(clip, in: desktop.session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.mode == .window && $0.pip.possible && $0.frames.presented > 0 }
            try desktop.show(.second)
            // Frame callbacks cease: a second without a presented frame.
            var (count, since) = (0, ContinuousClock.now)
            try #require(
                try wait(.seconds(10)) {
                    let presented = try session.player("a").frames.presented
                    if presented != count { (count, since) = (presented, .now) }
                    return .now - since > .milliseconds(1200)
                })
            try face.type("start")
            #expect(face.heard("failedToStart(notForeground)"), "\(face.lines)")
            try desktop.show(.first)
            try session.wait(for: "a") { $0.frames.presented > count }
            try face.type("start")
            #expect(face.heard("didStart(asked)"), "\(face.lines)")
        }
    }

    /// A player with controls of its own, or none, in its window: the overlay has Oriel's all the same.
    @Test(.needs(.phoc)) func theOverlayHasItsButtonsWithoutControlsInTheWindow() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withCompositor(.phoc) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            let face = try FaceApp(clip, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.mode == .window && $0.pip.possible }
            try face.type("bare")
            func click(_ control: Control) throws {
                try session.run("toggle")
                try session.wait(for: "a") { $0.mode == .pip && $0.pip.active && $0.rect != nil }
                let rect = try #require(try session.player("a").rect)
                let overlay = Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
                let target = try place(of: control, in: .pictureInPicture, on: overlay)
                try mouse.move(to: Point(x: target.x + 1, y: target.y))
                try mouse.move(to: target)
                try mouse.click()
            }
            try click(.stopPictureInPicture)
            #expect(face.heard("didStop(restoreRequested)"), "\(face.lines)")
            try session.wait(for: ["a": .window])
            try click(.close)
            #expect(face.heard("didStop(userClosed)"), "\(face.lines)")
        }
    }
}
