package import OrielGeometry

/// How the controls look: the one place for their sizes, their colours and their times. Lengths are logical pixels.
package struct ControlsStyle: Hashable, Sendable {
    package var family = "sans-serif"
    package var color = ControlsColor.white
    /// Opaque enough for 4.5:1 under white, whatever the picture is, also where a highlight lies between.
    package var plateColor = ControlsColor(10 / 255, 10 / 255, 12 / 255, alpha: 0.76)
    package var highlightColor = ControlsColor.white.withAlpha(0.16)
    package var pressedColor = ControlsColor.white.withAlpha(0.1)
    package var trackColor = ControlsColor.white.withAlpha(0.3)
    package var bufferedColor = ControlsColor.white.withAlpha(0.3)
    package var focusColor = ControlsColor(0.55, 0.8, 1)
    package var interstitialColor = ControlsColor(1, 0.8, 0.3)
    package var liveColor = ControlsColor(1, 0.6, 0.56)

    /// From the surface's edges to the controls: as far as an edge resizes, so that corners stay free for that.
    package var margin: Double
    /// Between neighbours.
    package var gap: Double
    /// The sides of buttons, and of the pictures on them.
    package var playButton: Double
    package var playIcon: Double
    package var skipButton: Double
    package var skipIcon: Double
    package var button: Double
    package var icon: Double
    /// The bar at the bottom.
    package var barHeight: Double
    package var barRadius: Double
    package var barPadding: Double
    package var widestBar: Double
    package var trackHeight: Double
    package var knob: Double
    package var shortestTrack: Double
    package var volumeTrack: Double
    /// The height of a small picture of another position.
    package var thumbnailHeight: Double
    /// The height of letters, and of their line as `TextRun` counts.
    package var letter: Double
    package var lineHeight: Double { (letter * 1.2).rounded() }
    /// No target of a pointer is smaller, and none of a finger.
    package static let pointerTarget = 24.0
    package static let touchTarget = 44.0
    /// Nothing is to be seen in a smaller picture.
    package static let leastThumbnail = 44.0

    /// The widest digit of common sans-serif families, as a part of the line's height; a colon has half of it.
    package static let digitWidth = 0.58
    package static let colonWidth = 0.34
    /// Letters in badges, on average.
    package static let letterWidth = 0.62

    /// How much larger than usual letters may be asked to be, and how much smaller.
    package static let textScales = 0.75...2.0

    /// - Parameter textScale: how large letters are, 1 as usual; bounded, and what is no number is 1.
    package init(for form: ControlsForm, on surface: Size, textScale: Double = 1) {
        let height = min(Double(surface.height), Double(surface.width) * 9 / 16)
        margin = 10
        switch form {
        case .pictureInPicture:
            // From the smallest overlay that has them all to one of a quarter of a screen.
            let growth = min(max((height - 135) / (270 - 135), 0), 1)
            func between(_ small: Double, _ large: Double) -> Double {
                ((small + (large - small) * growth) / 2).rounded() * 2
            }
            gap = between(4, 8)
            // The smallest picture there is has room for this one.
            playButton = min(between(40, 56), max(Self.pointerTarget, (height / 3).rounded() * 2))
            playIcon = min(between(20, 28), (playButton / 4).rounded() * 2)
            skipButton = between(32, 44)
            skipIcon = between(22, 30)
            button = between(24, 32)
            icon = between(14, 18)
            barHeight = between(24, 32)
            barRadius = barHeight / 2
            barPadding = between(8, 12)
            trackHeight = 4
            knob = between(10, 12)
            letter = growth < 0.5 ? 12 : 13
        case .window, .fullScreen:
            let growth = min(max(height / 720, 1), 1.5)
            func grown(_ length: Double) -> Double { (length * growth / 2).rounded() * 2 }
            margin = height < 300 ? 10 : grown(16)
            gap = grown(4)
            button = grown(height < 300 ? 32 : 40)
            playButton = button
            skipButton = button
            icon = grown(20)
            playIcon = grown(22)
            skipIcon = grown(26)
            barHeight = button + grown(8)
            barRadius = grown(14)
            barPadding = grown(4)
            trackHeight = grown(4)
            knob = grown(14)
            letter = (14 * growth).rounded()
        }
        widestBar = 1120 * max(1, height / 720)
        volumeTrack = (72 * letter / 14).rounded()
        if textScale.isFinite {
            letter = (letter * min(max(textScale, Self.textScales.lowerBound), Self.textScales.upperBound)).rounded()
        }
        thumbnailHeight = min(max((height / 5).rounded(), 54), 180)
        shortestTrack = 56
        // What is written on the bar has its room.
        let least = lineHeight + 8
        guard barHeight < least else { return }
        barHeight = least
        if form == .pictureInPicture { barRadius = barHeight / 2 }
    }
}
