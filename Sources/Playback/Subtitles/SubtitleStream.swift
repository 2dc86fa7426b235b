import CFFmpeg
import OrielMedia
import Synchronization

/// The packets of one stream of subtitles, as they are read, for whoever may want them: text is small and stays, so that
/// another track is shown at once. Filled on the demux thread, read on any.
package final class SubtitleStream: @unchecked Sendable {  // The parameters never change; the rest is behind a lock.
    /// One packet's bytes, and when it is shown by what the container says.
    package struct Packet: Hashable, Sendable {
        package var bytes: [UInt8]
        /// Since the start of the medium.
        package var start: Duration
        /// Nil where the container doesn't say.
        package var duration: Duration?

        package init(bytes: [UInt8], start: Duration, duration: Duration?) {
            self.bytes = bytes
            self.start = start
            self.duration = duration
        }
    }

    /// How far a reader has read.
    package struct Mark: Hashable, Sendable {
        fileprivate var run = -1
        fileprivate var count = 0
        package init() {}
    }

    /// What a stream keeps at most: bytes, of a file of pictures more, since it is a whole film's; packets, and bytes of one of them.
    private static let bytes = 32 << 20
    private static let pictureFileBytes = 128 << 20
    package static let packets = 65536
    private static let packetBytes = 8 << 20

    package let info: MediaInfo.Subtitle
    /// The container's fonts; for text.
    package let fonts: [MediaFont]
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    private let timeBase: AVRational
    private let startTime: Duration
    /// All of it is read at once, and its beginning is wanted: what would be more than is kept is left out.
    private let isFile: Bool

    private struct Content {
        var packets = PacketStore()
        /// The hashes of those of text.
        var known: Set<Int> = []
        /// Counts the beginnings: a reader of another one begins anew.
        var run = 0
        /// More came than is kept.
        var isCut = false

        mutating func empty() { self = Content(run: run + 1) }
    }

    private let content = Mutex(Content())

    /// Nil where there is no memory.
    /// - Parameter isFile: it comes from a file of subtitles, which is read as a whole.
    init?(
        _ stream: UnsafeMutablePointer<AVStream>, _ info: MediaInfo.Subtitle, fonts: [MediaFont], startTime: Duration,
        isFile: Bool
    ) {
        guard let parameters = avcodec_parameters_alloc() else { return nil }
        self.parameters = parameters
        self.info = info
        self.fonts = info.isPicture ? [] : fonts
        timeBase = stream.pointee.time_base
        self.startTime = startTime
        self.isFile = isFile
        guard avcodec_parameters_copy(parameters, stream.pointee.codecpar) >= 0 else { return nil }
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }

    /// Keeps a packet; one that was read before, as after a seek, is kept once. True where it is news.
    func append(_ packet: AVPacket) -> Bool {
        guard let data = packet.data, packet.size > 0, packet.size <= Self.packetBytes,
            let time = Libav.duration(packet.pts, timeBase) ?? Libav.duration(packet.dts, timeBase)
        else { return false }
        let duration = packet.duration > 0 ? Libav.duration(packet.duration, timeBase) : nil
        let place = PacketStore.Time(start: time - startTime, duration: duration)
        let bytes = UnsafeBufferPointer(start: data, count: Int(packet.size))
        guard parameters.pointee.codec_id == AV_CODEC_ID_WEBVTT, let settings = Self.settings(of: packet) else {
            return append(bytes, at: place)
        }
        return (Array(bytes) + [WebVTTCue.separator] + settings).withUnsafeBufferPointer { append($0, at: place) }
    }

    /// The settings of a cue, which libavformat keeps beside its text; Matroska has them in the first line of an addition.
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
            // Pictures build on those before, so that they are kept as they come.
            if !info.isPicture, content.known.contains(hash) { return false }
            if content.packets.count >= Self.packets || content.packets.byteCount + bytes.count > most {
                if isFile {
                    content.isCut = true
                    return false
                }
                // What was shown long ago isn't looked for again.
                content.empty()
            }
            if !info.isPicture { content.known.insert(hash) }
            content.packets.append(bytes, at: time)
            return true
        }
    }

    /// Bytes of the packets that are kept.
    var byteCount: Int { content.withLock { $0.packets.byteCount } }

    /// There was more than is kept.
    var isCut: Bool { content.withLock { $0.isCut } }

    /// Reading goes on elsewhere. Text that is known stays; pictures are read again.
    func jump() {
        guard info.isPicture else { return }
        content.withLock { $0.empty() }
    }

    /// What has come since a mark, which moves on.
    /// - Returns: `isNew` where what was read by that mark before counts no longer.
    package func packets(since mark: inout Mark) -> (packets: [Packet], isNew: Bool) {
        read(since: &mark) { packets, news, isNew in (news.map { packets[$0] }, isNew) }
    }

    /// Looks at all that there is, with a mark that moves on. Nobody adds meanwhile.
    /// - Parameter body: takes the packets as they came, the places of those that have come since, and whether what was read by
    ///   that mark before counts no longer.
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

    /// The bytes of its first packets, to tell their charset by.
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

    /// Where reading stands now; changes with each packet.
    package var mark: Mark { content.withLock { Mark(run: $0.run, count: $0.packets.count) } }
}

extension SubtitleStream.Mark {
    fileprivate init(run: Int, count: Int) {
        self.run = run
        self.count = count
    }
}
