import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

extension ExampleTests {
    /// A film inside a window of GTK 4, in Swift. Its coming and each return need the app's commit.
    @Test(.needs(.phoc)) func aFilmInAWindowOfGTKComesBackToIt() async throws {
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps, environment: ["GSK_RENDERER": "cairo"])
            // GTK 4.8 ends on a compositor without a seat.
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let app = try session.start("GTKWindow", film)
            try oriel.wait(for: ["green": .window])
            let capture = try ScreenCapture(socket: compositor.socket)
            for _ in 1...2 {
                let isSeen = capture.wait(.seconds(20), from: capture.count) { $0.places(of: .green).count == 1 }
                #expect(isSeen != nil, "\(session.everything)")
                for mode in [PlayerStatus.Mode.pip, .window] {
                    try oriel.run("toggle")
                    #expect(try oriel.player("green").mode == mode)
                }
            }
            try oriel.run("quit")
            #expect(!session.everything.contains("taken as presented"), "\(session.everything)")
            #expect(!session.everything.contains("no picture"), "\(session.everything)")
            app.stop()
            withExtendedLifetime(keyboard) {}
        }
    }
}
