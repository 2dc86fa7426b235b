import CFFmpeg
import Logging
import OrielDecode
import OrielDemux
import OrielLibav
import OrielPlatform

/// The demux thread: opens the medium, reads packets into the queues, seeks, and repeats a loop.
///
/// `run` repeats: it takes the newest seek request and moves there (`go`), or reads one packet (`read`). At the end it
/// waits for a request. A seek goes through `approached`, which moves the source and returns the plan as it could be
/// followed, and announces the run to the decode threads with `.begin`.
struct Demuxer {
    /// Number of consecutive failed reads after which the medium counts as ended.
    private static let patience = 64

    static let logger = Logger(label: "oriel")

    let core: PipelineCore
    let source: MediaSource
    var info: MediaInfo
    private(set) var plan: SeekPlan
    /// Packets that were read ahead to distinguish an image from an animation.
    var preloaded: [Packet]
    private let packet: Packet
    var scratch: UnsafeMutablePointer<AVPacket> { packet.pointer }
    let decoding: DecoderOptions
    /// Additional audio files.
    private var files: [AudioFile] = []
    /// Media time to which the medium itself was read in this pass.
    private var readUntil: Duration?
    private var packetsInPass = 0
    private var hasSoundInPass = false
    private var failures = 0
    /// Latest end of a packet of any pass; nil if none was read.
    var farthestRead: Duration?
    /// Detects that audio comes but no video.
    var hoard = HoardWatch()
    /// End of the last audio packet that was read in this pass.
    var soundReadUntil: Duration?
    /// Whether the length was corrected to the end of the audio, after all of it was read.
    var isLengthLearned = false
    /// Bytes up to which an Ogg link in another codec was skipped; nil outside such a link.
    var skippedUntil: Int64?
    /// Whether a skipped link was reported.
    var hasReportedLink = false
    /// Media time until which all subtitle text was read, contiguously from the beginning.
    private var textReadUntil = Duration.zero

    /// Runs the thread; returns when the pipeline closes, or has failed to open the medium.
    static func run(location: MediaLocation, options: MediaPipeline.Options, core: PipelineCore) {
        if let problem = FFmpegLibraries.problem { return core.fail(MediaError(.failed(problem), location)) }
        StartTrace.mark("FFmpeg's libraries are open")
        LibavLog.redirect()
        guard let scratch = Packet() else { return core.fail(MediaError(.failed("out of memory"), location)) }
        do throws(MediaError) {
            var demuxer = try Demuxer(location, options, core, scratch)
            demuxer.run()
        } catch {
            core.fail(error)
        }
    }

    private init(
        _ location: MediaLocation, _ options: MediaPipeline.Options, _ core: PipelineCore, _ packet: Packet
    ) throws(MediaError) {
        self.core = core
        self.packet = packet
        let scratch = packet.pointer
        decoding = options.decoding
        source = try Self.source(location, options, core)
        preloaded = []
        if source.isImageFormat {
            while preloaded.count < 2, try source.read(scratch) >= 0 {
                if scratch.pointee.stream_index == source.videoIndex, let packet = try source.packet(moving: scratch) {
                    preloaded.append(packet)
                }
                av_packet_unref(scratch)
            }
        }
        let isStill = source.isImageFormat && preloaded.count < 2
        var tracks = Self.tracks(of: source, with: source)
        for file in core.renderer == nil ? [] : Self.audioFiles(of: options) {
            guard let file = Self.soundFile(file, of: location, firstTrack: tracks.count, options, core) else {
                continue
            }
            let more = Self.tracks(of: file.source, with: source)
            guard more.count == file.source.sounds.count else { continue }
            files.append(file)
            tracks += more
        }
        let audio = core.renderer == nil ? nil : Self.audioDecoder(among: tracks, of: source, options)
        source.readSound(audio.flatMap { $0.track.info.file == nil ? CInt($0.track.info.stream) : nil })
        let video: DecodeItem.Decoder
        if source.videoIndex < 0 {
            // Audio that can't be decoded leaves nothing to play.
            guard let audio else {
                throw MediaError(.unsupportedAudio(tracks.first?.info.codec ?? "unknown"), location)
            }
            let picture = CoverPicture.attached(to: source.streams) ?? (core.coverless(), "")
            info = try source.info(
                decoder: nil, picture: picture, isStill: false, audio: tracks.map(\.info), playedAudio: audio.track.info
            )
            video = .picture(picture.0, length: info.isDurationGuessed ? nil : info.duration)
        } else {
            let decoder = try VideoDecoder(
                source.videoStream, decoding, isStill: isStill, first: preloaded.first, memory: core.memory)
            info = try source.info(
                decoder: decoder.name, isStill: isStill, audio: tracks.map(\.info), playedAudio: audio?.track.info)
            video = .video(decoder)
        }
        info.hasLiveEdge = info.isLive && source.hasLiveEdge
        info.hasLiveWindow = info.isLive && source.hasLiveWindow
        try Self.restartIfGrowing(source)
        let start = options.startTime
        plan = start > .zero ? .to(start, .exact) : SeekPlan(approach: .stay)
        plan.generation = options.firstGeneration
        plan.seekGeneration = options.firstGeneration
        core.becomeReady(
            info, video: video, audio: audio, tracks: tracks, readsAllSound: source.readsAllSound,
            subtitles: source.subtitles, problem: source.unmetWish)
    }

    private mutating func run() {
        // A seek while opening replaces the start time.
        var wanted: SeekPlan? = core.takeRequest() ?? plan
        // A live stream begins at its edge.
        if info.hasLiveWindow {
            wanted?.approach = .stay
            wanted?.target = nil
        }
        var isAtEnd = false
        while true {
            do throws(MediaError) {
                if let wanted {
                    try go(wanted)
                    isAtEnd = false
                } else {
                    isAtEnd = try read()
                }
            } catch {
                // Reported behind everything that was read before; a newer seek may succeed.
                core.pushToAll(.end(error), run: (wanted ?? plan).run)
                isAtEnd = true
            }
            guard let request = core.nextRequest(waits: isAtEnd) else { return }
            wanted = request
        }
    }

    /// Moves to the beginning of a run and announces it.
    private mutating func go(_ wanted: SeekPlan) throws(MediaError) {
        failures = 0
        packetsInPass = 0
        hasSoundInPass = false
        soundReadUntil = nil
        skippedUntil = nil
        hoard = HoardWatch()
        adoptVideo()
        plan = try approached(wanted)
        approachFiles(plan)
        if plan.approach != .stay { for stream in source.subtitles.values { stream.jump() } }
        core.pushToAll(.begin(plan), run: plan.run)
    }

    /// Moves the source and returns the plan as far as it could be followed.
    private mutating func approached(_ wanted: SeekPlan) throws(MediaError) -> SeekPlan {
        var plan = wanted
        if plan.approach == .liveEdge {
            preloaded = []
            guard try source.reopen() >= 0 else {
                throw MediaError(.network("the server now sends a different stream"), source.location)
            }
            return plan
        }
        if info.hasLiveWindow, case .seek(let time) = plan.approach { return try approachedLive(plan, time) }
        guard info.isSeekable else {
            plan.approach = .stay
            return plan
        }
        if let duration = info.knownDuration {
            let margin = source.skipMargin
            plan.skipsUntil = plan.leavesNothingOut ? nil : plan.target.map { min($0, duration) - margin }
            plan.latest = plan.latest.map { min($0, duration) }
        }
        source.forgetReadError()
        if case .seek(let time) = plan.approach {
            let time = (info.knownDuration.map { min($0, time) } ?? time) - source.seekMargin
            if !source.seeksFromStart && time > .zero {
                preloaded = []
                try readTextBefore(time, of: plan)
                if try source.seek(to: time) >= 0 { return plan }
            }
            plan.approach = .rewind
            // Without an index of keyframes, the run decodes from the first packet to the exact time.
            if source.seeksFromStart { plan.target = plan.latest }
        }
        if plan.approach == .rewind {
            preloaded = []
            _ = try source.rewind(thoroughly: plan.attempt > 0)
        }
        return plan
    }

    /// Reads the text of the ten seconds before a seek's target. A line that is shown there may have begun earlier.
    private mutating func readTextBefore(_ time: Duration, of plan: SeekPlan) throws(MediaError) {
        guard source.hasTextBetweenPictures, time > textReadUntil, plan.attempt == 0, plan.target != nil else { return }
        guard try source.seek(to: max(textReadUntil, time - Self.textLead)) >= 0 else { return }
        while core.isCurrent(plan), try source.read(scratch) >= 0 {
            defer { av_packet_unref(scratch) }
            let index = scratch.pointee.stream_index
            if source.subtitles[index]?.append(scratch.pointee) == true { core.wakeup.signal() }
            if index == source.videoIndex, let read = try source.time(of: scratch), read >= time { return }
        }
    }

    private static let textLead = Duration.seconds(10)

    /// Moves the audio files to where the medium went.
    private mutating func approachFiles(_ plan: SeekPlan) {
        readUntil = nil
        source.readSound(core.state.withLock { $0.audioStream })
        guard plan.approach != .stay else { return }
        for file in files { file.seek(to: (plan.target ?? plan.approach.time) - Self.fileLead) }
    }

    /// Decoders need some packets before the first audible sample.
    private static let fileLead = Duration.milliseconds(300)

    /// Reads one packet of an audio file that is behind the medium. If `isLast`, of any that isn't at its end. False if
    /// there is none.
    private mutating func readFile(isLast: Bool) -> Bool {
        guard let file = files.first(where: { isLast ? !$0.isAtEnd : $0.isBehind(readUntil) }) else { return false }
        if let (packet, track) = file.read(scratch) {
            core.push(packet, to: .audio, track: track, run: plan.run)
        }
        return true
    }

    /// Reads one packet and queues it. True at the end.
    private mutating func read() throws(MediaError) -> Bool {
        if !preloaded.isEmpty {
            push(preloaded.removeFirst(), to: .video)
            return false
        }
        if readFile(isLast: false) { return false }
        source.input?.reader = core
        defer { source.input?.reader = nil }
        let code = try source.read(scratch)
        defer { av_packet_unref(scratch) }
        noteGrowth()
        if hoard.isSuspicious { try lookForChange() }
        if code >= 0 {
            failures = 0
            skippedUntil = nil
            if !files.isEmpty, let time = try source.time(of: scratch) { readUntil = max(readUntil ?? time, time) }
            let index = scratch.pointee.stream_index
            if index == source.videoIndex {
                if let packet = try source.packet(moving: scratch) { push(packet, to: .video) }
            } else if source.isHeard, let track = source.sounds.firstIndex(of: index) {
                if let packet = try source.packet(moving: scratch) { push(packet, to: .audio, track: track) }
            } else if source.subtitles[index]?.append(scratch.pointee) == true {
                core.wakeup.signal()
            }
            return false
        }
        if code == ORIEL_AVERROR_EAGAIN {
            let run = plan.run
            _ = core.state.wait(upTo: .milliseconds(10)) { $0.isClosing || $0.run != run ? true : nil }
            return false
        }
        // A seek or `close` interrupted the read: this is not the end.
        if !core.isCurrent(plan) { return false }
        if code != ORIEL_AVERROR_EOF, skipsLink() {
            if !source.isExhausted { return false }
        } else if code != ORIEL_AVERROR_EOF {
            failures += 1
            if failures < Self.patience && !source.isExhausted { return false }
        }
        // In a loop, a repetition is as long as the medium itself.
        if !core.state.withLock({ $0.loops }), readFile(isLast: true) { return false }
        // Many demuxers report the end when their input failed.
        if let error = source.readError {
            core.pushToAll(.end(error), run: plan.run)
            return true
        }
        return try finishPass()
    }

    /// Updates the counters of the pass and queues a packet. Audio well before a seek's target is dropped.
    private mutating func push(_ packet: Packet, to kind: StreamKind, track: Int? = nil) {
        if kind == .video || info.isSoundOnly { packetsInPass += 1 }
        if kind == .audio {
            hasSoundInPass = true
            noteSound(until: packet.end)
        }
        if kind == .video {
            if plan.approach.time <= textReadUntil, let end = packet.end { textReadUntil = max(textReadUntil, end) }
        }
        noteRead(until: packet.end)
        hoard.note(kind, until: packet.end, parsed: source.parsedBytes)
        // The decode thread would drop the packet, and be woken for each one.
        if kind == .audio, let target = plan.target, let end = packet.end, end < target - AudioLoop.preroll { return }
        core.push(packet, to: kind, track: track, run: plan.run)
    }

    /// Ends a pass after the last packet: begins a repetition, or announces the end. True at the end.
    private mutating func finishPass() throws(MediaError) -> Bool {
        if let refused = source.refused {
            // The refused reference is reported after everything else was shown.
            core.pushToAll(.end(refused), run: plan.run)
            return true
        }
        settleGrowth()
        learnLength()
        let loops = core.state.withLock { $0.loops }
        guard loops, info.isSeekable, !info.video.isStillImage || info.isSoundOnly, packetsInPass > 0 else {
            core.pushToAll(.end(nil), run: plan.run)
            return true
        }
        // With neither frames nor audio to wait for, repetitions would follow each other unchecked. The next seek
        // starts reading again.
        if !hasSoundInPass, core.arePicturesLeftOut { return true }
        var next = plan
        next.attempt = 0
        next.target = nil
        next.latest = nil
        next.approach = .rewind
        packetsInPass = 0
        hasSoundInPass = false
        soundReadUntil = nil
        failures = 0
        hoard = HoardWatch()
        plan = try approached(next)
        approachFiles(plan)
        core.pushLoop(&plan)
        return false
    }
}
