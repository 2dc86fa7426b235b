import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Players among bars, workspaces and outputs that differ.
@Suite(.serialized) struct DesktopTests {
    @Test(.needs(.sway)) func theDesktopIsWhatItIsSaidToBe() async throws {
        try await withDesktop { desktop in
            let outputs = try desktop.outputs().sorted { $0.name < $1.name }
            #expect(outputs.map(\.name) == [DesktopSession.main, DesktopSession.beside])
            #expect(outputs.map(\.scale) == [1, 1.5])
            #expect(outputs.map(\.transform) == ["normal", "90"])
            #expect(outputs.map(\.rect.width) == [1280, 480])
            #expect(outputs.map(\.rect.height) == [720, 853])
            let area = DesktopSession.usableArea
            for workspace in DesktopSession.Workspace.allCases {
                try desktop.show(workspace)
                #expect(try desktop.outputs().first(where: \.isFocused)?.name == workspace.output)
                let shown = try #require(try desktop.workspaces().first(where: \.isFocused))
                guard workspace != .side else { continue }
                #expect(shown.rect == .init(x: area.x, y: area.y, width: area.width, height: area.height))
            }
            try desktop.focus(output: DesktopSession.main)
            #expect(try desktop.workspaces().first(where: \.isFocused)?.name == "2", "the one it showed last")
        }
    }

    @Test(.needs(.sway)) func aTurnedOutputIsCapturedUpright() async throws {
        try await withDesktop { desktop in
            let surface = try TestSurface(
                .overlay(edges: [.top, .left]), size: Size(width: 280, height: 160), socket: desktop.compositor.socket,
                output: DesktopSession.beside
            ) { _ in .stamp(.blue, index: 77) }
            defer { surface.stop() }
            #expect(surface.waitForCommits(.seconds(5), count: 5))
            let picture = try Screenshot.take(of: desktop.compositor, output: DesktopSession.beside)
            #expect(picture.size == Size(width: 720, height: 1280))
            #expect(picture.extent(of: .blue) == Rect(x: 0, y: 0, width: 420, height: 240))
            #expect(StampReader.locate(in: picture).map(\.index) == [77])
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.beside)
            #expect(capture.wait(.seconds(10)) { $0.index(of: .blue) == 77 } != nil)
            try capture.stop()
        }
    }

    @Test(.needs(.sway)) func theFocusGoesAround() async throws {
        try await withDesktop { desktop in
            let windows = try (0..<2).map { number in
                try TestSurface(
                    .window, size: Size(width: 400, height: 300), title: "\(number)", socket: desktop.compositor.socket
                ) { _ in .plain(0x336699) }
            }
            defer { for window in windows { window.stop() } }
            for (turn, command) in ["left", "right", "left"].enumerated() {
                try desktop.compositor.swaymsg("focus", command)
                let focused = turn % 2
                #expect(
                    wait(.seconds(10)) { (try? desktop.windows().first(where: \.isFocused)?.title) == "\(focused)" })
                let times = turn / 2 + (focused == 1 ? 2 : 1)
                #expect(
                    windows[focused].waitForEvents(.seconds(10)) { $0.count { $0 == .keyboardEntered } >= times },
                    "\(windows[focused].events)")
            }
        }
    }

    /// The overlay belongs to no workspace: it stands above each, in every composition of the way there and back.
    @Test(.needs(.sway)) func theOverlayIsOnEveryWorkspace() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withDesktop { desktop in
            try desktop.session.play(["--id", "a", clip], expecting: ["a": .window])
            try desktop.session.run("toggle")
            try desktop.session.wait(for: ["a": .pip])
            // Where the compositor can do opacity it comes in by getting denser.
            let entrance = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            #expect(entrance.wait(.seconds(10)) { $0.index(of: .green) != nil } != nil)
            try entrance.stop()
            let proven = try await ProvenCapture(of: desktop.compositor, output: DesktopSession.main) { capture in
                for workspace in [DesktopSession.Workspace.second, .first, .side, .second] {
                    try desktop.show(workspace)
                    try capture.pass(20)
                }
            }
            expectSteady(.green, in: proven.compositions)
        }
    }

    @Test(.needs(.sway)) func aHiddenPlayerAnswersAndFloatsWhereTheUserIs() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withDesktop { desktop in
            let player = try desktop.session.play(["--id", "a", clip], expecting: ["a": .window])
            try desktop.show(.second)
            #expect(try !desktop.isVisible(windowOf: player))
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            #expect(try desktop.session.player("a").mode == .window)
            #expect(capture.wait(.seconds(10)) { $0.index(of: .green) == nil } != nil)
            try desktop.session.run("toggle")
            #expect(try desktop.session.player("a").mode == .pip)
            #expect(capture.wait(.seconds(10), from: capture.count - 1) { $0.places(of: .green).count == 1 } != nil)
            #expect(try desktop.workspaces().first(where: \.isFocused)?.name == "2", "the workspace changed")
            try capture.stop()
        }
    }

    /// sway 1.7 knows no fractional scale: the picture is drawn at 2 and halved by the compositor to the pixel.
    @Test(.needs(.sway)) func theOverlayHasItsSizeToThePixelOnAScaledOutput() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withDesktop { desktop in
            try desktop.session.play(
                ["--id", "a", "--pip", "--size", "320x180", "--output", DesktopSession.beside, clip],
                expecting: ["a": .pip])
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.beside)
            #expect(capture.wait(.seconds(10)) { $0.places(of: .green).count == 1 } != nil)
            try capture.stop()
            let picture = try Screenshot.take(of: desktop.compositor, output: DesktopSession.beside)
            let extent = try #require(picture.extent(of: .green))
            #expect(extent.size == Size(width: 480, height: 270))
            // 20 units from the right and the bottom.
            #expect(extent.maxX == 720 - 30 && abs(extent.maxY - (1280 - 30)) <= 1, "\(extent)")
        }
    }
}

extension RGBPicture {
    /// The smallest rectangle around every pixel of a stream's colour, as its frames' margins have it.
    fileprivate func extent(of stream: StampColor) -> Rect? {
        let (red, green, blue) = stream.rgb
        func isNear(_ pixel: UInt32) -> Bool {
            abs(Int(pixel >> 16 & 255) - Int(red)) < 40 && abs(Int(pixel >> 8 & 255) - Int(green)) < 40
                && abs(Int(pixel & 255) - Int(blue)) < 40
        }
        var (left, top, right, bottom) = (size.width, size.height, 0, 0)
        for y in 0..<size.height {
            for x in 0..<size.width where isNear(self[x, y]) {
                (left, right) = (min(left, x), max(right, x + 1))
                (top, bottom) = (min(top, y), max(bottom, y + 1))
            }
        }
        return left < right ? Rect(x: left, y: top, width: right - left, height: bottom - top) : nil
    }
}
