import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Beside a panel, whose strip overlays keep clear of.
@Suite(.serialized) struct PanelTests {
    private static let bar = 40

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func theOverlayIsDraggedWithinWhatAPanelLeavesAndStaysWhereItIsLeft(kind: CompositorKind) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1500)
        try await withCompositor(kind) { compositor in
            let panel = try TestSurface(
                .panel(.top), size: Size(width: 0, height: Self.bar), socket: compositor.socket
            ) { $0 == 0 ? .plain(0x40_4040) : nil }
            defer { panel.stop() }
            // Before the player: one that hears of it later misses a press that comes at once.
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            try session.play(
                ["--id", "a", "--pip", "--corner", "top-right", "--size", "320x180", clip], expecting: ["a": .pip])
            let start = try place(on: compositor)
            #expect(close(start, Rect(x: 940, y: Self.bar + 20, width: 320, height: 180)), "\(start)")
            // No protocol says where the usable area begins.
            #expect(try session.player("a").rect == nil)

            // Above the controls in the middle.
            let grip = Point(x: start.x + 160, y: start.y + 50)
            try mouse.drag(from: grip, to: Point(x: 260, y: 719), steps: 20) { point in
                let y = min(start.y + point.y - grip.y, 720 - start.height)
                let expected = Rect(x: start.x + point.x - grip.x, y: y, width: start.width, height: start.height)
                try expect(expected, on: compositor)
            }
            try session.wait(for: "a") { $0.placement?.corner == .bottomLeft }
            let left = Rect(x: 100, y: 540, width: 320, height: 180)
            try expectLasting(left, on: compositor)
            #expect(try session.player("a").placement?.margins[2] == 0)

            // As large as it may get, and back up to the panel.
            try session.run("resize", "1280x720")
            try expect(Rect(x: 100, y: 720 - 664, width: 1180, height: 664), on: compositor)
            try session.run("move", "top-left")
            // Which leaves less than the usual margin above.
            try expect(Rect(x: 20, y: Self.bar + 16, width: 1180, height: 664), on: compositor)
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aPanelThatComesAndGoesIsNoticed(kind: CompositorKind) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1500)
        try await withSession(kind) { session, compositor in
            try session.play(["--id", "a", "--pip", "--size", "320x180", clip], expecting: ["a": .pip])
            #expect(try session.player("a").rect == .init(x: 940, y: 520, width: 320, height: 180))
            for _ in 0..<2 {
                let panel = try TestSurface(
                    .panel(.bottom), size: Size(width: 0, height: Self.bar), socket: compositor.socket
                ) { $0 == 0 ? .plain(0x40_4040) : nil }
                try session.wait(for: "a") { $0.rect == nil }
                try expect(Rect(x: 940, y: 520 - Self.bar, width: 320, height: 180), on: compositor)
                panel.stop()
                try session.wait(for: "a") { $0.rect == .init(x: 940, y: 520, width: 320, height: 180) }
                try expect(Rect(x: 940, y: 520, width: 320, height: 180), on: compositor)
            }
        }
    }

    // MARK: What is seen

    private func reading(on compositor: HeadlessCompositor) throws -> StampReading? {
        StampReader.locate(in: try Screenshot.take(of: compositor)).first { $0.stream == .green }
    }

    private func place(on compositor: HeadlessCompositor) throws -> Rect {
        try #require(try reading(on: compositor)).picture
    }

    /// Waits until the picture stands there.
    private func expect(
        _ wanted: Rect, on compositor: HeadlessCompositor, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var last: Rect?
        let stands = try wait(.seconds(10)) {
            last = try reading(on: compositor)?.picture
            return last.map { close($0, wanted) } ?? false
        }
        try #require(stands, "it stands at \(String(describing: last)), not \(wanted)", sourceLocation: sourceLocation)
    }

    /// Holds the picture to its place for the next ten of its frames.
    private func expectLasting(
        _ wanted: Rect, on compositor: HeadlessCompositor, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let first = try #require(try reading(on: compositor)).index
        var last = first
        let passed = try wait(.seconds(10)) {
            guard let seen = try reading(on: compositor) else { return false }
            last = seen.index
            #expect(close(seen.picture, wanted), "\(seen.picture)", sourceLocation: sourceLocation)
            return last >= first + 10
        }
        #expect(passed, "it stays at frame \(last)", sourceLocation: sourceLocation)
    }

    /// A stamp's place is read to two pixels.
    private func close(_ a: Rect, _ b: Rect) -> Bool {
        abs(a.x - b.x) <= 3 && abs(a.y - b.y) <= 3 && abs(a.width - b.width) <= 4 && abs(a.height - b.height) <= 4
    }
}
