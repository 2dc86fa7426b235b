import OrielGeometry
import OrielPlatform
import OrielStamps
import OrielTestSupport
import Testing

/// The fake compositor itself, with a plain client.
@Suite struct FakeCompositorTests {
    private func window(_ fake: FakeCompositor, _ role: TestSurface.Role = .window) throws -> TestSurface {
        try TestSurface(role, size: Size(width: 320, height: 180), title: "clip", socket: fake.socket) {
            .stamp(.green, index: $0)
        }
    }

    private func mapped(_ surfaces: [FakeSurface]) -> FakeSurface? { surfaces.first { $0.isMapped } }

    @Test func aWindowIsConfiguredMappedAndItsStampsAreRead() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let client = try window(fake)
        #expect(fake.wait(.seconds(10)) { surfaces, _ in (mapped(surfaces)?.index ?? 0) >= 10 })
        let seen = try #require(fake.surfaces.first)
        #expect(seen.role == .toplevel && seen.name == "clip" && seen.appID == "oriel-test-surface")
        #expect(seen.stream == .green && seen.size == Size(width: 320, height: 180))
        client.stop()
        #expect(fake.wait(.seconds(10)) { surfaces, _ in surfaces.isEmpty })
        let story = fake.events.filter { $0.surface == seen.number }.map(\.kind)
        let wanted: [FakeEvent.Kind] = [.created, .mapped, .unmapped, .destroyed]
        #expect(story.filter { wanted.contains($0) } == wanted)
    }

    @Test func withheldConfiguresAndFrameCallbacksComeWhenTheTestSaysSo() throws {
        var rules = FakeRules()
        rules.refresh = .manual
        rules.configures = { _ in false }
        let fake = try FakeCompositor(rules: rules)
        defer { fake.stop() }
        // The client's initialiser waits for the configure, so it runs beside this test.
        let starting = ChildThread { try window(fake, .overlay()) }
        #expect(fake.wait(.seconds(10)) { _, events in events.contains { $0.kind == .wantsConfigure } })
        #expect(fake.surfaces.map(\.role) == [.layer])
        #expect(!fake.events.contains { if case .configured = $0.kind { true } else { false } })
        fake.configure(1)
        let client = try starting.value()
        #expect(fake.wait(.seconds(10)) { surfaces, _ in mapped(surfaces)?.commits == 1 })
        fake.refresh()
        #expect(fake.wait(.seconds(10)) { surfaces, _ in mapped(surfaces)?.commits == 2 })
        fake.setRules { $0.frames = { _ in false } }
        for _ in 0..<3 { fake.refresh() }
        #expect(fake.surfaces.first?.commits == 2)
        fake.close(1)
        #expect(wait(.seconds(10)) { client.isClosed })
        client.stop()
    }

    @Test func anyClientReadsItsGlobals() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let client = try ChildProcess(
            "wayland-info", environment: ["WAYLAND_DISPLAY": fake.socket, "PATH": "/usr/bin"])
        #expect(client.wait(.seconds(10)) == .code(0))
        #expect(client.standardOutput.contains("zwlr_layer_shell_v1"))
        #expect(client.standardOutput.contains("FAKE-1"))
    }

    @Test func inputReachesTheSurfaceThatTheTestNames() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let client = try window(fake)
        defer { client.stop() }
        #expect(fake.wait(.seconds(10)) { surfaces, _ in mapped(surfaces) != nil })
        fake.focusKeyboard(on: 1)
        fake.press("i", modifiers: ["Mod4"])
        fake.movePointer(over: 1, x: 10, y: 20)
        fake.button(.middle, pressed: true)
        #expect(client.waitForEvents(.seconds(10)) { $0.contains(.button(code: 0x112, pressed: true)) })
        #expect(client.events.contains(.key(code: 23, pressed: true)))
        #expect(client.events.contains(.modifiers(depressed: 64)))
        #expect(client.events.contains(.pointerEntered(x: 10, y: 20)))
    }

    @Test func aMissingGlobalAndADeadCompositorAreFelt() throws {
        let fake = try FakeCompositor(FakeOffer { $0.missing = ["zwlr_layer_shell_v1"] })
        defer { fake.stop() }
        #expect(throws: TestSupportError.self) { try window(fake, .overlay()) }
        let client = try window(fake)
        fake.disconnectClients()
        #expect(wait(.seconds(10)) { client.failure != nil })
        #expect(fake.surfaces.isEmpty)
    }
}

/// A value that is made on a thread of its own.
private final class ChildThread<Value: Sendable>: Sendable {
    private let result = BoundedQueue<Result<Value, any Error>>(capacity: 1)

    init(_ body: @escaping @Sendable () throws -> Value) {
        let result = result
        do {
            _ = try NamedThread("child") { result.push(Result(catching: body), generation: 0) }
        } catch { result.push(.failure(error), generation: 0) }
    }

    func value() throws -> Value { try #require(result.pop(generation: 0)).get() }
}
