import CFFmpeg
import OrielMedia

/// Pictures that become another codec without a packet that would tell.
extension Demuxer {
    /// Looks at what was read last, where sound comes and no pictures. What is another codec is told at once, and not read on, for
    /// libavformat would keep all of it.
    mutating func lookForChange() throws(MediaError) {
        guard source.formatName == "mpegts" else { return }
        source.keepsRecent = hoard.isSuspicious
        guard hoard.isSuspicious, let bytes = source.takeRecent() else { return }
        let stream = try source.video.pointee
        let payload = TransportPayload.bytes(of: Int(stream.id), in: bytes)
        guard let codec = payload.withUnsafeBytes({ CodecSign.codec(of: $0) }),
            codec != String(cString: avcodec_get_name(stream.codecpar.pointee.codec_id))
        else { return }
        core.losePictures(MediaError(.picturesLost(from: hoard.end ?? .zero, codec: codec), source.location), of: plan)
        hoard = HoardWatch()
        source.keepsRecent = false
        source.leaveVideo()
    }
}
