import CFFmpeg

/// Which of a medium's streams are played.
extension MediaSource {
    /// - Parameter isSoundEnough: sound without a picture is played as well; then it is negative.
    func chooseVideo(orSound isSoundEnough: Bool) throws(MediaError) -> CInt {
        let context = try context
        let candidates = streams.filter {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
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
