import DequeModule
import OrielDecode
import OrielDemux
import OrielLibav

/// State shared by the pipeline's threads, behind the monitor. The bounds of the queues are what makes the thread
/// before each sleep.
struct PipelineState: Sendable {
    var isClosing = false
    var loops: Bool
    /// Whether another medium's audio follows this one's.
    var isFollowed = false
    /// Number of threads that have not ended.
    var runningThreads: Int
    var snapshot = MediaPipeline.Snapshot()
    var statistics = MediaPipeline.Statistics()

    var settings = SourceSettings()
    /// Options of hardware decoding.
    var hardware = HardwareOptions()

    /// The medium's own subtitle streams, in the container's order.
    var subtitles: [SubtitleStream] = []

    /// The newest seek request that the demuxer has not taken.
    var request: SeekPlan?
    /// Newest run and generation that were given out.
    var run = 0
    var generation = 0
    var progress = RunProgress()
    /// Streams already reported as undecodable.
    var lost: Set<StreamKind> = []

    var firstFrames = FirstFrames()
    var video = VideoFlow()
    var audio: AudioFlow

    /// Index of the video stream that is read from the next seek on; nil if there is none.
    var videoStream: Int?

    /// All audio tracks that can be chosen.
    var audioTracks: [AudioTrack] = []
    /// Change of track that the audio decode thread has yet to take.
    var audioSwitch: AudioSwitch?
    /// Packets of all audio tracks around the time that is heard, for a change of track.
    var shelf = AudioShelf(tracks: 0)

    /// Media time for whose arrival `wake(whenBufferedUntil:)` waits.
    var mark: Duration?

    var ahead: ReadAhead
    var queues = StreamQueues<DecodeItem>()

    init(loops: Bool, speed: Double = 1, firstGeneration: Int = 0, kinds: Set<StreamKind>) {
        generation = firstGeneration
        self.loops = loops
        audio = AudioFlow(isPossible: kinds.contains(.audio), speed: speed)
        ahead = ReadAhead(kinds)
        runningThreads = kinds.count + 1
    }

    /// The streams that are played.
    var kinds: Set<StreamKind> { ahead.kinds }
    /// Whether the medium is audio only: the decode thread shows one fixed frame, and no video is read.
    private(set) var isSoundOnly = false
    /// Streams whose threads receive the beginnings of runs and repetitions.
    private var told: Set<StreamKind> { isSoundOnly ? kinds.union([.video]) : kinds }

    /// Marks the medium as audio only.
    mutating func leavePictures() {
        isSoundOnly = true
        ahead.drop(.video)
    }

    mutating func append(_ item: DecodeItem, to kind: StreamKind) {
        switch item {
        case .packet(let packet):
            ahead.add(kind, bytes: packet.size, end: queues.isInPresentTurn(kind) ? packet.end : nil)
        case .loop: return queues.appendTurn(item, to: kind)
        case .decoder, .begin, .end, .lost, .pause, .release, .speed, .track: break
        }
        queues.append(item, to: kind)
    }

    /// Whether a packet shall be dropped, so that video that isn't seen doesn't keep audio from being read.
    ///
    /// Drops the queued video packets too when it becomes true.
    mutating func leavesOut(_ kind: StreamKind) -> Bool {
        guard kind == .video, kinds.contains(.audio) else { return false }
        if video.isLeftOut { return true }
        guard video.leaveOut(of: run, isWanted: settings.wantsFrames, hasEnough: ahead.hasEnough(.video)) else {
            return false
        }
        queues.removeAll(of: .video) { if case .packet = $0 { true } else { false } }
        ahead.leaveOut(.video)
        return true
    }

    /// Whether the thread of a stream has something to wait for.
    func isPlayed(_ kind: StreamKind) -> Bool { told.contains(kind) || kind == .audio && audio.isPossible }

    mutating func dropOldestPacket(of kind: StreamKind) {
        let oldest = queues.removeFirst(of: kind) { if case .packet = $0 { true } else { false } }
        guard case .packet(let packet)? = oldest else { return }
        ahead.remove(kind, bytes: packet.size, end: packet.end)
    }

    /// Appends an item to each stream's queue, regardless of room.
    mutating func appendToAll(_ item: DecodeItem) {
        if case .end(let error) = item { progress.endReading(error) }
        switch item {
        case .begin(let plan): shelf.begin(plan)
        case .loop, .end: shelf.append(item)
        case .decoder, .lost, .packet, .pause, .release, .speed, .track: break
        }
        for kind in told { append(item, to: kind) }
    }

    mutating func popFirst(_ kind: StreamKind) -> DecodeItem? {
        guard let item = queues.popFirst(kind) else { return nil }
        switch item {
        case .packet(let packet): ahead.remove(kind, bytes: packet.size, end: packet.end)
        case .loop: startTurn(of: kind)
        case .decoder, .begin, .end, .lost, .pause, .release, .speed, .track: break
        }
        return item
    }

    /// Returns true once, when video has begun to pause.
    mutating func takePause() -> Bool {
        guard !video.isPaused, queues.isStarved(.video), !progress.isReadToEnd, ahead.pausing.contains(.video)
        else { return false }
        video.pause()
        return true
    }

    /// Whether queued audio keeps the demuxer from reading on to the next frame, without which playback can't go on.
    /// False if video is known to pause.
    var isSoundInTheWay: Bool {
        ahead.laggards.contains(.video) && !(firstFrames.time(of: run) != nil && ahead.pausing.contains(.video))
    }

    /// The error behind everything that was read; nil while a queued repetition has to be decoded first.
    var readFailure: MediaError? { queues.areInPresentTurn ? progress.breakage : nil }

    /// Media time at which the audio of this run ends, once all of it was read.
    var soundUntil: Duration? {
        guard kinds.contains(.audio), progress.isReadToEnd else { return nil }
        return [audio.end, progress.hasDelivered(.audio) ? nil : ahead.end(of: .audio)].compactMap(\.self).max()
    }

    /// Whether the packet queues are full; reading goes on when packets are taken.
    var isFull: Bool { progress.isResting || !ahead.hasRoom }

    /// Whether the sleeping demuxer has to look again.
    var endsRest: Bool { progress.isResting && (ahead.isLow || isSoundInTheWay) }

    /// Whether a demuxer at the present end of a file has to announce it, because a decoder lacks packets.
    var endsWait: Bool { progress.endsIfWanted && kinds.contains { queues.items(of: $0).isEmpty } }

    /// Returns true once, when the marked time was read or no more is read for now.
    mutating func takeMark() -> Bool {
        guard let mark else { return false }
        let isBuffered = ahead.bufferedUntil.map { $0 >= mark } ?? false
        let isOver = progress.isReadToEnd || snapshot.phase != .ready && snapshot.phase != .opening
        guard isBuffered || isOver || isFull else { return false }
        self.mark = nil
        return true
    }

    /// Makes the next repetition the present one: its queued packets count for `ahead` from now on.
    private mutating func startTurn(of kind: StreamKind) {
        queues.startTurn(of: kind)
        if kind == .audio || !kinds.contains(.audio) { shelf.startTurn() }
        guard kinds.contains(kind) else { return }
        ahead.restart(kind)
        video.forgetPause()
        for item in queues.items(of: kind) {
            switch item {
            case .packet(let packet): ahead.extend(kind, to: packet.end)
            case .loop: return
            case .decoder, .begin, .end, .lost, .pause, .release, .speed, .track: break
            }
        }
    }

    /// Drops the queued items for a new run. A decoder that was not taken yet stays.
    mutating func discardItems() {
        for kind in told { queues.removeAll(of: kind) { if case .decoder = $0 { false } else { true } } }
        queues.forgetTurns()
        shelf.begin(nil)
        audioSwitch?.plan = nil
        audioSwitch?.position = nil
        ahead.clear()
        video.forgetPause()
        progress.dropRead()
    }

    /// Starts a run: drops the queued items and makes the plan the demuxer's next request.
    mutating func start(_ plan: SeekPlan) {
        var plan = plan
        run += 1
        plan.run = run
        mark = nil
        progress = RunProgress()
        audio.beginRun()
        video.beginRun()
        snapshot.isVideoLost = false
        discardItems()
        request = plan
    }
}
