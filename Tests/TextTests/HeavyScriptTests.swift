import Foundation
import OrielGeometry
import OrielPlatform
import OrielTestSupport
import OrielText
import Testing

/// Scripts for which libass needs more memory than available, and realistic ones that come close.
@Suite(.serialized, .enabled(if: hasFonts, "no libass or no font is installed"))
struct HeavyScriptTests {
    init() { ScriptMemory.isLimited = true }

    private static let surface = Size(width: 1280, height: 720)
    /// Maximum number of bytes that a script may add to the process at any time.
    private static let allowed = 128 << 20

    private static func track(_ header: [UInt8], _ events: [(layer: Int, text: String)]) -> SubtitleTrack {
        let track = SubtitleTrack(header: header)
        for (order, event) in events.enumerated() {
            track.add(
                SubtitleTrack.Chunk(
                    bytes: Array("\(order),\(event.layer),Default,,0,0,0,,\(event.text)".utf8), start: .zero,
                    duration: .seconds(600)))
        }
        return track
    }

    private static func track(_ script: HeavyScript) -> SubtitleTrack {
        track(Array((HeavyScript.header + script.fonts).utf8), script.events)
    }

    /// Returns resident bytes of this process by a key of /proc/self/status.
    private static func resident(_ key: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
        return try #require(line.flatMap { Int($0.filter(\.isNumber)) }) << 10
    }

    /// Returns the maximum of resident bytes during `body`, above those before it.
    private static func growth(_ body: () -> Void) throws -> Int {
        ProcessMemory.trim()
        // proc(5): resets the peak.
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = try resident("VmRSS")
        body()
        return try resident("VmHWM") - before
    }

    private static func draw(_ track: SubtitleTrack, frames: Int = 3) -> [TextPicture] {
        (0..<frames).map { track.draw(at: .milliseconds(1000 + $0 * 400), on: SubtitleGeometry(surface: surface)) }
    }

    /// A library must not replace the allocator that its app's toolkit uses.
    @Test func noScriptIsLimitedUnlessTheProgramAsks() async {
        await #expect(processExitsWith: .success) {
            ScriptMemory.isLimited = false
            let images = Self.draw(Self.track(HeavyScript.hostile[1]), frames: 1)
            // Drawn in the end, or refused for its pixels.
            #expect(images.count == 1 && [nil, .scriptDrawsTooMuch].contains(images[0].problem))
        }
    }

    @Test(arguments: HeavyScript.hostile)
    func aHostileScriptTakesBoundedMemory(script: HeavyScript) throws {
        var images: [TextPicture] = []
        let track = Self.track(script)
        let growth = try Self.growth { images = Self.draw(track) }
        print("\(script.name): \(growth >> 20) MB more, \(images.last?.problem.map { "\($0)" } ?? "drawn")")
        #expect(growth <= Self.allowed)
        // An abandoned script stays abandoned.
        if images.contains(where: { $0.problem != nil }) { #expect(images.last?.problem != nil) }
    }

    /// Each reason for a refusal occurs and is reported.
    @Test func aScriptThatIsTooHeavyIsNoLongerShown() {
        let first = Self.draw(Self.track(HeavyScript.hostile[1]))
        #expect(first.allSatisfy { $0.bitmap == nil && $0.problem == .scriptIsTooHeavy(96 << 20) })
        #expect("\(TextProblem.scriptIsTooHeavy(96 << 20))".contains("96 MB"))
        let second = Self.draw(Self.track(HeavyScript.hostile[2]), frames: 1)
        #expect(second.first?.problem == .scriptDrawsTooMuch)
        // Other scripts are drawn as before.
        #expect(Self.draw(Self.track(HeavyScript.honest[0])).allSatisfy { $0.bitmap != nil && $0.problem == nil })
    }

    @Test(arguments: HeavyScript.honest)
    func honestTypesettingIsDrawnPixelForPixel(script: HeavyScript) throws {
        let images = Self.draw(Self.track(script))
        let reference = try AssReference(script, Self.surface)
        for (number, image) in images.enumerated() {
            #expect(image.problem == nil)
            let bitmap = try #require(image.bitmap)
            let wanted = reference.draw(at: 1000 + Int64(number) * 400)
            var differing = 0
            for y in 0..<Self.surface.height {
                for x in 0..<Self.surface.width where bitmap[x, y] != wanted[y * Self.surface.width + x] {
                    differing += 1
                }
            }
            #expect(differing == 0, "frame \(number)")
        }
    }

    /// Each of `count` scripts is a hostile one with numbers, overrides and bytes changed at random.
    @Test func mutationsOfHostileScriptsTakeBoundedMemory() throws {
        let count = Executable.environment["ORIEL_MUTATIONS"].flatMap { Int($0) } ?? 40
        let first = Executable.environment["ORIEL_MUTATION_SEED"].flatMap { UInt64($0) } ?? 1
        var most = 0
        var refused = 0
        for seed in first..<first + UInt64(count) {
            var generator = SeededGenerator(seed: seed)
            let script = try #require(HeavyScript.hostile.randomElement(using: &generator))
            let events = script.events.prefix(Int.random(in: 1...script.events.count, using: &generator)).map {
                (layer: $0.layer, text: Self.mutated($0.text, &generator))
            }
            let track = Self.track(Array(HeavyScript.header.utf8), events)
            var isRefused = false
            let growth = try Self.growth { isRefused = Self.draw(track, frames: 2).contains { $0.problem != nil } }
            #expect(growth <= Self.allowed, "seed \(seed), of \(script.name)")
            most = max(most, growth)
            refused += isRefused ? 1 : 0
        }
        print("\(count) mutations: \(most >> 20) MB more at most, \(refused) refused")
    }

    private static let pieces = [
        "{\\blur100}", "{\\be127}", "{\\bord500}", "{\\fscx9999}", "{\\t(\\fs900)}", "{\\p4}", "{\\p0}",
        "{\\clip(1,m 0 0 l 9 9)}",
        "{\\fnNone}", "{\\frx89}", "\\N", "{\\q2}", "\u{202E}", "\u{1F600}", "-", "0", "99999999", "}", "{", "(",
    ]

    private static func mutated(_ text: String, _ generator: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes.insert(contentsOf: pieces.randomElement(using: &generator)?.utf8 ?? "".utf8, at: place)
            case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 32...126, using: &generator)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 3))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// libass may fail at any allocation beyond the limit; this causes no crash and no leak.
    @Test func eachAllocationMayBeTheLast() throws {
        var ends = Set<String>()
        let script = HeavyScript(
            "all kinds", HeavyScript.honest.map { $0.events[0].text } + ["{\\fnNoSuch}\u{645}\u{631} \u{4F60}"])
        let count = Executable.environment["ORIEL_LIMITS"].flatMap { Int($0) } ?? 60
        var after = 0
        for number in 0..<count {
            // The memory that libass needs for fonts differs between systems.
            let limit = Int(Double(1 << 20) * pow(24, Double(number) / Double(count)))
            let reference = try AssReference(script, Size(width: 640, height: 360), limit: limit)
            ends.insert(reference.isRefused ? "script" : reference.drawLimited(at: 1000) ? "drawn" : "frame")
            if number == count / 2 { after = try Self.resident("VmRSS") }
        }
        ProcessMemory.trim()
        #expect(ends == ["script", "frame", "drawn"])
        #expect(try Self.resident("VmRSS") - after < 8 << 20)
    }
}
