import Logging
import OrielPlatform

/// Which pictures of a medium are read.
extension Demuxer {
    /// Reads the stream of pictures that was chosen from now on, if it is another one. What can't be decoded is told, and what was
    /// read before is read on.
    mutating func adoptVideo() {
        guard let wanted = core.state.withLock({ $0.videoStream }).map({ CInt($0) }), wanted != source.videoIndex,
            info.videoTracks.contains(where: { $0.stream == Int(wanted) })
        else { return }
        let before = source.videoIndex
        source.readVideo(wanted)
        do throws(MediaError) {
            let decoder = try VideoDecoder(source, decoding, isStill: false, first: nil, memory: core.memory)
            let tracks = info.videoTracks
            info = try source.info(
                decoder: decoder, isStill: false, audio: info.audio, playedAudio: info.playedAudio)
            info.videoTracks = tracks
            core.changeVideo(info, decoder)
        } catch {
            Self.logger.warning("\(error)")
            source.readVideo(before)
            core.state.withLock { $0.videoStream = Int(before) }
        }
    }
}
