import OrielGeometry
import OrielPlatform
import OrielStamps
import OrielTestSupport
import OrielWayland
import Testing

/// The client against real compositors without a display.
@Suite(.serialized) struct ConnectionTests {
    private static let runnable = CompositorKind.usual.filter(\.isExpected)
    private static let layered = CompositorKind.wlroots.filter(\.isExpected)

    @Test(arguments: runnable) func outputsAreKnownAfterTheGlobals(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let session = try ClientSession(compositor)
            let output = try #require(session.globals.outputs.first)
            #expect(session.globals.outputs.count == 1)
            #expect(output.state.logical == Rect(x: 0, y: 0, width: 1280, height: 720))
            #expect(output.state.pixelSize == Size(width: 1280, height: 720))
            #expect(output.state.scale == 1 && output.state.transform == .normal)
            if kind.isWlroots {
                #expect(output.state.name == "HEADLESS-1")
                #expect(output.state.refreshInterval == .nanoseconds(16_666_666))
            }
            #expect(session.globals.hasLayerShell == kind.isWlroots)
            #expect(session.globals.offeredVersion(of: "wl_compositor") ?? 0 >= 4)
            #expect(session.globals.offeredVersion(of: "no_such_thing") == nil)
        }
    }

    @Test(arguments: runnable) func aWindowIsConfiguredAndShown(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let session = try ClientSession(compositor)
            let surface = Surface(session.globals)
            let window = Toplevel(surface, title: String(repeating: "ü", count: 5000), appID: "oriel.test")
            var configurations: [Toplevel.Configuration] = []
            window.onConfigure = { configurations.append($0) }
            surface.commit()
            #expect(session.turn { !configurations.isEmpty })

            let size = configurations.last?.size ?? Size(width: 640, height: 360)
            let buffer = try ShmBuffer(session.globals, size: size, format: .opaque)
            buffer.fill(0xff20_8040)
            surface.attach(buffer)
            surface.damage()
            var frames = 0
            surface.requestFrame { _ in frames += 1 }
            #expect(surface.isFrameRequested)
            surface.requestFrame { _ in Issue.record("a second frame callback") }
            surface.commit()
            #expect(session.turn { frames == 1 && !surface.outputs.isEmpty })
            #expect(!surface.isFrameRequested)
            #expect(surface.outputs.first === session.globals.outputs.first && surface.preferredScale == 1)

            window.destroy()
            surface.destroy()
            try session.connection.roundtrip()
            #expect(session.losses.isEmpty)
        }
    }

    @Test(arguments: runnable) func fullScreenIsAskedForBeforeTheFirstCommit(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let session = try ClientSession(compositor)
            let surface = Surface(session.globals)
            let window = Toplevel(surface, title: "t", appID: "oriel.test", wantsDecoration: false)
            window.setFullscreen(on: session.globals.outputs.first)
            let whole = Size(width: 1280, height: 720)
            let buffer = try ShmBuffer(session.globals, size: whole, format: .opaque)
            var releases = 0
            buffer.onRelease = { _ in releases += 1 }
            var states: Toplevel.States = []
            // Without a size it uses the output's, so that no second configure follows.
            window.onConfigure = { configuration in
                states = configuration.states
                #expect(configuration.size == nil || configuration.size == whole)
                surface.attach(buffer)
                surface.damage()
                surface.commit()
            }
            surface.commit()
            #expect(session.turn { states.contains(.fullscreen) })
            window.onConfigure = nil
            let next = try ShmBuffer(session.globals, size: whole, format: .opaque)
            #expect(buffer.isBusy)
            surface.attach(next)
            surface.damage()
            surface.commit()
            #expect(session.turn { releases > 0 } && !buffer.isBusy)
            #expect(session.losses.isEmpty)
        }
    }

    @Test(arguments: layered) func anOverlayIsConfiguredShownAndMoved(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let session = try ClientSession(compositor)
            let surface = Surface(session.globals)
            let overlay = try #require(
                LayerSurface(surface, namespace: "oriel", output: session.globals.outputs.first))
            let size = Size(width: 320, height: 180)
            overlay.setSize(size)
            overlay.setAnchor([.bottom, .right])
            overlay.setMargin(EdgeInsets(right: 24, bottom: 24))
            overlay.setKeyboardInteractivity(.none)
            overlay.setExclusiveZone(0)
            var sizes: [Size] = []
            overlay.onConfigure = { sizes.append($0) }
            surface.commit()
            #expect(session.turn { !sizes.isEmpty })
            #expect(sizes.first == size)

            let buffer = try ShmBuffer(session.globals, size: size)
            buffer.fill(0xffc0_2020)
            surface.attach(buffer)
            surface.damage()
            surface.setOpaqueRegion([Rect(origin: .zero, size: size)])
            surface.setInputRegion(nil)
            var frames = 0
            surface.requestFrame { _ in frames += 1 }
            surface.commit()
            #expect(session.turn { frames == 1 && !surface.outputs.isEmpty })
            let picture = try Screenshot.take(of: compositor)
            #expect(red(picture, 1280 - 24 - 1, 720 - 24 - 1) > 150 && red(picture, 1280 - 24 - 320 - 2, 719) < 100)

            overlay.setMargin(EdgeInsets(right: 100, bottom: 24))
            surface.requestFrame { _ in frames += 1 }
            surface.commit()
            #expect(session.turn { frames == 2 })
            #expect(red(try Screenshot.take(of: compositor), 1280 - 24 - 1, 720 - 24 - 1) < 100)
        }
    }

    @Test(arguments: runnable) func aProtocolErrorIsOneSentenceAndNoTrap(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let session = try ClientSession(compositor)
            let surface = Surface(session.globals)
            let window = Toplevel(surface, title: "t", appID: "oriel.test")
            // A buffer before the first configure.
            let buffer = try ShmBuffer(session.globals, size: Size(width: 8, height: 8))
            surface.attach(buffer)
            surface.commit()
            #expect(session.turn { !session.losses.isEmpty })
            let error = try #require(session.losses.first)
            #expect(error.code == .protocolError && error.description.contains("xdg_surface#"), "\(error)")
            window.setTitle("nobody reads this")
            surface.commit()
            surface.requestFrame { _ in Issue.record("a frame after the end") }
            for _ in 0..<3 { session.loop.turn(limit: .milliseconds(1)) }
            #expect(session.losses.count == 1)
            #expect(throws: WaylandError.self) { try session.connection.roundtrip() }
        }
    }

    @Test(arguments: runnable) func theCompositorsDeathIsToldOnce(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let session = try ClientSession(compositor)
            let surface = Surface(session.globals)
            let window = Toplevel(surface, title: "t", appID: "oriel.test")
            surface.commit()
            compositor.kill()
            #expect(session.turn { !session.losses.isEmpty })
            for _ in 0..<3 { session.loop.turn(limit: .milliseconds(1)) }
            #expect(session.losses.map(\.code) == [.connectionLost])
            session.connection.disconnect()
            window.setTitle("nobody reads this")
            surface.commit()
            #expect(!surface.isAlive && surface.nativeSurface == nil)
        }
    }

    private func red(_ picture: RGBPicture, _ x: Int, _ y: Int) -> UInt32 { picture[x, y] >> 16 & 0xff }
}
