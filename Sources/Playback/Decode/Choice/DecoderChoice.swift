package import CFFmpeg
import DequeModule
import Logging
package import OrielLibav
import OrielPlatform

/// The choice of the decoder of a video stream: in hardware where that is wished for and possible, else in software.
/// Decode thread only.
///
/// Hardware begins with a packet that no later one refers back from (an entry); the software decoder is drained first.
/// If hardware fails at any call, software decodes the packets since the last entry again and drops the frames that
/// were received already, so no frame is lost or repeated. It then stays, until hardware is wished for anew.
///
/// Software decodes a run with one thread or several (`DecoderThreads`). Where that changes, another decoder is opened
/// with the run's first packet.
package final class DecoderChoice {
    private static let logger = Logger(label: "oriel")
    /// Longest wait for the compositor to tell its device. It answers within some milliseconds of the connection.
    private static let answerLimit = Duration.milliseconds(300)

    private var software: VideoDecoder
    /// The decoder in hardware; nil while software decodes.
    private var hardware: HardwareDecoder?
    /// Whether frames of the software decoder come before those of hardware.
    private var drainsSoftware = false
    /// Packets for the present decoder, once the former is drained or after a failure.
    private var pending: Deque<KeptPackets.Item> = []
    private let stream: CodedStream
    private let options: HardwareOptions
    private var device: HardwareDevice?
    /// Path of the device's file, chosen with the wish.
    private var path: String?
    private var wish = HardwareWish()
    /// Whether hardware is tried at the next entry.
    private var isWanted = false
    private var entry: DecoderEntry
    private var kept: KeptPackets
    /// Timestamp until which, and number of frames of which, software's frames are repetitions.
    private var repeated: (through: Int64, count: Int)?
    /// Whether no packet was sent since the run began.
    private var isFresh = true
    /// Whether the run leads to a seek's target.
    private var hasTarget = false
    /// Whether packets since the last entry were too many to be kept when hardware failed.
    private var needsSeek = false
    /// The present way, for reports.
    package private(set) var status = HardwareStatus()
    /// Number of changes of `status`.
    package private(set) var reports = 0
    /// Number of changes between one decoding thread and several.
    package private(set) var threadChanges = 0
    /// Whether the last received frame was decoded in hardware.
    package private(set) var isFromHardware = false
    package var hasTimes = true
    /// Whether the decoder skips frames that no other frame refers to.
    package var skipsUnreferenced = false

    /// Chooses software at first, whatever the options wish.
    package init(_ decoder: VideoDecoder, _ options: HardwareOptions) {
        software = decoder
        stream = decoder.coded
        entry = DecoderEntry(decoder)
        kept = KeptPackets(limit: options.keptBytes)
        self.options = options
    }

    package var traits: StreamTraits { software.traits }
    /// Number of frames held back for reordering.
    package var reorderDelay: Int { software.reorderDelay }

    /// The decoder from which frames come now.
    private var current: any Decoder { if let hardware, !drainsSoftware { hardware } else { software } }

    // MARK: Runs

    /// Resets the decoder for packets of another position.
    /// - Parameter hasTarget: whether frames are dropped until a seek's target is reached.
    package func begin(hasTarget: Bool) {
        pending = []
        repeated = nil
        kept.clear()
        isFresh = true
        self.hasTarget = hasTarget
        needsSeek = false
        drainsSoftware = false
        hardware?.flush()
        if !isWanted { hardware = nil }
        software.flush()
    }

    /// Frees the decoder's frames and tables before a pause of unknown length. The next packets begin a run.
    package func release() {
        hardware = nil
        drainsSoftware = false
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
    package func adopt(_ wish: HardwareWish) {
        guard wish != self.wish else { return }
        let decoding = wish.decoding
        let isUnchanged = decoding == self.wish.decoding && (isWanted || decoding == .no)
        self.wish = wish
        guard !isUnchanged else { return }
        guard decoding != .no else {
            isWanted = false
            if hardware == nil { report(HardwareStatus()) }
            return
        }
        // Where `auto` takes no device there is none to choose.
        let patience = decoding == .vaapi ? Self.answerLimit : .zero
        let node =
            options.node.map { RenderNode(path: $0) } ?? RenderNode.chosen(for: options.display, within: patience)
        path = node?.path
        let reason = HardwareRules.refusal(
            decoding, codec: stream.codecName, node: node, isStillImage: traits.isStillImage)
        if let reason { return refuse(reason) }
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
        let item = KeptPackets.Item(packet: packet, skipsUnreferenced: skipsUnreferenced)
        if pending.isEmpty, hardware == nil, let packet { choose(at: packet) }
        guard pending.isEmpty, !drainsSoftware else {
            pending.append(item)
            return 0
        }
        return send(item)
    }

    /// Receives the next frame (`avcodec_receive_frame`).
    package func receive(_ frame: UnsafeMutablePointer<AVFrame>) -> CInt {
        while true {
            let decoder = current
            let code: CInt
            do throws(HardwareFault) { code = try decoder.receive(frame) } catch {
                fallBack(error)
                continue
            }
            if code >= 0 {
                isFromHardware = decoder === hardware
                if isFromHardware { kept.note(frame: frame.pointee.pts) }
                guard !isFromHardware, isRepeated(frame) else { return code }
                av_frame_unref(frame)
                continue
            }
            if drainsSoftware, code == ORIEL_AVERROR_EAGAIN || code == ORIEL_AVERROR_EOF {
                drainsSoftware = false
                // Its frames and tables aren't needed for now.
                releaseSoftware()
            } else if code != ORIEL_AVERROR_EAGAIN {
                return code
            }
            guard let next = pending.popFirst() else { return code }
            let sent = send(next)
            if sent < 0 { return sent }
        }
    }

    private func send(_ item: KeptPackets.Item) -> CInt {
        if hardware != nil {
            kept.add(item, isEntry: item.packet.map { entry.isEntry($0) || isFresh } ?? false)
            guard isWanted else {
                fallBack(nil)
                return 0
            }
        }
        if item.packet != nil { isFresh = false }
        let decoder = current
        decoder.skipsUnreferenced = item.skipsUnreferenced
        do throws(HardwareFault) { return try decoder.send(item.packet) } catch {
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

    /// Changes the decoder where this packet allows it. The former one's frames have to be received first.
    private func choose(at packet: Packet) {
        let isEntry = entry.isEntry(packet)
        if isWanted, hasTimes, packet.pointer.pointee.pts != ORIEL_AV_NOPTS_VALUE, isEntry || isFresh,
            let hardware = openedHardware()
        {
            self.hardware = hardware
            report(HardwareStatus(isUsed: true))
            guard !isFresh else { return }
            kept.clear()
            _ = software.send(nil)
            drainsSoftware = true
        } else if isFresh, entry.canBeginRun, let other = VideoDecoder(forRunOf: software, hasTarget: hasTarget) {
            software = other
            threadChanges += 1
        }
    }

    private func openedHardware() -> HardwareDecoder? {
        do throws(HardwareFault) {
            return try HardwareDecoder(stream, delay: software.reorderDelay, on: openedDevice(), options)
        } catch {
            refuse("\(error)")
            return nil
        }
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
        hardware = nil
        software.flush()
        needsSeek = kept.isIncomplete
        pending = needsSeek ? [] : Deque(kept.items) + pending
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
        let level: Logger.Level = wish.decoding == .vaapi ? .warning : .debug
        Self.logger.log(level: level, "decoding in software: \(reason)")
        report(HardwareStatus(reason: reason))
    }

    private func report(_ status: HardwareStatus) {
        guard status != self.status else { return }
        self.status = status
        reports += 1
    }
}
