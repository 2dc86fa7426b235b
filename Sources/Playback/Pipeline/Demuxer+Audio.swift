import CFFmpeg
import Logging
import OrielDecode
import OrielDemux
import OrielLibav

/// Audio tracks of the medium and its additional files.
extension Demuxer {
    /// Returns the audio tracks of a source that can be played with a medium.
    static func tracks(of source: MediaSource, with medium: MediaSource) -> [AudioTrack] {
        source.sounds.compactMap { index in
            source.streams.first { $0.pointee.index == index }.flatMap { source.track(of: $0, with: medium) }
        }
    }

    /// Notes the end of an audio packet. If a second Ogg link has begun, the known length was that of one link and is
    /// withdrawn.
    mutating func noteSound(until end: Duration?) {
        if let end { soundReadUntil = max(soundReadUntil ?? end, end) }
        guard source.links?.clock.isChained == true, info.duration != nil, !isLengthLearned else { return }
        info.duration = nil
        core.update(info)
    }

    /// Handles a failed read in an Ogg chain. libavformat reads links in the first one's codec; a link in another is
    /// left out, which is reported once.
    /// - Returns: true while such a link is skipped.
    mutating func skipsLink() -> Bool {
        let position = source.position
        if let before = skippedUntil {
            skippedUntil = position
            return position > before
        }
        guard let codec = source.newestLink, let played = info.playedAudio?.codec, codec != played else { return false }
        skippedUntil = position
        guard !hasReportedLink else { return true }
        hasReportedLink = true
        let time = MediaError.clock(soundReadUntil ?? .zero)
        let words = "its sound is left out from \(time) on, where its codec changes to \(codec)"
        core.report(MediaError(.cut(words), source.location))
        return true
    }

    /// Sets the length of audio-only media to the end of what was read, if it was unknown or guessed.
    mutating func learnLength() {
        guard info.isSoundOnly, info.isSeekable, info.isDurationGuessed || info.duration == nil, let soundReadUntil
        else { return }
        info.duration = soundReadUntil
        info.isDurationGuessed = false
        isLengthLearned = true
        core.update(info)
    }

    /// Opens the medium; if it is a web page, the medium that yt-dlp finds in it.
    static func source(
        _ location: MediaLocation, _ options: MediaPipeline.Options, _ core: PipelineCore
    ) throws(MediaError) -> MediaSource {
        let purpose = MediaSource.Purpose.playback(sound: core.renderer != nil)
        do throws(MediaError) {
            return try MediaSource(
                location, for: purpose, allowsNetwork: options.allowsNetwork, http: options.http,
                interruption: core.interruption)
        } catch {
            guard error.kind == .notMedia, WebPage.mayBe(location),
                let page = try WebPage(location, core.interruption)
            else { throw error }
            var http = options.http
            // The medium's server gets the page's credentials only if it is the page's.
            let isOwn = http.sendsCredentials(to: page.address, of: location.description)
            http.headers = page.headers + http.headers.filter { isOwn || !$0.isCredential }
            if let link = http.internetOnly, link.address == location.description {
                http.internetOnly = link.moved(to: page.address)
            }
            let source = try MediaSource(
                .url(page.address), for: purpose, allowsNetwork: false, http: http, interruption: core.interruption)
            source.pageTitle = page.title
            return source
        }
    }

    /// The additional audio files that are opened: each keeps a descriptor for as long as the medium is played. Logs
    /// that the others are skipped.
    static func audioFiles(of options: MediaPipeline.Options) -> ArraySlice<MediaLocation> {
        let files = options.audioFiles.prefix(Self.mostAudioFiles)
        if files.count < options.audioFiles.count {
            let others = options.audioFiles.count - files.count
            let words = "at most \(files.count) audio files are played with a medium; \(others) are skipped"
            logger.warning("\(MediaError(.cut(words), options.audioFiles[files.count]))")
        }
        return files
    }

    /// As many as subtitle files at once.
    static let mostAudioFiles = 64

    /// Opens an additional audio file. If that fails, logs the error and returns nil, and the medium plays without it.
    static func soundFile(
        _ location: MediaLocation, of medium: MediaLocation, firstTrack: Int, _ options: MediaPipeline.Options,
        _ core: PipelineCore
    ) -> AudioFile? {
        do throws(MediaError) {
            var http = options.http
            if case .url(let address) = medium { http.medium = address }
            return try AudioFile(
                location, firstTrack: firstTrack, allowsNetwork: options.allowsNetwork, http: http,
                interruption: core.interruption)
        } catch {
            if error.kind != .interrupted { logger.warning("\(error)") }
            return nil
        }
    }

    /// Opens the decoder of the track to be played. If that fails, logs the error and returns nil, and the video plays
    /// without audio.
    static func audioDecoder(
        among tracks: [AudioTrack], of source: MediaSource, _ options: MediaPipeline.Options
    ) -> AudioDecoder? {
        let best = tracks.firstIndex {
            $0.info.file == nil && CInt($0.info.stream) == source.bestSound
        }
        let wanted = AudioChoice.index(of: tracks.map(\.info), languages: options.audioLanguages, best: best)
        guard let wanted else { return nil }
        do throws(MediaError) { return try AudioDecoder(tracks[wanted]) } catch {
            logger.warning("\(error)")
            return nil
        }
    }
}
