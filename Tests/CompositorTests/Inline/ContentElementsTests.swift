import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Labels, images, buttons and keys of an app, as a user sees and presses them: `oriel-lab elements`.
@Suite(.serialized) struct ContentElementsTests {
    @Test(.needs(.phoc, .sway), arguments: CompositorKind.wlroots)
    func theyAreSeenPressedAndGoneInPictureInPicture(kind: CompositorKind) async throws {
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 3600, size: Size(width: 640, height: 360))
        let png = program.folder.path + "/image.png"
        var picture = RGBPicture(size: Size(width: 4, height: 2))
        // Red beside blue.
        for index in picture.pixels.indices { picture.pixels[index] = index % 4 < 2 ? 0xFFFF_0000 : 0xFF00_00FF }
        try PNGFile.write(picture, to: png)
        chmod(png, 0o644)
        try await withSession(kind, program) { session, compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let mouse = try VirtualPointer(socket: compositor.socket)
            let app = try session.lab("elements", clip, png)
            defer { app.stop(grace: .zero) }
            try session.wait(for: ["a": .fullscreen])
            func color(_ x: Int, _ y: Int) throws -> UInt32 { try Screenshot.take(of: compositor)[x, y] & 0xFF_FFFF }
            func becomes(_ x: Int, _ y: Int, _ color: UInt32) throws -> Bool {
                try wait(.seconds(10)) { try Screenshot.take(of: compositor)[x, y] & 0xFF_FFFF == color }
            }
            /// Pixels of a rectangle that are white.
            func white(_ area: Rect) throws -> Int {
                let picture = try Screenshot.take(of: compositor)
                return (area.y..<area.maxY).reduce(0) { sum, y in
                    sum + (area.x..<area.maxX).count { picture[$0, y] & 0xFF_FFFF == 0xFF_FFFF }
                }
            }
            // They lie where the film has no stamp. The PNG is 64 × 32 in the middle of its square; the path is a
            // square of 32 in the middle of its area.
            try #require(try becomes(110, 282, 0xFF_0000), "\(app.standardError)")
            #expect(try color(154, 282) == 0x00_00FF && color(120, 268) == 0xFF_0000 && color(120, 262) != 0xFF_0000)
            #expect(try color(218, 266) == 0x00_FF00 && color(246, 266) == 0x00_FF00 && color(210, 266) != 0x00_FF00)
            let label = Rect(x: 300, y: 250, width: 200, height: 60)
            let hasText = try wait(.seconds(10)) { try white(label) > 100 }
            #expect(hasText)
            let text = Rect(x: 100, y: 350, width: 120, height: 60)
            #expect(try white(text) > 50)

            // Its ground is lighter while it is pressed; a press that ends elsewhere is no click.
            try mouse.move(to: Point(x: 160, y: 380))
            let ground = try color(104, 354)
            try mouse.press()
            let isLighter = try wait(.seconds(10)) { try color(104, 354) != ground }
            #expect(isLighter)
            try mouse.move(to: Point(x: 640, y: 600))
            try mouse.release()
            try mouse.move(to: Point(x: 332, y: 382))
            try mouse.click()
            #expect(wait(.seconds(10)) { !app.standardOutput.isEmpty })
            #expect(app.standardOutput == "image button\n")
            try mouse.move(to: Point(x: 160, y: 380))
            try mouse.click()
            // Its action has changed the label.
            let isEmpty = try wait(.seconds(10)) { try white(label) == 0 }
            #expect(isEmpty)

            // Its own keys come before Oriel's: p doesn't pause, q doesn't quit. In Picture in Picture too.
            try keyboard.press("p")
            try keyboard.press("q")
            #expect(wait(.seconds(10)) { app.standardOutput.hasSuffix("button\np\nq\n") }, "\(app.standardOutput)")
            #expect(try !session.player("a").paused)
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            let isGone = try wait(.seconds(10)) { try color(110, 282) != 0xFF_0000 }
            #expect(isGone)
            // Another one is in the floating picture alone, and takes the pointer there.
            var place: Point?
            let isThere = try wait(.seconds(10)) {
                let picture = try Screenshot.take(of: compositor)
                let index = picture.pixels.firstIndex { $0 & 0xFF_FFFF == 0xFF_0000 }
                let last = place
                place = index.map { Point(x: $0 % picture.size.width + 10, y: $0 / picture.size.width + 10) }
                return place != nil && place == last
            }
            try #require(isThere)
            let before = try session.player("a").placement
            try mouse.move(to: try #require(place))
            try mouse.click()
            #expect(
                wait(.seconds(10)) { app.standardOutput.hasSuffix("floating button\n") },
                "\(app.standardOutput) \(place!) \(before!)")
            #expect(try session.player("a").placement == before)
            try session.run("restore")
            try session.wait(for: ["a": .fullscreen])
            #expect(try becomes(110, 282, 0xFF_0000))
            try session.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            #expect(app.standardOutput == "image button\nbutton\np\nq\nfloating button\nend\n")
        }
    }
}
