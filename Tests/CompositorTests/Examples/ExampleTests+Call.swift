import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

extension ExampleTests {
    /// Two processes that show each other: portrait, with oneself in a corner, before video, and again and again.
    @Test(.needs(.phoc)) func case58_case59_case65_aCallFloatsInPortraitAndBeforeVideo() async throws {
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps)
            try oriel.play(["--id", "film", "--pip", "--loop", film], expecting: ["film": .pip])
            let folder = apps.folder.path + "/open"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            chmod(folder, 0o777)
            let path = folder + "/line"
            let callee = try session.start("Call", path)
            #expect(wait(.seconds(10)) { FileManager.default.fileExists(atPath: path) })
            let caller = try session.start("Call", path)
            try oriel.wait(for: "Call") { $0.mode == .window && $0.frames.decoded > 5 && $0.pip.possible }
            for _ in 0..<2 {
                // The film makes room, and is as it was afterwards.
                try oriel.run("toggle", "--player", "Call")
                try oriel.wait(for: "film") { $0.pip.suspended && $0.paused && $0.pip.active }
                let call = try oriel.player("Call")
                let rect = try #require(call.rect)
                #expect(call.mode == .pip && abs(rect.width * 16 - rect.height * 9) <= 16, "\(rect)")
                try expectBoth(in: rect, compositor, session)
                try oriel.run("restore", "--player", "Call")
                try oriel.wait(for: ["Call": .window])
                try oriel.wait(for: "film") { !$0.pip.suspended && !$0.paused && $0.pip.active }
            }
            // A film that ends meanwhile leaves nothing behind.
            try oriel.run("toggle", "--player", "Call")
            try oriel.wait(for: "film") { $0.pip.suspended }
            try oriel.run("quit", "--player", "film")
            try oriel.run("restore", "--player", "Call")
            try oriel.wait(for: ["Call": .window])
            // The other one, whose window that one covers, floats by itself.
            try oriel.wait(for: "Call-2") { $0.pip.active }
            try oriel.run("quit", "--player", "Call")
            #expect(callee.wait(.seconds(10)) == .code(0) && caller.wait(.seconds(10)) == .code(0))
            // Both have said that there is no camera here.
            let (drawn, others) = (
                session.lines.filter { $0.hasSuffix("; drawing instead") },
                session.lines.filter { !$0.hasSuffix("; drawing instead") }
            )
            #expect(drawn.count == 2 && others == ["Call: end", "Call: end"], "\(session.everything)")
        }
    }

    /// Both films themselves with one camera, whose pictures are green: mirrored in the corner, and at the other's.
    @Test(
        .needs(.phoc), .needs(program: "pipewire"), .needs(program: "wireplumber"), .needs(program: "dbus-daemon"),
        .needs(program: "gdbus"))
    func aCallFilmsWithTheCamera() async throws {
        let server = try PipeWireServer()
        let bus = server.bus
        defer { server.stop() }
        let camera = try VideoSource(["--role", "Camera", "--name", "front", "--format", "yuy2"], in: server)
        defer { camera.stop() }
        let portal = try StandInPortal(.front, ["--camera", "grant"], pipewire: server, at: bus.address)
        defer { portal.stop() }
        let apps = try ExampleApps()
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(
                compositor, apps, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            let folder = apps.folder.path + "/open"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            chmod(folder, 0o777)
            let path = folder + "/line"
            _ = try session.start("Call", path)
            #expect(wait(.seconds(10)) { FileManager.default.fileExists(atPath: path) })
            _ = try session.start("Call", path)
            #expect(
                wait(.seconds(20)) { session.lines == ["Call: filming with front", "Call: filming with front"] },
                "\(session.everything)")
            try oriel.run("toggle", "--player", "Call")
            try oriel.wait(for: "Call") { $0.pip.active && $0.mode == .pip }
            let rect = try #require(try oriel.player("Call").rect)
            var share = 0.0
            let isGreen = try wait(.seconds(10)) {
                let picture = try Screenshot.take(of: compositor)
                var count = 0
                for y in rect.y..<min(rect.y + rect.height, picture.size.height) {
                    for x in rect.x..<min(rect.x + rect.width, picture.size.width) {
                        let pixel = picture.pixels[y * picture.size.width + x]
                        let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
                        if green > red + 40, green > blue + 40 { count += 1 }
                    }
                }
                share = Double(count) / Double(rect.width * rect.height)
                return share > 0.5
            }
            #expect(isGreen, "\(share); \(session.everything)")
            // The other one films on.
            try oriel.run("stash", "--player", "Call")
            #expect(
                wait(.seconds(10)) { session.lines.last == "Call: the camera is off while the call is out of sight" },
                "\(session.everything)")
            try oriel.run("unstash", "--player", "Call")
            #expect(wait(.seconds(10)) { session.lines.last == "Call: the camera is back" }, "\(session.everything)")
        }
    }

    /// The one who is far fills the overlay, and the one who is near is small: one of them is orange, the other blue.
    private func expectBoth(
        in rect: Rect, _ compositor: HeadlessCompositor, _ session: ExampleSession
    )
        throws
    {
        var shares = (orange: 0.0, blue: 0.0)
        let areThere = try wait(.seconds(10)) {
            let picture = try Screenshot.take(of: compositor)
            var counts = (orange: 0, blue: 0)
            for y in rect.y..<min(rect.y + rect.height, picture.size.height) {
                for x in rect.x..<min(rect.x + rect.width, picture.size.width) {
                    let pixel = picture.pixels[y * picture.size.width + x]
                    let (red, blue) = (Int(pixel >> 16 & 255), Int(pixel & 255))
                    if red > blue + 40 { counts.orange += 1 }
                    if blue > red + 40 { counts.blue += 1 }
                }
            }
            let all = Double(rect.width * rect.height)
            shares = (Double(counts.orange) / all, Double(counts.blue) / all)
            return max(shares.orange, shares.blue) > 0.8 && min(shares.orange, shares.blue) > 0.04
        }
        #expect(areThere, "\(shares); \(session.everything)")
    }
}
