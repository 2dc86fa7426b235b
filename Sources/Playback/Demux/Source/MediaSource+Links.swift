import CFFmpeg
import Glibc

/// The present link of a chained Ogg stream, and the clock of all links.
package struct OggLinks {
    package var clock: LinkClock
    /// Time base of the clock: the first link's.
    let base: AVRational
    /// First header of the newest Vorbis link.
    private var header: [UInt8] = []
    /// The newest Vorbis link's block sizes; nil in the first link.
    private var blocks: VorbisBlocks?

    init(isChained: Bool, base: AVRational) {
        clock = LinkClock(isChained: isChained)
        self.base = base
    }

    /// Prepares for the very first packet.
    mutating func rewind() {
        clock.rewind()
        blocks = nil
    }

    /// Converts a packet's times to the clock of the first link.
    mutating func follow(_ packet: UnsafeMutablePointer<AVPacket>) {
        let data = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(max(0, packet.pointee.size)))
        readHeader(data, of: packet)
        // A link may have another sample rate. libavformat counts in samples, and keeps the first link's time base.
        let own = clock.rate.map { AVRational(num: 1, den: $0) } ?? base
        func rescaled(_ ticks: Int64) -> Int64 {
            ticks == ORIEL_AV_NOPTS_VALUE || own.num == base.num && own.den == base.den
                ? ticks : av_rescale_q(ticks, own, base)
        }
        if let blocks {
            packet.pointee.duration = rescaled(blocks.samples(of: data))
            packet.pointee.dts = clock.count(length: packet.pointee.duration)
            packet.pointee.pts = packet.pointee.dts
            return
        }
        packet.pointee.pts = rescaled(packet.pointee.pts)
        packet.pointee.dts = rescaled(packet.pointee.dts)
        packet.pointee.duration = rescaled(packet.pointee.duration)
        let time = packet.pointee.dts == ORIEL_AV_NOPTS_VALUE ? packet.pointee.pts : packet.pointee.dts
        packet.shift(by: clock.follow(time == ORIEL_AV_NOPTS_VALUE ? nil : time, length: packet.pointee.duration))
    }

    /// Notes the rate and the block sizes of the link that a header packet begins. Headers last no time.
    private mutating func readHeader(_ data: UnsafeRawBufferPointer, of packet: UnsafeMutablePointer<AVPacket>) {
        let isVorbis = data.first.map { $0 & 1 == 1 } == true && data.dropFirst().starts(with: "vorbis".utf8)
        let rate = OggPages.rate(of: data)
        guard isVorbis || rate != nil else { return }
        packet.pointee.duration = 0
        if let rate {
            clock.rate = rate
            header = Array(data)
        } else if data[0] == 5 {
            blocks = VorbisBlocks(identification: header, setup: data)
        }
    }
}

/// Correction of the times of ADTS packets, which libavformat counts in the first one's sample rate.
struct Drift {
    /// Ticks to add.
    var ticks: Int64 = 0
    /// Whether a rate has changed. Positions are only known by reading from the start then.
    private(set) var isKnown = false

    mutating func follow(_ packet: UnsafeMutablePointer<AVPacket>, base: AVRational) {
        let data = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(max(0, packet.pointee.size)))
        guard packet.pointee.duration > 0, let header = ADTSHeader(data) else { return }
        packet.shift(by: ticks)
        let length = av_rescale_q(header.samples, AVRational(num: 1, den: header.rate), base)
        ticks &+= length &- packet.pointee.duration
        packet.pointee.duration = length
        if ticks != 0 { isKnown = true }
    }
}

extension UnsafeMutablePointer<AVPacket> {
    /// Adds ticks to the packet's times.
    fileprivate func shift(by ticks: Int64) {
        if pointee.pts != ORIEL_AV_NOPTS_VALUE { pointee.pts &+= ticks }
        if pointee.dts != ORIEL_AV_NOPTS_VALUE { pointee.dts &+= ticks }
    }
}

/// Sound whose times libavformat gets wrong: chained Ogg, several streams one after another in one file as radio
/// stations send them, and ADTS whose rate changes.
extension MediaSource {
    /// Prepares the clock of the links. libavformat goes on to the next link only if there is one stream.
    func lookForLinks() {
        guard formatName == "ogg", videoIndex < 0, sounds.count == 1, let base = timeBase(of: sounds[0]) else { return }
        links = OggLinks(
            isChained: input.map { OggPages.isChained(head: $0.head, tail: $0.tail(OggPages.longest * 2)) } ?? false,
            base: base)
    }

    /// Time base of the links' clock; nil without links.
    var linkBase: AVRational? { links?.base }

    private func timeBase(of index: CInt) -> AVRational? {
        streams.first { $0.pointee.index == index }?.pointee.time_base
    }

    /// Codec of the newest link among the bytes that libavformat has parsed last; nil if none began there, or without
    /// links.
    package var newestLink: String? {
        guard links != nil, let stream = (try? context)?.pointee.pb, let start = stream.pointee.buffer,
            let end = stream.pointee.buf_ptr
        else { return nil }
        // If the input can't be sought in, the buffer begins behind the mark of the page that is parsed.
        let bytes = OggPages.mark + UnsafeBufferPointer(start: start, count: max(0, end - start))
        return OggPages.codec(ofLastStreamIn: bytes)
    }

    /// Bytes of the container that libavformat has parsed (`avio_tell`).
    package var position: Int64 { (try? context)?.pointee.pb.map { avio_seek($0, 0, SEEK_CUR) } ?? 0 }

    func correctTimes(of packet: UnsafeMutablePointer<AVPacket>) {
        guard packet.pointee.stream_index == sounds.first else { return }
        links?.follow(packet)
        if formatName == "aac", let base = timeBase(of: packet.pointee.stream_index) {
            drift.follow(packet, base: base)
        }
    }

    /// Whether the container has no times of its own, so that the count of samples is right where they differ.
    package var countsSamples: Bool { links != nil || ["aac", "loas"].contains(formatName) }
}
