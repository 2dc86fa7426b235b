package import OrielDecode
package import OrielPipeline

/// Members that forward to the present item's source, and some also to the next one's.
extension QueueSource {
    package var medium: MediaPipeline? { present?.source }

    package var description: SourceDescription { medium?.sourceDescription ?? SourceDescription() }

    package var settings: SourceSettings {
        get { options.settings }
        set {
            options.settings = newValue
            medium?.settings = newValue
            ahead?.source.settings = newValue
        }
    }

    package var display: DisplayFacts? { options.decoding.hardware.display }

    package func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {
        options.speed = speed
        medium?.setSoundSpeed(speed, at: position, generation: generation)
        if let ahead {
            ahead.source.setSoundSpeed(speed, at: ahead.start, generation: ahead.generation)
        }
        mend()
    }

    package func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool {
        defer { mend() }
        return medium?.selectAudio(index, at: position, generation: generation) ?? true
    }
}
