import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import OrielStamps
import OrielTestSupport
import Testing

/// The costs of one, a hundred and ten thousand of each thing that a player is given: threads, descriptors, memory and
/// the main thread's time. Prints a table, row by row (`scripts/prove costs`). `ORIEL_COSTS_OF=subtitles,drops`
/// measures some things only.
@Suite(.serialized, .enabled(if: Counts.of("ORIEL_COSTS", default: 0) > 0, "long; ORIEL_COSTS=10000 runs it"))
struct CostTableTests {
    private static let counts = [1, 100, 10_000].filter { $0 <= Counts.of("ORIEL_COSTS", default: 0) }

    private enum Thing: String, CaseIterable {
        case audioFiles = "audio files", listEntries = "list entries", drops, subtitles, adds
        case busMessages = "bus messages", views, layers, handlers, seats

        /// The things to measure: those that `ORIEL_COSTS_OF` names, or all.
        static let wanted: [Thing] = {
            let names = Executable.environment["ORIEL_COSTS_OF"].map { $0.split(separator: ",") }
            return allCases.filter { thing in names?.contains { $0 == thing.rawValue } ?? true }
        }()
    }

    private struct Cost {
        var threads = 0, descriptors = 0, megabytes = 0
        /// Processor time of the main thread, and the longest time in which it answered nothing, in milliseconds.
        var processor = 0, longest = 0
    }

    private let clip = StampedClip(
        stream: .green, size: Size(width: 320, height: 180), frames: 300, sound: ClipSound())

    @Test func eachThingIsBounded() throws {
        func pad(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        print("thing            count  threads  descriptors    MB  main thread ms  longest ms")
        for thing in Thing.wanted {
            var first: Cost?
            for count in Self.counts {
                let words = "\(thing.rawValue)".padding(toLength: 14, withPad: " ", startingAt: 0) + pad("\(count)", 7)
                do {
                    let cost = try cost(of: thing, count)
                    print(
                        words + pad("\(cost.threads)", 9) + pad("\(cost.descriptors)", 13) + pad("\(cost.megabytes)", 6)
                            + pad("\(cost.processor)", 13) + pad("\(cost.longest)", 14))
                    if first == nil { first = cost }
                    #expect(cost.threads <= (first?.threads ?? 0) + 4, "\(words): threads")
                    if thing != .layers, thing != .views {
                        #expect(cost.descriptors <= (first?.descriptors ?? 0) + 64, "\(words): descriptors")
                    }
                } catch {
                    print(words + "  refused or not answered: \(error)")
                }
                // A run of ten minutes may be watched.
                fflush(nil)
            }
        }
    }

    private func cost(of thing: Thing, _ count: Int) throws -> Cost {
        var offer = FakeOffer()
        offer.hasSubcompositor = true
        if thing == .seats { offer.seats = count }
        let fake = try FakeCompositor(offer)
        defer { fake.stop() }
        let folder = try TemporaryFolder()
        let (film, oriel) = (try clip.file(), try Executable.built("oriel"))
        let bus = thing == .busMessages ? try MessageBus() : nil
        defer { bus?.stop() }
        let lines = (0..<count).map { _ in film + "\n" }.joined()
        let list = folder.path + "/list.m3u"
        try Data(lines.utf8).write(to: URL(filePath: list))
        let program: ChildProcess
        // Without sound no audio file is opened.
        let play = (thing == .audioFiles ? ["play"] : ["play", "--audio", "none"]) + ["--paused", "--id", "a"]
        switch thing {
        case .audioFiles:
            program = try fake.launch(oriel, play + (0..<count).flatMap { _ in ["--audio-file", film] } + [film])
        case .listEntries: program = try fake.launch(oriel, play + [list])
        case .views, .layers, .handlers:
            program = try fake.launch(Executable.built("oriel-lab"), ["crowd", thing.rawValue, "\(count)", film])
        case .drops, .subtitles, .adds, .busMessages, .seats:
            let environment = bus.map {
                ["DBUS_SESSION_BUS_ADDRESS": $0.address, "DBUS_SYSTEM_BUS_ADDRESS": $0.address]
            }
            program = try fake.launch(oriel, play + [film], environment: environment ?? [:])
        }
        defer { program.stop(grace: .zero) }
        guard
            fake.wait(
                .seconds(120),
                until: { surfaces, _ in
                    surfaces.contains { $0.role == .toplevel && $0.isMapped }
                })
        else { throw TestSupportError("no window: \(program.standardError.suffix(200))") }
        let remote = RemoteControl(
            directory: try RuntimeDirectory(base: fake.runtimeFolder), display: fake.socket)
        var cost = Cost()
        func ask() {
            let start = MonotonicClock.now
            _ = try? remote.status()
            cost.longest = max(cost.longest, Int((MonotonicClock.now - start) / .milliseconds(1)))
        }
        switch thing {
        case .drops, .subtitles:
            let window = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
            let text = try (0..<count).map { number in
                guard thing == .subtitles else { return "file://\(film)\r\n" }
                let path = "\(folder.path)/\(number).srt"
                try Data("1\n00:00:01,000 --> 00:00:02,000\nLine\n".utf8).write(to: URL(filePath: path))
                return "file://\(path)\r\n"
            }.joined()
            fake.drag(FakeCompositor.Dragged(text), over: window.number)
            _ = fake.wait(.seconds(10)) { _, events in
                events.contains { if case .asked(let word) = $0.kind { word.hasPrefix("accept") } else { false } }
            }
            fake.drop()
        case .adds:
            // The window may be there before the broker has the player.
            _ = wait(.seconds(10)) { (try? remote.status())?.players.isEmpty == false }
            for _ in 0..<count { try remote.perform(.player(.add(film))) }
        case .busMessages:
            let stranger = try StandInPortal(.back, at: bus?.address ?? "")
            defer { stranger.stop() }
            try stranger.forge(isLocked: true, times: max(1, count / 16))
        default: break
        }
        // Until the main thread rests.
        let deadline = MonotonicClock.now + .seconds(120)
        var last = -1
        while MonotonicClock.now < deadline {
            ask()
            pause(.milliseconds(300), because: "the span whose processor time is measured")
            let now = Self.processor(of: program.pid)
            if now - last <= 12 { break }
            last = now
        }
        guard let usage = ProcessUsage(of: program.pid) else {
            throw TestSupportError("it has ended: \(program.standardError.suffix(300))")
        }
        (cost.threads, cost.descriptors) = (usage.threads, usage.descriptors ?? 0)
        cost.megabytes = usage.residentBytes >> 20
        cost.processor = Self.processor(of: program.pid)
        return cost
    }

    /// Processor time of a process's main thread, in milliseconds.
    private static func processor(of pid: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/schedstat", encoding: .utf8)) ?? ""
        return text.split(separator: " ").first.flatMap { Int($0) }.map { $0 / 1_000_000 } ?? 0
    }
}
