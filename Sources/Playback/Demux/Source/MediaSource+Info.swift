package import CFFmpeg
package import OrielLibav
package import OrielMedia
import OrielPlatform

extension MediaSource {
    /// Media time zero on the container's clock.
    package var startTime: Duration {
        // A live stream has another start each time it is opened.
        if let firstStart { return firstStart }
        guard let context = try? context else { return .zero }
        return Libav.duration(context.pointee.start_time, AVRational(num: 1, den: AV_TIME_BASE)) ?? .zero
    }

    /// Whether opening the medium anew leads to its live edge. Any other address without a length may be a film.
    package var hasLiveEdge: Bool {
        guard case .url(let address) = location else { return false }
        return ["hls", "dash", "rtsp"].contains(formatName) || address.lowercased().hasPrefix("rtmp")
    }

    /// Whether the segments before the live edge can be sought in: the medium can be opened anew at any of them.
    package var hasLiveWindow: Bool {
        guard hasLiveEdge, formatName == "hls", !isSeekable, duration == nil else { return false }
        return references.window.map { $0.head < Self.longestWindow } ?? false
    }

    private static let longestWindow = Duration.seconds(30 * 86_400)

    /// Opens a live playlist anew, one segment before the one that has a media time.
    /// - Returns: media time at which that segment begins, and the wanted time, which is never behind the live edge.
    package func reopenLive(at time: Duration) throws(MediaError) -> (start: Duration, time: Duration) {
        guard var place = references.window?.place(of: time) else { return (time, time) }
        // The playlist that was noted may be older than the one that is loaded now.
        for _ in 0..<2 {
            let first = place.segment + 1
            guard try reopen(at: first) >= 0 else {
                throw MediaError(.network("the server now sends a different stream"), location)
            }
            place = references.window?.place(of: time) ?? place
            if place.segment <= first { break }
        }
        return (place.start, place.time)
    }

    /// The length; nil if the container doesn't state it. A guess from the bit rate is used for audio only.
    package var duration: Duration? {
        guard let context = try? context,
            links?.clock.isChained != true,
            context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE || videoIndex < 0,
            let duration = Libav.duration(context.pointee.duration, AVRational(num: 1, den: AV_TIME_BASE)),
            duration > .zero, !isAbsurd(duration)
        else { return nil }
        // MP4's edit lists and FFmpeg's Matroska muxer count the length from time zero instead of the beginning. A
        // length below the beginning's time counts from the beginning, and an offset under a second is a codec's delay.
        let start = startTime
        let isFromZero = formatName.hasPrefix("matroska") || formatName.hasPrefix("mov")
        if isFromZero, start >= .seconds(1), duration > start { return duration - start }
        return duration
    }

    /// Whether a length that libavformat has computed from the first and last times can't be true, because the times
    /// leap between them: a transport or program stream has at least one packet a second.
    private func isAbsurd(_ duration: Duration) -> Bool {
        guard formatFlags & AVFMT_TS_DISCONT != 0, let context = try? context,
            context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_PTS, let stream = context.pointee.pb
        else { return false }
        let size = avio_size(stream)
        return size > 0 && duration.seconds > 10 && Double(size) < duration.seconds * Self.leastRate
    }

    /// Bytes a second below which a transport stream's length is not believed: one packet.
    private static let leastRate = 188.0

    /// Whether `duration` is a guess from the bit rate of the beginning, which may err either way.
    package var isDurationGuessed: Bool {
        guard let context = try? context else { return false }
        return duration != nil && context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    }

    /// End of the video stream in media time; nil if the container doesn't state it.
    var videoEnd: Duration? {
        guard let video = try? video, let length = Libav.duration(video.pointee.duration, video.pointee.time_base),
            length > .zero
        else { return nil }
        let start = Libav.duration(video.pointee.start_time, video.pointee.time_base) ?? startTime
        return start - startTime + length
    }

    /// Time before a seek's target in which no frame may be skipped, because it could be the target's.
    ///
    /// If all frames have the same duration, 1.5 frames: the frame before the target and half of one for rounding. Four
    /// frames if a deinterlacer may look around. Otherwise 500 ms.
    package var skipMargin: Duration {
        let usual = Duration.milliseconds(500)
        guard let video = try? video.pointee, video.avg_frame_rate.num > 0, video.r_frame_rate.num > 0 else {
            return usual
        }
        let (average, least) = (av_q2d(video.avg_frame_rate), av_q2d(video.r_frame_rate))
        guard abs(average / least - 1) < 0.01 else { return usual }
        let isProgressive = video.codecpar.pointee.field_order == AV_FIELD_PROGRESSIVE
        return min(usual, .seconds((isProgressive ? 1.5 : 4) / average))
    }

    /// Frames per second (`av_guess_frame_rate`).
    var frameRate: AVRational {
        guard let context = try? context, let video = try? video else { return AVRational(num: 0, den: 1) }
        return av_guess_frame_rate(context, video, nil)
    }

    /// A request of the medium that playback ignores, such as ordered chapters; nil if none.
    package var unmetWish: MediaError? {
        guard let input, formatName.hasPrefix("matroska"), OrderedChapters.areIn(input.bytes(at:count:)) else {
            return nil
        }
        return MediaError(.orderedChapters, location)
    }

    /// The chosen video stream as a decoder needs it.
    package var videoStream: VideoStream {
        get throws(MediaError) {
            let video = try video
            let ownRate = video.pointee.codecpar.pointee.bit_rate
            return VideoStream(
                stream: video, location: location, frameRate: frameRate, bitRate: ownRate > 0 ? Int(ownRate) : bitRate,
                startTime: startTime,
                hasDiscontinuities: formatFlags & AVFMT_TS_DISCONT != 0, declaredSize: headerSizes[videoIndex],
                isKnownByNameOnly: formatName == "image2", isGuess: probeScore <= AVPROBE_SCORE_MAX / 4,
                brokenHeader: brokenHeader)
        }
    }

    /// The error for a video stream whose headers lack the data that a decoder needs.
    private var brokenHeader: MediaError {
        // libavcodec's WebP decoder skips animations, which a flag of the extended header marks.
        let head = input?.head ?? []
        let isAnimatedWebP =
            head.count > 20 && head[0..<4].elementsEqual("RIFF".utf8) && head[8..<16].elementsEqual("WEBPVP8X".utf8)
            && head[20] & 2 != 0
        return MediaError(isAnimatedWebP ? .unsupportedCodec("animated WebP") : .truncated, location)
    }

    /// Collects the facts about the medium.
    /// - Parameters:
    ///   - decoder: the video decoder's name; nil if there is only audio.
    ///   - picture: the frame shown with audio, and its codec.
    ///   - isStill: whether the medium is a single image.
    ///   - audio: all audio tracks that can be played.
    package func info(
        decoder: String?, picture: (frame: VideoFrame, codec: String)? = nil, isStill: Bool,
        audio: [MediaInfo.Audio], playedAudio: MediaInfo.Audio?
    ) throws(MediaError) -> MediaInfo {
        let video: MediaInfo.Video
        if let decoder {
            video = try videoInfo(decoder, isStill: isStill)
        } else if let picture {
            video = MediaInfo.Video(of: picture)
        } else {
            throw MediaError(.audioOnly, location)
        }
        let length = isStill ? nil : duration
        var info = MediaInfo(
            container: formatName, title: title, duration: length, video: video,
            videoTracks: isStill || decoder == nil ? [] : videoTracks, audio: audio,
            subtitles: subtitles.values.map(\.info).sorted { $0.stream < $1.stream }, chapters: chapters,
            playedAudio: playedAudio, isSeekable: isSeekable, isLive: !isSeekable && length == nil && !isStill,
            isSoundOnly: decoder == nil)
        info.isDurationGuessed = isDurationGuessed
        info.bitRate = isStill ? nil : bitRate
        info.tags = tags
        return info
    }

    private func videoInfo(_ decoder: String, isStill: Bool) throws(MediaError) -> MediaInfo.Video {
        let (context, stream) = (try context, try video)
        let parameters = stream.pointee.codecpar.pointee
        let orientation = Orientation(displayMatrix: oriel_stream_display_matrix(stream))
        return MediaInfo.Video(
            codec: String(cString: avcodec_get_name(parameters.codec_id)), decoder: decoder,
            width: Int(parameters.width), height: Int(parameters.height),
            framesPerSecond: isStill ? nil : Rational(positive: frameRate),
            sampleAspectRatio: Rational(positive: av_guess_sample_aspect_ratio(context, stream, nil))
                ?? Rational(1, 1),
            rotation: orientation.rotation, isFlipped: orientation.isFlipped,
            pixelFormat: Libav.string(av_get_pix_fmt_name(AVPixelFormat(rawValue: parameters.format))),
            isStillImage: isStill, isAnimation: !isStill && isImageFormat && formatName != "mjpeg")
    }

    /// Bits per second of the whole medium; nil if unknown.
    private var bitRate: Int? {
        guard let rate = try? context.pointee.bit_rate, rate > 0 else { return nil }
        return Int(rate)
    }

    /// Title of the medium, preceded by the artist for audio.
    package var title: String? {
        let tags = tags
        guard pageTitle == nil, videoIndex < 0, let title = tags.title, let artist = tags.artist else {
            return tags.title
        }
        return Libav.plain("\(artist) – \(title)".utf8, limit: 4096)
    }

    /// Tags of the medium. Ogg stores them with the stream.
    var tags: MediaInfo.Tags {
        guard let context = try? context else { return MediaInfo.Tags(title: pageTitle) }
        let dictionaries = [context.pointee.metadata] + (videoIndex < 0 ? streams.map(\.pointee.metadata) : [])
        func text(_ key: String) -> String? { dictionaries.lazy.compactMap { Libav.text($0, key) }.first }
        return MediaInfo.Tags(
            title: pageTitle ?? text("title"), artist: text("artist") ?? text("album_artist"), album: text("album"))
    }

    /// Largest number of chapters that is read.
    private static let chapterLimit = 1000

    private var chapters: [MediaInfo.Chapter] {
        guard let context = try? context, let list = context.pointee.chapters else { return [] }
        return (0..<min(Int(context.pointee.nb_chapters), Self.chapterLimit)).compactMap { index in
            guard let chapter = list[index]?.pointee, let start = Libav.duration(chapter.start, chapter.time_base)
            else {
                return nil
            }
            return MediaInfo.Chapter(
                start: max(.zero, start - startTime), title: Libav.text(chapter.metadata, "title", limit: 256))
        }.sorted { $0.start < $1.start }
    }

    /// Returns an audio stream as a track that can be played; nil if memory ran out.
    /// - Parameter medium: the medium whose video the track accompanies.
    package func track(of stream: UnsafeMutablePointer<AVStream>, with medium: MediaSource) -> AudioTrack? {
        AudioTrack(
            stream, audioInfo(of: stream.pointee, isFile: self !== medium), location, startTime: startTime,
            hasDiscontinuities: formatFlags & AVFMT_TS_DISCONT != 0, countsSamples: countsSamples,
            pictureEnd: medium.videoEnd ?? (medium.isDurationGuessed ? nil : medium.duration))
    }

    /// Describes an audio stream.
    /// - Parameter isFile: whether it is from an additional file.
    private func audioInfo(of stream: AVStream, isFile: Bool) -> MediaInfo.Audio {
        let parameters = stream.codecpar.pointee
        return MediaInfo.Audio(
            stream: Int(stream.index), codec: String(cString: avcodec_get_name(parameters.codec_id)),
            channels: Int(parameters.ch_layout.nb_channels), rate: Int(parameters.sample_rate),
            language: Libav.text(stream.metadata, "language", limit: 32).flatMap { $0 == "und" ? nil : $0 },
            title: Libav.text(stream.metadata, "title", limit: 256),
            isDefault: stream.disposition & AV_DISPOSITION_DEFAULT != 0,
            isCommentary: stream.disposition & AV_DISPOSITION_COMMENT != 0,
            isForVisuallyImpaired: stream.disposition & AV_DISPOSITION_VISUAL_IMPAIRED != 0,
            file: isFile ? location.description.split(separator: "/").last.map { PathText.shown(String($0)) } : nil)
    }
}
