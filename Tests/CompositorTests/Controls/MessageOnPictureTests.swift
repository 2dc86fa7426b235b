import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Messages on the picture about a key or a command, on a surface over it.
@Suite(.serialized) struct MessageOnPictureTests {
    /// In the box that messages have in the upper left corner, beside its round corner.
    private static let inset = 16

    /// It comes on a paused picture too, is over after a second, and no composition is without the picture.
    @Test(.needs(.sway, .phoc), arguments: presenterCells)
    func aMessageComesAndGoesAndThePictureIsNotDrawnForIt(kind: CompositorKind, renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 300)
        try await withSession(kind) { session, compositor in
            try session.play(
                ["--renderer", renderer, "--paused", "--id", "a", "--pip", "--size", "480x270", clip],
                expecting: ["a": .pip])
            let corner = try Point(#require(session.player("a").rect), inset: Self.inset)
            let plain = try Screenshot.take(of: compositor)[corner.x, corner.y]
            let presented = try session.player("a").frames.presented
            try await expectSteady(.green, on: compositor, isPaused: true) { _ in
                try session.run("pause")
                try #require(
                    try wait(.seconds(10)) { try Screenshot.take(of: compositor)[corner.x, corner.y] != plain })
                try #require(
                    try wait(.seconds(10)) { try Screenshot.take(of: compositor)[corner.x, corner.y] == plain })
            }
            #expect(try session.player("a").frames.presented == presented)
        }
    }

    /// The message goes with the picture, into Picture in Picture and back, and leaves no surface behind.
    @Test(.needs(.sway)) func aMessageGoesWithItsPicture() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300)
        try await withSession(.sway) { session, compositor in
            try session.play(
                ["--paused", "--id", "a", "--size", "480x270", "--fullscreen", clip], expecting: ["a": .fullscreen])
            let plain = try Screenshot.take(of: compositor)
            try session.run("seek", "+1")
            try session.run("toggle")
            let corner = try Point(#require(session.player("a").rect), inset: Self.inset)
            try #require(
                try wait(.seconds(10)) {
                    let picture = try Screenshot.take(of: compositor)
                    return picture[corner.x, corner.y] != plain[Self.inset, Self.inset]
                })
            try session.run("toggle")
            try #require(
                try wait(.seconds(10)) {
                    let picture = try Screenshot.take(of: compositor)
                    return picture[30, 30] == plain[30, 30] && picture[corner.x, corner.y] == plain[corner.x, corner.y]
                })
        }
    }

    /// Shown before it, it would take a composition of its own, and the picture would wait for the refresh after.
    @Test(.needs(.sway, .phoc), arguments: [CompositorKind.sway, .phoc])
    func aSeeksMessageComesWithItsPicture(kind: CompositorKind) async throws {
        let clip = try StampedClip(
            stream: .green, size: Size(width: 1280, height: 720), frames: 600, keyInterval: 300
        ).file()
        try await withSession(kind) { session, compositor in
            try session.play(["--paused", "--id", "a", "--fullscreen", clip], expecting: ["a": .fullscreen])
            func corner() throws -> UInt32 { try Screenshot.take(of: compositor)[Self.inset, Self.inset] }
            let plain = try corner()
            let capture = try ScreenCapture(socket: compositor.socket)
            // A picture that takes longer than this after its command may follow its message (`PictureSurface`).
            let patience = Duration.milliseconds(100)
            var soon = 0
            for frame in (0..<10).flatMap({ _ in [30, 330] }) where soon < 3 {
                // The message came with the picture before.
                try #require(try wait(.seconds(10)) { try corner() == plain }, "it does not go")
                let first = capture.count
                let asked = MonotonicClock.now
                try session.run("seek", "\(Double(frame) / 30 + 0.001)")
                let isShown = capture.wait(.seconds(10), from: first) { $0.index(of: .green) == frame } != nil
                try #require(isShown)
                let shown = capture.compositions.dropFirst(first)
                let picture = try #require(shown.first { $0.index(of: .green) == frame })
                guard picture.time - asked < patience else { continue }
                soon += 1
                #expect(shown.first?.index(of: .green) == frame)
            }
            #expect(soon > 0, "no picture came soon enough to tell")
            try capture.stop()
        }
    }
}

extension Point {
    fileprivate init(_ rect: Rect, inset: Int) {
        self.init(x: rect.x + inset, y: rect.y + inset)
    }
}
