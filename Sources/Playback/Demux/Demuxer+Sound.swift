import CFFmpeg
import Logging

/// Which sound a medium and the files beside it have.
extension Demuxer {
    static func tracks(of source: MediaSource, with medium: MediaSource) -> [AudioTrack] {
        source.sounds.compactMap { index in
            source.streams.first { $0.pointee.index == index }.flatMap { AudioTrack($0, of: source, with: medium) }
        }
    }

    /// A packet of sound was read. A second link means that the length was that of one.
    mutating func noteSound(until end: Duration?) {
        if let end { soundReadUntil = max(soundReadUntil ?? end, end) }
        guard source.links?.isChained == true, info.duration != nil, !isLengthLearned else { return }
        info.duration = nil
        core.update(info)
    }

    /// All was read: sound alone is as long as that, where its length wasn't known.
    mutating func learnLength() {
        guard info.isSoundOnly, info.isSeekable, info.isDurationGuessed || info.duration == nil, let soundReadUntil
        else { return }
        info.duration = soundReadUntil
        info.isDurationGuessed = false
        isLengthLearned = true
        core.update(info)
    }

    /// The medium, or the one that a page of the web shows.
    static func source(
        _ location: MediaLocation, _ options: MediaPipeline.Options, _ core: PipelineCore
    ) throws(MediaError) -> MediaSource {
        let purpose = MediaSource.Purpose.playback(sound: core.renderer != nil)
        do throws(MediaError) {
            return try MediaSource(
                location, for: purpose, allowsNetwork: options.allowsNetwork, http: options.http, core: core)
        } catch {
            guard error.kind == .notMedia, WebPage.mayBe(location),
                let page = try WebPage(location, core: core)
            else { throw error }
            var http = options.http
            http.headers = page.headers + http.headers
            let source = try MediaSource(
                .url(page.address), for: purpose, allowsNetwork: false, http: http, core: core)
            source.pageTitle = page.title
            return source
        }
    }

    /// A file that can't be heard is told, and the medium is played all the same.
    static func soundFile(
        _ location: MediaLocation, firstTrack: Int, _ options: MediaPipeline.Options, _ core: PipelineCore
    ) -> SoundFile? {
        do throws(MediaError) {
            return try SoundFile(
                location, firstTrack: firstTrack, allowsNetwork: options.allowsNetwork, http: options.http,
                core: core)
        } catch {
            if error.kind != .interrupted { logger.warning("\(error)") }
            return nil
        }
    }

    /// Of the track that is to be played. Where sound can't be decoded, the picture is played all the same.
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
