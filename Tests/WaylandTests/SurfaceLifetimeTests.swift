import OrielGeometry
import OrielPlatform
import OrielTestSupport
import OrielWayland
import OrielWaylandProtocols
import Testing

/// No object of a surface outlives it, whatever callbacks are pending.
@Suite(.serialized) struct SurfaceLifetimeTests {
    private final class Payload {}
    private static let runnable = CompositorKind.wlroots.filter { $0.missing == nil }

    @Test func aSurfaceTakesWhatWasNotAnsweredAlong() throws {
        var rules = FakeRules()
        rules.frames = { _ in false }
        rules.feedback = { _ in .withheld }
        let fake = try FakeCompositor(rules: rules)
        defer { fake.stop() }
        let session = try ClientSession(socket: fake.socket)
        let table = session.connection.display.table
        let before = table.count
        weak var held: Payload?
        var isCalled = false
        for isExplicit in [true, false, true] {
            let payload = Payload()
            held = payload
            let surface = Surface(session.globals)
            surface.requestFrame { _ in withExtendedLifetime(payload) { isCalled = true } }
            for _ in 0..<2 {
                #expect(surface.requestPresentation { _ in withExtendedLifetime(payload) { isCalled = true } })
            }
            surface.commit()
            try session.connection.roundtrip()
            #expect(table.count > before)
            // The surface also ends when it is released.
            if isExplicit { surface.destroy() }
        }
        #expect(held == nil)
        #expect(table.count == before)
        // Late answers are ignored.
        fake.setRules {
            $0.frames = { _ in true }
            $0.feedback = { _ in .discarded }
        }
        fake.refresh()
        try session.connection.roundtrip()
        #expect(!isCalled && table.count == before)
    }

    @Test func anAnswerIsForgottenOnceItIsGiven() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let session = try ClientSession(socket: fake.socket)
        let surface = Surface(session.globals)
        let window = Toplevel(surface, title: "t", appID: "oriel.test")
        let buffer = try ShmBuffer(session.globals, size: Size(width: 64, height: 36), format: .opaque)
        var counts: [Int] = []
        var answers = 0
        func commit() {
            counts.append(session.connection.display.table.count)
            surface.requestFrame { _ in answers += 1 }
            surface.requestPresentation { _ in answers += 1 }
            surface.attach(buffer)
            surface.commit()
        }
        window.onConfigure = { _ in commit() }
        surface.commit()
        for round in 1...10 {
            #expect(session.turn { answers == 2 * round })
            commit()
        }
        #expect(Set(counts).count == 1, "\(counts)")
    }

    @Test func aCompositorThatNeverGivesFeedbackIsAskedNoMore() throws {
        let fake = try FakeCompositor(rules: FakeRules { $0.feedback = { _ in .withheld } })
        defer { fake.stop() }
        let session = try ClientSession(socket: fake.socket)
        let surface = Surface(session.globals)
        let asked = (0..<1000).count { _ in surface.requestPresentation { _ in } }
        #expect(asked == 32 && !session.globals.hasPresentationTimes)
        #expect(!Surface(session.globals).requestPresentation { _ in })
    }

    /// A window is replaced by an overlay and back; each is destroyed as soon as its successor was committed.
    @Test(arguments: runnable) func aThousandTogglesLeaveNoObject(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let session = try ClientSession(compositor)
            let table = session.connection.display.table
            let output = try #require(session.globals.outputs.first)
            let picture = try ShmBuffer(session.globals, size: Size(width: 64, height: 36), format: .opaque)
            let before = table.count
            var end: (() -> Void)?
            for number in 0..<1000 {
                let surface = Surface(session.globals)
                var isConfigured = false
                let destroyRole: () -> Void
                if number % 2 == 0 {
                    let window = Toplevel(surface, title: "t", appID: "oriel.test")
                    window.onConfigure = { _ in isConfigured = true }
                    destroyRole = { window.destroy() }
                } else {
                    let overlay = try #require(
                        LayerSurface(surface, namespace: "oriel", output: output))
                    overlay.setSize(picture.size)
                    overlay.onConfigure = { _ in isConfigured = true }
                    destroyRole = { overlay.destroy() }
                }
                surface.commit()
                try #require(session.turn { isConfigured })
                surface.requestFrame { _ in }
                surface.requestPresentation { _ in }
                surface.attach(picture)
                surface.damage()
                surface.commit()
                end?()
                end = {
                    destroyRole()
                    surface.destroy()
                }
            }
            end?()
            try session.connection.roundtrip()
            #expect(table.count == before, "\(kind)")
        }
    }
}
