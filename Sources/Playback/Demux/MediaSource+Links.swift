import CFFmpeg
import Glibc

/// Chained Ogg: several streams one after another in one file, as radio stations send them.
extension MediaSource {
    /// Prepares the clock of the links. libavformat goes on to the next link only if there is one stream.
    func lookForLinks() {
        guard formatName == "ogg", videoIndex < 0, sounds.count == 1 else { return }
        links = LinkClock(
            isChained: input.map { OggPages.isChained(head: $0.head, tail: $0.tail(OggPages.longest * 2)) } ?? false)
        linkBase = sounds.first.flatMap { index in
            streams.first { $0.pointee.index == index }?.pointee.time_base
        }
    }

    /// Codec of the newest link among the bytes that libavformat has parsed last; nil if none began there, or without
    /// links.
    var newestLink: String? {
        guard links != nil, let stream = (try? context)?.pointee.pb, let start = stream.pointee.buffer,
            let end = stream.pointee.buf_ptr
        else { return nil }
        // If the input can't be sought in, the buffer begins behind the mark of the page that is parsed.
        let bytes = OggPages.mark + UnsafeBufferPointer(start: start, count: max(0, end - start))
        return OggPages.codec(ofLastStreamIn: bytes)
    }

    /// Bytes of the container that libavformat has parsed (`avio_tell`).
    var position: Int64 { (try? context)?.pointee.pb.map { avio_seek($0, 0, SEEK_CUR) } ?? 0 }

    /// Converts a packet's times to the clock of the first link.
    func followLinks(_ packet: UnsafeMutablePointer<AVPacket>) {
        let index = packet.pointee.stream_index
        guard links != nil, let linkBase, index == sounds.first,
            let stream = streams.first(where: { $0.pointee.index == index })
        else { return }
        let data = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(max(0, packet.pointee.size)))
        if let rate = OggPages.rate(of: data) { links?.rate = rate }
        // A link may have another sample rate. libavformat counts in samples, and keeps the first link's time base.
        let base = links?.rate.map { AVRational(num: 1, den: $0) } ?? stream.pointee.time_base
        func rescaled(_ ticks: Int64) -> Int64 {
            ticks == ORIEL_AV_NOPTS_VALUE || base.num == linkBase.num && base.den == linkBase.den
                ? ticks : av_rescale_q(ticks, base, linkBase)
        }
        packet.pointee.pts = rescaled(packet.pointee.pts)
        packet.pointee.dts = rescaled(packet.pointee.dts)
        packet.pointee.duration = rescaled(packet.pointee.duration)
        let time = packet.pointee.dts == ORIEL_AV_NOPTS_VALUE ? packet.pointee.pts : packet.pointee.dts
        let offset = links?.follow(time == ORIEL_AV_NOPTS_VALUE ? nil : time, length: packet.pointee.duration) ?? 0
        if packet.pointee.pts != ORIEL_AV_NOPTS_VALUE { packet.pointee.pts &+= offset }
        if packet.pointee.dts != ORIEL_AV_NOPTS_VALUE { packet.pointee.dts &+= offset }
    }
}
