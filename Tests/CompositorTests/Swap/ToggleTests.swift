import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

@Suite(.serialized) struct ToggleTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func noToggleLosesThePictureOrItsPlace(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_TOGGLES", default: 6)
        let clip = try OrielProgram.clip(.green, frames: (count * 3 / 2 + 40) * 30)
        // A picture that fades in, where the compositor can do that (sway 1.12), is half seen at first, and its stamp
        // isn't read then.
        try await withSession(kind, configuration: "[pip]\nanimation = false\n") { session, compositor in
            try session.play(["--id", "a", clip], expecting: ["a": .window])
            for batch in Counts.batches(of: count) {
                try await expectSteady(.green, on: compositor) { capture in
                    for number in batch {
                        try session.run("toggle")
                        #expect(try session.player("a").mode == (number % 2 == 0 ? .pip : .window))
                        // Not always at the same distance.
                        try capture.pass(9 + number * 5 % 7)
                    }
                }
            }
        }
    }

    @Test(.needs(.phoc)) func theOverlayIsDraggedResizedReturnedAndClosedByTheMouse() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1500)
        try await withCompositor(.phoc) { compositor in
            // Before the player: one that hears of it later misses a press that comes at once.
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            let child = try session.play(["--id", "a", "--pip", clip], expecting: ["a": .pip])
            let start = try #require(try session.player("a").rect)
            #expect(start == .init(x: 940, y: 520, width: 320, height: 180))
            // Above the controls in the middle. The overlay must have followed each step before the next: phoc has no
            // grab, and a busy machine is slow.
            try mouse.drag(from: Point(x: 1100, y: 570), to: Point(x: 300, y: 170), steps: 20) { point in
                try session.wait(for: "a") {
                    guard let rect = $0.rect else { return false }
                    return abs(rect.x - (point.x - 160)) <= 2 && abs(rect.y - (point.y - 50)) <= 2
                }
            }
            let dragged = try #require(try session.player("a").rect)
            #expect(abs(dragged.x - 140) <= 2 && abs(dragged.y - 120) <= 2, "it stands at \(dragged)")
            #expect(try session.player("a").placement?.corner == .topLeft)
            try session.run("resize", "640x360")
            #expect(try session.player("a").placement?.size == [640, 360])
            try session.run("move", "top-right")
            #expect(try session.player("a").rect == .init(x: 620, y: 20, width: 640, height: 360))
            try mouse.move(to: Point(x: 700, y: 200))
            try mouse.click(.left, count: 2)
            try session.wait(for: ["a": .window])
            try session.run("toggle")
            // The remembered place.
            #expect(try session.player("a").rect == .init(x: 620, y: 20, width: 640, height: 360))
            try mouse.move(to: Point(x: 901, y: 201))
            try mouse.click(.middle)
            #expect(child.wait(.seconds(20)) == .code(0))
        }
    }

    @Test(.needs(.weston)) func withoutLayerShellATitledWindowFloats() async throws {
        let count = Counts.of("ORIEL_WESTON_TOGGLES", default: 4)
        let clip = try OrielProgram.clip(.green, frames: (count * 3 / 2 + 40) * 30)
        try await withSession(.weston) { session, compositor in
            try session.play(["--id", "a", clip], expecting: ["a": .window])
            for number in 0..<count {
                try session.run("toggle")
                let player = try session.player("a")
                #expect(player.mode == (number % 2 == 0 ? .pip : .window))
                #expect(player.surface == .toplevel)
                // The program said that its surface was presented: the compositor shows it, once, at its size.
                let seen = StampReader.locate(in: try Screenshot.take(of: compositor)).filter { $0.stream == .green }
                #expect(seen.count == 1)
                let width = number % 2 == 0 ? 320 : 854
                #expect(seen.allSatisfy { abs($0.picture.width - width) <= 4 }, "\(seen)")
            }
            let report = try session.run("doctor")
            #expect(report.contains("this compositor offers no wlr-layer-shell"))
        }
    }
}
