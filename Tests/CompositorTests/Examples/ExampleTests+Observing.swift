import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

extension ExampleTests {
    /// `Observing` prints times, events and a property as they change, and its readers end with the view.
    @Test(.needs(.phoc)) func timesEventsAndPropertiesAreFollowed() async throws {
        let apps = try ExampleApps()
        let clip = try apps.clip(.green)
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps)
            let app = try session.start("Observing", clip)
            try oriel.wait(for: ["green": .window])
            let wanted = ["possible: true", "at 1 s", "at 2 s", "landed", "rate(1.0)"].map { "Observing: " + $0 }
            let isSaid = wait(.seconds(20)) { Set(wanted).isSubset(of: session.lines) }
            #expect(isSaid, "\(session.everything)")
            try oriel.run("pause")
            #expect(wait(.seconds(10)) { session.lines.contains("Observing: rate(0.0)") }, "\(session.everything)")
            try oriel.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(session.everything)")
        }
    }
}
