/// Ranges of the settings of playback. The player moves a value outside into the range; the command refuses it.
package enum PlaybackLimits {
    /// Media seconds per second.
    package static let speed = 0.1...8.0
    /// Per cent; 100 is the medium's own volume.
    package static let volume = 0...130
    /// Time by which sound is heard later than the picture that it belongs to is seen.
    package static let audioDelay = Duration.seconds(-10)...Duration.seconds(10)
    /// Time by which subtitles come later than their medium says.
    package static let subtitleDelay = Duration.seconds(-600)...Duration.seconds(600)
    /// Factor of the subtitles' own size.
    package static let subtitleScale = 0.2...5.0
    /// Place of lines without a place of their own: 0 is the top, 100 the bottom.
    package static let subtitlePosition = 0.0...100.0
}

extension ClosedRange {
    /// The value of the range that is nearest to `value`; a floating-point value that isn't a number stays.
    package func nearest(to value: Bound) -> Bound {
        value < lowerBound ? lowerBound : value > upperBound ? upperBound : value
    }
}
