import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Media of an app that can't be played.
extension FaceTests {
    /// The view stays, with a window and a message, and plays another item and another player.
    @Test(.needs(.phoc)) func aViewOutlivesMediaThatCanNotBePlayed() async throws {
        let size = Size(width: 320, height: 180)
        let (green, red) = (
            try OrielProgram.clip(.green, frames: 300, size: size), try OrielProgram.clip(.red, frames: 300, size: size)
        )
        try await withSession(.phoc) { session, compositor in
            let face = try FaceApp("/nowhere/film.mkv", in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.mode == .window && $0.frames.presented > 0 }
            #expect(face.app.standardError.split(separator: "\n").count { $0.contains("no such file") } == 1)
            // The message is white letters on dark ground.
            #expect(
                try wait(.seconds(20)) {
                    let picture = try Screenshot.take(of: compositor)
                    return (0..<picture.size.height).contains { y in
                        (0..<picture.size.width / 2).contains { picture[$0, y] & 0xFF_FFFF == 0xFF_FFFF }
                    }
                }, "no message")
            func shows(_ stream: StampColor) throws -> Bool {
                try wait(.seconds(20)) {
                    StampReader.locate(in: try Screenshot.take(of: compositor)).contains { $0.stream == stream }
                }
            }
            try face.perform("item \(green)")
            #expect(try shows(.green), "\(face.app.standardError)")
            try session.wait(for: "a") { !$0.paused && $0.media == green }
            // While it floats, too: the overlay stays with its last picture.
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            try face.perform("item /nowhere/other.mkv")
            #expect(wait(.seconds(20)) { face.app.standardError.contains("other.mkv") })
            #expect(try session.player("a").mode == .pip)
            try face.perform("play \(red)")
            #expect(try shows(.red), "\(face.app.standardError)")
            try session.run("toggle")
            try session.wait(for: ["a": .window])
            try face.perform("play /nowhere/third.mkv")
            #expect(wait(.seconds(20)) { face.app.standardError.contains("third.mkv") })
            try face.perform("play \(green)")
            #expect(try shows(.green), "\(face.app.standardError)")
            // Without a medium it is closed by its user.
            try face.perform("item /nowhere/fourth.mkv")
            #expect(wait(.seconds(20)) { face.app.standardError.contains("fourth.mkv") })
            try session.run("quit")
            #expect(face.app.wait(.seconds(20)) == .code(0))
        }
    }

    @Test(.needs(.phoc)) func aViewThatIsToLeaveClosesWithItsMedium() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 320, height: 180))
        try await withSession(.phoc) { session, compositor in
            let face = try FaceApp(clip, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            try face.perform("leaves")
            try face.type("item /nowhere/film.mkv")
            #expect(face.app.wait(.seconds(20)) == .code(0))
            #expect(!face.app.standardError.contains("no such file"), "\(face.app.standardError)")
        }
    }
}
