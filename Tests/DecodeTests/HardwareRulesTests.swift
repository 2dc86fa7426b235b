import Foundation
import Glibc
import OrielDecode
import OrielTestSupport
import Testing

/// Rules without a device.
@Suite struct HardwareRulesTests {
    private let node = RenderNode(path: "/dev/dri/renderD128", driver: "amdgpu")

    /// No driver was seen yet.
    @Test func autoTakesOnlyWhatWasSeen() {
        let reason = HardwareRules.refusal(.auto, codec: "vp9", node: node)
        #expect(reason?.contains("vp9") == true && reason?.contains("amdgpu") == true)
    }

    @Test func aNamedWayIsTriedWithAnyDriver() {
        let unknown = RenderNode(path: "/dev/dri/renderD129", driver: nil)
        #expect(HardwareRules.refusal(.vaapi, codec: "hevc", node: unknown) == nil)
        #expect(HardwareRules.refusal(.vaapi, codec: "hevc", node: nil) != nil)
        #expect(HardwareRules.refusal(.no, codec: "vp9", node: node) != nil)
    }

    /// Without a mark of its keyframes, software could not go on after a failure.
    @Test func imagesAndCodecsWithoutEntriesStayInSoftware() {
        #expect(HardwareRules.refusal(.vaapi, codec: "mpeg2video", node: node) != nil)
        #expect(HardwareRules.refusal(.vaapi, codec: "mjpeg", node: node, isStillImage: true) != nil)
    }

    /// Devices of a made-up machine: files as the kernel has them.
    private struct Machine {
        let folder: TemporaryFolder
        var nodes: [RenderNode] { RenderNode.all(in: folder.path) }

        /// - Parameter devices: nodes of each device, and their numbers.
        init(_ devices: [[(name: String, number: String)]]) throws {
            folder = try TemporaryFolder()
            for device in devices {
                for node in device {
                    try Data().write(to: URL(filePath: "\(folder.path)/\(node.name)"))
                    for other in device {
                        try FileManager.default.createDirectory(
                            atPath: "\(folder.path)/sys/dev/char/\(node.number)/device/drm/\(other.name)",
                            withIntermediateDirectories: true)
                    }
                }
            }
        }

        func choice(_ number: UInt64) -> String? {
            RenderNode.choice(of: nodes, for: number, system: "\(folder.path)/sys")?.path.split(separator: "/").last
                .map(String.init)
        }
    }

    @Test func theCompositorsDeviceIsChosen() throws {
        let machine = try Machine([
            [("card0", "226:0"), ("renderD128", "226:128")], [("card1", "226:1"), ("renderD129", "226:129")],
            [("card2", "226:2")], [("renderD131", "511:1048575")],
        ])
        #expect(machine.nodes.count == 3)
        // Numbers as `makedev` puts them together.
        #expect(machine.choice(0xE280) == "renderD128" && machine.choice(0xE281) == "renderD129")
        #expect(machine.choice(0xE201) == "renderD129", "the display's node of the same device")
        #expect(machine.choice(0xE202) == "renderD128", "a device for displays alone")
        #expect(machine.choice(0xE2FF) == "renderD128" && machine.choice(0) == "renderD128")
        #expect(machine.choice(.max) == "renderD128", "an unknown device")
        #expect(machine.choice(0xFFF1_FFFF) == "renderD131")
        #expect(try Machine([]).choice(0xE280) == nil)
    }

    /// The machine's own devices: each node, also one for displays, leads to its device's render node.
    @Test(.enabled(if: VideoDriver.isReal, "only where there are devices"))
    func theMachinesDevicesAreChosenByTheirNumbers() throws {
        let nodes = RenderNode.all()
        try #require(nodes.count >= 2)
        #expect(Set(nodes.map(\.driver)).count == nodes.count)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/dev/dri") {
            var status = stat()
            guard stat("/dev/dri/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { continue }
            let node = RenderNode(path: "/dev/dri/\(name)")
            #expect(RenderNode.choice(of: nodes, for: UInt64(status.st_rdev))?.driver == node.driver, "\(name)")
        }
    }

    /// The compositor is waited for only where there are several devices, and not for ever.
    @Test func theChoiceDoesNotWaitForEver() throws {
        let one = try Machine([[("renderD130", "226:130")]])
        let two = try Machine([[("renderD128", "226:128")], [("renderD129", "226:129")]])
        let display = DisplayFacts()
        func choice(_ machine: Machine, _ limit: Duration) -> String? {
            let system = "\(machine.folder.path)/sys"
            return RenderNode.chosen(for: display, within: limit, in: machine.folder.path, system: system)?.path
                .split(separator: "/").last.map(String.init)
        }
        let clock = ContinuousClock()
        var start = clock.now
        #expect(choice(one, .seconds(20)) == "renderD130" && clock.now - start < .seconds(5))
        start = clock.now
        #expect(choice(two, .milliseconds(50)) == "renderD128" && clock.now - start >= .milliseconds(50))
        display.note(device: 0xE281)
        #expect(choice(two, .seconds(20)) == "renderD129" && choice(one, .seconds(20)) == "renderD130")
        display.note(device: nil)
        #expect(choice(two, .seconds(20)) == "renderD128" && clock.now - start < .seconds(5))
    }

    @Test func nodesAreFoundByTheirNames() throws {
        let folder = try TemporaryFolder()
        #expect(RenderNode.all(in: folder.path).isEmpty)
        for name in ["card0", "renderD129", "renderD130"] {
            try Data().write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        let paths = RenderNode.all(in: folder.path).map(\.path)
        #expect(paths == ["\(folder.path)/renderD129", "\(folder.path)/renderD130"])
    }
}
