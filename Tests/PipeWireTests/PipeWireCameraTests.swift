import Foundation
import OrielPipeWire
import OrielPlatform
import OrielPlayer
import OrielTestSupport
import Synchronization
import Testing

/// The cameras of a private PipeWire, as they come and go.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("pipewire"), "pipewire is not installed"),
    .enabled(if: Executable.isExpected("wireplumber"), "wireplumber is not installed"))
struct PipeWireCameraTests {
    private let server: PipeWireServer

    init() throws { server = try PipeWireServer() }

    private final class Heard: Sendable {
        struct State {
            var lists: [[PipeWireCamera]] = []
            var ends: [PipeWireEnd] = []
        }
        let state = Mutex(State())

        var last: [PipeWireCamera]? { state.withLock { $0.lists.last } }
        var ends: [PipeWireEnd] { state.withLock { $0.ends } }
    }

    private func watch(_ heard: Heard) throws -> PipeWireCameraWatch {
        try PipeWireCameraWatch(
            remote: server.connect(), changed: { list in heard.state.withLock { $0.lists.append(list) } },
            ended: { end in heard.state.withLock { $0.ends.append(end) } })
    }

    @Test func camerasAreListedAsTheyComeAndGo() throws {
        let heard = Heard()
        let watch = try watch(heard)
        #expect(wait(.seconds(10)) { heard.last == [] })
        // Other sources are no cameras.
        let window = try VideoSource(["--name", "window"], in: server)
        defer { window.stop() }
        let front = try VideoSource(["--role", "Camera", "--name", "front", "--format", "yuy2"], in: server)
        #expect(wait(.seconds(10)) { heard.last?.map(\.name) == ["front"] && heard.last?[0].forms.isEmpty == false })
        #expect(heard.last?[0].forms == [.init(.yuy2, width: 560, height: 320, rate: 240)], "\(heard.last ?? [])")
        #expect(heard.last?[0].node == front.node && heard.last?[0].hasFailed == false)
        let back = try VideoSource(["--role", "Camera", "--name", "back", "--format", "strange"], in: server)
        defer { back.stop() }
        #expect(wait(.seconds(10)) { heard.last?.map(\.name) == ["front", "back"] })
        // A layout that can't be shown is none, and other sizes are news.
        #expect(wait(.seconds(10)) { heard.last?.last?.forms == [.init(nil, width: 560, height: 320, rate: 240)] })
        try front.tell("form jpeg 640x480")
        #expect(
            wait(.seconds(10)) {
                heard.last?.first?.forms == [.init(nil, isCompressed: true, width: 640, height: 480, rate: 240)]
            }, "\(heard.last ?? [])")
        try front.tell("form nv12 640x480")
        #expect(wait(.seconds(10)) { heard.last?.first?.forms == [.init(.nv12, width: 640, height: 480, rate: 240)] })
        front.stop()
        #expect(wait(.seconds(10)) { heard.last?.map(\.name) == ["back"] })
        #expect(heard.ends == [])
        server.kill()
        #expect(wait(.seconds(10)) { heard.ends == [.lost] }, "\(heard.ends)")
        withExtendedLifetime(watch) {}
    }

    /// Watches that come and go leave no thread and no descriptor.
    @Test func nothingIsLeftOfWatches() throws {
        let front = try VideoSource(["--role", "Camera", "--name", "front"], in: server)
        defer { front.stop() }
        func once() throws {
            let heard = Heard()
            let watch = try watch(heard)
            #expect(wait(.seconds(10)) { heard.last?.count == 1 })
            watch.stop()
            #expect(wait(.seconds(10)) { heard.ends == [.stopped] })
        }
        try once()
        let before = (OwnProcess.descriptors, OwnProcess.threads())
        for _ in 0..<10 { try once() }
        #expect(
            wait(.seconds(5)) { OwnProcess.descriptors <= before.0 + 2 && OwnProcess.threads() <= before.1 + 2 },
            "\(before) \(OwnProcess.descriptors)")
        // Stopped before it has begun.
        let heard = Heard()
        try watch(heard).stop()
        #expect(wait(.seconds(10)) { heard.ends == [.stopped] })
    }

    // MARK: Forms

    private static func form(
        _ forms: [PipeWireCamera.Form], for width: Int, _ height: Int
    ) -> PipeWireCamera.Form? {
        var camera = PipeWireCamera(node: 1, name: "front", description: "")
        camera.forms = forms
        return camera.form(for: width, height, rate: 30)
    }

    @Test func theFormThatComesClosestIsChosen() {
        let small = PipeWireCamera.Form(.yuy2, width: 640, height: 480, rate: 30)
        let middle = PipeWireCamera.Form(.nv12, width: 1280, height: 720, rate: 30)
        let large = PipeWireCamera.Form(.nv12, width: 1920, height: 1080, rate: 30)
        let slow = PipeWireCamera.Form(.yuy2, width: 1280, height: 720, rate: 5)
        let compressed = PipeWireCamera.Form(nil, width: 1280, height: 720, rate: 60)
        let all = [compressed, large, slow, small, middle]
        #expect(Self.form(all, for: 1280, 720) == middle)
        #expect(Self.form(all, for: 1000, 700) == middle && Self.form(all, for: 10, 10) == small)
        #expect(Self.form(all, for: 4000, 3000) == large)
        // One that covers the wish is better, wherever it is in the list.
        #expect(Self.form([small, large], for: 1280, 720) == large)
        #expect(Self.form([large, small], for: 1280, 720) == large)
        // A small fluent picture is better than a slow one; a slow one is better than none.
        #expect(Self.form([slow, small], for: 1280, 720) == small && Self.form([slow], for: 1280, 720) == slow)
        #expect(Self.form([compressed], for: 1280, 720) == nil && Self.form([], for: 1280, 720) == nil)
        // Compressed pictures where they are larger or faster, not otherwise.
        let packed = PipeWireCamera.Form(nil, isCompressed: true, width: 1280, height: 720, rate: 30)
        #expect(Self.form([packed, middle], for: 1280, 720) == middle)
        #expect(Self.form([middle, packed], for: 1280, 720) == middle)
        #expect(Self.form([slow, packed, small], for: 1280, 720) == packed)
        #expect(Self.form([packed, small], for: 640, 480) == small)
        let wild = [PipeWireCamera.Form(.yuy2, width: 100_000, height: 1), .init(.yuy2, width: 0, height: 0)]
        #expect(Self.form(wild, for: 1280, 720) == nil)
    }
}
