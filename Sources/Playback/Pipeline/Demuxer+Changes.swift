import CFFmpeg
import OrielDemux
import OrielLibav

/// Detection of a change of the video codec that no packet reveals.
extension Demuxer {
    /// Examines the bytes of which libavformat's parser makes no frame. If they hold another codec, reports it and
    /// discards the video stream.
    mutating func lookForChange() throws(MediaError) {
        hoard.beginAgain()
        let codec = try source.takeUnfinishedFrame().withUnsafeBytes { CodecSign.codec(of: $0) }
        let known = try source.video.pointee.codecpar.pointee.codec_id
        guard let codec, codec != String(cString: avcodec_get_name(known)) else { return }
        core.loseVideo(MediaError(.picturesLost(from: hoard.end ?? .zero, codec: codec), source.location), of: plan)
        hoard = HoardWatch()
        source.leaveVideo()
    }
}
