import CXkbcommon
import Glibc
import OrielPlatform
import OrielTestSupport
import OrielWayland
import OrielWaylandProtocols
import Testing

/// Keyboard, pointer and touch events from a fake compositor.
@Suite struct SeatFakeTests {
    /// A client with one surface, which has keyboard focus and the pointer.
    private struct Scene {
        let server: ServerThread<MiniCompositor>
        let session: ClientSession
        let seat: Seat
        let surface: Surface

        init(keymap: [UInt8]? = nil, repeatRate: Int32 = 0, seatVersion: UInt32 = 7) throws {
            server = try ServerThread { MiniCompositor($0, .init(seatVersion: seatVersion)) }
            session = try ClientSession(server)
            seat = try #require(session.globals.seats.first)
            surface = Surface(session.globals)
            try session.connection.roundtrip()
            let text = try keymap ?? SeatKeymapTests.text("us")
            _ = server.perform { _, it in
                let keyboard = it.keyboards[0]
                if let file = tmpfile() {
                    _ = write(fileno(file), text + [0], text.count + 1)
                    keyboard.sendKeymap(format: .xkbV1, fd: fileno(file), size: UInt32(text.count + 1))
                    fclose(file)
                }
                keyboard.sendRepeatInfo(rate: repeatRate, delay: 1)
                keyboard.sendEnter(serial: 1, surface: it.surfaces[0], keys: [])
                it.pointers[0].sendEnter(serial: 2, surface: it.surfaces[0], surfaceX: 10.5, surfaceY: 20)
                it.pointers[0].sendFrame()
            }
        }
    }

    @Test func keysComeWithNamesTextAndModifiers() throws {
        let scene = try Scene()
        var events: [KeyEvent] = []
        scene.seat.onKey = { event, surface in
            #expect(surface === scene.surface)
            events.append(event)
        }
        _ = scene.server.perform { _, it in
            it.keyboards[0].sendModifiers(serial: 3, modsDepressed: 1, modsLatched: 0, modsLocked: 0, group: 0)
            it.keyboards[0].sendKey(serial: 4, time: 100, key: 27, state: .pressed)
            it.keyboards[0].sendKey(serial: 5, time: 130, key: 27, state: .released)
            it.keyboards[0].sendKey(serial: 6, time: 140, key: 27, state: .unknown(7))
        }
        #expect(scene.session.turn { events.count == 2 })
        #expect(events.map(\.phase) == [.pressed, .released] && events.map(\.text) == ["}", ""])
        #expect(events[0].name == "braceright" && events[0].baseName == "bracketright")
        #expect(events[0].modifiers == .shift && events[0].serial == 4 && events[0].time == .milliseconds(100))
        #expect(events[1].serial == 5 && scene.seat.keyboardFocus === scene.surface && scene.seat.hasKeyboard)
        let devices = scene.server.perform { _, it in [it.pointers.count, it.keyboards.count, it.touches.count] }
        #expect(devices == [1, 1, 1])
    }

    @Test func aHeldKeyRepeatsUntilItIsReleasedOrTheFocusLeaves() throws {
        let scene = try Scene(repeatRate: 500)
        var phases: [KeyEvent.Phase] = []
        scene.seat.onKey = { event, _ in phases.append(event.phase) }
        _ = scene.server.perform { _, it in it.keyboards[0].sendKey(serial: 4, time: 1, key: 30, state: .pressed) }
        #expect(scene.session.turn { phases.count >= 4 })
        #expect(phases.first == .pressed && phases.dropFirst().allSatisfy { $0 == .repeated })
        _ = scene.server.perform { _, it in it.keyboards[0].sendKey(serial: 5, time: 2, key: 30, state: .released) }
        #expect(scene.session.turn { phases.last == .released })
        let count = phases.count
        for _ in 0..<5 { scene.session.loop.turn(limit: .milliseconds(4)) }
        #expect(phases.count == count)

        _ = scene.server.perform { _, it in it.keyboards[0].sendKey(serial: 6, time: 3, key: 30, state: .pressed) }
        #expect(scene.session.turn { phases.last == .repeated })
        var focus: [Bool] = []
        scene.seat.onKeyboardFocus = { focus.append($0 != nil) }
        _ = scene.server.perform { _, it in it.keyboards[0].sendLeave(serial: 7, surface: it.surfaces[0]) }
        #expect(scene.session.turn { focus == [false] })
        let after = phases.count
        for _ in 0..<5 { scene.session.loop.turn(limit: .milliseconds(4)) }
        #expect(phases.count == after)
    }

    @Test func withABrokenKeymapTheKeyboardIsSilent() throws {
        let scene = try Scene(keymap: Array("no keymap at all".utf8))
        var keys = 0
        var buttons = 0
        scene.seat.onKey = { _, _ in keys += 1 }
        scene.seat.onPointer = { frame in
            buttons += frame.events.count { if case .button = $0 { true } else { false } }
        }
        _ = scene.server.perform { _, it in
            it.keyboards[0].sendKey(serial: 4, time: 1, key: 30, state: .pressed)
            it.pointers[0].sendButton(serial: 5, time: 2, button: 0x110, state: .pressed)
            it.pointers[0].sendFrame()
        }
        #expect(scene.session.turn { buttons == 1 } && keys == 0)
    }

    @Test func pointerEventsAreGroupedByFrame() throws {
        let scene = try Scene()
        var frames: [PointerFrame] = []
        scene.seat.onPointer = { frames.append($0) }
        _ = scene.server.perform { _, it in
            let pointer = it.pointers[0]
            pointer.sendMotion(time: 5, surfaceX: 11, surfaceY: -3)
            it.relativePointers[0].sendRelativeMotion(
                utimeHi: 0, utimeLo: 5000, dx: 0.5, dy: -23, dxUnaccel: 1, dyUnaccel: 1)
            pointer.sendFrame()
            pointer.sendAxisSource(axisSource: .wheel)
            pointer.sendAxisDiscrete(axis: .verticalScroll, discrete: -1)
            pointer.sendAxis(time: 6, axis: .verticalScroll, value: -15)
            pointer.sendAxis(time: 6, axis: .horizontalScroll, value: 4)
            pointer.sendAxis(time: 6, axis: .unknown(9), value: 1)
            pointer.sendFrame()
            pointer.sendFrame()
            pointer.sendLeave(serial: 9, surface: it.surfaces[0])
            pointer.sendFrame()
        }
        #expect(scene.session.turn { frames.count == 4 })
        #expect(frames[0].events == [.enter(serial: 2)] && frames[0].x == 10.5 && frames[0].y == 20)
        #expect(
            frames[1].events == [
                .motion(x: 11, y: -3, time: .milliseconds(5)),
                .relativeMotion(dx: 0.5, dy: -23, time: .milliseconds(5)),
            ])
        guard case .scroll(let scroll)? = frames[2].events.first else {
            Issue.record("no scroll")
            return
        }
        #expect(scroll.stepsY == -1 && scroll.dy == -15 && frames[2].events.count == 1)
        #expect(frames[3].events == [.leave] && frames.allSatisfy { $0.surface === scene.surface })
    }

    @Test func aPointerThatIsTakenAwayHasLeft() throws {
        let scene = try Scene()
        var frames: [PointerFrame] = []
        scene.seat.onPointer = { frames.append($0) }
        _ = scene.server.perform { _, it in
            let pointer = it.pointers[0]
            pointer.sendButton(serial: 7, time: 5, button: 0x110, state: .pressed)
            pointer.sendFrame()
            it.seats[0].sendCapabilities(capabilities: [.keyboard])
        }
        #expect(scene.session.turn { frames.count == 3 })
        #expect(frames.last?.events == [.leave] && frames.last?.surface === scene.surface)
    }

    @Test func withoutFramesEachPointerEventStandsAlone() throws {
        let scene = try Scene(seatVersion: 3)
        var events: [PointerEvent] = []
        scene.seat.onPointer = { events += $0.events }
        _ = scene.server.perform { _, it in
            it.pointers[0].sendButton(serial: 5, time: 2, button: 0x111, state: .pressed)
            it.pointers[0].sendAxis(time: 6, axis: .verticalScroll, value: 4)
        }
        #expect(scene.session.turn { events.count == 3 })
        #expect(events[1] == .button(code: 0x111, isPressed: true, serial: 5, time: .milliseconds(2)))
    }

    @Test func inputForASurfaceThatHasEndedIsNobodys() throws {
        let scene = try Scene()
        var frames = 0
        scene.seat.onPointer = { frame in
            #expect(frame.surface == nil)
            frames += 1
        }
        scene.seat.onKey = { _, _ in Issue.record("a key without a surface") }
        scene.surface.destroy()
        _ = scene.server.perform { _, it in
            it.keyboards[0].sendKey(serial: 4, time: 1, key: 30, state: .pressed)
            it.pointers[0].sendMotion(time: 1, surfaceX: 1, surfaceY: 1)
            it.pointers[0].sendFrame()
        }
        #expect(scene.session.turn { frames == 2 })
    }

    @Test func touchesAreGroupedAndCancelled() throws {
        let scene = try Scene()
        var lines: [String] = []
        scene.seat.onTouch = { events in
            lines.append(
                events.map { event in
                    switch event {
                    case .down(let id, let surface, let x, _, _, _): "down \(id) \(surface === scene.surface) \(x)"
                    case .motion(let id, let x, let y, _): "motion \(id) \(x) \(y)"
                    case .up(let id, let serial, _): "up \(id) \(serial)"
                    case .cancel: "cancel"
                    }
                }.joined(separator: ", "))
        }
        _ = scene.server.perform { _, it in
            it.touches[0].sendDown(serial: 3, time: 1, surface: it.surfaces[0], id: 0, x: 1.5, y: 2)
            it.touches[0].sendMotion(time: 2, id: 0, x: 3, y: 4)
            it.touches[0].sendFrame()
            it.touches[0].sendUp(serial: 4, time: 3, id: 0)
            it.touches[0].sendFrame()
            it.touches[0].sendCancel()
        }
        #expect(scene.session.turn { lines.count == 3 })
        #expect(lines == ["down 0 true 1.5, motion 0 3.0 4.0", "up 0 4", "cancel"])
    }

    @Test func theCursorIsSetOnEnterAndCanBeHidden() throws {
        let scene = try Scene()
        var entered = false
        scene.seat.onPointer = { _ in entered = true }
        scene.seat.cursor = .hidden
        #expect(scene.session.turn { entered })
        try scene.session.connection.roundtrip()
        #expect(scene.server.perform { _, it in it.requests.last } == "cursor 2 hidden")
    }
}
