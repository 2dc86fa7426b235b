import CFFmpeg
import DequeModule
import Logging
import OrielMedia
import OrielPlatform

/// A stream's decoder, of one thread or of several: at packets where another can begin, one takes over from the other without a
/// picture lost or repeated. Decode thread only.
///
/// What follows goes to another `AVCodecContext`, and what the one before still holds comes first. Where it can't be opened, all
/// stays as it is.
final class DecoderRelay {
    private static let logger = Logger(label: "oriel")
    /// The packets of a run's first pictures are kept for a replay up to this size.
    private static let keptBytes = 8 << 20
    /// After so many packets it is looked what several threads take.
    private static let period = 64
    /// So many packets after a change, the pictures of the decoder before it aren't shown any more.
    private static let shown = 16

    private var current: VideoDecoder
    /// The one before, until it has given all.
    private var previous: VideoDecoder?
    /// What `current` is given once `previous` has.
    private var pending: Deque<Packet> = []
    /// Frames until then were given by the one before.
    private var discardsThrough: Int64?
    private var threads: DecoderThreads?
    private let reader: PacketReader?
    /// An open entry, while those packets follow that are shown before it.
    private var crossing: Packet?
    /// The run's packets so far, while they are few.
    private var kept: [Packet]?
    /// Nothing was decoded since the beginning of a run.
    private var isFresh = true
    /// The last packet that it was decided about.
    private var offered: Packet?
    private var hasParametersInside = false
    private var lastTime: Int64?
    /// What decoding took since the last packet was sent.
    private var cost = Duration.zero
    private var isMeasured = false
    private var sent = 0
    private var processTime = Duration.zero
    /// The packets since the last change, until its memory was given back.
    private var sentSinceChange: Int?
    private var isOnTheWay = false
    /// Frames' times are those of the container; else the decoder's state is needed to tell them.
    var hasTimes = true
    /// How many changes there were.
    private(set) var changes = 0
    /// How many of them took a run's first packets again.
    private(set) var replays = 0
    /// Leaves out frames that no other frame needs.
    var skipsUnreferenced = false

    init(_ decoder: VideoDecoder) {
        current = decoder
        threads = decoder.threads
        reader = decoder.reader
    }

    var traits: StreamTraits { current.traits }

    /// How many frames the decoder holds back to put them in order.
    var reorderDelay: Int { current.reorderDelay }

    /// How many threads decode; nil where that is settled.
    var way: DecoderThreads.Way? { threads?.way }

    // MARK: Runs

    /// Forgets everything, for packets of another place.
    /// - Parameter hasTarget: frames are dropped until a target is met.
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

    /// Gives back the pictures and tables that are kept, before a run that begins some time.
    func release() {
        previous = nil
        pending = []
        kept = nil
        // One that was told its parameters by packets alone knows them no longer in another decoder.
        if !hasParametersInside, let other = VideoDecoder(like: current, threads?.way ?? .several) {
            current = other
        } else {
            current.flush()
        }
        ProcessMemory.trim()
    }

    /// The target is met.
    func land() {
        isOnTheWay = false
        threads?.land()
    }

    /// A frame goes into the queue.
    func note(waiting: Int, capacity: Int) { threads?.note(waiting: waiting, capacity: capacity) }

    // MARK: Packets and frames

    /// `avcodec_send_packet`; nil begins to drain.
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

    /// `avcodec_receive_frame`.
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

    /// Ends a change that nobody took the frames of.
    private func settle() {
        previous = nil
        while let packet = pending.popFirst() { _ = current.send(packet) }
    }

    /// Gives back what a decoder had that is gone: the C library keeps the memory of pictures as soon as the first of them was
    /// freed, and each decoder has its own.
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

    /// Tells what the packet before has taken.
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

    /// Whether another decoder is given this packet, and what the one before holds is to be taken first.
    private func takesOver(at packet: Packet) -> Bool {
        // One that was refused for now comes again.
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

    /// Whether the run is decoded once more, this packet included.
    private func replays(with packet: Packet) -> Bool {
        guard var packets = kept, let threads, threads.way == .one else { return false }
        // Else they would be copied each time.
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
    /// It comes with parameters that what was decoded before didn't have.
    fileprivate var changesParameters: Bool {
        (0..<Int(pointer.pointee.side_data_elems)).contains { index in
            [AV_PKT_DATA_NEW_EXTRADATA, AV_PKT_DATA_PARAM_CHANGE].contains(pointer.pointee.side_data[index].type)
        }
    }
}
