import CFFmpeg
import OrielDemux
import OrielLibav

/// Detection of a change of the video codec that no packet reveals.
extension Demuxer {
    /// Examines the bytes read last while audio comes but no video. If they hold another codec, reports it and discards
    /// the video stream, since libavformat would otherwise keep all of its bytes.
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
