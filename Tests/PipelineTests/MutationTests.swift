import CTestIsolation
import Foundation
import Glibc
import OrielDecode
import OrielDemux
import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielSubtitles
import OrielTestSupport
import OrielText
import Synchronization
import Testing

/// Malformed media: mutations of a small valid file of each container, played with sound and subtitles and sought in.
/// They
/// run in one child process, so that a library's crash is caught and its seed is known.
@Suite(.serialized) struct MutationTests {
    /// The mutated files; with `ORIEL_MUTATION_SOURCES` set, those whose names contain its value.
    static let sources = MutationSource.all.filter { source in
        ProcessInfo.processInfo.environment["ORIEL_MUTATION_SOURCES"].map { source.name.contains($0) } ?? true
    }

    /// Returns mutated bytes; the seed alone decides the mutation.
    static func mutate(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var bytes = bytes
        // The first half kilobyte has most of the structure, so half of all damage is done there.
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

    /// The number of threads of pipelines and their decoders.
    static var pipelineThreads: Int { OwnProcess.threads { $0.hasPrefix("oriel-") || $0.hasPrefix("av:") } }

    /// Waits for the threads of closed pipelines, which `close` leaves behind after 80 ms on a busy machine.
    private static func settle() {
        let deadline = MonotonicClock.now + Viewer.patience
        while pipelineThreads > 0, MonotonicClock.now < deadline { usleep(5000) }
        Stragglers.join()
    }

    /// Resident memory in kilobytes without the allocator's free memory, which varies by megabytes with the freeing
    /// thread.
    static var settledMemory: Int {
        ProcessMemory.trim()
        return OwnProcess.kilobytes("VmRSS")
    }

    /// An audio renderer that takes all sound at once and keeps none.
    private final class Drain: AudioRenderer {
        let roomWakeup: Wakeup
        private let taken = Atomic(0)
        /// Whether it has taken more than ten minutes of sound. Timestamps minutes apart are filled with silence of any
        /// length, and a
        /// real device would take its time for it.
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

    /// Text options with few fonts, whatever the machine has, so that a library opens soon.
    private static let textOptions: TextOptions = {
        var options = TextOptions()
        let path = IndexClip.folder + "/fonts.conf"
        let text = "<?xml version=\"1.0\"?><fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir>"
        try? (text + "<cachedir>\(IndexClip.folder)</cachedir></fontconfig>").write(
            toFile: path, atomically: true, encoding: .utf8)
        options.fontConfiguration = path
        return options
    }()

    /// Decodes and draws the subtitles that have come; returns how many drawings weren't empty.
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

    /// Reads a subtitle file as the player does and returns a summary.
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

    /// Plays a file as far as it goes, seeks in it, closes it, and returns a summary.
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

    /// Runs in the child: `ORIEL_MUTATIONS` tries from `ORIEL_MUTATION_SEED` on. It prints each seed before its try,
    /// and
    /// exits with code 3 if one hangs, and with 5 if memory grew by more than `limit` kilobytes.
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
        // Memory that the libraries allocate once is no leak.
        for source in sources {
            let words = try exercise(try source.file(), of: source, seed: 0)
            if tries > 1000 { say("\(source.name): \(words)") }
        }
        say("as they are: \(sources.count) files")
        settle()
        let descriptorsBefore = OwnProcess.descriptors
        let memoryBefore = OwnProcess.kilobytes("VmRSS")
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
        settle()
        let growth = OwnProcess.kilobytes("VmRSS") - memoryBefore
        say("\(tries) tries of \(sources.count) files in \((MonotonicClock.now - beginning).rounded)")
        if let fit = slope.fit { say("after the first \(fit.warmUp.rounded): \(fit)") }
        say(
            "descriptors \(descriptorsBefore) -> \(OwnProcess.descriptors), memory \(memoryBefore) kB + \(growth) kB, "
                + "peak \(OwnProcess.kilobytes("VmHWM")) kB")
        if OwnProcess.descriptors != descriptorsBefore { _exit(4) }
        if growth > limit { _exit(5) }
        if let fit = slope.fit, fit.isTelling, fit.least > 1 { _exit(6) }
    }

    /// Runs in the child: opens and closes one valid file again and again.
    static func reopen() throws {
        let path = try ClipCase.codecs[0].file()
        func open(_ count: Int) throws {
            for seed in 0..<count {
                _ = try exercise(path, seed: UInt64(seed))
                // One is closed while it opens, and one while it is full.
                _ = try Viewer(path)
            }
        }
        try open(40)
        say("40 times")
        settle()
        let before = (OwnProcess.descriptors, oriel_test_heap_in_use(), settledMemory)
        let count = Int(ProcessInfo.processInfo.environment["ORIEL_REOPENS"] ?? "") ?? 480
        try open(count)
        settle()
        let growth = (Int(oriel_test_heap_in_use()) - Int(before.1)) / 1024
        say(
            "\(count) times: heap \(before.1 >> 10) kB + \(growth) kB, memory + \(settledMemory - before.2) kB, "
                + "descriptors \(before.0) -> \(OwnProcess.descriptors)")
        if OwnProcess.descriptors != before.0 { _exit(4) }
        // A leaked packet a time would be 240 kB. Resident memory varies by 4 MB on a busy machine, since each thread's
        // arena keeps what lies between its blocks.
        if growth > 200 { _exit(5) }
        if pipelineThreads > 0 { _exit(6) }
    }

    @Test func openingAndClosingLeavesNothingBehind() async throws {
        _ = try ClipCase.codecs[0].file()
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try MutationTests.reopen()
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    /// The log of the child's lines. Swift Testing gives no output of a child whose exit test failed.
    private static let log = IndexClip.folder + "/said.log"
    private static let said = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)

    /// Writes a line directly to the descriptors, so that a crash doesn't lose it.
    static func say(_ line: String) {
        var text = line + "\n"
        text.withUTF8 {
            _ = write(1, $0.baseAddress, $0.count)
            _ = write(said, $0.baseAddress, $0.count)
        }
    }

    /// Memory allocated in pieces of varying size is freed. Otherwise each thread's arena would keep its peak, about 30
    /// MB here.
    @Test func whatDamagedMusicTookIsGivenBack() async throws {
        unlink(Self.log)
        await #expect(processExitsWith: .success) {
            try MutationTests.run(MutationSource.all.filter { $0.name == "sound.flac" }, tries: 400, limit: 12_000)
        }
        print((try? String(contentsOfFile: Self.log, encoding: .utf8))?.split(separator: "\n").last ?? "")
    }

    /// Files found by the long runs. With libavcodec 59, APNG's frame threads wait for ever for a frame that failed.
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
        // The player's own log lines about a medium are expected.
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").filter {
            !$0.contains(" oriel: [")
        }.joined(separator: "\n")
        #expect(errors.isEmpty, "libav wrote to standard error: \(errors.prefix(500))")
        if let path = ProcessInfo.processInfo.environment["ORIEL_MUTATION_LOG"] {
            try output.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }
}
