import CFFmpeg
import DequeModule
import Logging
import OrielLibav
import OrielMedia
import OrielPlatform

/// A video decoder that can change between one thread and several in the middle of a stream. Decode thread only.
///
/// At a packet where decoding can begin (an entry), a second `AVCodecContext` takes over. The former one is drained
/// first, so no frame is lost or repeated. If the second can't be opened, the former one stays.
///
/// Steps: `send` asks `takesOver` whether the packet is an entry and another way is wanted; `change` opens the other
/// decoder, drains the former into `previous`, and keeps the packets in `pending`; `receive` takes the frames of
/// `previous` first, then feeds `pending` to the new decoder and drops repeated frames. At the start of a run that
/// proves too slow, `replays` decodes its first packets again with several threads.
final class DecoderRelay {
    private static let logger = Logger(label: "oriel")
    /// Largest size of the packets that are kept at the start of a run for a replay.
    private static let keptBytes = 8 << 20
    /// Number of packets between measurements of the CPU time of several threads.
    private static let period = 64
    /// Number of packets after a change until the former decoder's frames are no longer shown.
    private static let shown = 16

    private var current: VideoDecoder
    /// The former decoder, until all of its frames were taken.
    private var previous: VideoDecoder?
    /// Packets for `current`, to be sent once `previous` is drained.
    private var pending: Deque<Packet> = []
    /// Timestamp until which frames are dropped, because the former decoder has delivered them.
    private var discardsThrough: Int64?
    private var threads: DecoderThreads?
    private let reader: PacketReader?
    /// An open entry, while its leading packets follow: those that come after it and are shown before it.
    private var crossing: Packet?
    /// The first packets of the run, while they are few; nil afterwards.
    private var kept: [Packet]?
    /// Whether nothing was decoded since the run began.
    private var isFresh = true
    /// The last packet that was considered as an entry.
    private var offered: Packet?
    private var hasParametersInside = false
    private var lastTime: Int64?
    /// Time that decoding took since the last packet was sent.
    private var cost = Duration.zero
    private var isMeasured = false
    private var sent = 0
    private var processTime = Duration.zero
    /// Number of packets since the last change, until the former decoder's memory was returned; nil otherwise.
    private var sentSinceChange: Int?
    private var isOnTheWay = false
    /// Whether frames have timestamps from the container. If not, only the decoder's state determines their times, and
    /// it must not change.
    var hasTimes = true
    /// Number of changes so far.
    private(set) var changes = 0
    /// Number of changes that decoded a run's first packets again.
    private(set) var replays = 0
    /// Whether the decoder skips frames that no other frame refers to.
    var skipsUnreferenced = false

    init(_ decoder: VideoDecoder) {
        current = decoder
        threads = decoder.threads
        reader = decoder.reader
    }

    var traits: StreamTraits { current.traits }

    /// Number of frames that the decoder holds back for reordering.
    var reorderDelay: Int { current.reorderDelay }

    /// The present way of decoding; nil if it can't change.
    var way: DecoderThreads.Way? { threads?.way }

    // MARK: Runs

    /// Resets the decoder for packets of another position.
    /// - Parameter hasTarget: whether frames are dropped until a seek's target is reached.
    func begin(hasTarget: Bool, isRepetition: Bool) {
        previous = nil
        pending = []
        discardsThrough = nil
        crossing = nil
        kept = nil
        isFresh = true
        isMeasured = false
        lastTime = nil
        sent = 0
        isOnTheWay = hasTarget
        current.flush()
        threads?.begin(hasTarget: hasTarget, isRepetition: isRepetition)
    }

    /// Frees the decoder's frames and tables before a pause of unknown length. The next packets begin a run.
    func release() {
        previous = nil
        pending = []
        kept = nil
        // A decoder that learned its parameters from packets alone can't be replaced by a new one.
        if !hasParametersInside, let other = VideoDecoder(like: current, threads?.way ?? .several) {
            current = other
        } else {
            current.flush()
        }
        ProcessMemory.trim()
    }

    /// Notes that the seek's target was reached.
    func land() {
        isOnTheWay = false
        threads?.land()
    }

    /// Notes the fill of the frame queue when a frame is added.
    func note(waiting: Int, capacity: Int) { threads?.note(waiting: waiting, capacity: capacity) }

    // MARK: Packets and frames

    /// Sends a packet; nil begins to drain (`avcodec_send_packet`).
    func send(_ packet: Packet?) -> CInt {
        settle()
        note()
        guard let packet else {
            crossing = nil
            kept = nil
            current.skipsUnreferenced = skipsUnreferenced
            return current.send(nil)
        }
        trim()
        if takesOver(at: packet) { return 0 }
        current.skipsUnreferenced = skipsUnreferenced
        isMeasured = !skipsUnreferenced
        return measured { current.send(packet) }
    }

    /// Receives the next frame (`avcodec_receive_frame`).
    func receive(_ frame: UnsafeMutablePointer<AVFrame>) -> CInt {
        while true {
            if let previous {
                let code = previous.receive(frame)
                if code >= 0 { lastTime = frame.pointee.pts }
                if code != ORIEL_AVERROR_EOF && code != ORIEL_AVERROR_EAGAIN { return code }
                self.previous = nil
            }
            let code = measured { current.receive(frame) }
            if code >= 0 {
                if isRepeated(frame) {
                    av_frame_unref(frame)
                    continue
                }
                lastTime = frame.pointee.pts
                return code
            }
            guard code == ORIEL_AVERROR_EAGAIN, let packet = pending.popFirst() else { return code }
            let sent = current.send(packet)
            if sent < 0 { return sent }
        }
    }

    private func isRepeated(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard let limit = discardsThrough else { return false }
        if frame.pointee.pts != ORIEL_AV_NOPTS_VALUE, frame.pointee.pts <= limit { return true }
        discardsThrough = nil
        return false
    }

    /// Completes a change whose frames were not taken: drops the former decoder's.
    private func settle() {
        previous = nil
        while let packet = pending.popFirst() { _ = current.send(packet) }
    }

    /// Returns a former decoder's memory to the system. The C library keeps the memory of frames after they were freed,
    /// and each decoder has its own.
    private func trim() {
        guard let count = sentSinceChange, !isOnTheWay else { return }
        sentSinceChange = count < Self.shown ? count + 1 : nil
        if count == Self.shown { ProcessMemory.trim() }
    }

    private func measured(_ body: () -> CInt) -> CInt {
        guard threads != nil else { return body() }
        let start = MonotonicClock.now
        defer { cost += MonotonicClock.now - start }
        return body()
    }

    /// Records the cost of decoding the former packet.
    private func note() {
        threads?.notePacket()
        guard let length = traits.frameDuration, threads != nil else { return }
        if threads?.way == .one {
            if isMeasured { threads?.note(cost: cost, length: length) }
        } else if skipsUnreferenced {
            sent = 0
        } else {
            if sent % Self.period == 0 {
                let now = MonotonicClock.processCPUTime
                if sent > 0 { threads?.note(processCost: now - processTime, length: length * Self.period) }
                processTime = now
            }
            sent += 1
        }
        cost = .zero
        isMeasured = false
    }

    // MARK: Changing

    /// Whether another decoder takes over at this packet; the former one's frames have to be received first.
    private func takesOver(at packet: Packet) -> Bool {
        // The packet was considered before, and is sent again because the decoder was full.
        guard let threads, let reader, packet !== offered else { return false }
        offered = packet
        defer { isFresh = false }
        let data = UnsafeRawBufferPointer(start: packet.pointer.pointee.data, count: packet.size)
        let role = reader.role(of: data)
        hasParametersInside = hasParametersInside || role.hasParameters
        if packet.changesParameters { self.threads?.stay() }
        if let first = crossing {
            if role.kind == .leading { return false }
            crossing = nil
            return change(to: threads.wanted, feeding: [first, packet], after: first.pointer.pointee.pts)
        }
        let isEntry = isFresh || role.kind == .entry || role.kind == .openEntry
        let isComplete = !hasParametersInside || role.hasAllParameters
        if isEntry, isComplete, hasTimes, packet.pointer.pointee.pts != ORIEL_AV_NOPTS_VALUE {
            if threads.wanted != threads.way {
                if isFresh || role.kind == .entry { return change(to: threads.wanted, feeding: [packet], after: nil) }
                crossing = packet
            } else if isFresh {
                kept = []
            }
        }
        return replays(with: packet)
    }

    /// Whether the run is decoded again from its first packet, including this one.
    private func replays(with packet: Packet) -> Bool {
        guard var packets = kept, let threads, threads.way == .one else { return false }
        // Released first so that appending doesn't copy the array.
        kept = nil
        packets.append(packet)
        if threads.wantsReplay, crossing == nil, change(to: .several, feeding: packets, after: lastTime, drains: false)
        {
            replays += 1
            return true
        }
        let isFew = packets.count <= DecoderThreads.early.upperBound
        if isFew, packets.reduce(0, { $0 + $1.size }) <= Self.keptBytes { kept = packets }
        return false
    }

    private func change(
        to way: DecoderThreads.Way, feeding packets: [Packet], after time: Int64?, drains: Bool = true
    ) -> Bool {
        guard way != threads?.way else { return false }
        guard threads?.mayOpen(after: changes) == true, let other = VideoDecoder(like: current, way) else {
            Self.logger.warning("no second decoder could be opened; the number of decoding threads stays as it is")
            threads?.stay()
            return false
        }
        if drains && !isFresh && current.send(nil) >= 0 { previous = current }
        current = other
        pending = Deque(packets)
        discardsThrough = time
        kept = way == .one ? packets : nil
        crossing = nil
        threads?.change(to: way)
        changes += 1
        sentSinceChange = 0
        return true
    }
}

extension Packet {
    /// Whether the packet brings new codec parameters.
    fileprivate var changesParameters: Bool {
        (0..<Int(pointer.pointee.side_data_elems)).contains { index in
            [AV_PKT_DATA_NEW_EXTRADATA, AV_PKT_DATA_PARAM_CHANGE].contains(pointer.pointee.side_data[index].type)
        }
    }
}
