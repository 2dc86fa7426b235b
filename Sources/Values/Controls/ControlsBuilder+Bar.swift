import OrielGeometry
import OrielTexts

/// A row of controls: those before the scrub bar, the bar with its times, and those after it.
extension ControlsBuilder {
    enum Cell: Hashable {
        case button(Control, ControlsIcon, side: Double, icon: Double)
        /// A button with a text for its icon.
        case word(Control, String)
        case text(String, width: Int)
        case badge(String)
        case track
        case volumeTrack
        case gap(Int)
    }

    /// The scrub bar with its times, or its replacement. Time runs from left to right in all scripts.
    var middleCells: [Cell] {
        guard state.isPlayable else { return [] }
        if state.isLive { return elements.contains(.time) ? [.badge(localized("LIVE"))] : [] }
        let position = state.position
        guard let length = state.length else {
            let text = ClockText.text(position)
            return elements.contains(.time) ? [.text(text, width: width(ofTimes: position))] : []
        }
        let width = width(ofTimes: length)
        let hasHours = length >= .seconds(3600)
        func text(_ time: Duration) -> Cell {
            .text(ClockText.text(min(time, length), hasHours: hasHours), width: width)
        }
        let time = elements.contains(.time) ? [text(position)] : []
        guard elements.contains(.track) else { return time }
        let room = Cell.gap(pixels(style.knob) / 2 + gap)
        let end = elements.contains(.duration) ? [room, text(length)] : []
        return time + [room, .track] + (end.isEmpty ? [room] : end)
    }

    /// Fills a row from left to right; the track, or the space after the middle, takes the remaining width.
    /// - Parameters:
    ///   - leading: controls in left-to-right order, which is kept in right-to-left scripts.
    ///   - trailing: controls that are mirrored in right-to-left scripts.
    mutating func fill(_ row: Rect, leading: [Cell], middle: [Cell], trailing: [Cell]) {
        let isRightToLeft = surroundings.isRightToLeft
        let before = isRightToLeft ? trailing.reversed() : leading
        let after = isRightToLeft ? leading : trailing
        let fixed = (before + middle + after).reduce(0) { $0 + width(of: $1) }
        let left = row.width - fixed
        let hasTrack = middle.contains(.track)
        guard left >= (hasTrack ? pixels(style.shortestTrack) : 0) else { return isCrowded = true }
        var x = row.x
        func place(_ cell: Cell) {
            let width = cell == .track ? left : width(of: cell)
            add(cell, at: Rect(x: x, y: row.y, width: width, height: row.height))
            x += width
        }
        before.forEach(place)
        middle.forEach(place)
        if !hasTrack { x += left }
        after.forEach(place)
    }

    /// Width in pixels of a row without a track.
    func width(of cells: [Cell]) -> Int { cells.reduce(0) { $0 + width(of: $1) } }

    private func width(of cell: Cell) -> Int {
        switch cell {
        case .button(_, _, let side, _): self.cell(side)
        case .word(_, let text): max(self.cell(style.button), letters(text) + pixels(8))
        case .text(_, let width): width
        case .badge(let text):
            Int((Double(text.columns) * 0.75 * Double(pixels(style.lineHeight))).rounded(.up)) + pixels(14)
        case .track: 0
        case .volumeTrack: pixels(style.volumeTrack)
        case .gap(let width): width
        }
    }

    private mutating func add(_ cell: Cell, at place: Rect) {
        switch cell {
        case .button(let control, let icon, let side, let iconSide):
            let length = pixels(side)
            let button = Rect(Size(width: length, height: length), inMiddleOf: place)
            addButton(control, .icon(icon), side: iconSide, at: button, in: .bottom, isAlone: false)
        case .word(let control, let text):
            let button = Rect(
                x: place.x, y: place.y + (place.height - pixels(style.button)) / 2, width: place.width,
                height: pixels(style.button))
            addButton(control, .word(text), side: style.icon, at: button, in: .bottom, isAlone: false)
        case .text(let text, _): draw(.text(makeText(text, in: place, .center)), in: .bottom)
        case .badge(let text):
            let radius = Double(pixels(8)) / 2
            let center = PathPoint(Double(place.x) + radius, Double(place.y) + Double(place.height) / 2)
            draw(.disc(center, radius: radius, color: style.liveColor), in: .bottom)
            var words = place
            words.x += pixels(14)
            words.width -= pixels(14)
            var badge = makeText(text, in: words, .left)
            badge.isBold = true
            draw(.text(badge), in: .bottom)
        case .track: addScrubber(at: place)
        case .volumeTrack: addVolume(at: place)
        case .gap: break
        }
    }

    // MARK: Tracks

    private mutating func addScrubber(at place: Rect) {
        guard let length = state.length else { return }
        let track = line(in: place)
        func share(_ time: Duration) -> Double { min(max(time / length, 0), 1) }
        drawTrack(track, to: share(state.position), buffered: state.bufferedUntil.map(share) ?? 0)
        drawInterstitials(on: track, state.interstitials.map { share($0.lowerBound)...share($0.upperBound) })
        drawChapters(on: track, at: state.chapters.map { share($0.start) })
        layout.track = track
        guard state.isScrubbable else { return }
        drawKnob(.scrubber, track, at: share(state.position))
        drawRing(on: .scrubber, around: track, in: place)
        // As high as its row, and wide enough that both ends can be reached.
        let reach = pixels(style.knob) / 2
        let area = Rect(x: place.x - reach, y: place.y, width: place.width + 2 * reach, height: place.height)
        addTarget(.scrubber, target(around: area))
    }

    /// Draws interstitials in their own colour, whether played or not, with a minimum width.
    private mutating func drawInterstitials(on track: Rect, _ parts: [ClosedRange<Double>]) {
        for part in parts {
            let (begin, end) = (
                Int((Double(track.width) * part.lowerBound).rounded()),
                Int((Double(track.width) * part.upperBound).rounded())
            )
            let width = min(max(end - begin, pixels(3)), track.width - begin)
            guard width > 0 else { continue }
            draw(
                .plate(
                    Rect(x: track.x + begin, y: track.y, width: width, height: track.height), radius: 0,
                    color: style.interstitialColor), in: .bottom)
        }
    }

    /// Draws a notch at each chapter's start; starts too close to each other share one.
    private mutating func drawChapters(on track: Rect, at shares: [Double]) {
        let width = max(1, pixels(2))
        var last = track.x
        for share in shares {
            let x = track.x + Int((Double(track.width) * share).rounded()) - width / 2
            guard x >= last + 3 * width, x + width < track.maxX else { continue }
            last = x
            draw(
                .plate(Rect(x: x, y: track.y, width: width, height: track.height), radius: 0, color: style.plateColor),
                in: .bottom)
        }
    }

    private mutating func addVolume(at place: Rect) {
        let track = line(in: place)
        let volume = state.isMuted ? 0 : Double(state.volume ?? 0) / Double(ControlsState.fullVolume)
        drawTrack(track, to: min(max(volume, 0), 1), buffered: 0)
        drawKnob(.volume, track, at: min(max(volume, 0), 1))
        drawRing(on: .volume, around: track, in: place)
        layout.volumeTrack = track
        let reach = min(pixels(style.knob) / 2, gap)
        addTarget(
            .volume,
            target(around: Rect(x: place.x - reach, y: place.y, width: place.width + 2 * reach, height: place.height)))
    }

    private func line(in place: Rect) -> Rect {
        let height = max(2, pixels(style.trackHeight))
        return Rect(x: place.x, y: place.y + (place.height - height) / 2, width: place.width, height: height)
    }

    private mutating func drawTrack(_ track: Rect, to share: Double, buffered: Double) {
        func part(to share: Double) -> Rect {
            Rect(x: track.x, y: track.y, width: Int((Double(track.width) * share).rounded()), height: track.height)
        }
        let radius = Double(track.height) / 2
        draw(.plate(track, radius: radius, color: style.trackColor), in: .bottom)
        for (area, color) in [(part(to: buffered), style.bufferedColor), (part(to: share), style.color)]
        where area.width > track.height { draw(.plate(area, radius: radius, color: color), in: .bottom) }
    }

    /// Draws the focus ring around the line and its knob, as wide as the neighbouring texts allow.
    private mutating func drawRing(on control: Control, around track: Rect, in place: Rect) {
        guard focus == control else { return }
        let knob = pixels(style.knob) / 2
        let (x, height) = (knob + gap / 2, min(2 * (knob + pixels(4)), place.height - 2))
        let area = Rect(
            x: track.x - x, y: track.y + (track.height - height) / 2, width: track.width + 2 * x, height: height)
        drawRing(around: area, radius: Double(height) / 2, in: .bottom)
    }

    private mutating func drawKnob(_ control: Control, _ track: Rect, at share: Double) {
        let isTaken = touch?.control == control
        let radius = Double(pixels(style.knob)) / 2 * (isTaken ? 1.25 : 1)
        let center = PathPoint(
            Double(track.x) + (Double(track.width) * share).rounded(), Double(track.y) + Double(track.height) / 2)
        draw(.disc(center, radius: radius, color: style.color), in: .bottom)
    }
}
