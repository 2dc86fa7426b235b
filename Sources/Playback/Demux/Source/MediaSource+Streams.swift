import CFFmpeg
package import OrielLibav

/// Selection of the streams that are played.
extension MediaSource {
    /// Chooses the video stream and returns its index.
    /// - Parameter isSoundEnough: whether audio alone is acceptable; -1 is returned for it.
    /// - Throws: `MediaError` if there is nothing to play.
    func chooseVideo(orSound isSoundEnough: Bool) throws(MediaError) -> CInt {
        let context = try context
        let candidates = movingPictures
        guard let first = candidates.first else {
            let hasSound = streams.contains { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
            // Below this score, libavformat takes text and noise for some audio format.
            guard probeScore > AVPROBE_SCORE_MAX / 4 else { throw MediaError(.notMedia, location) }
            if hasSound && isSoundEnough { return -1 }
            throw MediaError(hasSound ? .audioOnly : .noStreams, location)
        }
        let best = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        return candidates.contains { $0.pointee.index == best } ? best : first.pointee.index
    }

    /// The video streams, without covers.
    private var movingPictures: [UnsafeMutablePointer<AVStream>] {
        streams.filter {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
    }

    /// Largest number of video streams that can be chosen.
    private static let videoLimit = 32

    /// The video tracks that can be chosen: the played one, and all others with a decoder.
    package var videoTracks: [MediaInfo.VideoTrack] {
        guard videoIndex >= 0 else { return [] }
        let playable = movingPictures.filter {
            let index = $0.pointee.index
            return index == videoIndex || avcodec_find_decoder($0.pointee.codecpar.pointee.codec_id) != nil
        }
        return playable.prefix(Self.videoLimit).map { stream in
            let parameters = stream.pointee.codecpar.pointee
            return MediaInfo.VideoTrack(
                stream: Int(stream.pointee.index), codec: String(cString: avcodec_get_name(parameters.codec_id)),
                width: Int(max(0, parameters.width)), height: Int(max(0, parameters.height)),
                language: Libav.text(stream.pointee.metadata, "language", limit: 32).flatMap { $0 == "und" ? nil : $0 },
                title: Libav.text(stream.pointee.metadata, "title", limit: 256))
        }
    }

    /// Reads this video stream and no other.
    package func readVideo(_ index: CInt) {
        videoIndex = index
        discardOthers()
    }

    /// Discards the video stream until the streams are chosen anew.
    package func leaveVideo() {
        for stream in streams where stream.pointee.index == videoIndex { stream.pointee.discard = AVDISCARD_ALL }
    }

    /// Largest number of audio streams that is read.
    private static let soundLimit = 32

    /// Lists the audio streams that can be played, and libavformat's choice among them.
    func chooseSounds() {
        guard let opened else { return }
        let best = av_find_best_stream(opened, AVMEDIA_TYPE_AUDIO, -1, videoIndex, nil, 0)
        bestSound = best >= 0 ? best : nil
        let all = streams.filter { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }.map {
            $0.pointee.index
        }
        sounds = Array(all.prefix(Self.soundLimit))
        if let bestSound, !sounds.contains(bestSound) { sounds[sounds.count - 1] = bestSound }
    }

    /// Whether packets of all audio streams are read. False for segmented formats, where each stream costs as much as
    /// another medium.
    package var readsAllSound: Bool { !["hls", "dash"].contains { formatName.hasPrefix($0) } }

    /// Reads this audio stream, or none, where not all are read.
    package func readSound(_ index: CInt?) {
        readSound = index
        discardOthers()
    }

    /// Has the demuxer discard the packets of streams that aren't used.
    func discardOthers() {
        for stream in streams {
            let index = stream.pointee.index
            let isSound = isHeard && sounds.contains(index) && (readsAllSound || index == readSound)
            let isRead = index == videoIndex || isSound || subtitles[index] != nil
            stream.pointee.discard = isRead ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }
}
