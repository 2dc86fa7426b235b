import CFFmpeg

/// Which of a medium's streams are played.
extension MediaSource {
    /// - Parameter isSoundEnough: sound without a picture is played as well; then it is negative.
    func chooseVideo(orSound isSoundEnough: Bool) throws(MediaError) -> CInt {
        let context = try context
        let candidates = movingPictures
        guard let first = candidates.first else {
            let hasSound = streams.contains { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
            // Below this score text and noise are taken for some sound format.
            guard probeScore > AVPROBE_SCORE_MAX / 4 else { throw MediaError(.notMedia, location) }
            if hasSound && isSoundEnough { return -1 }
            throw MediaError(hasSound ? .audioOnly : .noStreams, location)
        }
        let best = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        return candidates.contains { $0.pointee.index == best } ? best : first.pointee.index
    }

    /// The streams of video, covers apart.
    private var movingPictures: [UnsafeMutablePointer<AVStream>] {
        streams.filter {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
    }

    /// More streams of pictures can't be chosen.
    private static let videoLimit = 32

    /// What there is to choose from: what is played, and what else can be decoded.
    var videoTracks: [MediaInfo.VideoTrack] {
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

    /// Reads this stream of pictures, and no other.
    func readVideo(_ index: CInt) {
        videoIndex = index
        discardOthers()
    }

    /// Reads no pictures until the streams are chosen anew.
    func leaveVideo() {
        for stream in streams where stream.pointee.index == videoIndex { stream.pointee.discard = AVDISCARD_ALL }
    }

    /// More streams of sound are not read.
    private static let soundLimit = 32

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

    /// Whether all sound that can be chosen comes with what is read anyway; from segments each costs as much as another medium.
    var readsAllSound: Bool { !["hls", "dash"].contains { formatName.hasPrefix($0) } }

    /// Reads this stream of sound, or none, and no other, where not all are read.
    func readSound(_ index: CInt?) {
        readSound = index
        discardOthers()
    }

    /// The demuxer needn't read what nobody takes.
    func discardOthers() {
        for stream in streams {
            let index = stream.pointee.index
            let isSound = isHeard && sounds.contains(index) && (readsAllSound || index == readSound)
            let isRead = index == videoIndex || isSound || subtitles[index] != nil
            stream.pointee.discard = isRead ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }
}
