import Foundation
import OrielGeometry
import OrielPlatform
import OrielTestSupport
import OrielWayland
import OrielWaylandProtocols
import Testing

/// The client against a fake compositor: missing globals, late events, ended objects and unknown values.
@Suite struct ConnectionFakeTests {
    private static func server(
        _ options: MiniCompositor.Options = .init()
    ) throws -> ServerThread<MiniCompositor> {
        try ServerThread { MiniCompositor($0, options) }
    }

    @Test(arguments: ["wl_compositor", "wl_shm", "xdg_wm_base"])
    func aMissingGlobalIsNamed(_ name: String) throws {
        let server = try Self.server(.init(missing: [name]))
        let error = failure(server)
        #expect(error?.code == .missingGlobal && error?.description.contains(name) == true)
    }

    @Test func aGlobalThatIsTooOldIsNamedWithItsVersion() throws {
        let server = try Self.server(.init(compositorVersion: 3))
        let text = failure(server)?.description ?? ""
        #expect(text.contains("wl_compositor version 3") && text.contains("need 4"))
    }

    @Test func theOptionalMayBeMissing() throws {
        let optional: Set = [
            "zwlr_layer_shell_v1", "wl_seat", "wl_output", "wp_presentation", "wp_fractional_scale_manager_v1",
            "xdg_activation_v1", "zwp_relative_pointer_manager_v1", "zxdg_output_manager_v1",
        ]
        let server = try Self.server(.init(missing: optional))
        let session = try ClientSession(server)
        let surface = Surface(session.globals)
        #expect(session.globals.outputs.isEmpty && session.globals.seats.isEmpty)
        #expect(!session.globals.hasLayerShell && !session.globals.hasPresentationTimes)
        #expect(session.globals[XdgActivationV1.self] == nil && !session.globals.hasViewporter)
        #expect(LayerSurface(surface, namespace: "oriel", output: nil) == nil)
        #expect(PictureInPictureWindow(surface, appID: "oriel") == nil && IdleInhibitor(surface) == nil)
        #expect(!surface.setDestination(Size(width: 1, height: 1)) && !surface.requestPresentation { _ in })
        #expect(!session.globals.requestActivationToken { _ in })
        try session.connection.roundtrip()
    }

    @Test func anOutputsGeometryIsLogicalWhereTheCompositorSays() throws {
        let session = try ClientSession(Self.server())
        let logical = try #require(session.globals.outputs.first?.state)
        #expect(logical.logical == Rect(x: 100, y: 50, width: 853, height: 480))
        #expect(logical.name == "FAKE-1" && logical.scale == 2 && logical.transform == .rotated90)
        #expect(logical.refreshInterval == .nanoseconds(16_683_350))
        let old = try Self.server(.init(hasLogicalOutputs: false))
        let computed = try #require(try ClientSession(old).globals.outputs.first?.state)
        #expect(computed.logical == Rect(x: 7, y: 9, width: 360, height: 640))
    }

    /// The device that the compositor draws with, as its first dmabuf feedback tells it.
    @Test(arguments: [
        (MiniCompositor.Options(mainDevice: [0x81, 0xE2, 0, 0, 0, 0, 0, 0]), 0xE281 as UInt64?),
        (.init(mainDevice: [0x81, 0xE2, 0, 0]), nil), (.init(mainDevice: []), nil), (.init(), nil),
        (.init(dmabufVersion: 3, mainDevice: [0x81, 0xE2, 0, 0, 0, 0, 0, 0]), nil),
        (.init(missing: ["zwp_linux_dmabuf_v1"]), nil),
    ])
    func theMainDeviceIsToldOnce(_ options: MiniCompositor.Options, _ expected: UInt64?) throws {
        let server = try Self.server(options)
        let session = try ClientSession(server)
        let before = OwnProcess.descriptors
        var answers: [UInt64?] = []
        session.globals.askMainDevice { answers.append($0) }
        let isAnswered = session.turn { !answers.isEmpty }
        #expect(isAnswered && answers == [expected])
        try session.connection.roundtrip()
        let ended = server.perform { _, it in it.requests.filter { $0.hasPrefix("destroy") } }
        let asks = options.dmabufVersion >= 4 && options.missing.isEmpty
        #expect(ended == (asks ? ["destroy feedback", "destroy dmabuf"] : []))
        #expect(OwnProcess.descriptors == before)
    }

    /// Seats beyond the limit wait for their turn.
    @Test func seatsHaveABound() throws {
        let server = try Self.server(.init(seats: 100))
        let session = try ClientSession(server)
        #expect(session.globals.seats.count == Globals.mostSeats)
        let first = try #require(session.globals.seats.first)
        _ = server.perform { display, it in display.removeGlobal(it.seatGlobals[0]) }
        #expect(session.turn { !session.globals.seats.contains { $0 === first } })
        #expect(session.globals.seats.count == Globals.mostSeats)
        try session.connection.roundtrip()
        #expect(server.perform { _, it in it.seats.count } == Globals.mostSeats + 1)
    }

    @Test func anOutputThatGoesIsLeft() throws {
        let server = try Self.server()
        let session = try ClientSession(server)
        let surface = Surface(session.globals)
        try session.connection.roundtrip()
        _ = server.perform { _, it in it.surfaces[0].sendEnter(output: it.outputs[0]) }
        #expect(session.turn { surface.outputs.count == 1 })
        #expect(surface.preferredScale == 2)
        var gone: [String] = []
        let output = try #require(session.globals.outputs.first)
        session.globals.onOutputRemoved = { gone.append("output \($0.state.name) \($0.isConnected)") }
        surface.onOutputsOrScaleChange = { gone.append("surface \($0.outputs.count)") }
        _ = server.perform { display, it in it.outputGlobal.map(display.removeGlobal) }
        #expect(session.turn { gone.count == 2 })
        #expect(gone == ["surface 0", "output FAKE-1 false"])
        #expect(session.globals.outputs.isEmpty && !output.isConnected)
    }

    @Test func aConfigureIsAcknowledgedOnceBeforeItsCommit() throws {
        let server = try Self.server()
        let session = try ClientSession(server)
        let surface = Surface(session.globals)
        let window = Toplevel(surface, title: "t", appID: "oriel.test")
        var seen: [Toplevel.Configuration] = []
        window.onConfigure = {
            seen.append($0)
            surface.commit()
        }
        var closes = 0
        window.onClose = { closes += 1 }
        surface.commit()
        try session.connection.roundtrip()
        _ = server.perform { _, it in
            it.requests = []
            // Full screen, activated, suspended, and an unknown state.
            it.toplevels[0].sendConfigure(
                width: 640, height: 360, states: [2, 4, 9, 77].flatMap { [UInt8($0), 0, 0, 0] } + [1, 2])
            it.shellSurfaces[0].sendConfigure(serial: 41)
            it.toplevels[0].sendConfigure(width: 0, height: 0, states: [])
            it.shellSurfaces[0].sendConfigure(serial: 42)
            it.toplevels[0].sendClose()
        }
        #expect(session.turn { closes == 1 })
        #expect(seen.map(\.size) == [Size(width: 640, height: 360), nil])
        #expect(seen.map(\.states) == [[.fullscreen, .activated, .suspended], []])
        try session.connection.roundtrip()
        #expect(server.perform { _, it in it.requests } == ["ack 41", "commit", "ack 42", "commit"])
    }

    @Test func aLayerSurfaceIsConfiguredAndClosed() throws {
        let server = try Self.server()
        let session = try ClientSession(server)
        let overlay = try #require(
            LayerSurface(Surface(session.globals), namespace: "oriel", output: nil))
        var sizes: [Size] = []
        var closes = 0
        overlay.onConfigure = { sizes.append($0) }
        overlay.onClosed = { closes += 1 }
        try session.connection.roundtrip()
        _ = server.perform { _, it in
            it.layerSurfaces[0].sendConfigure(serial: 1, width: 320, height: .max)
            it.layerSurfaces[0].sendClosed()
        }
        #expect(session.turn { closes == 1 })
        #expect(sizes == [Size(width: 320, height: Int(UInt32.max))])
        overlay.destroy()
        overlay.setMargin(EdgeInsets(top: .max))
        try session.connection.roundtrip()
    }

    @Test func scalesFeedbackAndTokensComeAsValues() throws {
        let server = try Self.server()
        let session = try ClientSession(server)
        #expect(session.globals.hasPresentationTimes)
        let surface = Surface(session.globals)
        var feedback: [PresentationFeedback] = []
        #expect(surface.requestPresentation { feedback.append($0) })
        #expect(surface.requestPresentation { feedback.append($0) })
        var tokens: [String] = []
        #expect(session.globals.requestActivationToken(surface: surface, appID: "oriel") { tokens.append($0) })
        var frames: [Duration] = []
        surface.requestFrame { frames.append($0) }
        try session.connection.roundtrip()
        _ = server.perform { _, it in
            it.scales[0].sendPreferredScale(scale: 180)
            it.feedbacks[0].sendPresented(
                tvSecHi: 1, tvSecLo: 2, tvNsec: 3, refresh: 16_666_667, seqHi: 0, seqLo: 9, flags: [.vsync, .zeroCopy])
            it.feedbacks[1].sendDiscarded()
        }
        #expect(session.turn { feedback.count == 2 && !tokens.isEmpty && !frames.isEmpty })
        #expect(surface.preferredScale == 1.5 && tokens == ["a-token"] && frames == [.milliseconds(1234)])
        #expect(
            feedback == [
                .presented(time: .seconds(4_294_967_298) + .nanoseconds(3), refresh: .nanoseconds(16_666_667)),
                .discarded,
            ])
        session.globals.activate(surface, token: "a-token")
        try session.connection.roundtrip()
        #expect(server.perform { _, it in it.requests.last } == "activate a-token true")
    }

    @Test func pingsAreAnswered() throws {
        let server = try Self.server()
        let session = try ClientSession(server)
        try session.connection.roundtrip()
        #expect(server.perform { _, it in it.requests } == ["pong 77"])
    }

    @Test func aForeignPresentationClockIsNoClock() throws {
        let server = try Self.server(.init(presentationClock: 0))
        let session = try ClientSession(server)
        #expect(!session.globals.hasPresentationTimes)
        #expect(!Surface(session.globals).requestPresentation { _ in })
    }

    @Test func theConnectionMayBeEndedInAHandler() throws {
        let server = try Self.server()
        let session = try ClientSession(server)
        let surface = Surface(session.globals)
        surface.requestFrame { _ in session.connection.disconnect() }
        #expect(session.turn { session.connection.nativeDisplay == nil })
        #expect(!surface.isAlive && session.losses.isEmpty)
        session.loop.turn(limit: .zero)
    }

    private func failure(_ server: ServerThread<MiniCompositor>) -> WaylandError? {
        do {
            _ = try ClientSession(server)
            return nil
        } catch { return error as? WaylandError }
    }
}
