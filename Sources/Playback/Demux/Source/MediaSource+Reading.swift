package import CFFmpeg
package import OrielLibav

extension MediaSource {
    /// Seeks to a keyframe at or before a media time. Negative if the container can't.
    package func seek(to time: Duration) throws(MediaError) -> CInt {
        let context = try context
        links?.clock.jump()
        drift.ticks = 0
        let start = context.pointee.start_time == ORIEL_AV_NOPTS_VALUE ? 0 : context.pointee.start_time
        let position = Libav.microseconds(time).addingReportingOverflow(start).partialValue
        let code = avformat_seek_file(context, -1, .min, position, position, 0)
        return code >= 0 ? code : av_seek_frame(context, -1, position, AVSEEK_FLAG_BACKWARD)
    }

    /// Goes to the very first packet: reopens the container if that alone is reliable, otherwise seeks.
    /// - Parameter thoroughly: reopens in any case.
    /// - Returns: negative on failure.
    package func rewind(thoroughly: Bool) throws(MediaError) -> CInt {
        if seeksFromStart || thoroughly { return try reopen() }
        let context = try context
        // Transport and program streams find times by bisection, which may land behind the first keyframe.
        if formatFlags & AVFMT_TS_DISCONT != 0 && formatFlags & AVFMT_NO_BYTE_SEEK == 0 {
            let code = av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE)
            if code >= 0 { return code }
        }
        let code = try seek(to: .zero)
        return code >= 0 ? code : try reopen()
    }

    /// Reads a packet of any stream (`av_read_frame`).
    package func read(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) -> CInt {
        let context = try context
        let code = av_read_frame(context, packet)
        if code >= 0 { correctTimes(of: packet) }
        return code
    }

    /// Number of the video stream's bytes that libavformat's parser has taken; nil without a parser.
    package var parsedBytes: Int64? {
        guard videoIndex >= 0, let video = try? video else { return nil }
        return av_stream_get_parser(video)?.pointee.cur_offset
    }

    /// Takes the bytes that the video's parser keeps for the next frame, as libavformat does at the end of a stream.
    package func takeUnfinishedFrame() throws(MediaError) -> [UInt8] {
        let video = try video
        guard let parser = av_stream_get_parser(video) else { return [] }
        guard let codec = CodecContext(nil) else { throw MediaError(.failed("out of memory"), location) }
        codec.pointer.pointee.codec_id = video.pointee.codecpar.pointee.codec_id
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: CInt = 0
        let none = ORIEL_AV_NOPTS_VALUE
        _ = av_parser_parse2(parser, codec.pointer, &bytes, &count, nil, 0, none, none, -1)
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// Moves a packet out of `scratch`; nil if memory ran out.
    package func packet(moving scratch: UnsafeMutablePointer<AVPacket>) throws(MediaError) -> Packet? {
        let context = try context
        let index = scratch.pointee.stream_index
        let stream = index >= 0 && index < context.pointee.nb_streams ? context.pointee.streams[Int(index)] : nil
        return Packet(
            moving: scratch, base: linkBase ?? stream?.pointee.time_base ?? AVRational(num: 0, den: 1), start: startTime
        )
    }

    /// Decode time of a packet since the start of the medium; nil if unknown.
    package func time(of packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) -> Duration? {
        let context = try context
        let index = packet.pointee.stream_index
        guard index >= 0, index < context.pointee.nb_streams, let stream = context.pointee.streams[Int(index)] else {
            return nil
        }
        let time = packet.pointee.dts == ORIEL_AV_NOPTS_VALUE ? packet.pointee.pts : packet.pointee.dts
        return Libav.duration(time, linkBase ?? stream.pointee.time_base).map { $0 - startTime }
    }

    /// Whether the input itself has ended or failed, so that further reads are futile.
    package var isExhausted: Bool {
        guard let stream = (try? context)?.pointee.pb else { return false }
        return stream.pointee.eof_reached != 0 || stream.pointee.error < 0
    }

    /// Clears the input's error before a run: libavformat keeps it, although reading may succeed elsewhere. It takes an
    /// error for the end, too; without that mark the next read fails with the error again.
    package func forgetReadError() {
        guard let stream = (try? context)?.pointee.pb, stream.pointee.error < 0 else { return }
        stream.pointee.error = 0
        stream.pointee.eof_reached = 0
    }

    /// The error of the input; nil if it has not failed, or has just ended.
    package var readError: MediaError? {
        guard let code = (try? context)?.pointee.pb?.pointee.error, code < 0, code != ORIEL_AVERROR_EOF else {
            return nil
        }
        return MediaError(isRemote ? .network(Libav.words(code)) : .unreadable(Libav.words(code)), location)
    }
}
