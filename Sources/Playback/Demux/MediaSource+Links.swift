import CFFmpeg

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

    /// Converts a packet's times to the clock of the first link.
    func followLinks(_ packet: UnsafeMutablePointer<AVPacket>) {
        let index = packet.pointee.stream_index
        guard links != nil, let linkBase, index == sounds.first,
            let stream = streams.first(where: { $0.pointee.index == index })
        else { return }
        let base = stream.pointee.time_base
        func rescaled(_ ticks: Int64) -> Int64 {
            // A link may have another sample rate.
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
