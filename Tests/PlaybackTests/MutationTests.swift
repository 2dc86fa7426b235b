import Foundation
import Glibc
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlayback
import OrielSubtitles
import OrielTestSupport
import OrielText
import Synchronization
import Testing

/// Malformed media: mutations of a small good file of each container, played with sound and subtitles and sought in one child
/// process, so that a crash of a library is caught and the seed that caused it is known.
@Suite(.serialized) struct MutationTests {
    /// With `ORIEL_MUTATION_SOURCES`, those whose names have this in them.
    static let sources = MutationSource.all.filter { source in
        ProcessInfo.processInfo.environment["ORIEL_MUTATION_SOURCES"].map { source.name.contains($0) } ?? true
    }

    /// One try: which file, and what is done to it, all by the seed.
    static func mutate(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var bytes = bytes
        // The first half of a kilobyte decides most, so half of all damage is done there.
        func place() -> Int {
            let isHeader = Bool.random(using: &generator)
            return Int.random(in: 0..<(isHeader ? min(512, bytes.count) : bytes.count), using: &generator)
        }
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                bytes[place()] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
        case 1: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
        case 2:
            let start = place()
            for index in start..<min(bytes.count, start + Int.random(in: 1...400, using: &generator)) {
                bytes[index] = 0
            }
        case 3:
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                bytes[place()] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            }
        default:
            let start = place()
            let end = min(bytes.count, start + Int.random(in: 1...300, using: &generator))
            let piece = bytes[start..<end]
            bytes.insert(contentsOf: piece, at: place())
        }
        return bytes
    }

    /// Descriptors open in this process.
    static var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

    /// Threads of pipelines and of the decoders in them.
    static var pipelineThreads: Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let names = tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        return names.count { $0.hasPrefix("oriel-") || $0.hasPrefix("av:") }
    }

    /// Resident memory in kilobytes, by its key in /proc/self/status.
    static func memory(_ key: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// Resident memory in kilobytes without what is free already, which differs by megabytes with which thread freed what.
    static var settledMemory: Int {
        ProcessMemory.trim()
        return memory("VmRSS")
    }

    /// Takes all sound at once, and keeps none.
    private final class Drain: AudioRenderer {
        let roomWakeup: Wakeup
        private let taken = Atomic(0)
        /// So much as nobody would listen to: times that are minutes apart are silence, however long, and a player's device takes its time.
        var isSated: Bool { taken.load(ordering: .relaxed) > 48000 * 600 }
        init() throws { roomWakeup = try Wakeup() }
        func prepare(rate: Int, channels: Int) -> AudioFormat { AudioFormat(rate: rate, channels: 2) }
        func enqueue(_ buffer: AudioBuffer, from offset: Int) -> Int {
            taken.add(buffer.frames - offset, ordering: .relaxed)
            return buffer.frames - offset
        }
        func requestRoom() { roomWakeup.signal() }
        func flush(before epoch: Int) {}
    }

    /// What fonts there are is the machine's business: few, so that a library is open soon.
    private static let textOptions: TextOptions = {
        var options = TextOptions()
        let path = IndexClip.folder + "/fonts.conf"
        let text = "<?xml version=\"1.0\"?><fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir>"
        try? (text + "<cachedir>\(IndexClip.folder)</cachedir></fontconfig>").write(
            toFile: path, atomically: true, encoding: .utf8)
        options.fontConfiguration = path
        return options
    }()

    /// Decodes and draws what has come of some subtitles; answers how many times something was to be seen.
    private static func draw(_ streams: some Collection<SubtitleStream>) -> Int {
        let size = Size(width: 96, height: 64)
        let geometry = SubtitleGeometry(surface: size, picture: Rect(origin: .zero, size: size), video: size)
        var seen = 0
        for stream in streams.prefix(4) {
            let subtitles = Subtitles(stream, textOptions)
            for time in [0.5, 0.7, 1.4] where subtitles.draw(at: .seconds(time), on: geometry).bitmap != nil {
                seen += 1
            }
        }
        return seen
    }

    /// Reads a file of subtitles as the player does.
    static func exerciseSubtitles(_ path: String) throws -> String {
        let files = try SubtitleFiles([.path(path)], beside: nil, allowsNetwork: false, wakeup: Wakeup())
        defer { files.close() }
        let deadline = MonotonicClock.now + Viewer.patience
        while !files.isComplete {
            guard MonotonicClock.now < deadline else { throw Viewer.Stuck() }
            usleep(500)
        }
        return "\(draw(files.streams)) lines"
    }

    /// Plays a file as far as it goes, seeks about in it, and closes it.
    static func exercise(_ path: String, seed: UInt64) throws -> String {
        let drain = try Drain()
        let viewer = try Viewer(.path(path), audio: drain)
        var count = 0
        while count < 200, try viewer.next(unless: drain.isSated) != nil { count += 1 }
        if viewer.pipeline.snapshot.info != nil, !drain.isSated {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<3 {
                let time = Duration.milliseconds(Int.random(in: 0...2000, using: &generator))
                if try viewer.seek(time, Bool.random(using: &generator) ? .exact : .keyframe) != nil { count += 1 }
            }
        }
        let lines = draw(viewer.pipeline.subtitles)
        viewer.pipeline.close()
        if case .failed(let error) = viewer.pipeline.snapshot.phase { return error.reason }
        return "\(count) frames, \(lines) lines"
    }

    static func exercise(_ path: String, of source: MutationSource, seed: UInt64) throws -> String {
        source.isSubtitles ? try exerciseSubtitles(path) : try exercise(path, seed: seed)
    }

    /// The child: `ORIEL_MUTATIONS` tries from `ORIEL_MUTATION_SEED` on. Says each seed before its try; ends with code 3
    /// where one hangs, with 5 where memory grew by more than `limit` kilobytes.
    static func run(
        _ sources: [MutationSource] = MutationTests.sources, tries given: Int? = nil, limit: Int = 200_000
    ) throws {
        // As in the player.
        ProcessMemory.bound()
        guard !sources.isEmpty else {
            say("no source's name has ORIEL_MUTATION_SOURCES in it")
            _exit(2)
        }
        let environment = ProcessInfo.processInfo.environment
        let tries = given ?? environment["ORIEL_MUTATIONS"].flatMap { Int($0) } ?? 120
        let first = environment["ORIEL_MUTATION_SEED"].flatMap { UInt64($0) } ?? 0
        let path = IndexClip.path("mutation")
        var originals: [[UInt8]] = []
        for source in sources { originals.append(try IndexClip.bytes(try source.file())) }
        // What the libraries set up once is not a leak.
        for source in sources {
            let words = try exercise(try source.file(), of: source, seed: 0)
            if tries > 1000 { say("\(source.name): \(words)") }
        }
        say("as they are: \(sources.count) files")
        let descriptorsBefore = descriptors
        let memoryBefore = memory("VmRSS")
        let beginning = MonotonicClock.now
        var slope = MemorySlope()
        for seed in first..<first + UInt64(tries) {
            let which = Int(seed % UInt64(sources.count))
            if which == 0 { slope.add(settledMemory, at: MonotonicClock.now - beginning) }
            say("seed \(seed) \(sources[which].name)")
            try Data(mutate(originals[which], seed: seed)).write(to: URL(fileURLWithPath: path))
            do { say("  " + (try exercise(path, of: sources[which], seed: seed))) } catch {
                say("  hangs")
                _exit(3)
            }
        }
        unlink(path)
        let growth = memory("VmRSS") - memoryBefore
        say("\(tries) tries of \(sources.count) files in \((MonotonicClock.now - beginning).rounded)")
        if let fit = slope.fit { say("after the first \(fit.warmUp.rounded): \(fit)") }
        say(
            "descriptors \(descriptorsBefore) -> \(descriptors), memory \(memoryBefore) kB + \(growth) kB, "
                + "peak \(memory("VmHWM")) kB")
        if descriptors != descriptorsBefore { _exit(4) }
        if growth > limit { _exit(5) }
        if let fit = slope.fit, fit.isTelling, fit.least > 1 { _exit(6) }
    }

    /// The child that opens and closes one good file again and again.
    static func reopen() throws {
        let path = try ClipCase.codecs[0].file()
        func open(_ count: Int) throws {
            for seed in 0..<count {
                _ = try exercise(path, seed: UInt64(seed))
                // Closed while it opens, and while it is full.
                _ = try Viewer(path)
            }
        }
        try open(40)
        say("40 times")
        let before = (descriptors, settledMemory)
        let count = Int(ProcessInfo.processInfo.environment["ORIEL_REOPENS"] ?? "") ?? 480
        try open(count)
        let growth = settledMemory - before.1
        say("\(count) times: memory \(before.1) kB + \(growth) kB, descriptors \(before.0) -> \(descriptors)")
        if descriptors != before.0 { _exit(4) }
        // One frame of the clip leaked each time would be 10 MB; the rest, up to 2.4 MB however often, is the allocator's.
        if growth > 5000 { _exit(5) }
        if pipelineThreads > 0 { _exit(6) }
    }

    @Test func openingAndClosingLeavesNothingBehind() async throws {
        _ = try ClipCase.codecs[0].file()
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try MutationTests.reopen()
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    /// What the child said. Of one that failed its test is given no output.
    private static let log = IndexClip.folder + "/said.log"
    private static let said = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)

    /// Straight to the descriptors: a crash must not swallow it.
    static func say(_ line: String) {
        var text = line + "\n"
        text.withUTF8 {
            _ = write(1, $0.baseAddress, $0.count)
            _ = write(said, $0.baseAddress, $0.count)
        }
    }

    /// Of what was had in pieces, now more and now less: each thread's arena would keep the most it ever had, 30 MB by then.
    @Test func whatDamagedMusicTookIsGivenBack() async throws {
        unlink(Self.log)
        await #expect(processExitsWith: .success) {
            try MutationTests.run(MutationSource.all.filter { $0.name == "sound.flac" }, tries: 400, limit: 12_000)
        }
        print((try? String(contentsOfFile: Self.log, encoding: .utf8))?.split(separator: "\n").last ?? "")
    }

    /// What the long runs found. Of libavcodec 59: frame threads of APNG wait for ever for a picture that failed.
    @Test(arguments: [("apng.apng", 13750 as UInt64)])
    func whatHungOnceIsPlayed(name: String, seed: UInt64) throws {
        let source = try #require(MutationSource.all.first { $0.name == name })
        let path = IndexClip.path("hung")
        defer { unlink(path) }
        try Data(Self.mutate(try IndexClip.bytes(try source.file()), seed: seed)).write(to: URL(fileURLWithPath: path))
        print(try Self.exercise(path, of: source, seed: seed))
    }

    @Test func malformedFilesNeitherCrashNorHangNorLeak() async throws {
        unlink(Self.log)
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            try MutationTests.run()
        }
        let output = (try? String(contentsOfFile: Self.log, encoding: .utf8)) ?? ""
        let lines = output.split(separator: "\n")
        print(lines.suffix(4).joined(separator: "\n"))
        #expect(
            lines.contains { $0.hasPrefix("descriptors ") },
            "the last seed was: \(lines.last { $0.hasPrefix("seed") } ?? "none")")
        // What the player itself says of a medium is no fault.
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").filter {
            !$0.contains(" oriel: [")
        }.joined(separator: "\n")
        #expect(errors.isEmpty, "libav wrote to standard error: \(errors.prefix(500))")
        if let path = ProcessInfo.processInfo.environment["ORIEL_MUTATION_LOG"] {
            try output.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }
}
