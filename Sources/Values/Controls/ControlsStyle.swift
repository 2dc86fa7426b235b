package import OrielGeometry

/// Sizes and colours of the controls, in one place. Lengths are logical pixels.
package struct ControlsStyle: Hashable, Sendable {
    package var family = "sans-serif"
    package var color = Color.white
    /// Opaque enough for a contrast of 4.5:1 with white over any frame, also with a highlight between.
    package var plateColor = Color(red: 10 / 255, green: 10 / 255, blue: 12 / 255, alpha: 0.76)
    /// Colour of icons without a pointer over them.
    package var restColor = Color(red: 0.87, green: 0.87, blue: 0.87, alpha: 1)
    /// Plates below the icon that the pointer is over, or that is pressed: darker, so that the icon has more contrast.
    package var highlightColor = Color.black.withAlpha(0.35)
    package var pressedColor = Color.black.withAlpha(0.55)
    package var trackColor = Color.white.withAlpha(0.3)
    package var bufferedColor = Color.white.withAlpha(0.3)
    package var focusColor = Color(red: 0.55, green: 0.8, blue: 1)
    package var interstitialColor = Color(red: 1, green: 0.8, blue: 0.3)
    package var liveColor = Color(red: 1, green: 0.6, blue: 0.56)

    /// Distance from the surface's edges; at least the width that resizes, so that corners stay free for it.
    package var margin: Double
    /// Distance between neighbours.
    package var gap: Double
    /// Sides of buttons and of their icons.
    package var playButton: Double
    package var playIcon: Double
    package var skipButton: Double
    package var skipIcon: Double
    package var button: Double
    package var icon: Double
    /// Sizes of the bar at the bottom.
    package var barHeight: Double
    package var barRadius: Double
    package var barPadding: Double
    package var widestBar: Double
    package var trackHeight: Double
    package var knob: Double
    package var shortestTrack: Double
    package var volumeTrack: Double
    package var thumbnailHeight: Double
    /// Font size, and the height of its line as `TextRun` computes it.
    package var letter: Double
    package var lineHeight: Double { (letter * 1.2).rounded() }
    /// Minimum size of a target for pointers, and for touch.
    package static let pointerTarget = 24.0
    package static let touchTarget = 44.0
    /// Minimum size of a thumbnail.
    package static let leastThumbnail = 44.0

    /// Width of the widest digit of common sans-serif fonts, and of a colon, relative to the line height.
    package static let digitWidth = 0.58
    package static let colonWidth = 0.34
    /// Average width of letters in badges, relative to the line height.
    package static let letterWidth = 0.62

    /// Enlarges text, icons and targets for people who need larger ones; those of a small overlay as far as it has
    /// room. A smaller text leaves icons and targets as they are.
    private mutating func enlarge(by scale: Double, on height: Double) {
        letter = (letter * scale).rounded()
        let scale = min(max(1, scale), max(1, height / 200))
        guard scale > 1 else { return }
        func enlarge(_ length: inout Double) { length = (length * scale / 2).rounded() * 2 }
        enlarge(&gap)
        enlarge(&playButton)
        enlarge(&playIcon)
        enlarge(&skipButton)
        enlarge(&skipIcon)
        enlarge(&button)
        enlarge(&icon)
        enlarge(&barHeight)
        enlarge(&barRadius)
        enlarge(&barPadding)
        enlarge(&knob)
    }

    /// A text scale in `textScales`; 1 if it isn't finite.
    static func limited(_ textScale: Double) -> Double {
        textScale.isFinite ? min(max(textScale, textScales.lowerBound), textScales.upperBound) : 1
    }

    /// Range of text scales; 1 is normal.
    package static let textScales = 0.75...2.0

    /// Computes the style for a surface.
    /// - Parameter textScale: relative text size, 1 is normal; limited to `textScales`, and 1 if not finite.
    package init(for form: ControlsForm, on surface: Size, textScale: Double = 1) {
        let height = min(Double(surface.height), Double(surface.width) * 9 / 16)
        margin = 10
        switch form {
        case .pictureInPicture:
            // Grows from the smallest overlay with all controls to one of a quarter of a screen.
            let growth = min(max((height - 135) / (270 - 135), 0), 1)
            func between(_ small: Double, _ large: Double) -> Double {
                ((small + (large - small) * growth) / 2).rounded() * 2
            }
            gap = between(4, 8)
            // The smallest overlay has room for this button.
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
        thumbnailHeight = min(max((height / 5).rounded(), 54), 180)
        shortestTrack = 56
        enlarge(by: Self.limited(textScale), on: height)
        // The bar is high enough for its text.
        let least = lineHeight + 8
        guard barHeight < least else { return }
        barHeight = least
        if form == .pictureInPicture { barRadius = barHeight / 2 }
    }
}
