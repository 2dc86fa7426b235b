package import CFFmpeg
package import OrielLibav
import Synchronization

/// Packets of one subtitle stream, kept for whenever its track is chosen. Text is small and stays, so that another
/// track is shown at once. Filled on the demux thread, read on any.
package final class SubtitleStream: @unchecked Sendable {  // The parameters never change; the rest is behind a lock.
    /// Data of a packet and its display time as the container states it.
    package struct Packet: Hashable, Sendable {
        package var bytes: [UInt8]
        /// Time since the start of the medium.
        package var start: Duration
        /// Nil if the container states none.
        package var duration: Duration?
    }

    /// Position up to which a consumer has read.
    package struct Mark: Hashable, Sendable {
        fileprivate let run: Int
        fileprivate let count: Int

        package init(run: Int = -1, count: Int = 0) {
            self.run = run
            self.count = count
        }
    }

    /// Limits of a stream: bytes, bytes of a file of bitmaps, packets, and bytes of one packet. A file of bitmaps holds
    /// a whole film's.
    private static let bytes = 32 << 20
    private static let pictureFileBytes = 128 << 20
    package static let packets = 65536
    private static let packetBytes = 8 << 20

    package let info: MediaInfo.Subtitle
    /// Fonts of the container; empty for bitmaps.
    package let fonts: [MediaFont]
    package let parameters: CodecParameters
    private let timeBase: AVRational
    private let startTime: Duration
    /// Whether the stream is read from a file as a whole. Packets beyond the limits are dropped then; otherwise the
    /// store is emptied for them.
    private let isFile: Bool

    private struct Content {
        var packets = PacketStore()
        /// Hashes of the text packets, to recognise repeated ones.
        var known: Set<Int> = []
        /// Number of times that the store was emptied; a consumer with another number starts over.
        var run = 0
        /// Whether packets were dropped because of the limits.
        var isCut = false

        mutating func empty() { self = Content(run: run + 1) }
    }

    private let content = Mutex(Content())

    /// Makes a stream; nil if memory ran out.
    /// - Parameter isFile: whether it is from a subtitle file, which is read as a whole.
    init?(
        _ stream: UnsafeMutablePointer<AVStream>, _ info: MediaInfo.Subtitle, fonts: [MediaFont], startTime: Duration,
        isFile: Bool
    ) {
        guard let parameters = CodecParameters(stream.pointee.codecpar) else { return nil }
        self.parameters = parameters
        self.info = info
        self.fonts = info.isPicture ? [] : fonts
        timeBase = stream.pointee.time_base
        self.startTime = startTime
        self.isFile = isFile
    }

    /// Keeps a packet. A text packet that was read before, as after a seek, is kept once. Returns whether it is new.
    package func append(_ packet: AVPacket) -> Bool {
        guard let data = packet.data, packet.size > 0, packet.size <= Self.packetBytes,
            let time = Libav.duration(packet.pts, timeBase) ?? Libav.duration(packet.dts, timeBase)
        else { return false }
        let duration = packet.duration > 0 ? Libav.duration(packet.duration, timeBase) : nil
        let place = PacketStore.Time(start: time - startTime, duration: duration)
        let bytes = UnsafeBufferPointer(start: data, count: Int(packet.size))
        guard parameters.pointer.pointee.codec_id == AV_CODEC_ID_WEBVTT, let settings = Self.settings(of: packet) else {
            return append(bytes, at: place)
        }
        return (Array(bytes) + [WebVTTCue.separator] + settings).withUnsafeBufferPointer { append($0, at: place) }
    }

    /// Settings of a WebVTT cue, which libavformat keeps as side data; in Matroska, the first line of a block addition.
    /// Nil if there are none.
    private static func settings(of packet: AVPacket) -> [UInt8]? {
        for index in 0..<Int(max(0, packet.side_data_elems)) {
            guard let side = packet.side_data?[index], let data = side.data, side.size <= 4096 else { continue }
            let bytes = UnsafeBufferPointer(start: data, count: side.size)
            switch side.type {
            case AV_PKT_DATA_WEBVTT_SETTINGS: return Array(bytes)
            case AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL where bytes.count > 8 && bytes.prefix(7).allSatisfy({ $0 == 0 }):
                return Array(bytes.dropFirst(8).prefix { $0 != UInt8(ascii: "\n") })
            default: continue
            }
        }
        return nil
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>, at time: PacketStore.Time) -> Bool {
        var hasher = Hasher()
        hasher.combine(time)
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        let hash = hasher.finalize()
        let most = isFile && info.isPicture ? Self.pictureFileBytes : Self.bytes
        return content.withLock { content in
            // Bitmaps build on earlier ones, so all packets are kept as they come.
            if !info.isPicture, content.known.contains(hash) { return false }
            if content.packets.count >= Self.packets || content.packets.byteCount + bytes.count > most {
                if isFile {
                    content.isCut = true
                    return false
                }
                // Text that was shown long ago isn't needed again.
                content.empty()
            }
            if !info.isPicture { content.known.insert(hash) }
            content.packets.append(bytes, at: time)
            return true
        }
    }

    /// Bytes of the kept packets.
    var byteCount: Int { content.withLock { $0.packets.byteCount } }

    /// Whether packets were dropped because of the limits.
    var isCut: Bool { content.withLock { $0.isCut } }

    /// Prepares for packets of another position. Text stays; bitmaps are dropped and read again.
    package func jump() {
        guard info.isPicture else { return }
        content.withLock { $0.empty() }
    }

    /// Gives access to all packets, and moves a mark on. Blocks the demux thread meanwhile.
    /// - Parameter body: receives the packets in the order of arrival, the indexes of those since the mark, and whether
    ///   those read by that mark before are no longer valid.
    package func read<Result>(
        since mark: inout Mark, _ body: (_ packets: PacketStore, _ news: Range<Int>, _ isNew: Bool) -> Result
    ) -> Result {
        content.withLock { content in
            let isNew = mark.run != content.run
            let first = isNew ? 0 : mark.count
            mark = Mark(run: content.run, count: content.packets.count)
            return body(content.packets, first..<content.packets.count, isNew)
        }
    }

    /// Data of the first packets, for detecting their charset.
    var sample: [UInt8] {
        content.withLock { content in
            var sample: [UInt8] = []
            for index in 0..<content.packets.count where sample.count < TextEncoding.sampleSize {
                sample += content.packets[index].bytes
                sample.append(UInt8(ascii: "\n"))
            }
            return sample
        }
    }

    /// Present end of the packets; changes with each packet.
    package var mark: Mark { content.withLock { Mark(run: $0.run, count: $0.packets.count) } }
}
