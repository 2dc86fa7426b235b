package import OrielDecode
package import OrielDemux
package import OrielLibav
package import OrielPipeline

/// Members that forward to the present item's source, and some also to the next one's.
extension QueueSource {
    package var description: SourceDescription { present?.source.sourceDescription ?? SourceDescription() }

    package func wake(whenBufferedUntil time: Duration) { present?.source.wake(whenBufferedUntil: time) }

    package var settings: SourceSettings {
        get { options.settings }
        set {
            options.settings = newValue
            present?.source.settings = newValue
            ahead?.source.settings = newValue
        }
    }

    package var display: DisplayFacts? { options.decoding.hardware.display }

    package func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {
        options.speed = speed
        present?.source.setSoundSpeed(speed, at: position, generation: generation)
        if let ahead {
            ahead.source.setSoundSpeed(speed, at: ahead.start, generation: ahead.generation)
        }
        mend()
    }

    package var losses: [MediaError] { present?.source.snapshot.losses ?? [] }

    package var file: MediaLocation? { present?.source.file }

    package var videoTracks: [MediaInfo.VideoTrack] { present?.source.videoTracks ?? [] }

    package var selectedVideo: Int? { present?.source.selectedVideo }

    package func selectVideo(_ index: Int) -> Bool { present?.source.selectVideo(index) ?? false }

    package var audioTracks: [MediaInfo.Audio] { present?.source.audioTracks ?? [] }

    package var selectedAudio: Int? { present?.source.selectedAudio }

    package func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool {
        defer { mend() }
        return present?.source.selectAudio(index, at: position, generation: generation) ?? true
    }

    package var subtitles: [SubtitleStream] { present?.source.subtitles ?? [] }

    package var chapters: [MediaInfo.Chapter] { present?.source.snapshot.info?.chapters ?? [] }
}
