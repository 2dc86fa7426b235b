import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A call whose app moves a picture into what floats, as `004` describes it: `oriel-lab call`.
@Suite(.serialized) struct CallTests {
    /// The fake compositor sends no frame callback for what moves, so that it stays where it began to.
    @Test func case108_whatFloatsComesFromWhereItWasSeen() throws {
        let fake = try FakeCompositor(rules: FakeRules { $0.frames = { $0.role != .layer } })
        defer { fake.stop() }
        let app = try fake.launch(Executable.built("oriel-lab"), ["call", "--corner"])
        defer { app.stop(grace: .zero) }
        #expect(
            fake.shows {
                $0.role == .layer && $0.isMapped && $0.size == Size(width: 180, height: 320)
                    && $0.margins == [0, 1280 - 280, 720 - 420, 0]
            }, "\(fake.surfaces) \(app.standardError)")
    }

    @Test(.needs(.phoc)) func case64_whatWasMovedIsBackBeforeTheEndOrTheFailureIsTold() async throws {
        try await withSession(.phoc) { session, compositor in
            let app = try session.lab("call")
            defer { app.stop(grace: .zero) }
            #expect(app.wait(.seconds(20)) == .code(0), "\(app.standardError)")
            let moved = "0 over the view's, 1 in the content"
            let back = "1 over the view's, 0 in the content"
            #expect(
                app.standardOutput.split(separator: "\n").map(String.init) == [
                    "willStart: \(moved)", "failedToStart(the start was cancelled): \(back)", "willStart: \(moved)",
                    "didStart: 0 over the view's, 0 in the content", "didStop(programmatic): \(back)",
                ], "\(app.standardError)")
        }
    }

    /// Both pictures of a call inside an app's own window float together, and return there.
    @Test(.needs(.sway, .phoc), arguments: InlineSession.kinds)
    func aCallInAnAppsWindowFloatsWithBothPictures(kind: CompositorKind) async throws {
        try await withSession(kind) { session, compositor in
            let app = try session.lab("inline", "--call")
            defer { app.stop(grace: .zero) }
            try session.wait(for: "call") { $0.pip.possible }
            /// The area of a colour.
            func area(_ colour: UInt32, in picture: RGBPicture) -> Rect? {
                let width = picture.size.width
                let found = picture.pixels.indices.filter { index in
                    [0, 8, 16].allSatisfy {
                        abs(Int(picture.pixels[index] >> $0 & 255) - Int(colour >> $0 & 255)) <= 4
                    }
                }
                let columns = found.map { $0 % width }
                guard let left = columns.min(), let right = columns.max(), let first = found.first,
                    let last = found.last
                else { return nil }
                return Rect(
                    x: left, y: first / width, width: right + 1 - left, height: last / width + 1 - first / width)
            }
            /// Waits until the far picture is this wide, with the near one inside.
            func waitForPictures(width: ClosedRange<Int>) throws {
                var seen: (far: Rect?, near: Rect?)
                let areThere = try wait(.seconds(10)) {
                    let picture = try Screenshot.take(of: compositor)
                    seen = (area(0xC0_4020, in: picture), area(0x20_40C0, in: picture))
                    guard let far = seen.far, let near = seen.near else { return false }
                    let share = Double(near.width) / Double(far.width)
                    return width.contains(far.width) && far.contains(near) && abs(share - 24.0 / 90) < 0.03
                }
                #expect(areThere, "\(seen) \(app.standardError)")
            }
            try waitForPictures(width: 225...225)
            for _ in 0..<2 {
                try session.run("toggle")
                try session.wait(for: "call") { $0.pip.state == .active }
                try waitForPictures(width: 60...224)
                try session.run("toggle")
                try session.wait(for: "call") { $0.pip.state == .idle }
                try waitForPictures(width: 225...225)
            }
            #expect(!app.standardOutput.contains("lost"), "\(app.standardOutput)")
        }
    }
}
