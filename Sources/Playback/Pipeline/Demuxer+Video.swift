import Logging
import OrielDecode
import OrielDemux
import OrielLibav
import OrielPlatform

/// Selection of the video stream that is read.
extension Demuxer {
    /// Changes to the selected video stream, if it is another one. If it can't be decoded, logs the error and keeps the
    /// former stream.
    mutating func adoptVideo() {
        guard let wanted = core.state.withLock({ $0.videoStream }).map({ CInt($0) }), wanted != source.videoIndex,
            info.videoTracks.contains(where: { $0.stream == Int(wanted) })
        else { return }
        let before = source.videoIndex
        source.readVideo(wanted)
        do throws(MediaError) {
            let decoder = try VideoDecoder(
                source.videoStream, decoding, isStill: false, first: nil, memory: core.memory)
            let tracks = info.videoTracks
            info = try source.info(
                decoder: decoder.name, isStill: false, audio: info.audioTracks, playedAudio: info.playedAudio)
            info.videoTracks = tracks
            core.changeVideo(info, decoder)
        } catch {
            Self.logger.warning("\(error)")
            source.readVideo(before)
            core.state.withLock { $0.videoStream = Int(before) }
        }
    }
}
