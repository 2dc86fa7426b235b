package import CFFmpeg
import DequeModule
import Logging
package import OrielLibav
import OrielMedia
import OrielPlatform

/// A video decoder that decodes in hardware where that is wished for and possible, and else in software. Decode thread
/// only.
///
/// Hardware begins with a packet that no later one refers back from (an entry); the software decoder is drained first.
/// If hardware fails at any call, software decodes the packets since the last entry again and drops the frames that
/// were received already, so no frame is lost or repeated. It then stays, until hardware is wished for anew.
///
/// Software decodes a run with one thread or several (`DecoderThreads`). Where that changes, another decoder is opened
/// with the run's first packet.
package final class HardwareRelay {
    private static let logger = Logger(label: "oriel")
    /// Longest wait for the compositor to tell its device. It answers within some milliseconds of the connection.
    private static let answerLimit = Duration.milliseconds(300)

    private enum Stage {
        case software
        /// The software decoder is drained; hardware begins with this packet.
        case draining(Packet, HardwareDecoder)
        case hardware(HardwareDecoder)
    }

    private enum Work {
        case packet(KeptPackets.Item)
        case drain
    }

    private var software: VideoDecoder
    private let stream: HardwareStream
    private let options: HardwareOptions
    private let rules: HardwareRules
    private var stage = Stage.software
    private var device: HardwareDevice?
    /// Path of the device's file, chosen with the wish.
    private var path: String?
    private var wish = HardwareDecoding.no
    private var request = 0
    /// Whether hardware is tried at the next entry.
    private var isWanted = false
    private var entry: DecoderEntry
    private var kept: KeptPackets
    /// Packets for software after a failure.
    private var pending: Deque<Work> = []
    /// Timestamp until which, and number of frames of which, software's frames are repetitions.
    private var repeated: (through: Int64, count: Int)?
    /// Whether nothing was sent since the run began.
    private var isFresh = true
    private var isDraining = false
    /// Whether the run leads to a seek's target.
    private var hasTarget = false
    /// Number of changes between one decoding thread and several.
    package private(set) var threadChanges = 0
    /// The present way, for reports.
    package private(set) var status = HardwareStatus()
    /// Number of changes of `status`.
    package private(set) var reports = 0
    /// Whether the last received frame was decoded in hardware.
    package private(set) var isFromHardware = false
    /// Whether packets since the last entry were too many to be kept when hardware failed.
    private var needsSeek = false
    package var hasTimes = true
    /// Whether the decoder skips frames that no other frame refers to.
    package var skipsUnreferenced = false

    /// Makes a relay that begins in software, whatever the options wish.
    package init(_ decoder: VideoDecoder, _ options: HardwareOptions, rules: HardwareRules = .known) {
        software = decoder
        stream = HardwareStream(decoder)
        entry = DecoderEntry(decoder)
        kept = KeptPackets(limit: options.keptBytes)
        self.options = options
        self.rules = rules
    }

    package var traits: StreamTraits { software.traits }
    package var reorderDelay: Int { software.reorderDelay }

    // MARK: Runs

    /// Resets the decoder for packets of another position.
    /// - Parameter hasTarget: whether frames are dropped until a seek's target is reached.
    package func begin(hasTarget: Bool) {
        pending = []
        repeated = nil
        kept.clear()
        isFresh = true
        isDraining = false
        self.hasTarget = hasTarget
        needsSeek = false
        switch stage {
        case .software: break
        case .draining(_, let hardware), .hardware(let hardware):
            hardware.flush()
            stage = isWanted ? .hardware(hardware) : .software
        }
        software.flush()
    }

    /// Frees the decoder's frames and tables before a pause of unknown length. The next packets begin a run.
    package func release() {
        stage = .software
        pending = []
        kept.clear()
        releaseSoftware()
    }

    private func releaseSoftware() {
        if entry.hasOnlyContainersParameters, let other = VideoDecoder(like: software) {
            software = other
        } else {
            software.flush()
        }
        ProcessMemory.trim()
    }

    /// Adopts the present wish. A new one is tried at the next entry; software takes over at the next packet.
    /// - Parameter request: the wish's number. The same wish with another number tries hardware again that has failed.
    package func adopt(_ wish: HardwareDecoding, request: Int) {
        guard wish != self.wish || request != self.request else { return }
        let isUnchanged = wish == self.wish && (isWanted || wish == .no)
        (self.wish, self.request) = (wish, request)
        guard !isUnchanged else { return }
        guard wish != .no else {
            isWanted = false
            if case .software = stage { report(HardwareStatus()) }
            return
        }
        // Where `auto` takes no device there is none to choose.
        let patience = wish == .vaapi || !rules.isEmpty ? Self.answerLimit : .zero
        let node =
            options.node.map { RenderNode(path: $0) } ?? RenderNode.chosen(for: options.display, within: patience)
        path = node?.path
        let facts = HardwareRules.Facts(codec: stream.codecName, node: node, isStillImage: traits.isStillImage)
        if let reason = rules.refusal(wish, facts) { return refuse(reason) }
        isWanted = true
    }

    /// Returns true once, if hardware failed so far behind its last entry that software needs a seek to go on.
    package func takeNeedForSeek() -> Bool {
        defer { needsSeek = false }
        return needsSeek
    }

    // MARK: Packets and frames

    /// Sends a packet; nil begins to drain (`avcodec_send_packet`).
    package func send(_ packet: Packet?) -> CInt {
        switch stage {
        case .software:
            guard pending.isEmpty else {
                pending.append(work(packet))
                return 0
            }
            guard let packet, takesOver(at: packet) else { return sendToSoftware(packet) }
            return 0
        case .draining(let first, let hardware):
            // The frames of before were not taken, because the run is over.
            stage = .hardware(hardware)
            _ = sendToHardware(first, hardware)
            return send(packet)
        case .hardware(let hardware): return sendToHardware(packet, hardware)
        }
    }

    /// Receives the next frame (`avcodec_receive_frame`).
    package func receive(_ frame: UnsafeMutablePointer<AVFrame>) -> CInt {
        while true {
            switch stage {
            case .software:
                isFromHardware = false
                let code = software.receive(frame)
                if code >= 0 {
                    guard isRepeated(frame) else { return code }
                    av_frame_unref(frame)
                    continue
                }
                guard code == ORIEL_AVERROR_EAGAIN, let next = pending.popFirst() else { return code }
                let sent = send(next)
                if sent < 0 { return sent }
            case .draining(let first, let hardware):
                let code = software.receive(frame)
                guard code == ORIEL_AVERROR_EAGAIN || code == ORIEL_AVERROR_EOF else { return code }
                // Its frames and tables aren't needed for now.
                releaseSoftware()
                stage = .hardware(hardware)
                _ = sendToHardware(first, hardware)
            case .hardware(let hardware):
                do throws(HardwareFault) {
                    switch try hardware.receive() {
                    case .frame(let received):
                        av_frame_move_ref(frame, received.frame)
                        isFromHardware = true
                        kept.note(frame: frame.pointee.pts)
                        return 0
                    case .again: return ORIEL_AVERROR_EAGAIN
                    case .end: return ORIEL_AVERROR_EOF
                    }
                } catch {
                    fallBack(error)
                }
            }
        }
    }

    private func work(_ packet: Packet?) -> Work {
        packet.map { .packet(KeptPackets.Item(packet: $0, skipsUnreferenced: skipsUnreferenced)) } ?? .drain
    }

    private func send(_ work: Work) -> CInt {
        switch work {
        case .packet(let item):
            software.skipsUnreferenced = item.skipsUnreferenced
            return software.send(item.packet)
        case .drain: return software.send(nil)
        }
    }

    private func sendToSoftware(_ packet: Packet?) -> CInt {
        if isFresh, packet != nil, entry.canBeginRun, let other = VideoDecoder(forRunOf: software, hasTarget: hasTarget)
        {
            software = other
            threadChanges += 1
        }
        isFresh = false
        software.skipsUnreferenced = skipsUnreferenced
        return software.send(packet)
    }

    private func sendToHardware(_ packet: Packet?, _ hardware: HardwareDecoder) -> CInt {
        if let packet {
            kept.add(
                packet, isEntry: entry.isEntry(packet) || isFresh, skipsUnreferenced: skipsUnreferenced)
            isFresh = false
        } else {
            isDraining = true
        }
        guard isWanted else {
            fallBack(nil)
            return 0
        }
        hardware.skipsUnreferenced = skipsUnreferenced
        do throws(HardwareFault) {
            return try hardware.send(packet) == .again ? ORIEL_AVERROR_EAGAIN : 0
        } catch {
            fallBack(error)
            return 0
        }
    }

    private func isRepeated(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard let (limit, count) = repeated else { return false }
        guard count > 0, frame.pointee.pts != ORIEL_AV_NOPTS_VALUE, frame.pointee.pts <= limit else {
            repeated = nil
            return false
        }
        repeated = (limit, count - 1)
        return true
    }

    // MARK: Changes

    /// Whether hardware begins with this packet. The software decoder's frames have to be received first.
    private func takesOver(at packet: Packet) -> Bool {
        let isEntry = entry.isEntry(packet)
        guard isWanted, hasTimes, packet.pointer.pointee.pts != ORIEL_AV_NOPTS_VALUE, isEntry || isFresh else {
            return false
        }
        let hardware: HardwareDecoder
        do throws(HardwareFault) {
            hardware = try HardwareDecoder(
                stream, delay: software.reorderDelay, on: openedDevice(), options)
        } catch {
            refuse("\(error)")
            return false
        }
        report(HardwareStatus(isUsed: true))
        if isFresh {
            stage = .hardware(hardware)
            _ = sendToHardware(packet, hardware)
        } else {
            kept.clear()
            _ = software.send(nil)
            stage = .draining(packet, hardware)
        }
        return true
    }

    private func openedDevice() throws(HardwareFault) -> HardwareDevice {
        if let device { return device }
        guard let path else {
            throw .device(path: "", words: "there is none")
        }
        let opened = try HardwareDevice.open(path)
        device = opened
        return opened
    }

    /// Leaves hardware: software decodes the kept packets again.
    /// - Parameter fault: nil if software is wished for.
    private func fallBack(_ fault: HardwareFault?) {
        stage = .software
        software.flush()
        needsSeek = kept.isIncomplete
        pending = needsSeek ? [] : Deque(kept.items.map { .packet($0) })
        if isDraining { pending.append(.drain) }
        repeated = needsSeek ? nil : kept.lastTime.map { ($0, kept.frames) }
        kept.clear()
        guard let fault else { return report(HardwareStatus()) }
        device = nil
        isWanted = false
        Self.logger.warning("hardware decoding ends, and software goes on: \(fault)")
        report(HardwareStatus(reason: "\(fault)"))
    }

    /// Stays in software, and says why if hardware was asked for by name.
    private func refuse(_ reason: String) {
        isWanted = false
        device = nil
        let level: Logger.Level = wish == .vaapi ? .warning : .debug
        Self.logger.log(level: level, "decoding in software: \(reason)")
        report(HardwareStatus(reason: reason))
    }

    private func report(_ status: HardwareStatus) {
        guard status != self.status else { return }
        self.status = status
        reports += 1
    }
}
